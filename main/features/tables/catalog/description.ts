import type { Table } from '@common/model'
import { withResults } from '@main/db/computed'
import type { Database } from '@main/db/database'
import type { TableCatalog } from './catalog'

/** Descriptions of tables for callers. */
export interface TableDescriptions {
  /** Returns the id under which scripts know the table. */
  readonly id: (projectId: string, table: Table) => Promise<string>
  /** Returns the table with the types of its computed values. */
  readonly withResults: (projectId: string, table: Table) => Promise<Table>
}

export function createTableDescriptions(
  catalog: TableCatalog,
  database: (projectId: string) => Promise<Database>,
): TableDescriptions {
  return {
    id: async (projectId, { name }) => (await catalog.metadata(projectId)).tables.get(name)?.id ?? name,
    withResults: async (projectId, table) => {
      const { dialect } = await database(projectId)
      return withResults(dialect, table, (name) => catalog.named(projectId, name))
    },
  }
}
