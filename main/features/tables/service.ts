import { inverse } from '@common/operations/inverse'
import { titleOfTable } from '@common/wire/names'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { TableLookups } from './catalog/catalog'
import { chosenBy } from './catalog/metadata'
import type { Call, Changes } from './changes/changes'
import { createColumnChanges } from './columns/column-changes'
import { checkKey, withKey } from './columns/column-plan'
import { checkColumnNames, checkedDefinition, checkTableNames } from './columns/validate'
import { copiedColumns, copyRows, freeTableName } from './table-duplicate'
import { createTableSettings } from './table-settings'
import { keepTable } from './trash/keeping'
import { viewsAfter, virtualAfter } from './virtual-columns/renames'
import type { TableService, NewTable } from './types'

export function createTableService(catalog: TableLookups, changes: Changes): TableService {
  const { inTurn, retried, editable, run, tableMetadata, placed, ids } = changes
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
        ...(given.copyOf === undefined ? [] : [{ kind: 'copyTableRules', table: given.copyOf, to: name } as const]),
      ],
      undoneBy: [inverse('tableDelete', { table: name })],
    })
    return plan
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
      copyOf: table.name,
    })
    return { name, title }
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
    ...createColumnChanges(catalog, changes),
    ...createTableSettings(catalog, changes),
    create: (call, table) => inTurn(call.projectId, () => create(call, table)),
    rename: (call, nameOrTitle, newName) => inTurn(call.projectId, () => rename(call, nameOrTitle, newName)),
    remove: (call, nameOrTitle) => inTurn(call.projectId, () => remove(call, nameOrTitle)),

    duplicate: (call, nameOrTitle, copy) =>
      inTurn(call.projectId, () => retried(() => duplicate(call, nameOrTitle, copy))),
  }
}
