import { AppError } from '@common/errors'
import type { OperationOutput } from '@common/operations'
import { uiTypes } from '@common/columns/ui-types'
import type { DisabledModels } from '@main/features/access'
import type { Tables } from '@main/features/tables'
import { inProject } from '@main/operations/context'
import { scripted, translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { renamedTo } from '../renamed'
import { listed, tableName, wireList } from '../shapes'
import { disabledFor } from '../access/models'
import { columnToWire, tableEntryToWire } from './mappers'
import { wireColumn, wireTableEntry, type WireTableEntry } from './schemas'
import { createTableMeta } from './table-meta'

const listInput = z.strictObject({ includeM2M: z.boolean().optional(), force: z.boolean().optional() })
const ofTable = z.strictObject({ tn: tableName })
const toTable = ({ tn }: z.infer<typeof ofTable>) => ({ table: tn })

type Table = NonNullable<OperationOutput<'tableRead'>>

/** @throws AppError TABLE_NOT_FOUND */
function known(table: Table | null, { tn }: z.infer<typeof ofTable>): Table {
  if (table === null) throw new AppError('TABLE_NOT_FOUND', { table: tn })
  return table
}

const diagram = z.object({
  tables: z.array(
    z.object({
      tn: z.string(),
      _tn: z.string(),
      type: z.enum(['table', 'view']),
      association: z.boolean(),
      columns: z.array(
        z.object({
          cn: z.string(),
          _cn: z.string(),
          uidt: z.enum(uiTypes),
          pk: z.boolean(),
          rqd: z.boolean(),
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
      real: z.boolean(),
      unique: z.boolean(),
    }),
  ),
})

/** Services behind the calls about tables. */
export interface TableCallServices {
  readonly tables: Tables
  readonly access: { readonly models: Pick<DisabledModels, 'list'> }
}

/** Lists tables and SQL views, with the roles for which each is disabled. */
const listCall = <T extends z.ZodType>(
  { tables, access }: TableCallServices,
  item: T,
  shown: (list: readonly WireTableEntry[]) => readonly z.infer<T>[],
) =>
  scripted(
    {
      reads: ['schema', 'metadata', 'access'],
      scope: 'project',
      permission: 'schema.read',
      input: listInput,
      output: wireList(item),
      errors: ['DATABASE_UNAVAILABLE'],
    },
    {
      handle: async (context, { includeM2M = false }) => {
        const { projectId } = inProject(context)
        const [list, models] = await Promise.all([
          tables.modules.tables.handlers.tableList(context, { associations: includeM2M }),
          access.models.list(context.principal, projectId),
        ])
        const off = new Map(models.flatMap(({ kind, name, roles }) => (kind === 'table' ? [[name, roles]] : [])))
        return listed(shown(list.map((table) => tableEntryToWire(table, disabledFor(new Set(off.get(table.name)))))))
      },
    },
  )

/** Calls that read tables and columns (wire §6). */
export const tableReads = ({ tables, ...services }: TableCallServices) => ({
  xcTableAndViewList: listCall({ tables, ...services }, wireTableEntry, (list) => list),
  tableList: listCall({ tables, ...services }, wireTableEntry, (list) => list.filter(({ type }) => type === 'table')),
  viewList: listCall(
    { tables, ...services },
    z.object({ view_name: z.string(), _tn: z.string(), disabled: z.record(z.string(), z.boolean()) }),
    (list) =>
      list.filter(({ type }) => type === 'view').map(({ tn, _tn, disabled }) => ({ view_name: tn, _tn, disabled })),
  ),
  /** `meta` is the JSON text of a `wireTableMeta`. A missing table answers an empty body. */
  tableXcModelGet: scripted(
    {
      reads: ['schema', 'metadata'],
      scope: 'project',
      permission: 'schema.read',
      input: ofTable,
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
    {
      handle: async (context, { tn }) => {
        const { projectId } = inProject(context)
        const found = await tables.catalog.as(context.principal).find(projectId, tn)
        if (found === undefined) return undefined
        const [id, meta] = await Promise.all([
          tables.descriptions.id(projectId, found),
          createTableMeta(tables)(context.principal, projectId, found),
        ])
        return { id, title: found.name, alias: found.title, meta, parent_model_title: null, query_params: null }
      },
    },
  ),
  projectDiagram: renamedTo('projectDiagram', {}, diagram, ({ tables: shown, relations }) => ({
    tables: shown.map(({ name, title, type, association, columns }) => ({
      tn: name,
      _tn: title,
      type,
      association,
      columns: columns.map((column) => ({
        cn: column.name,
        _cn: column.title,
        uidt: column.uiType,
        pk: column.primaryKey,
        rqd: column.required,
        pv: column.primaryValue,
        unique: column.unique,
      })),
    })),
    relations: relations.map(({ childTable, childColumns, parentTable, parentColumns, real, unique }) => ({
      tn: childTable,
      columns: childColumns,
      rtn: parentTable,
      rcolumns: parentColumns,
      real,
      unique,
    })),
  })),
  columnList: translated('tableRead', {
    input: ofTable,
    output: wireList(wireColumn.extend({ tn: z.string() })),
    toInput: toTable,
    toBody: (table, body) => {
      const { name, columns } = known(table, body)
      return listed(columns.map((column) => ({ ...columnToWire(column), tn: name })))
    },
  }),
  indexList: translated('tableRead', {
    input: ofTable,
    output: wireList(
      z.object({ key_name: z.string(), non_unique: z.number(), cn: z.string(), seq_in_index: z.number() }),
    ),
    toInput: toTable,
    toBody: (table, body) =>
      listed(
        known(table, body).indexes.flatMap(({ name, unique, columns }) =>
          columns.map((cn, at) => ({ key_name: name, non_unique: unique ? 0 : 1, cn, seq_in_index: at + 1 })),
        ),
      ),
  }),
  relationList: translated('tableRead', {
    input: ofTable,
    output: wireList(
      z.object({ tn: z.string(), cn: z.string(), rtn: z.string(), rcn: z.string(), ur: z.string(), dr: z.string() }),
    ),
    toInput: toTable,
    toBody: (table, body) => {
      const { name, foreignKeys } = known(table, body)
      return listed(
        foreignKeys.flatMap((key) =>
          key.columns.map((cn, at) => ({
            tn: name,
            cn,
            rtn: key.referencedTable,
            rcn: key.referencedColumns[at] ?? '',
            ur: key.onUpdate,
            dr: key.onDelete,
          })),
        ),
      )
    },
  }),
})
