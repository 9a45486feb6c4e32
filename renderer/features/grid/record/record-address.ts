import { defaultDbAlias } from '@common/constants'
import type { Table } from '@common/model'
import { parseRowIdSegment, rowIdSegment } from '@common/query/row-id'
import { queryOfTab, tabKey, tabs } from '@renderer/features/tabs'
import { keyColumns, rowKey, storedValue, type Row } from '../row-key'

/** The key of a row as in the path of the data API; undefined where it has none. */
export function rowIdOf(table: Table, row: Row): string | undefined {
  if (rowKey(table, row) === undefined) return undefined
  return rowIdSegment(
    keyColumns(table).map((column) => {
      const value = storedValue(row[column.title])
      return value === null || value instanceof Uint8Array ? '' : value
    }),
  )
}

/** The key columns of the row that an address means, as texts; undefined where it can be no row of the table. */
export function keyOfAddress(table: Table, rowId: string): Row | undefined {
  const columns = keyColumns(table)
  const values = columns.length === 0 ? undefined : parseRowIdSegment(rowId, columns.length)
  return values && Object.fromEntries(columns.map(({ title }, at) => [title, values[at]]))
}

/** The tab of a table. */
export function tabOf({ type, name, title }: Pick<Table, 'type' | 'name' | 'title'>) {
  const tab = { type, name, title, dbAlias: defaultDbAlias }
  return { ...tab, key: tabKey(tab) }
}

/** Opens a record in the tab of its table. */
export function openRecord(table: Table, row: Row): void {
  const record = rowIdOf(table, row)
  tabs.open({ ...tabOf(table), ...(record === undefined ? {} : { record }) })
}

/** The address of a record, to be given to others. */
export function addressOf(table: Table, view: string | undefined, record: string): string {
  const { href, hash } = window.location
  const path = hash.split('?')[0] ?? ''
  return `${href.slice(0, href.length - hash.length)}${path}?${queryOfTab({ ...tabOf(table), view, record }).toString()}`
}
