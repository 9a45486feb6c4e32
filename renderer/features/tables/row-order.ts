import { typeFor } from '@common/columns/new-types'
import type { Table } from '@common/model'
import { orderUnplaced } from '@common/views'
import { client } from '@renderer/api'
import { addedColumnWords, dropColumn, recordMade } from './schema-steps'

/** Adds a hidden column for a manual order. Returns its name in the database. */
export async function createRowOrder(projectId: string, table: Table, wanted: string): Promise<string> {
  const { id, title } = await client.call('rowOrderCreate', { table: table.name, title: wanted }, { projectId })
  recordMade(
    projectId,
    addedColumnWords(title, table),
    dropColumn(projectId, table, {
      name: id,
      title,
      uiType: typeFor.whole,
      required: false,
      unique: false,
      defaultValue: String(orderUnplaced),
      primaryKey: false,
      options: {},
    }),
  )
  return id
}
