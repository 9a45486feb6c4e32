import { metaTables, updateIn } from '@main/db/meta'
import type { Step } from '@main/db/database'
import { rowKeyText, type RowChange } from '@main/features/audit'
import type { CommentRepository } from './repository'

const { comments } = metaTables

const place = 'project_id = ? AND table_name = ? AND row_key = ?'

/** Comments follow a table to its new name. */
export function commentsFollow(projectId: string, table: string, newName: string): Step {
  return updateIn(comments, { table_name: newName }, 'project_id = ? AND table_name = ?', [projectId, table])
}

/** Comments of a table that went: another one of the same name has none of them. */
export function commentsGone(projectId: string, table: string, now: string): Step {
  const where = 'project_id = ? AND table_name = ? AND gone_at IS NULL'
  return updateIn(comments, { gone_at: now }, where, [projectId, table])
}

/** What asked for a row that was there before, so that its comments belong to it again. */
const bringsBack: ReadonlySet<string> = new Set(['trash', 'restore', 'undo', 'redo'])

/**
 * Comments go with their record: to its new key when the key changes, aside when it is deleted, and back when it comes
 * back out of the trash. A new record that happens to get an old key has none of them.
 */
export async function followRows(repository: CommentRepository, change: RowChange): Promise<void> {
  const { projectId, table } = change
  if (table.primaryKey.length === 0) return
  const keysOf = (rows: RowChange['before']): string[] =>
    rows.map((row) => rowKeyText(table.primaryKey.map((column) => String(row[column] ?? ''))))

  if (change.kind === 'update') {
    // A list of updates names every row by a key that stays.
    const [was] = keysOf(change.before)
    const [is] = keysOf(change.after)
    if (change.before.length !== 1 || was === undefined || is === undefined || was === is) return
    await repository.follow([
      updateIn(comments, { row_key: is }, `${place} AND gone_at IS NULL`, [projectId, table.name, was]),
    ])
    return
  }

  if (change.kind === 'create' && !bringsBack.has(change.why)) return
  const commented = await repository.keysWithComments(
    projectId,
    table.name,
    change.kind === 'delete' ? 'present' : 'gone',
  )
  if (commented.size === 0) return
  const keys = keysOf(change.kind === 'delete' ? change.before : change.after).filter((key) => commented.has(key))
  await repository.follow(
    keys.map((key) =>
      change.kind === 'delete'
        ? updateIn(comments, { gone_at: change.when }, `${place} AND gone_at IS NULL`, [projectId, table.name, key])
        : // Of several records that had this key one after the other, the last one comes back.
          {
            sql: `UPDATE ${comments.name} SET gone_at = NULL WHERE ${place} AND gone_at =
              (SELECT last FROM (SELECT max(gone_at) AS last FROM ${comments.name} WHERE ${place}) newest)`,
            params: [projectId, table.name, key, projectId, table.name, key],
          },
    ),
  )
}
