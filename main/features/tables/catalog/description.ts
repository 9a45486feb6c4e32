import type { Table } from '@common/model'
import { tableToWire } from '@common/wire/mappers'
import { withResults } from '@main/db/computed'
import type { Database } from '@main/db/database'
import type { TableCatalog } from './catalog'

/** What scripts are told of a table (wire §6): the id it has for them, and its `meta` as text. */
export interface TableDescriptions {
  readonly id: (projectId: string, table: Table) => Promise<string>
  readonly meta: (projectId: string, table: Table) => Promise<string>
}

export function createTableDescriptions(
  catalog: TableCatalog,
  database: (projectId: string) => Promise<Database>,
): TableDescriptions {
  return {
    id: async (projectId, { name }) => (await catalog.metadata(projectId)).tables.get(name)?.id ?? name,
    meta: async (projectId, table) => {
      const { dialect } = await database(projectId)
      const [shown, related] = await Promise.all([
        withResults(dialect, table, (name) => catalog.named(projectId, name)),
        catalog.related(projectId, table),
      ])
      return JSON.stringify(tableToWire(shown, related))
    },
  }
}
