import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, Table } from '@common/model'
import { titleOfTable } from '@common/wire/names'
import type { Database, Step } from '@main/db/database'
import type { SchemaPlan } from '@main/db/dialect'
import type { TableLookups } from './catalog/catalog'
import {
  checkKey,
  checkedChange,
  columnsAfter,
  columnsRenamed,
  historyMarks,
  metadataAfter,
  metadataInOrder,
  metadataNaming,
  storedChanges,
  withKey,
} from './columns/column-plan'
import type { Call, Changes } from './changes/changes'
import { copyOfColumn, filledBy, type ColumnCopy } from './columns/column-duplicate'
import { chosenBy, type TableMetadata } from './catalog/metadata'
import { optionsFromValues } from './columns/select-options'
import { columnNamed } from './columns/column-named'
import { rowOrderColumn } from './columns/row-order'
import { copiedColumns, copyRows, freeTableName } from './table-duplicate'
import { besideColumn, keepColumns, keepTable, withKeeping } from './trash/keeping'
import { checkColumnNames, checkedDefinition, checkTableNames, checkVirtualTitles } from './columns/validate'
import { viewsAfter, virtualAfter } from './virtual-columns/renames'
import { inverse, type Inverse } from '@common/operations/inverse'
import { columnsInverse } from './columns/column-inverse'

/** Changes tables. Each change is atomic, and changes of a project run one after the other. */
export interface TableService {
  /** @throws AppError TABLE_NAME_INVALID, TABLE_NAME_RESERVED, TABLE_EXISTS, COLUMN_…_INVALID, COLUMN_EXISTS */
  readonly create: (call: Call, table: NewTable) => Promise<SchemaPlan>
  readonly changeColumns: (
    call: Call,
    nameOrTitle: string,
    changesOf: (table: Table, database: Database) => readonly ColumnChange[],
  ) => Promise<SchemaPlan>
  /** Duplicates a column with definition and values. Returns the new name and title. */
  readonly duplicateColumn: (
    call: Call,
    nameOrTitle: string,
    column: string,
  ) => Promise<{ readonly name: string; readonly title: string }>
  /** Adds a hidden column for a manual order, and numbers the rows. Returns its name and title. */
  readonly addRowOrder: (
    call: Call,
    nameOrTitle: string,
    title: string,
  ) => Promise<{ readonly name: string; readonly title: string }>
  readonly rename: (call: Call, nameOrTitle: string, newName: string) => Promise<SchemaPlan>
  /** Changes the title of a table, not its name. */
  readonly retitle: (call: Call, nameOrTitle: string, title: string) => Promise<void>
  readonly remove: (call: Call, nameOrTitle: string) => Promise<SchemaPlan>
  readonly setOrder: (call: Call, nameOrTitle: string, order: number) => Promise<void>
  /** Sets the icon of a table; undefined removes it. @throws AppError TABLE_NOT_FOUND */
  readonly setIcon: (call: Call, nameOrTitle: string, icon: string | undefined) => Promise<void>
  /** Duplicates a table, optionally with its rows. Returns the new name and title. */
  readonly duplicate: (
    call: Call,
    nameOrTitle: string,
    copy: { readonly title: string; readonly rows: boolean },
  ) => Promise<{ readonly name: string; readonly title: string }>
  /**
   * Sets the display order of columns: the given ones first, the others after them. The order in the database stays,
   * because most kinds can't change it.
   *
   * @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND, COLUMN_EXISTS for a duplicate
   */
  readonly setColumnOrder: (call: Call, nameOrTitle: string, columns: readonly string[]) => Promise<void>
  /** Sets the column that names a record. @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND */
  readonly setPrimaryValue: (call: Call, nameOrTitle: string, column: string) => Promise<void>
}

export interface NewTable {
  readonly name: string
  readonly title: string | undefined
  readonly columns: readonly ColumnDefinition[]
  /** Name of the column that names a record, if given. */
  readonly primaryValue: string | undefined
  /** Returns steps that insert initial rows. */
  readonly fill?: (name: string) => readonly Step[]
}

const dropOf = ({ name: table }: Table, name: string): Inverse =>
  inverse('tableUpdate', { table, changes: [{ change: 'delete', name }] })

export function createTableService(catalog: TableLookups, changes: Changes): TableService {
  const { inTurn, retried, editable, run, store, tableMetadata, placed, ids } = changes
  const { database: databaseOf, project: projectOf } = changes

  const create = async (call: Call, given: NewTable): Promise<SchemaPlan> => {
    const { projectId } = call
    const [database, { prefix }, tables] = await Promise.all([
      databaseOf(projectId),
      projectOf(projectId),
      catalog.list(projectId),
    ])
    const name = given.name.trim()
    const title = given.title?.trim() || titleOfTable(name, prefix)
    checkTableNames({ name, title }, tables, prefix)
    const columns = withKey(given.columns.map((column) => checkedDefinition(column)))
    checkColumnNames(
      columns,
      columns.map((column) => column.name),
    )
    checkKey(columns)
    const made = database.dialect.schema.createTable(name, columns)
    const plan = given.fill === undefined ? made : { ...made, up: [...made.up, ...given.fill(name)] }
    const order = Math.floor(Math.max(0, ...tables.map((table) => table.order))) + 1
    await run(call, database, {
      operation: 'tableCreate',
      table: name,
      tableAfter: name,
      plan,
      metadata: [
        ...(await placed(projectId)),
        { kind: 'setTable', id: ids.hex(16), name, title, type: 'table', order },
        {
          kind: 'setColumns',
          table: name,
          columns: columns.map((column) => chosenBy(column, column.name === given.primaryValue)),
        },
      ],
      undoneBy: [inverse('tableDelete', { table: name })],
    })
    return plan
  }

  const changeColumns: TableService['changeColumns'] = async (call, nameOrTitle, changesOf) => {
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

  const duplicateColumn: TableService['duplicateColumn'] = async (call, nameOrTitle, wanted) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const name = columnNamed(table, wanted)
    const column = table.columns.find((one) => one.name === name)
    if (column === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: wanted, table: table.title })
    return addFilled(call, database, table, copyOfColumn(database, table, column), 'columnDuplicate')
  }

  const addRowOrder: TableService['addRowOrder'] = async (call, nameOrTitle, title) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const made = rowOrderColumn(database, table, title)
    return addFilled(call, database, table, made, 'rowOrderCreate', [made.change.column.name])
  }

  /** Adds a column with its values, atomically. */
  const addFilled = async (
    call: Call,
    database: Database,
    table: Table,
    { change, fill }: ColumnCopy,
    operation: string,
    hidden: readonly string[] = [],
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
      ],
      undoneBy: columnsInverse(table, [change], new Map()),
    })
    return { name: change.column.name, title: change.column.title }
  }

  const duplicate: TableService['duplicate'] = async (call, nameOrTitle, { title, rows }) => {
    const { projectId } = call
    const [database, table, tables] = await Promise.all([
      databaseOf(projectId),
      editable(projectId, nameOrTitle),
      catalog.list(projectId),
    ])
    const name = freeTableName(table.name, tables)
    await create(call, {
      name,
      title,
      columns: copiedColumns(database, table),
      primaryValue: table.columns.find((column) => column.primaryValue)?.name,
      ...(rows ? { fill: (to: string) => copyRows(database, table, to) } : {}),
    })
    return { name, title }
  }

  /** Changes the settings of a table. The first change in a project stores the current order of all tables. */
  const choose = (
    call: Call,
    nameOrTitle: string,
    change: (table: TableMetadata) => TableMetadata,
    undoneBy: (before: TableMetadata) => Inverse,
  ): Promise<void> =>
    inTurn(call.projectId, async () => {
      const { projectId } = call
      const table = await catalog.get(projectId, nameOrTitle)
      const others = (await placed(projectId)).filter((one) => one.kind !== 'setTable' || one.name !== table.name)
      const before = await tableMetadata(projectId, table)
      await store(call, [...others, { kind: 'setTable', ...change(before) }], [undoneBy(before)])
    })

  const rename: TableService['rename'] = async (call, nameOrTitle, given) => {
    const { projectId } = call
    const [database, { prefix }, table, tables] = await Promise.all([
      databaseOf(projectId),
      projectOf(projectId),
      editable(projectId, nameOrTitle),
      catalog.list(projectId),
    ])
    const newName = given.trim()
    const title = titleOfTable(newName, prefix)
    checkTableNames({ name: newName, title }, tables, prefix, table)
    const isSame = newName === table.name
    const plan = isSame
      ? { up: [], down: [] }
      : await database.dialect.schema.renameTable(database, table.name, newName)
    const [chosen, metadata, graph] = await Promise.all([
      tableMetadata(projectId, table),
      catalog.metadata(projectId),
      catalog.graph(projectId),
    ])
    await run(call, database, {
      operation: 'tableRename',
      table: table.name,
      tableAfter: newName,
      plan,
      metadata: [
        ...(isSame ? [] : [{ kind: 'renameTable', name: table.name, newName } as const]),
        ...(isSame ? [] : virtualAfter(metadata, graph, { table: table.name, newTable: newName })),
        ...(isSame ? [] : viewsAfter(graph, { table: table.name, newTable: newName })),
        { kind: 'setTable', ...chosen, name: newName, title },
      ],
      undoneBy: [
        ...(chosen.title === titleOfTable(table.name, prefix)
          ? []
          : [inverse('tableRetitle', { table: table.name, title: chosen.title })]),
        inverse('tableRename', { table: newName, name: table.name }),
      ],
    })
    return plan
  }

  const remove: TableService['remove'] = async (call, nameOrTitle) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const known = await catalog.metadata(projectId)
    const again = inverse('tableDelete', { table: table.name })
    const { sideTable, metadata, undoneBy } = keepTable(call, { ids, table, metadata: known }, again)
    const plan = await database.dialect.schema.setAside(database, table.name, sideTable)
    await run(call, database, {
      operation: 'tableDelete',
      table: table.name,
      tableAfter: null,
      plan,
      metadata,
      undoneBy,
    })
    return plan
  }

  return {
    create: (call, table) => inTurn(call.projectId, () => create(call, table)),
    changeColumns: (call, nameOrTitle, changesOf) =>
      inTurn(call.projectId, () => retried(() => changeColumns(call, nameOrTitle, changesOf))),
    addRowOrder: (call, nameOrTitle, title) =>
      inTurn(call.projectId, () => retried(() => addRowOrder(call, nameOrTitle, title))),
    duplicateColumn: (call, nameOrTitle, column) =>
      inTurn(call.projectId, () => retried(() => duplicateColumn(call, nameOrTitle, column))),
    rename: (call, nameOrTitle, newName) => inTurn(call.projectId, () => rename(call, nameOrTitle, newName)),
    remove: (call, nameOrTitle) => inTurn(call.projectId, () => remove(call, nameOrTitle)),

    retitle: (call, nameOrTitle, given) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const [{ prefix }, tables] = await Promise.all([projectOf(projectId), catalog.list(projectId)])
        const title = given.trim()
        checkTableNames({ name: table.name, title }, tables, prefix, table)
        await store(
          call,
          [{ kind: 'setTable', ...(await tableMetadata(projectId, table)), title }],
          [inverse('tableRetitle', { table: table.name, title: table.title })],
        )
      }),

    setColumnOrder: (call, nameOrTitle, wanted) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const [table, metadata] = await Promise.all([catalog.get(projectId, nameOrTitle), catalog.metadata(projectId)])
        const first = wanted.map((name) => columnNamed(table, name))
        if (new Set(first).size < first.length) throw new AppError('COLUMN_EXISTS', { column: first.join(', ') })
        const rest = table.columns.map(({ name }) => name).filter((name) => !first.includes(name))
        const columns = metadataInOrder(metadata.columns.get(table.name) ?? [], [...first, ...rest])
        await store(
          call,
          [{ kind: 'setColumns', table: table.name, columns }],
          [inverse('columnOrderSet', { table: table.name, columns: table.columns.map(({ name }) => name) })],
        )
      }),

    setPrimaryValue: (call, nameOrTitle, wanted) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const [table, metadata] = await Promise.all([catalog.get(projectId, nameOrTitle), catalog.metadata(projectId)])
        const columns = metadataNaming(metadata.columns.get(table.name) ?? [], columnNamed(table, wanted))
        await store(call, [{ kind: 'setColumns', table: table.name, columns }])
      }),

    duplicate: (call, nameOrTitle, copy) =>
      inTurn(call.projectId, () => retried(() => duplicate(call, nameOrTitle, copy))),

    setOrder: (call, nameOrTitle, order) =>
      choose(
        call,
        nameOrTitle,
        (table) => ({ ...table, order }),
        ({ name, order: before }) => inverse('tableOrderSet', { table: name, order: before }),
      ),
    setIcon: (call, nameOrTitle, icon) =>
      choose(
        call,
        nameOrTitle,
        ({ icon: _before, ...table }) => ({ ...table, ...(icon === undefined ? {} : { icon }) }),
        ({ name, icon: before = null }) => inverse('tableIconSet', { table: name, icon: before }),
      ),
  }
}
