import type { Step } from '@main/db/database'
import { metaTables, type MetaStore } from '@main/db/meta'
import { attachedGone, attachedToRows, attachedToTable, type RowChange } from '@main/features/audit'

const attached = [metaTables.followers, metaTables.notices]

/** Followers and notices follow a table to its new name. */
export const followersFollow = (projectId: string, table: string, newName: string): Step[] =>
  attached.map((each) => attachedToTable(each, projectId, table, newName))

/** Sets followers and notices of a dropped table aside: another one of the same name has none of them. */
export const followersGone = (projectId: string, table: string, now: string): Step[] =>
  attached.map((each) => attachedGone(each, projectId, table, now))

/** Followers and notices go with their record. */
export async function followersOfRows(store: MetaStore, change: RowChange): Promise<void> {
  for (const each of attached) await attachedToRows(store, each, change)
}
