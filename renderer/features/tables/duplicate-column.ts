import type { Table } from '@common/model'
import { client } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { addedColumnWords } from './schema-steps'

/**
 * Creates a column with the definition and values of another one. Returns its name in the database, or its virtual id.
 */
export async function duplicateColumn(projectId: string, table: Table, column: string): Promise<string> {
  const { id } = await recorded(
    projectId,
    ({ title }: { readonly title: string }) => addedColumnWords(title, table),
    (options) => client.call('columnDuplicate', { table: table.name, column }, { ...options, projectId }),
  )
  return id
}
