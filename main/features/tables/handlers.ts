import type { UiType } from '@common/columns/ui-types'
import { AppError } from '@common/errors'
import type { Column, ColumnChange, ReaderRights, Table } from '@common/model'
import { changeOf, definitionFrom } from '@common/model/column-definition'
import { message, type Message } from '@common/messages'
import type { VirtualColumn } from '@common/model/relations'
import { modelOf, summaryOf, type ColumnChangeInput } from '@common/operations/table-shapes'
import { isVisitor, permits, type Principal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import type { tableOperations } from '@common/operations/tables'
import { findNamed, findTitled } from '@common/wire/named'
import type { Database } from '@main/db/database'
import { englishBeside } from '@main/lib/messages'
import type { ChangedValue } from '@main/lib/changed-values'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { changedColumn } from './columns/changed-column'
import type { TableCatalog, TableLookups } from './catalog/catalog'
import { previewChange } from './columns/change-preview'
import type { TableDescriptions } from './catalog/description'
import { diagramOf } from './catalog/diagram'
import { sourcesOf } from './query-tables/sources'
import type { VirtualColumnService } from './virtual-columns/service'
import { callOf, statementsOf } from './calls'
import { notingTable } from './table-values'
import type { TableService } from './types'

export interface TableHandlerOptions {
  readonly catalog: TableCatalog
  readonly service: TableService
  readonly computed: Pick<VirtualColumnService, 'duplicate'>
  readonly descriptions: TableDescriptions
  readonly database: (projectId: string) => Promise<Database>
}

/** True for a table in the lists of a principal, and for one that a visible link of such a table leads to. */
async function isReached(lookups: TableLookups, projectId: string, { name }: Table): Promise<boolean> {
  const listed = await lookups.list(projectId)
  if (listed.some((table) => table.name === name)) return true
  for (const { name: from } of listed) {
    const table = await lookups.named(projectId, from)
    if (table?.virtualColumns.some((column) => column.kind === 'link' && column.link.relatedTable === name)) return true
  }
  return false
}

/** Returns a table without what its computed columns are made from, which may be hidden. */
const withoutDefinitions = (table: Table): Table => ({
  ...table,
  virtualColumns: table.virtualColumns.map((column): VirtualColumn => {
    const { problem, problemText: _, ...rest } = column
    const shown = problem === undefined ? rest : { ...rest, ...problemOf(message('virtualProblems.notComputed')) }
    if (shown.kind === 'formula') return { ...shown, formula: '' }
    return shown.kind === 'lookup' || shown.kind === 'rollup' ? { ...shown, column: '' } : shown
  }),
})

const problemOf = (problem: Message) => Object.assign(englishBeside('problemText', problem), { problem })

/** Handlers of `common/operations/tables.ts`. */
export function createTableHandlers(options: TableHandlerOptions): Handlers<typeof tableOperations> {
  const { catalog, service, database } = options

  const tableNamed = (context: CallContext, name: string): Promise<Table> =>
    catalog.as(context.principal).get(inProject(context).projectId, name)

  return {
    tableList: async (context, { associations }) => {
      const tables = await catalog.as(context.principal).list(inProject(context).projectId)
      return tables.filter(({ association }) => associations || association !== true).map(summaryOf)
    },

    tableRead: async (context, { table }) => {
      const { projectId, principal } = inProject(context)
      const lookups = catalog.as(principal)
      const found = await lookups.find(projectId, table)
      if (found === undefined || (isVisitor(principal) && !(await isReached(lookups, projectId, found)))) return null
      const shown = await options.descriptions.withResults(principal, projectId, found)
      const rights = rightsOf(principal, found)
      // The names of sources could tell of hidden tables.
      const seesAll = !isVisitor(principal) && !isLimited(principal)
      const sources =
        found.query && seesAll
          ? await withChildren(
              lookups,
              projectId,
              sourcesOf(found.query.sql, (await database(projectId)).dialect, await lookups.list(projectId)),
            )
          : undefined
      return {
        ...modelOf(found.sight.restricted ? withoutDefinitions(shown) : shown),
        ...(sources && { sources }),
        ...(rights && { rights }),
      }
    },

    projectDiagram: async (context) => {
      const { projectId } = inProject(context)
      return diagramOf(catalog.as(context.principal), projectId)
    },

    tableCreate: async (context, { table, title, columns, primaryValue }) => {
      const { projectId } = inProject(context)
      const { dialect } = await database(projectId)
      const definitions = columns.map((column) => definitionFrom(column, guessBy(dialect)))
      return statementsOf(
        await service.create(callOf(context), {
          name: table,
          title,
          columns: definitions,
          primaryValue: primaryValue?.trim(),
        }),
      )
    },

    tableUpdate: async (context, { table, changes }) => {
      const noted: { table: string; values: ChangedValue[] } = { table, values: [] }
      const result = await service.changeColumns(callOf(context), table, (current, { dialect }) => {
        const steps = changes.flatMap((change) => columnChanges(change, current, guessBy(dialect)))
        noted.table = current.name
        noted.values = steps.flatMap((step) => changedColumn(step, current))
        return steps
      })
      context.noteForAudit?.(noted.values.length > 0 ? { values: noted.values } : {}, noted.table)
      return statementsOf(result)
    },

    columnChangePreview: async (context, { table, change: asked }) => {
      const { projectId } = inProject(context)
      const [opened, current] = await Promise.all([database(projectId), tableNamed(context, table)])
      const [change] = asked === undefined ? [] : columnChanges(asked, current, guessBy(opened.dialect))
      if (change === undefined) return { values: 0, convert: 0, lost: 0, examples: [] }
      return previewChange(opened, current, change, context.signal)
    },

    tableRename: async (context, { table, name }) => {
      const before = await tableNamed(context, table)
      const done = await service.rename(callOf(context), table, name)
      context.noteForAudit?.({ before: before.name })
      return statementsOf(done)
    },

    tableRetitle: async (context, { table, title }) => {
      const before = await tableNamed(context, table)
      await service.retitle(callOf(context), table, title)
      context.noteForAudit?.({ before: before.title }, before.name)
      return 1 as const
    },

    tableDelete: async (context, { table }) =>
      statementsOf(await notingTable(context, catalog, table, () => service.remove(callOf(context), table))),

    columnDuplicate: async (context, { table, column }) => {
      const { columns, virtualColumns } = await tableNamed(context, table)
      const found = findNamed<VirtualColumn | Column>([...columns, ...virtualColumns], column.trim(), (each) =>
        'id' in each ? { name: each.id, title: each.title } : each,
      )
      const virtual = virtualColumns.find((each) => each === found)
      if (virtual !== undefined) return options.computed.duplicate(callOf(context), table, virtual.id)
      const { name, title } = await service.duplicateColumn(callOf(context), table, column)
      return { id: name, title }
    },

    rowOrderCreate: async (context, { table, title }) => {
      const made = await service.addRowOrder(callOf(context), table, title)
      return { id: made.name, title: made.title }
    },

    columnOrderSet: async (context, { table, columns }) => {
      await notingTable(context, catalog, table, () => service.setColumnOrder(callOf(context), table, columns))
      return 1 as const
    },

    tableIconSet: async (context, { table, icon }) => {
      await notingTable(context, catalog, table, () => service.setIcon(callOf(context), table, icon ?? undefined))
      return 1 as const
    },

    tableDuplicate: async (context, { table, title, rows }) => {
      const made = await service.duplicate(callOf(context), table, { title, rows })
      return { name: made.name, title: made.title }
    },

    tableOrderSet: async (context, { table, order }) => {
      await notingTable(context, catalog, table, () => service.setOrder(callOf(context), table, order))
      return 1 as const
    },
  }
}

/**
 * Returns the changes that one step of `tableUpdate` asks for; none if it changes nothing.
 *
 * @throws AppError COLUMN_NOT_FOUND, COLUMN_TYPE_INVALID
 */
function columnChanges(asked: ColumnChangeInput, table: Table, guess: (nativeType: string) => UiType): ColumnChange[] {
  if (asked.change === 'add') return [{ kind: 'add', column: definitionFrom(asked.column, guess) }]
  const column = columnNamed(table, asked.name)
  switch (asked.change) {
    case 'delete':
      return [{ kind: 'drop', name: column.name }]
    case 'rename': {
      const newName = asked.to.trim()
      const newTitle = asked.title?.trim() || newName
      const isSame = newName === column.name && newTitle === column.title
      return isSame ? [] : [{ kind: 'rename', name: column.name, newName, newTitle }]
    }
    case 'update':
      return changeOf(column, definitionFrom(asked.column, guess, column), asked.emptyLost === true)
  }
}

function columnNamed(table: Table, name: string): Column {
  const found = findTitled(table.columns, name) ?? findTitled(table.columns, name.trim())
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: name })
  return found
}

/** Returns a function that guesses the type of a column from its native type. */
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

/** Returns the rights of a principal where access rules give less than its permissions; else undefined. */
function rightsOf(principal: Principal, { sight, columns, virtualColumns }: SightedTable): ReaderRights | undefined {
  const { read, create, change, delete: remove, writable } = sight
  const all = [...columns.map(({ name }) => name), ...virtualColumns.map(({ id }) => id)]
  const readOnly = writable === undefined ? [] : all.filter((name) => !writable.has(name))
  const isLess =
    readOnly.length > 0 ||
    (!read && permits(principal, 'row.read')) ||
    (!create && permits(principal, 'row.create')) ||
    (!change && permits(principal, 'row.update')) ||
    (!remove && permits(principal, 'row.delete'))
  return isLess ? { read, create, change, delete: remove, readOnly } : undefined
}

/** Adds the tables that inherit from sources: their rows are rows of the sources as well. */
async function withChildren(
  lookups: Pick<TableLookups, 'named'>,
  projectId: string,
  sources: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (sources === undefined) return undefined
  const tables = await Promise.all(sources.map((name) => lookups.named(projectId, name)))
  const children = tables.flatMap((table) => table?.storage?.children ?? [])
  return children.length === 0 ? sources : [...new Set([...sources, ...children])].toSorted()
}
