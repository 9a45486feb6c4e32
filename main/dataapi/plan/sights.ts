import { systemPrincipal, type Principal } from '@common/principal'
import type { SightedTable } from '@common/principal/sight'
import { prepareRows, rowsAreReady } from '../compile/filter'
import { hasReferences, prepareReferences } from './references'
import { withQueryValues } from './query-values'
import type { DataApiPorts, OpenedTable } from '../ports'
import type { TableNamed } from '../nested/ends'

type Ports = Pick<DataApiPorts, 'tables' | 'database'>

/**
 * Opens a table as a principal sees it, ready to be read. Synchronous if everything is cached.
 *
 * @param values  returns the values for the parameters of a query table; their defaults count without it
 * @param sinceMs  versions may have been read since then, by `performance.now()`. Default: now
 * @throws AppError TABLE_NOT_FOUND, QUERY_VALUE_MISSING, QUERY_VALUE_INVALID
 */
export function openTable(
  ports: Ports,
  principal: Principal,
  projectId: string,
  nameOrTitle: string,
  values?: (name: string) => unknown,
  sinceMs?: number,
): OpenedTable | Promise<OpenedTable> {
  const opened = ports.tables(principal).open(projectId, nameOrTitle, sinceMs)
  const found =
    opened instanceof Promise
      ? opened.then((each) => ready(ports, principal, projectId, each))
      : ready(ports, principal, projectId, opened)
  return found instanceof Promise ? found.then((each) => withValues(each, values)) : withValues(found, values)
}

/** Returns the look-up of tables that links lead to, as a principal sees them. */
export function tablesOf(ports: Ports, principal: Principal, projectId: string): TableNamed {
  return async (name) => {
    const table = await ports.tables(principal).named(projectId, name)
    return table === undefined || isReady(table) ? table : prepare(ports, principal, projectId, table)
  }
}

/** Callers without the right learn nothing about parameters. */
const withValues = (opened: OpenedTable, values: ((name: string) => unknown) | undefined): OpenedTable =>
  values === undefined || opened.table.query === undefined || !opened.table.sight.read
    ? opened
    : { ...opened, table: withQueryValues(opened.table, values) }

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
