import type { Principal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import type { SightedTable, TablesInSight } from '@common/principal/sight'
import type { TrashEntry } from './entries'

type Lookups = (principal: Principal) => Pick<TablesInSight, 'list' | 'named'>

/** Deleted rows of a table with hidden columns or rows don't exist: nothing tells which of them were visible. */
const isWhole = (table: SightedTable | undefined): table is SightedTable =>
  table?.sight.read === true && !table.sight.restricted

/** True if an entry exists for a principal. Deleted columns and tables may hold what its rules hide. */
export async function isShown(
  lookups: Lookups,
  principal: Principal,
  projectId: string,
  { kind, table }: TrashEntry,
): Promise<boolean> {
  if (!isLimited(principal)) return true
  return kind === 'rows' && isWhole(await lookups(principal).named(projectId, table))
}

/** Returns the tables whose deleted rows a principal sees; undefined for all. */
export async function shownTables(
  lookups: Lookups,
  principal: Principal,
  projectId: string,
): Promise<readonly string[] | undefined> {
  if (!isLimited(principal)) return undefined
  const list = await lookups(principal).list(projectId)
  const found = await Promise.all(list.map(({ name }) => lookups(principal).named(projectId, name)))
  return found.filter(isWhole).map(({ name }) => name)
}
