import type { Project, TableSummary } from '@common/model'
import type { Principal } from '@common/principal'
import { rulesKey } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import { describable } from '@main/lib/describable'
import type { DataApiPorts } from '../ports'
import { tablesOf } from './sights'

/** Dependencies of APIs that describe themselves: the tables and the project. */
export interface ProjectPorts extends DataApiPorts {
  readonly project: (projectId: string) => Promise<Pick<Project, 'id' | 'title' | 'type'>>
}

/** A table with its computed columns. */
export interface DescribedTable {
  readonly table: SightedTable
  readonly computed: ComputedTable | undefined
}

/** All tables of a project at one moment; skips tables that the database can't describe. */
export interface DescribedProject {
  readonly database: Database
  readonly tables: readonly DescribedTable[]
}

/** By list of tables, which is another object after any change of them, and by the rules of the principal. */
const described = new WeakMap<readonly TableSummary[], WeakMap<object, Promise<DescribedProject>>>()

/**
 * Returns the tables of a project with their columns, as a principal sees them. The same object while nothing changes, so
 * caches can use it as a key.
 */
export async function describeProject(
  ports: ProjectPorts,
  principal: Principal,
  projectId: string,
): Promise<DescribedProject> {
  const list = await ports.tables(principal).list(projectId)
  const known = described.get(list) ?? new WeakMap<object, Promise<DescribedProject>>()
  described.set(list, known)
  const key = rulesKey(principal)
  const found = known.get(key)
  if (found !== undefined) return found
  const making = describe(ports, principal, projectId, list)
  known.set(key, making)
  making.catch(() => known.delete(key))
  return making
}

async function describe(
  ports: ProjectPorts,
  principal: Principal,
  projectId: string,
  list: readonly TableSummary[],
): Promise<DescribedProject> {
  const database = await ports.database(projectId)
  const tableNamed = tablesOf(ports, principal, projectId)
  const tables = await Promise.all(
    list.map(async ({ name }) => {
      const table = await describable(tableNamed(name))
      if (table === undefined) return []
      const computed = hasComputed(table) ? await computedOf(database.dialect, table, tableNamed) : undefined
      return [{ table, computed }]
    }),
  )
  return { database, tables: tables.flat() }
}
