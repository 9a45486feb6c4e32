import { keyPart } from '@main/lib/key-part'
import type { MetaStore, MetaStep } from '@main/db/meta'
import { rowKeyText, type RowChange } from './row-entries'

/** A meta table whose rows belong to records: by project, table and key, set aside with `gone_at`. */
export interface AttachedTable {
  readonly name: string
}

/** Reasons of creates that restore a deleted row, and reattach its comments, followers and notifications. */
const bringsBack: ReadonlySet<string> = new Set(['trash', 'restore', 'undo', 'redo'])

const place = 'project_id = ? AND table_name = ? AND row_key = ?'

/** Moves the attached rows of a table to the table's new name. */
export function attachedToTable({ name }: AttachedTable, projectId: string, table: string, newName: string): MetaStep {
  const sql = `UPDATE ${name} SET table_name = ? WHERE project_id = ? AND table_name = ?`
  return { sql, params: [newName, projectId, table] }
}

/** Detaches the attached rows of a dropped table, so that a new table of the same name doesn't inherit them. */
export function attachedGone({ name }: AttachedTable, projectId: string, table: string, now: string): MetaStep {
  const sql = `UPDATE ${name} SET gone_at = ? WHERE project_id = ? AND table_name = ? AND gone_at IS NULL`
  return { sql, params: [now, projectId, table] }
}

/**
 * Updates attached rows after changes: moves them to a changed key, detaches them on delete and reattaches them on
 * restore. A new row that reuses an old key doesn't inherit them.
 */
export async function attachedToRows(store: MetaStore, { name }: AttachedTable, change: RowChange): Promise<void> {
  const { projectId, table } = change
  if (table.primaryKey.length === 0) return
  const keysOf = (rows: RowChange['before']): string[] =>
    rows.map((row) => rowKeyText(table.primaryKey.map((column) => keyPart(row[column]))))

  if (change.kind === 'update') {
    // A list of updates names every row by a key that stays.
    const [was] = keysOf(change.before)
    const [is] = keysOf(change.after)
    if (change.before.length !== 1 || was === undefined || is === undefined || was === is) return
    const sql = `UPDATE ${name} SET row_key = ? WHERE ${place} AND gone_at IS NULL`
    await store.transact([{ sql, params: [is, projectId, table.name, was] }])
    return
  }

  if (change.kind === 'create' && !bringsBack.has(change.why)) return
  const wanted = change.kind === 'delete' ? 'NULL' : 'NOT NULL'
  const attached = await store.read(
    `SELECT DISTINCT row_key FROM ${name} WHERE project_id = ? AND table_name = ? AND gone_at IS ${wanted}`,
    [projectId, table.name],
  )
  const known = new Set(attached.map(([key]) => String(key)))
  const keys = keysOf(change.kind === 'delete' ? change.before : change.after).filter((key) => known.has(key))
  if (keys.length === 0) return
  await store.transact(
    keys.map((key): MetaStep => {
      const at = [projectId, table.name, key]
      if (change.kind === 'delete')
        return {
          sql: `UPDATE ${name} SET gone_at = ? WHERE ${place} AND gone_at IS NULL`,
          params: [change.when, ...at],
        }
      // If several deleted records had this key, the restore belongs to the last one.
      const last = `(SELECT last FROM (SELECT max(gone_at) AS last FROM ${name} WHERE ${place}) newest)`
      return { sql: `UPDATE ${name} SET gone_at = NULL WHERE ${place} AND gone_at = ${last}`, params: [...at, ...at] }
    }),
  )
}
