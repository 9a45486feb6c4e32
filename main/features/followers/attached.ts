import { metaTables, type MetaStore, type MetaStep } from '@main/db/meta'
import { attachedGone, attachedToRows, attachedToTable, type RowChange } from '@main/features/audit'

const attached = [metaTables.followers, metaTables.notices]

/** Moves followers and notices to a table's new name. */
export const followersFollow = (projectId: string, table: string, newName: string): MetaStep[] =>
  attached.map((each) => attachedToTable(each, projectId, table, newName))

/** Detaches followers and notices of a dropped table, so that a new table of the same name doesn't inherit them. */
export const followersGone = (projectId: string, table: string, now: string): MetaStep[] =>
  attached.map((each) => attachedGone(each, projectId, table, now))

/** Moves, detaches or reattaches followers and notices with their record. */
export async function followersOfRows(store: MetaStore, change: RowChange): Promise<void> {
  for (const each of attached) await attachedToRows(store, each, change)
}
