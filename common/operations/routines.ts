import { z } from 'zod'
import { defineOperations } from './define'
import { objectName, schemaChange, tableName } from './table-shapes'

const definition = z.string().trim().min(1).max(200_000)
const kind = z.enum(['function', 'procedure', 'sequence'])
/** Tells routines with the same name apart: the types of the arguments, as `routineRead` returns it. */
const signature = z.string().max(10_000).optional()

const parameter = z.object({ name: z.string(), type: z.string(), mode: z.enum(['in', 'out', 'inout']) })

/** As `Routine` of `common/model`. */
const routine = z.object({
  signature: z.string(),
  definition: z.string(),
  parameters: z.array(parameter).readonly(),
  returns: z.string().nullable(),
  value: z.string().nullable(),
})

const failures = ['DATABASE_UNAVAILABLE', 'NOT_SUPPORTED', 'ROUTINE_NOT_FOUND'] as const
const rejections = ['STATEMENT_INVALID', 'SQL_FAILED'] as const

const named = z.strictObject({ table: tableName, name: objectName })

/** Functions, procedures, sequences, triggers, and statements over a table. */
export const routineOperations = defineOperations({
  /** Returns all routines of a name. PostgreSQL can have several, with different arguments. */
  routineRead: {
    reads: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ kind, name: objectName }),
    output: z.array(routine).min(1),
    errors: failures,
  },
  /** Creates a routine. `definition` is one CREATE statement of this kind; it names the routine. */
  routineCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ kind, definition }),
    output: schemaChange.extend({ name: z.string() }),
    errors: [...failures, ...rejections],
  },
  /** Replaces a routine. `definition` is a CREATE statement with the same name. */
  routineUpdate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ kind, name: objectName, signature, definition }),
    output: schemaChange,
    errors: [...failures, ...rejections],
  },
  routineDelete: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ kind, name: objectName, signature }),
    output: schemaChange,
    errors: [...failures, ...rejections],
  },
  /** Creates a trigger. `definition` is one CREATE TRIGGER statement on this table. */
  triggerCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, definition }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', ...rejections],
  },
  triggerDelete: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: named,
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'TRIGGER_NOT_FOUND', ...rejections],
  },
  /** Returns the statements of a change without running it. Fails as the change would, as far as it can tell. */
  objectPlan: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.discriminatedUnion('change', [
      named.extend({
        change: z.literal('createIndex'),
        columns: z.array(objectName).min(1).max(16),
        unique: z.boolean(),
      }),
      named.extend({ change: z.literal('deleteIndex') }),
      named.extend({ change: z.literal('createCheck'), condition: z.string().min(1) }),
      named.extend({ change: z.literal('deleteCheck') }),
      named.extend({ change: z.literal('deleteTrigger') }),
      z.strictObject({ change: z.literal('deleteView'), name: tableName }),
      z.strictObject({ change: z.literal('deleteRoutine'), kind, name: objectName, signature }),
    ]),
    output: schemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'COLUMN_NOT_FOUND',
      'COLUMN_EXISTS',
      'INDEX_EXISTS',
      'INDEX_NAME_INVALID',
      'INDEX_NOT_FOUND',
      'INDEX_FIXED',
      'CHECK_EXISTS',
      'CHECK_NAME_INVALID',
      'CHECK_INVALID',
      'CHECK_BROKEN',
      'CHECK_NOT_FOUND',
      'TRIGGER_NOT_FOUND',
      ...failures,
    ],
  },
  /** Returns statements over a table with placeholders, as a starting point for writing SQL. A view has only `select`. */
  tableStatements: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ table: tableName }),
    output: z.object({
      select: z.string(),
      create: z.string().optional(),
      insert: z.string().optional(),
      update: z.string().optional(),
      delete: z.string().optional(),
    }),
    errors: ['TABLE_NOT_FOUND'],
  },
})
