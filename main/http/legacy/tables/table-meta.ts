import type { Table } from '@common/model'
import type { Principal } from '@common/principal'
import type { Tables } from '@main/features/tables'
import { tableToWire } from './mappers'

/** Returns a function that writes the `meta` of a table as text. */
export function createTableMeta({ catalog, descriptions }: Pick<Tables, 'catalog' | 'descriptions'>) {
  return async (principal: Principal, projectId: string, table: Table): Promise<string> => {
    const [shown, related] = await Promise.all([
      descriptions.withResults(principal, projectId, table),
      catalog.as(principal).related(projectId, table),
    ])
    return JSON.stringify(tableToWire(shown, related))
  }
}
