import { systemPrincipal, type Principal } from '@common/principal'
import type { SightedTable } from '@common/principal/sight'
import { prepareRows } from '../compile/filter'
import type { TableNamed } from '../nested/plan'
import type { DataApiPorts, OpenedTable } from '../ports'

type Ports = Pick<DataApiPorts, 'tables' | 'database'>

/**
 * Opens a table as a principal sees it, ready to be read. Synchronous if everything is cached.
 *
 * @throws AppError TABLE_NOT_FOUND
 */
export function openTable(
  ports: Ports,
  principal: Principal,
  projectId: string,
  nameOrTitle: string,
): OpenedTable | Promise<OpenedTable> {
  const opened = ports.tables(principal).open(projectId, nameOrTitle)
  return opened instanceof Promise
    ? opened.then((found) => ready(ports, projectId, found))
    : ready(ports, projectId, opened)
}

/** Returns the look-up of tables that links lead to, as a principal sees them. */
export function tablesOf(ports: Ports, principal: Principal, projectId: string): TableNamed {
  return async (name) => {
    const table = await ports.tables(principal).named(projectId, name)
    return table?.sight.rows === undefined ? table : withRows(ports, projectId, table)
  }
}

function ready(ports: Ports, projectId: string, opened: OpenedTable): OpenedTable | Promise<OpenedTable> {
  if (opened.table.sight.rows === undefined) return opened
  return withRows(ports, projectId, opened.table).then(() => opened)
}

async function withRows(ports: Ports, projectId: string, table: SightedTable): Promise<SightedTable> {
  const { dialect } = await ports.database(projectId)
  await prepareRows(dialect, table, tablesOf(ports, systemPrincipal, projectId))
  return table
}
