import type { UiType } from '@common/columns/ui-types'
import type { Column, ForeignKey, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { tableOperations } from '@common/operations/tables'
import { columnChangesFromWire } from '@common/wire/changes'
import { columnToWire, definitionFromWire, tableEntryToWire } from '@common/wire/mappers'
import { findNamed } from '@common/wire/named'
import type { Database } from '@main/db/database'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { TableCatalog } from './catalog/catalog'
import { previewChange } from './columns/change-preview'
import type { TableDescriptions } from './catalog/description'
import { diagramOf } from './catalog/diagram'
import type { SetModel } from './model-set'
import type { TableService } from './service'
import type { VirtualColumnService } from './virtual-columns/service'
import { answer, callOf, changed } from './wire-answers'

export interface TableHandlerOptions {
  readonly catalog: TableCatalog
  readonly service: TableService
  readonly computed: Pick<VirtualColumnService, 'duplicate'>
  readonly setModel: SetModel
  readonly descriptions: TableDescriptions
  readonly database: (projectId: string) => Promise<Database>
}

/** Handlers of `common/operations/tables.ts`. */
export function createTableHandlers(options: TableHandlerOptions): Handlers<typeof tableOperations> {
  const { catalog, service, database } = options

  /** Tables of many-to-many relations are shown to those who ask for them. */
  const listed = async (context: CallContext, includeM2M = false) => {
    const tables = await catalog.list(inProject(context).projectId)
    return includeM2M ? tables : tables.filter(({ association }) => association !== true)
  }
  const table = (context: CallContext, name: string): Promise<Table> => catalog.get(inProject(context).projectId, name)

  return {
    xcTableAndViewList: async (context, { includeM2M }) =>
      answer((await listed(context, includeM2M)).map(tableEntryToWire)),

    tableList: async (context, { includeM2M }) => {
      const tables = await listed(context, includeM2M)
      return answer(tables.filter(({ type }) => type === 'table').map(tableEntryToWire))
    },

    viewList: async (context) => {
      const tables = await catalog.list(inProject(context).projectId)
      const views = tables.filter(({ type }) => type === 'view').map(tableEntryToWire)
      return answer(views.map(({ tn, _tn, disabled }) => ({ view_name: tn, _tn, disabled })))
    },

    tableXcModelGet: async (context, { tn }) => {
      const { projectId } = inProject(context)
      const found = await catalog.find(projectId, tn)
      if (found === undefined) return undefined
      const [id, meta] = await Promise.all([
        options.descriptions.id(projectId, found),
        options.descriptions.meta(projectId, found),
      ])
      return {
        id,
        title: found.name,
        alias: found.title,
        meta,
        parent_model_title: null,
        query_params: null,
      }
    },

    projectDiagram: async (context) => {
      const { projectId } = inProject(context)
      return diagramOf(catalog, projectId)
    },

    columnList: async (context, { tn }) => {
      const found = await table(context, tn)
      return answer(found.columns.map((column) => ({ ...columnToWire(column), tn: found.name })))
    },

    indexList: async (context, { tn }) => {
      const { indexes } = await table(context, tn)
      return answer(
        indexes.flatMap((index) =>
          index.columns.map((cn, at) => ({
            key_name: index.name,
            non_unique: index.unique ? 0 : 1,
            cn,
            seq_in_index: at + 1,
          })),
        ),
      )
    },

    relationList: async (context, { tn }) => {
      const found = await table(context, tn)
      return answer(found.foreignKeys.flatMap((key) => relationLines(found.name, key)))
    },

    tableCreate: async (context, { tn, _tn, columns }) => {
      const { projectId } = inProject(context)
      const { dialect } = await database(projectId)
      const definitions = columns.map((column) => definitionFromWire(column, guessBy(dialect)))
      const primaryValue = columns.find((column) => column.pv === true || column.pv === 1)?.cn.trim()
      return changed(
        await service.create(callOf(context), {
          name: tn,
          title: _tn ?? undefined,
          columns: definitions,
          primaryValue,
        }),
      )
    },

    tableUpdate: async (context, { tn, columns }) =>
      changed(
        await service.changeColumns(callOf(context), tn, (current, { dialect }) =>
          columnChangesFromWire(columns, current, guessBy(dialect)),
        ),
      ),

    columnChangePreview: async (context, { tn, column }) => {
      const { projectId } = inProject(context)
      const [opened, current] = await Promise.all([database(projectId), table(context, tn)])
      const [change] = columnChangesFromWire([column], current, guessBy(opened.dialect))
      if (change === undefined) return { values: 0, convert: 0, lost: 0, examples: [] }
      return previewChange(opened, current, change, context.signal)
    },

    tableRename: async (context, { tn_old, tn }) => changed(await service.rename(callOf(context), tn_old, tn)),

    ncTableAliasRename: async (context, { tn_old, tn }) => {
      await service.retitle(callOf(context), tn_old, tn)
      return undefined
    },

    tableDelete: async (context, { tn }) => changed(await service.remove(callOf(context), tn)),

    columnDuplicate: async (context, { tn, column }) => {
      const { columns, virtualColumns } = await table(context, tn)
      const found = findNamed<VirtualColumn | Column>([...columns, ...virtualColumns], column.trim(), (each) =>
        'id' in each ? { name: each.id, title: each.title } : each,
      )
      const virtual = virtualColumns.find((each) => each === found)
      if (virtual !== undefined) return options.computed.duplicate(callOf(context), tn, virtual.id)
      const { name, title } = await service.duplicateColumn(callOf(context), tn, column)
      return { id: name, title }
    },

    rowOrderCreate: async (context, { tn, title }) => {
      const made = await service.addRowOrder(callOf(context), tn, title)
      return { id: made.name, title: made.title }
    },

    columnOrderSet: async (context, { tn, columns }) => {
      await service.setColumnOrder(callOf(context), tn, columns)
      return 1 as const
    },

    xcModelSet: async (context, { tn, meta }) => {
      await options.setModel(callOf(context), tn, meta)
      return 1 as const
    },

    tableIconSet: async (context, { tn, icon }) => {
      await service.setIcon(callOf(context), tn, icon ?? undefined)
      return 1 as const
    },

    tableDuplicate: async (context, { tn, title, rows }) => {
      const made = await service.duplicate(callOf(context), tn, { title, rows })
      return { tn: made.name, title: made.title }
    },

    xcModelOrderSet: async (context, { tn, order }) => {
      await service.setOrder(callOf(context), tn, order)
      return 1 as const
    },
  }
}

/** Scripts send some columns with their declared type only. */
function guessBy(dialect: Database['dialect']): (nativeType: string) => UiType {
  return (nativeType) =>
    dialect.uiTypeOf({
      name: '',
      nativeType,
      notNull: false,
      defaultValue: null,
      keyPosition: 0,
      autoIncrement: false,
      generated: false,
    })
}

function relationLines(table: string, key: ForeignKey) {
  return key.columns.map((cn, at) => ({
    tn: table,
    cn,
    rtn: key.referencedTable,
    rcn: key.referencedColumns[at] ?? '',
    ur: key.onUpdate,
    dr: key.onDelete,
  }))
}
