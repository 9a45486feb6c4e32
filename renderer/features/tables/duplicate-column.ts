import type { Table } from '@common/model'
import { definitionOf } from '@common/model/column-definition'
import { client } from '@renderer/api'
import { addedColumnWords, dropColumn, recordMade, type Drop } from './schema-steps'

/**
 * Creates a column with the definition and values of another one. Returns its name in the database, or its virtual id.
 */
export async function duplicateColumn(projectId: string, table: Table, column: string): Promise<string> {
  const { id, title } = await client.call('columnDuplicate', { table: table.name, column }, { projectId })
  const stored = table.columns.find(({ name }) => name === column)
  const drop: Drop = stored
    ? dropColumn(projectId, table, { ...definitionOf(stored), name: id, title, primaryKey: false })
    : (options) => client.call('virtualColumnDelete', { table: table.name, id }, { ...options, projectId })
  recordMade(projectId, addedColumnWords(title, table), drop)
  return id
}
