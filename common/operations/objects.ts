import { wireList, wireSchemaChange } from '@common/wire/schemas'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
const flag = z.union([z.boolean(), z.literal(0), z.literal(1)])
const listInput = z.strictObject({ includeM2M: z.boolean().optional(), force: z.boolean().optional() })
const definition = z.string().min(1)

/** Objects of a schema beside its tables: indexes, SQL views, triggers, functions, procedures, sequences. */
export const objectOperations = defineOperations({
  /** Wire §6. An index is not unique unless `non_unique` says so. */
  indexCreate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      tn: name,
      columns: z.array(name).min(1).max(16),
      indexName: name,
      non_unique: flag.nullish(),
    }),
    output: wireSchemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'COLUMN_NOT_FOUND',
      'INDEX_EXISTS',
      'INDEX_NAME_INVALID',
      'VALUE_NOT_UNIQUE',
    ],
  },
  /** Scripts send the whole index; its name counts. */
  indexDelete: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      tn: name,
      indexName: name,
      columns: z.array(z.string()).nullish(),
      non_unique: flag.nullish(),
      non_unique_original: flag.nullish(),
    }),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'INDEX_NOT_FOUND', 'INDEX_FIXED'],
  },
  /** Rules of a table: conditions that every row keeps to. One without a name of its own has an empty one. */
  checkList: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: name }),
    output: wireList(z.object({ check_name: z.string(), check_condition: z.string() })),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** `check_condition` is a condition in SQL over the columns of one row. Rows that break it refuse it. */
  checkCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: name, check_name: name, check_condition: z.string().min(1) }),
    output: wireSchemaChange,
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
    input: z.strictObject({ tn: name, check_name: name }),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'CHECK_NOT_FOUND'],
  },
  triggerList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: name }),
    output: wireList(z.object({ trigger: z.string(), timing: z.string(), event: z.string(), statement: z.string() })),
    errors: ['TABLE_NOT_FOUND'],
  },
  /**
   * Makes a SQL view: `view_definition` is one CREATE VIEW statement, of which what it selects counts. Its rows can be
   * read like those of a table.
   */
  viewCreate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ view_name: name, view_definition: definition }),
    output: wireSchemaChange,
    errors: ['TABLE_EXISTS', 'TABLE_NAME_INVALID', 'TABLE_NAME_RESERVED', 'VIEW_DEFINITION_INVALID'],
  },
  /** The statement that makes a view. */
  viewRead: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ view_name: name }),
    output: wireList(z.object({ view_definition: z.string() })),
    errors: ['TABLE_NOT_FOUND'],
  },
  viewUpdate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      view_name: name,
      view_definition: definition,
      /** As scripts write it; what there is now counts. */
      oldViewDefination: z.string().nullish(),
    }),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'VIEW_DEFINITION_INVALID', 'SCHEMA_CHANGE_UNSUPPORTED'],
  },
  viewDelete: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      view_name: name,
      view_definition: z.string().nullish(),
      oldViewDefination: z.string().nullish(),
    }),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'SCHEMA_CHANGE_UNSUPPORTED'],
  },
  /** What a database of this kind does not have is an empty list (wire §6). */
  functionList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: listInput,
    output: wireList(z.object({ function_name: z.string() })),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  procedureList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: listInput,
    output: wireList(z.object({ procedure_name: z.string() })),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  sequenceList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: listInput,
    output: wireList(z.object({ sequence_name: z.string() })),
    errors: ['DATABASE_UNAVAILABLE'],
  },
})
