import { callOf, notingTable } from '@main/features/tables'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { renamed, renamedTo } from '../renamed'
import { changed, nothing, one, tableName, wireSchemaChange } from '../shapes'
import { columnChangeFromWire, columnInputFromWire } from './mappers'
import { modelMeta } from './model-meta'
import { createSetModel } from './model-set'
import { tableReads, type TableCallServices } from './read-calls'
import { wireColumn } from './schemas'

const renaming = z.strictObject({ tn_old: tableName, tn: tableName })

/** Calls about tables and columns (wire §6). */
export const tableCalls = ({ tables, ...services }: TableCallServices) => ({
  ...tableReads({ tables, ...services }),
  tableCreate: translated('tableCreate', {
    input: z.strictObject({ tn: tableName, _tn: z.string().nullish(), columns: z.array(wireColumn).max(500) }),
    output: wireSchemaChange,
    toInput: ({ tn, _tn, columns }) => ({
      table: tn,
      title: _tn ?? undefined,
      columns: columns.map((column) => columnInputFromWire(column, true)),
      primaryValue: columns.find(({ pv }) => pv === true || pv === 1)?.cn,
    }),
    toBody: changed,
  }),
  /** Adds, renames, changes and deletes columns by their `altered` mark. */
  tableUpdate: translated('tableUpdate', {
    input: z.strictObject({
      tn: tableName,
      _tn: z.string().nullish(),
      originalColumns: z.array(wireColumn).optional(),
      columns: z.array(wireColumn).max(2000),
    }),
    output: wireSchemaChange,
    toInput: ({ tn, columns }) => ({ table: tn, changes: columns.flatMap(columnChangeFromWire) }),
    toBody: changed,
  }),
  columnChangePreview: translated('columnChangePreview', {
    strict: true,
    input: z.strictObject({ tn: tableName, column: wireColumn }),
    output: z.object({
      values: z.number(),
      convert: z.number(),
      lost: z.number(),
      examples: z.array(z.object({ row: z.string().nullable(), value: z.string() })),
    }),
    toInput: ({ tn, column }) => ({ table: tn, change: columnChangeFromWire(column)[0] }),
    toBody: (preview) => preview,
  }),
  tableRename: translated('tableRename', {
    input: renaming,
    output: wireSchemaChange,
    toInput: ({ tn_old: table, tn }) => ({ table, name: tn }),
    toBody: changed,
  }),
  /** `tn_old` and `tn` are the old and the new title. */
  ncTableAliasRename: translated('tableRetitle', {
    input: renaming,
    output: nothing,
    toInput: ({ tn_old: table, tn }) => ({ table, title: tn }),
    toBody: () => undefined,
  }),
  /** Scripts send the whole meta. */
  tableDelete: translated('tableDelete', {
    input: z.object({ tn: tableName }),
    output: wireSchemaChange,
    toInput: ({ tn }) => ({ table: tn }),
    toBody: changed,
  }),
  columnDuplicate: renamed('columnDuplicate', { tn: 'table' }),
  rowOrderCreate: renamed('rowOrderCreate', { tn: 'table' }),
  columnOrderSet: renamed('columnOrderSet', { tn: 'table' }),
  /**
   * Takes back a `meta` that a script has read and changed: titles, the primary value and the order of `columns`, and
   * the computed columns in `v`. New entries are created, missing ones deleted.
   */
  xcModelSet: scripted(
    {
      changes: ['metadata'],
      scope: 'project',
      permission: 'schema.change',
      input: z.object({ tn: tableName, meta: z.union([z.string().max(2_000_000), modelMeta]) }),
      output: one,
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
    {
      handle: async (context, { tn, meta }) => {
        await notingTable(context, tables.catalog, tn, () => createSetModel(tables)(callOf(context), tn, meta))
        return 1 as const
      },
      audit: ({ tn }) => ({ operation: 'TABLE/UPDATED', table: tn }),
    },
  ),
  tableIconSet: renamed('tableIconSet', { tn: 'table' }),
  tableDuplicate: renamedTo(
    'tableDuplicate',
    { tn: 'table' },
    z.object({ tn: z.string(), title: z.string() }),
    ({ name, title }) => ({ tn: name, title }),
  ),
  xcModelOrderSet: translated('tableOrderSet', {
    input: z.strictObject({ tn: tableName, order: z.number().finite() }),
    output: one,
    toInput: ({ tn, order }) => ({ table: tn, order }),
    toBody: (output) => output,
  }),
})
