import { z } from 'zod'
import { defineOperations } from './define'
import { routineOperations } from './routines'
import { objectName, schemaChange, tableName } from './table-shapes'

const definition = z.string().min(1)
const names = {
  reads: ['schema', 'metadata'],
  scope: 'project',
  permission: 'schema.read',
  input: z.strictObject({}),
  output: z.array(z.string()),
  errors: ['DATABASE_UNAVAILABLE'],
} as const

/** Objects of a schema beside its tables: indexes, rules, triggers, SQL views, functions, procedures, sequences. */
export const objectOperations = defineOperations({
  ...routineOperations,
  indexCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      table: tableName,
      name: objectName,
      columns: z.array(objectName).min(1).max(16),
      unique: z.boolean().default(false),
    }),
    output: schemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'COLUMN_NOT_FOUND',
      'INDEX_EXISTS',
      'INDEX_NAME_INVALID',
      'VALUE_NOT_UNIQUE',
    ],
  },
  indexDelete: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, name: objectName }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'INDEX_NOT_FOUND', 'INDEX_FIXED'],
  },
  /** Lists the rules of a table: conditions that every row must meet. A rule without a name has an empty one. */
  checkList: {
    wholeSchema: true,
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ table: tableName }),
    output: z.array(z.object({ name: z.string(), condition: z.string() })),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Creates a rule. `condition` is SQL over the columns of one row. Fails if a row breaks it. */
  checkCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, name: objectName, condition: z.string().min(1) }),
    output: schemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'CHECK_EXISTS',
      'CHECK_NAME_INVALID',
      'CHECK_INVALID',
      'CHECK_BROKEN',
    ],
  },
  checkDelete: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, name: objectName }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'CHECK_NOT_FOUND'],
  },
  triggerList: {
    wholeSchema: true,
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ table: tableName }),
    output: z.array(z.object({ name: z.string(), timing: z.string(), event: z.string(), statement: z.string() })),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Creates a SQL view. `definition` is one CREATE VIEW statement; the server uses its SELECT. */
  sqlViewCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ name: objectName, definition }),
    output: schemaChange,
    errors: ['TABLE_EXISTS', 'TABLE_NAME_INVALID', 'TABLE_NAME_RESERVED', 'VIEW_DEFINITION_INVALID'],
  },
  /** Returns the statement that creates a SQL view. */
  sqlViewRead: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ name: objectName }),
    output: z.object({ definition: z.string() }),
    errors: ['TABLE_NOT_FOUND'],
  },
  sqlViewUpdate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ name: objectName, definition }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'VIEW_DEFINITION_INVALID', 'SCHEMA_CHANGE_UNSUPPORTED'],
  },
  sqlViewDelete: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ name: objectName }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'SCHEMA_CHANGE_UNSUPPORTED'],
  },
  /** Lists the functions of the database; an empty list if this kind of database has none. */
  functionList: names,
  procedureList: names,
  sequenceList: names,
})
