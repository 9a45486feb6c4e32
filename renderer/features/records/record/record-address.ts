import { defaultDbAlias } from '@common/constants'
import type { Table } from '@common/model'
import { queryOfTab, tabKey, tabs } from '@renderer/features/tabs'
import { rowIdOf, type Row } from '../rows/row-key'

/** Returns the tab of a table. */
export function tabOf({ type, name, title }: Pick<Table, 'type' | 'name' | 'title'>) {
  const tab = { type, name, title, dbAlias: defaultDbAlias }
  return { ...tab, key: tabKey(tab) }
}

/** Opens a record in the tab of its table. */
export function openRecord(table: Table, row: Row): void {
  const record = rowIdOf(table, row)
  tabs.open({ ...tabOf(table), ...(record === undefined ? {} : { record }) })
}

/** Returns the URL of a record, for sharing. */
export function addressOf(table: Table, view: string | undefined, record: string): string {
  const { href, hash } = window.location
  const path = hash.split('?')[0] ?? ''
  return `${href.slice(0, href.length - hash.length)}${path}?${queryOfTab({ ...tabOf(table), view, record }).toString()}`
}
