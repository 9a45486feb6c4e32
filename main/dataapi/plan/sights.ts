import { systemPrincipal, type Principal } from '@common/principal'
import type { SightedTable } from '@common/principal/sight'
import { prepareRows, rowsAreReady } from '../compile/filter'
import { hasReferences, prepareReferences } from './references'
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
    ? opened.then((found) => ready(ports, principal, projectId, found))
    : ready(ports, principal, projectId, opened)
}

/** Returns the look-up of tables that links lead to, as a principal sees them. */
export function tablesOf(ports: Ports, principal: Principal, projectId: string): TableNamed {
  return async (name) => {
    const table = await ports.tables(principal).named(projectId, name)
    return table === undefined || isReady(table) ? table : prepare(ports, principal, projectId, table)
  }
}

const isReady = (table: SightedTable): boolean => rowsAreReady(table) && hasReferences(table)

function ready(
  ports: Ports,
  principal: Principal,
  projectId: string,
  opened: OpenedTable,
): OpenedTable | Promise<OpenedTable> {
  return isReady(opened.table) ? opened : prepare(ports, principal, projectId, opened.table).then(() => opened)
}

async function prepare(
  ports: Ports,
  principal: Principal,
  projectId: string,
  table: SightedTable,
): Promise<SightedTable> {
  await prepareRowsOf(ports, projectId, table)
  // A circle of references would wait for itself, so the referenced tables get their rows only.
  await prepareReferences(table, async (name) => {
    const related = await ports.tables(principal).named(projectId, name)
    return related && prepareRowsOf(ports, projectId, related)
  })
  return table
}

async function prepareRowsOf(ports: Ports, projectId: string, table: SightedTable): Promise<SightedTable> {
  if (rowsAreReady(table)) return table
  const { dialect } = await ports.database(projectId)
  await prepareRows(dialect, table, tablesOf(ports, systemPrincipal, projectId))
  return table
}
