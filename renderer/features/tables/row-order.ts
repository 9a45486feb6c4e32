import type { Table } from '@common/model'
import { client } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { addedColumnWords } from './schema-steps'

/** Adds a hidden column for a manual order. Returns its name in the database. */
export async function createRowOrder(projectId: string, table: Table, wanted: string): Promise<string> {
  const { id } = await recorded(
    projectId,
    ({ title }: { readonly title: string }) => addedColumnWords(title, table),
    (options) => client.call('rowOrderCreate', { table: table.name, title: wanted }, { ...options, projectId }),
  )
  return id
}
