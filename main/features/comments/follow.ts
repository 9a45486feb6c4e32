import { metaTables, type MetaStore, type MetaStep } from '@main/db/meta'
import { attachedGone, attachedToRows, attachedToTable, type RowChange } from '@main/features/audit'

const { comments } = metaTables

/** Comments follow a table to its new name. */
export const commentsFollow = (projectId: string, table: string, newName: string): MetaStep =>
  attachedToTable(comments, projectId, table, newName)

/** Detaches the comments of a dropped table, so that a new table with its name doesn't inherit them. */
export const commentsGone = (projectId: string, table: string, now: string): MetaStep =>
  attachedGone(comments, projectId, table, now)

/** Moves, detaches or reattaches comments with their record. */
export const followRows = (store: MetaStore, change: RowChange): Promise<void> =>
  attachedToRows(store, comments, change)
