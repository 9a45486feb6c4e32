import type { TrashKind } from '@common/operations/trash'
import {
  deleteFrom,
  insertInto,
  metaTables,
  updateIn,
  type MetaStore,
  type TrashRow,
  type MetaStep,
} from '@main/db/meta'

const { trash, trashRows } = metaTables

/** A stored entry of the trash. */
export interface TrashEntry {
  /** Sorts by time. */
  readonly id: string
  readonly projectId: string
  readonly kind: TrashKind
  /** Name of the deleted object's table; it follows renames. */
  readonly table: string
  readonly tableTitle: string
  readonly titles: readonly string[]
  readonly count: number | null
  /** JSON text: facts for restoring this kind of object. */
  readonly definition: string
  /** Tables of ours in the project's database that hold its values. */
  readonly sideTable: string | null
  /** True if a restore was started and must be completed. */
  readonly begun: boolean
  readonly userId: number | null
  readonly email: string | null
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Id of the change in the change log. Absent in entries of older versions. */
  readonly change?: string | undefined
}

export function trashEntrySteps(entry: TrashEntry): MetaStep[] {
  return [
    insertInto(trash, {
      id: entry.id,
      project_id: entry.projectId,
      kind: entry.kind,
      table_name: entry.table,
      table_title: entry.tableTitle,
      titles: JSON.stringify(entry.titles),
      row_count: entry.count,
      definition: entry.definition,
      side_table: entry.sideTable,
      begun: entry.begun ? 1 : 0,
      user_id: entry.userId,
      email: entry.email,
      created_at: entry.createdAt,
      change_id: entry.change ?? null,
    }),
  ]
}

export function forgetTrashSteps(projectId: string, id: string): MetaStep[] {
  return [
    deleteFrom(trashRows, 'trash_id IN (SELECT id FROM nc_trash WHERE project_id = ? AND id = ?)', [projectId, id]),
    deleteFrom(trash, { project_id: projectId, id }),
  ]
}

export function trashBegunStep(projectId: string, id: string): MetaStep {
  return updateIn(trash, { begun: 1 }, { project_id: projectId, id })
}

/** Renames a table in its trash entries. */
export function trashFollows(projectId: string, table: string, newName: string): MetaStep {
  return updateIn(trash, { table_name: newName }, { project_id: projectId, table_name: table })
}

export async function readTrash(
  store: MetaStore,
  projectId: string,
  tail: string,
  params: readonly (string | number)[],
): Promise<TrashEntry[]> {
  const rows = await store.select(trash, `WHERE project_id = ? ${tail}`, [projectId, ...params])
  return rows.map(entryOf)
}

function entryOf(row: TrashRow): TrashEntry {
  const { kind } = row
  return {
    id: row.id,
    projectId: row.project_id,
    kind: kind === 'column' || kind === 'table' ? kind : 'rows',
    table: row.table_name,
    tableTitle: row.table_title,
    titles: JSON.parse(row.titles) as string[],
    count: row.row_count,
    definition: row.definition,
    sideTable: row.side_table,
    begun: row.begun === 1,
    userId: row.user_id,
    email: row.email,
    createdAt: row.created_at,
    ...(row.change_id !== null && { change: row.change_id }),
  }
}
