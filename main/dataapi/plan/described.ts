import type { Project, Table, TableSummary } from '@common/model'
import type { Database } from '@main/db/database'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import { describable } from '@main/lib/describable'
import type { DataApiPorts } from '../ports'

/** What the APIs that describe themselves need beside the data API: which tables there are, and of what project. */
export interface ProjectPorts extends DataApiPorts {
  /** Tables and views; the same object as long as nothing about them has changed. */
  readonly tables: (projectId: string) => Promise<readonly TableSummary[]>
  readonly project: (projectId: string) => Promise<Pick<Project, 'id' | 'title' | 'type'>>
}

/** A table with its computed columns. */
export interface DescribedTable {
  readonly table: Table
  readonly computed: ComputedTable | undefined
}

/** All tables of a project at one moment; skips tables that the database can't describe. */
export interface DescribedProject {
  readonly database: Database
  readonly tables: readonly DescribedTable[]
}

/** Kept with the list of tables: that is another object as soon as anything about them has changed. */
const described = new WeakMap<readonly TableSummary[], Promise<DescribedProject>>()

/**
 * Every table of a project with its columns. Asked again without a change, the same object is answered: what is
 * generated from it can be kept with it.
 */
export async function describeProject(ports: ProjectPorts, projectId: string): Promise<DescribedProject> {
  const list = await ports.tables(projectId)
  const known = described.get(list)
  if (known !== undefined) return known
  const making = describe(ports, projectId, list)
  described.set(list, making)
  making.catch(() => described.delete(list))
  return making
}

async function describe(
  ports: ProjectPorts,
  projectId: string,
  list: readonly TableSummary[],
): Promise<DescribedProject> {
  const database = await ports.database(projectId)
  const tableNamed = (name: string): Promise<Table | undefined> => ports.tableNamed(projectId, name)
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
