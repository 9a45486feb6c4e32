import { insertInto, metaTables, updateIn } from '@main/db/meta'
import type { Step } from '@main/db/database'
import { countMax, entryId } from './entry-id'

const { rowHistory } = metaTables

/** What happened to a table, so that the history of its rows can still be read: kept among their entries. */
export interface TableMark {
  /** Columns as they were and are called, in the order of the changes. */
  readonly renamed?: readonly (readonly [from: string, to: string])[]
  /** Columns that went: another one of the same name has none of their history. */
  readonly dropped?: readonly string[]
  /** The table went: another one of the same name has none of its history. */
  readonly removed?: true
}

/** Kind and row of the entries that are marks. */
export const markKind = 'schema'
export const markRow = ''

/** The statement that keeps a mark; it comes after everything that happened until now. */
export function tableMarkStep(projectId: string, table: string, mark: TableMark, now: string, unique: string): Step {
  return insertInto(rowHistory, {
    id: entryId(Date.parse(now), countMax, unique.slice(0, 8)),
    project_id: projectId,
    table_name: table,
    row_key: markRow,
    kind: markKind,
    changes: JSON.stringify(mark),
    created_at: now,
  })
}

/** History follows a table to its new name. */
export function historyFollows(projectId: string, table: string, newName: string): Step {
  return updateIn(rowHistory, { table_name: newName }, 'project_id = ? AND table_name = ?', [projectId, table])
}
