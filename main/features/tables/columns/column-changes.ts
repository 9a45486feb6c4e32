import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { inverse, type Inverse } from '@common/operations/inverse'
import type { Database } from '@main/db/database'
import type { TableLookups } from '../catalog/catalog'
import type { MetadataChange } from '../catalog/metadata'
import type { Call, Changes } from '../changes/changes'
import { besideColumn, keepColumns, withKeeping } from '../trash/keeping'
import { viewsAfter, virtualAfter } from '../virtual-columns/renames'
import { copyOfColumn, filledBy, type ColumnCopy } from './column-duplicate'
import { columnsInverse } from './column-inverse'
import { columnNamed } from './column-named'
import { checkedChange, columnsAfter, columnsRenamed, historyMarks, metadataAfter, storedChanges } from './column-plan'
import { rowOrderColumn } from './row-order'
import { optionsFromValues } from './select-options'
import { checkColumnNames, checkVirtualTitles } from './validate'
import type { TableService } from '../types'

type ColumnChanges = Pick<TableService, 'changeColumns' | 'duplicateColumn' | 'addRowOrder'>

const dropOf = ({ name: table }: Table, name: string): Inverse =>
  inverse('tableUpdate', { table, changes: [{ change: 'delete', name }] })

/** Adds, changes and drops columns of tables. */
export function createColumnChanges(catalog: TableLookups, changes: Changes): ColumnChanges {
  const { inTurn, retried, editable, run, ids, database: databaseOf } = changes

  const changeColumns: ColumnChanges['changeColumns'] = async (call, nameOrTitle, changesOf) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const asked = changesOf(table, database).map((change) => checkedChange(table, change))
    if (asked.length === 0) return { up: [], down: [] }
    const wanted = await Promise.all(asked.map((change) => optionsFromValues(database, table, change)))
    checkColumnNames(...columnsAfter(table, wanted), table.columns)
    checkVirtualTitles(table, wanted)
    const stored = storedChanges(table, wanted)
    const plan =
      stored.length === 0
        ? { up: [], down: [] }
        : await database.dialect.schema.changeColumns(database, table.name, stored)
    const [metadata, graph] = await Promise.all([catalog.metadata(projectId), catalog.graph(projectId)])
    const renamed = columnsRenamed(wanted)
    const parts =
      renamed.dropped.length === 0
        ? []
        : ((await database.dialect.schema.columnParts?.(database, table.name, renamed.dropped)) ?? [])
    const droppedColumns = renamed.dropped.map((name) => ({
      name,
      keeping: keepColumns(call, database, { ids, table, metadata }, [name], dropOf(table, name), {
        ...besideColumn(table, metadata, name),
        parts,
      }),
    }))
    // Views still mention a column that can be restored; missing columns are ignored.
    const gone = droppedColumns.flatMap(({ name, keeping }) => (keeping.metadata.length === 0 ? [name] : []))
    const made = wanted.flatMap((change) => (change.kind === 'add' ? [change.column.name] : []))
    await run(call, database, {
      operation: 'tableUpdate',
      table: table.name,
      tableAfter: table.name,
      plan: withKeeping(
        plan,
        droppedColumns.flatMap(({ keeping }) => keeping.steps),
      ),
      metadata: [
        {
          kind: 'setColumns',
          table: table.name,
          columns: metadataAfter(metadata.columns.get(table.name) ?? [], wanted),
        },
        ...virtualAfter(metadata, graph, { table: table.name, ...renamed }),
        ...viewsAfter(graph, { table: table.name, ...renamed, dropped: gone, made }),
        ...historyMarks(table.name, renamed),
        ...droppedColumns.flatMap(({ keeping }) => keeping.metadata),
      ],
      undoneBy: columnsInverse(
        table,
        wanted,
        new Map(droppedColumns.map(({ name, keeping }) => [name, keeping.undoneBy])),
      ),
    })
    return plan
  }

  const duplicateColumn: ColumnChanges['duplicateColumn'] = async (call, nameOrTitle, wanted) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const name = columnNamed(table, wanted)
    const column = table.columns.find((one) => one.name === name)
    if (column === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted, table: table.title })
    const copy = copyOfColumn(database, table, column)
    const rules = { kind: 'copyColumnRules', table: table.name, column: name, to: copy.change.column.name } as const
    return addFilled(call, database, table, copy, { operation: 'columnDuplicate', metadata: [rules] })
  }

  const addRowOrder: ColumnChanges['addRowOrder'] = async (call, nameOrTitle, title) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const made = rowOrderColumn(database, table, title)
    return addFilled(call, database, table, made, { operation: 'rowOrderCreate', hidden: [made.change.column.name] })
  }

  /** Adds a column with its values, atomically. */
  const addFilled = async (
    call: Call,
    database: Database,
    table: Table,
    { change, fill }: ColumnCopy,
    {
      operation,
      hidden = [],
      metadata: more = [],
    }: {
      readonly operation: string
      readonly hidden?: readonly string[]
      readonly metadata?: readonly MetadataChange[]
    },
  ): Promise<{ readonly name: string; readonly title: string }> => {
    const { projectId } = call
    checkColumnNames(...columnsAfter(table, [change]), table.columns)
    checkVirtualTitles(table, [change])
    const plan = filledBy(await database.dialect.schema.changeColumns(database, table.name, [change]), fill)
    const [metadata, graph] = await Promise.all([catalog.metadata(projectId), catalog.graph(projectId)])
    await run(call, database, {
      operation,
      table: table.name,
      tableAfter: table.name,
      plan,
      metadata: [
        {
          kind: 'setColumns',
          table: table.name,
          columns: metadataAfter(metadata.columns.get(table.name) ?? [], [change]),
        },
        ...viewsAfter(graph, { table: table.name, made: [change.column.name], hidden }),
        ...more,
      ],
      undoneBy: columnsInverse(table, [change], new Map()),
    })
    return { name: change.column.name, title: change.column.title }
  }

  return {
    changeColumns: (call, nameOrTitle, changesOf) =>
      inTurn(call.projectId, () => retried(() => changeColumns(call, nameOrTitle, changesOf))),
    addRowOrder: (call, nameOrTitle, title) =>
      inTurn(call.projectId, () => retried(() => addRowOrder(call, nameOrTitle, title))),
    duplicateColumn: (call, nameOrTitle, column) =>
      inTurn(call.projectId, () => retried(() => duplicateColumn(call, nameOrTitle, column))),
  }
}
