import { columnValidation } from '@common/wire/column-options'
import { wireColumn, wireList, wireSchemaChange, wireTableEntry } from '@common/wire/schemas'
import { isTableIcon } from '@common/model/table-icons'
import { uiTypes } from '@common/columns/ui-types'
import { z } from 'zod'
import { defineOperations } from './define'

const tableName = z.string().min(1)
const listInput = z.strictObject({ includeM2M: z.boolean().optional(), force: z.boolean().optional() })

const terms = z.record(z.string(), z.unknown()).optional()
/** What counts of a `meta` (wire §6 and §7) that is sent back; the rest is what it was. */
export const modelMeta = z.object({
  columns: z
    .array(
      z.object({
        cn: z.string(),
        _cn: z.string().nullish(),
        pv: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish(),
        validate: columnValidation.nullish(),
      }),
    )
    .max(2000)
    .optional(),
  v: z
    .array(
      z.object({
        _cn: z.string(),
        column: z.object({ id: z.string() }).optional(),
        lk: terms,
        rl: terms,
        formula: z.object({ value: z.string() }).optional(),
      }),
    )
    .max(1000)
    .optional(),
})
export type ModelMeta = z.infer<typeof modelMeta>

export const tableOperations = defineOperations({
  /** Tables and SQL views in display order. Wire §6. */
  xcTableAndViewList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: listInput,
    output: wireList(wireTableEntry),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  tableList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: listInput,
    output: wireList(wireTableEntry),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  viewList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: listInput,
    output: wireList(z.object({ view_name: z.string(), _tn: z.string(), disabled: z.record(z.string(), z.boolean()) })),
    errors: [],
  },
  /** One table with columns and relations; `meta` is JSON text of a `wireTableMeta`. A missing table answers an empty body. */
  tableXcModelGet: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: tableName }),
    output: z
      .object({
        id: z.string(),
        title: z.string(),
        alias: z.string(),
        meta: z.string(),
        parent_model_title: z.null(),
        query_params: z.string().nullable(),
      })
      .optional(),
    errors: [],
  },
  /** Every table with what a drawing of them needs, and how they are related: in one answer, however many there are. */
  projectDiagram: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.object({
      tables: z.array(
        z.object({
          tn: z.string(),
          _tn: z.string(),
          type: z.enum(['table', 'view']),
          /** Holds nothing but the pairs of a many-to-many relation made here. */
          association: z.boolean(),
          columns: z.array(
            z.object({
              cn: z.string(),
              _cn: z.string(),
              uidt: z.enum(uiTypes),
              pk: z.boolean(),
              rqd: z.boolean(),
              /** The record's name. */
              pv: z.boolean(),
              unique: z.boolean(),
            }),
          ),
        }),
      ),
      relations: z.array(
        z.object({
          tn: z.string(),
          columns: z.array(z.string()),
          rtn: z.string(),
          rcolumns: z.array(z.string()),
          /** A foreign key of the database, or known to Basalt alone. */
          real: z.boolean(),
          /** A record of the related table has one of these at most. */
          unique: z.boolean(),
        }),
      ),
    }),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  columnList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: tableName }),
    output: wireList(wireColumn.extend({ tn: z.string() })),
    errors: ['TABLE_NOT_FOUND'],
  },
  indexList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: tableName }),
    output: wireList(
      z.object({ key_name: z.string(), non_unique: z.number(), cn: z.string(), seq_in_index: z.number() }),
    ),
    errors: ['TABLE_NOT_FOUND'],
  },
  relationList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: tableName }),
    output: wireList(
      z.object({ tn: z.string(), cn: z.string(), rtn: z.string(), rcn: z.string(), ur: z.string(), dr: z.string() }),
    ),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Makes a table. Without a key column, `id` (ID) is put first. */
  tableCreate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, _tn: z.string().nullish(), columns: z.array(wireColumn).max(500) }),
    output: wireSchemaChange,
    errors: [
      'TABLE_EXISTS',
      'TABLE_NAME_INVALID',
      'TABLE_NAME_RESERVED',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'COLUMN_EXISTS',
      'COLUMN_TYPE_INVALID',
    ],
  },
  /** Adds, renames, changes and deletes columns by their `altered` mark: all of them or none. */
  tableUpdate: {
    door: 'legacy',
    changes: ['schema', 'rows', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      tn: tableName,
      _tn: z.string().nullish(),
      originalColumns: z.array(wireColumn).optional(),
      columns: z.array(wireColumn).max(2000),
    }),
    output: wireSchemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'COLUMN_NOT_FOUND',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'COLUMN_EXISTS',
      'COLUMN_TYPE_INVALID',
      'COLUMN_VALUES_NOT_CONVERTIBLE',
    ],
  },
  /**
   * What a change of a column would do to its values, before it is made: `column` as tableUpdate takes it. By the
   * same rules as the change itself.
   */
  columnChangePreview: {
    reads: ['schema', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, column: wireColumn }),
    output: z.object({
      /** Values that there are, that would be kept in the new type, and that would be lost. */
      values: z.number(),
      convert: z.number(),
      lost: z.number(),
      /** The first of those that would be lost: the row as in the path of the data API, null without a key. */
      examples: z.array(z.object({ row: z.string().nullable(), value: z.string() })),
    }),
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'COLUMN_TYPE_INVALID', 'NOT_SUPPORTED'],
  },
  tableRename: {
    door: 'legacy',
    changes: ['schema', 'views', 'comments'],
    removesTable: ({ tn, tn_old: before }: { tn: string; tn_old: string }) => (before === tn ? undefined : before),
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn_old: tableName, tn: tableName }),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'TABLE_EXISTS', 'TABLE_NAME_INVALID', 'TABLE_NAME_RESERVED'],
  },
  /** Renames a table for people only: `tn_old` and `tn` are the old and new alias. */
  ncTableAliasRename: {
    door: 'legacy',
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn_old: tableName, tn: tableName }),
    output: z.undefined(),
    errors: ['TABLE_NOT_FOUND', 'TABLE_EXISTS', 'TABLE_NAME_INVALID'],
  },
  /** Deletes a table with its rows. Scripts send the whole meta; only `tn` counts. */
  tableDelete: {
    door: 'legacy',
    changes: ['schema', 'views', 'comments', 'trash'],
    removesTable: ({ tn }: { tn: string }) => tn,
    scope: 'project',
    permission: 'schema.change',
    input: z.object({ tn: tableName }),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY'],
  },
  /**
   * Adds a column with the definition and the values of another one (by name, title, or the id of a virtual one), whole
   * or not at all. Answers what the new one is called: `id` is its name in the database, or the id of a virtual one.
   */
  columnDuplicate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, column: z.string().min(1).max(255) }),
    output: z.object({ id: z.string(), title: z.string() }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'COLUMN_NOT_FOUND', 'COLUMN_TYPE_INVALID', 'VIRTUAL_COLUMN_INVALID'],
  },
  /**
   * Adds a number column for an order of rows by hand and numbers every row by its key, all or nothing. Every view of
   * the table hides it; a view that is sorted by it shows the order. `id` is its name in the database.
   */
  rowOrderCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, title: z.string().trim().min(1).max(255) }),
    output: z.object({ id: z.string(), title: z.string() }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'TABLE_WITHOUT_KEY'],
  },
  /**
   * The order in which people and the API see columns: those named (by name or title) first, the others behind them as
   * they stand. The database keeps its own.
   */
  columnOrderSet: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, columns: z.array(z.string().min(1)).min(1).max(2000) }),
    output: z.literal(1),
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'COLUMN_EXISTS'],
  },
  /**
   * Takes back a `meta` that a script has read by `tableXcModelGet` and changed: titles, the record's name and the
   * order of `columns`, and in `v` what is computed: new entries are made, changed ones change, those left out go.
   * Columns and relations themselves are made by their own operations.
   */
  xcModelSet: {
    door: 'legacy',
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object({ tn: tableName, meta: z.union([z.string().max(2_000_000), modelMeta]) }),
    output: z.literal(1),
    errors: [
      'TABLE_NOT_FOUND',
      'COLUMN_NOT_FOUND',
      'COLUMN_EXISTS',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'VIRTUAL_COLUMN_INVALID',
      'FORMULA_INVALID',
    ],
  },
  /** Gives a table or SQL view the icon by which everybody knows it: one of ours, or an emoji; null takes it away. */
  tableIconSet: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, icon: z.string().max(40).refine(isTableIcon).nullable() }),
    output: z.literal(1),
    errors: ['TABLE_NOT_FOUND'],
  },
  /**
   * Makes a table with the columns of another one, and with its rows when asked for, whole or not at all. What leads to
   * other tables is copied as the values it holds; links, computed columns and views stay with the first one.
   */
  tableDuplicate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, title: z.string().trim().min(1).max(255), rows: z.boolean() }),
    output: z.object({ tn: z.string(), title: z.string() }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'TABLE_EXISTS', 'TABLE_NAME_INVALID', 'COLUMN_TYPE_INVALID'],
  },
  /** The place of a table among the others, for everyone. Fractions lie between two of them. */
  xcModelOrderSet: {
    door: 'legacy',
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName, order: z.number().finite() }),
    output: z.literal(1),
    errors: ['TABLE_NOT_FOUND'],
  },
})
