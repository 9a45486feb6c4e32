import { AppError } from '@common/errors'
import type { ColumnChange, ColumnDefinition, Project, Table, TableSummary } from '@common/model'
import { titleOfTable } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { SchemaPlan } from '@main/db/dialect'
import { turns } from '@main/lib/hashing'
import type { Ids } from '@main/lib/ids'
import type { TableCatalog } from './catalog'
import { checkedChange, checkKey, columnsAfter, metadataAfter, withKey } from './column-plan'
import type { Change, SchemaJournal } from './journal'
import { chosenBy, type MetadataChange, type TableMetadata } from './metadata'
import { optionsFromValues } from './select-options'
import { checkColumnNames, checkedDefinition, checkTableNames } from './validate'

/** Changes of tables: each whole or not at all, one after the other in a project. */
export interface TableService {
  /** @throws AppError TABLE_NAME_INVALID, TABLE_NAME_RESERVED, TABLE_EXISTS, COLUMN_…_INVALID, COLUMN_EXISTS */
  readonly create: (call: Call, table: NewTable) => Promise<SchemaPlan>
  readonly changeColumns: (
    call: Call,
    nameOrTitle: string,
    changesOf: (table: Table, database: Database) => readonly ColumnChange[],
  ) => Promise<SchemaPlan>
  readonly rename: (call: Call, nameOrTitle: string, newName: string) => Promise<SchemaPlan>
  /** Changes what people call a table, not its name. */
  readonly retitle: (call: Call, nameOrTitle: string, title: string) => Promise<void>
  readonly remove: (call: Call, nameOrTitle: string) => Promise<SchemaPlan>
  readonly setOrder: (call: Call, nameOrTitle: string, order: number) => Promise<void>
}

/** In which project, and who asks. */
export interface Call {
  readonly projectId: string
  readonly userId: number | null
}

export interface NewTable {
  readonly name: string
  readonly title: string | undefined
  readonly columns: readonly ColumnDefinition[]
  /** Name of the column that names a record, when it was said. */
  readonly primaryValue: string | undefined
}

export interface TableServiceOptions {
  readonly catalog: TableCatalog
  readonly journal: SchemaJournal
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  readonly ids: Ids
}

/** A plan is made again when the table changed before it ran: another program may be at work. */
const triesAtMost = 3
const changesWaiting = 100

export function createTableService(options: TableServiceOptions): TableService {
  const { catalog, journal, database: databaseOf, project: projectOf, ids } = options
  const queues = new Map<string, ReturnType<typeof turns>>()

  /** One change at a time in a project: each is planned on what the one before it left. */
  const inTurn = <T>(projectId: string, action: () => Promise<T>): Promise<T> => {
    const queue = queues.get(projectId) ?? turns(1, changesWaiting)
    queues.set(projectId, queue)
    return queue(action)
  }

  const editable = async (projectId: string, nameOrTitle: string): Promise<Table> => {
    const table = await catalog.get(projectId, nameOrTitle)
    if (table.type === 'view') throw new AppError('TABLE_READ_ONLY', { table: table.title })
    return table
  }

  const run = async (call: Call, database: Database, change: Omit<Change, 'userId'>): Promise<void> => {
    if (change.plan.up.length === 0) await journal.store(call.projectId, change.metadata)
    else await journal.run(call.projectId, database, { ...change, userId: call.userId })
  }

  const retried = async <T>(action: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await action()
      } catch (error) {
        // The plan's first step looks whether the table is still what the plan was made for.
        if (!(error instanceof AppError) || error.code !== 'ROW_NOT_FOUND') throw error
        if (tries >= triesAtMost) throw new AppError('DATABASE_BUSY', {}, { cause: error })
      }
    }
  }

  const tableMetadata = async (projectId: string, table: TableSummary): Promise<TableMetadata> => {
    const { tables } = await catalog.metadata(projectId)
    const { name, title, type, order } = table
    return { id: tables.get(name)?.id ?? ids.hex(16), name, title, type, order }
  }

  /** Order becomes a choice with the first one: every table gets the place it has. */
  const placed = async (projectId: string): Promise<MetadataChange[]> => {
    const [tables, metadata] = await Promise.all([catalog.list(projectId), catalog.metadata(projectId)])
    const unplaced = tables.filter(({ name }) => !metadata.tables.has(name))
    return unplaced.map(({ name, title, type, order }) => ({
      kind: 'setTable',
      id: ids.hex(16),
      name,
      title,
      type,
      order,
    }))
  }

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
    const plan = database.dialect.schema.createTable(name, columns)
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
    })
    return plan
  }

  const changeColumns: TableService['changeColumns'] = async (call, nameOrTitle, changesOf) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const asked = changesOf(table, database).map((change) => checkedChange(table, change))
    if (asked.length === 0) return { up: [], down: [] }
    const changes = await Promise.all(asked.map((change) => optionsFromValues(database, table, change)))
    checkColumnNames(...columnsAfter(table, changes))
    const plan = await database.dialect.schema.changeColumns(database, table.name, changes)
    const { columns } = await catalog.metadata(projectId)
    await run(call, database, {
      operation: 'tableUpdate',
      table: table.name,
      tableAfter: table.name,
      plan,
      metadata: [
        { kind: 'setColumns', table: table.name, columns: metadataAfter(columns.get(table.name) ?? [], changes) },
      ],
    })
    return plan
  }

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
    const plan = isSame ? { up: [], down: [] } : database.dialect.schema.renameTable(table.name, newName)
    const chosen = await tableMetadata(projectId, table)
    await run(call, database, {
      operation: 'tableRename',
      table: table.name,
      tableAfter: newName,
      plan,
      metadata: [
        ...(isSame ? [] : [{ kind: 'renameTable', name: table.name, newName } as const]),
        { kind: 'setTable', ...chosen, name: newName, title },
      ],
    })
    return plan
  }

  const remove: TableService['remove'] = async (call, nameOrTitle) => {
    const { projectId } = call
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const plan = await database.dialect.schema.dropTable(database, table.name)
    await run(call, database, {
      operation: 'tableDelete',
      table: table.name,
      tableAfter: null,
      plan,
      metadata: [{ kind: 'removeTable', name: table.name }],
    })
    return plan
  }

  return {
    create: (call, table) => inTurn(call.projectId, () => create(call, table)),
    changeColumns: (call, nameOrTitle, changesOf) =>
      inTurn(call.projectId, () => retried(() => changeColumns(call, nameOrTitle, changesOf))),
    rename: (call, nameOrTitle, newName) => inTurn(call.projectId, () => rename(call, nameOrTitle, newName)),
    remove: (call, nameOrTitle) => inTurn(call.projectId, () => remove(call, nameOrTitle)),

    retitle: (call, nameOrTitle, given) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const [{ prefix }, tables] = await Promise.all([projectOf(projectId), catalog.list(projectId)])
        const title = given.trim()
        checkTableNames({ name: table.name, title }, tables, prefix, table)
        await journal.store(projectId, [{ kind: 'setTable', ...(await tableMetadata(projectId, table)), title }])
      }),

    setOrder: (call, nameOrTitle, order) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const others = (await placed(projectId)).filter(
          (change) => change.kind !== 'setTable' || change.name !== table.name,
        )
        await journal.store(projectId, [
          ...others,
          { kind: 'setTable', ...(await tableMetadata(projectId, table)), order },
        ])
      }),
  }
}
