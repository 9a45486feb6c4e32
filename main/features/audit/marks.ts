import type { Table } from '@common/model'
import type { HistoryEntry } from '@common/model/history'
import { insertInto, metaTables, updateIn, type MetaStore, type RowHistoryRow, type MetaStep } from '@main/db/meta'
import { countMax, logId } from '@main/lib/log-id'
import type { StoredChanges } from './row-entries'

const { rowHistory, changes } = metaTables

/** A schema event of a table, stored among the entries of its rows so that their history stays readable. */
export interface TableMark {
  /** Former and new column names, in order of the changes. */
  readonly renamed?: readonly (readonly [from: string, to: string])[]
  /** Dropped columns: a new column with this name has none of their history. */
  readonly dropped?: readonly string[]
  /** The table was dropped: a new table with its name has none of its history. */
  readonly removed?: true
}

/** Kind and row key of marks. */
export const markKind = 'schema'
export const markRow = ''

/** Returns the statement that stores a mark after all earlier events. */
export function tableMarkStep(
  projectId: string,
  table: string,
  mark: TableMark,
  now: string,
  unique: string,
): MetaStep {
  return insertInto(rowHistory, {
    id: logId(Date.parse(now), countMax, unique.slice(0, 8)),
    project_id: projectId,
    table_name: table,
    row_key: markRow,
    kind: markKind,
    changes: JSON.stringify(mark),
    created_at: now,
  })
}

/** History follows a table to its new name. */
export function historyFollows(projectId: string, table: string, newName: string): MetaStep[] {
  return [rowHistory, changes].map((log) =>
    updateIn(log, { table_name: newName }, { project_id: projectId, table_name: table }),
  )
}

/** A mark with its time. */
export interface Mark {
  readonly id: string
  readonly mark: TableMark
}

/** Returns the marks of a table, oldest first. */
export async function readMarks(store: MetaStore, projectId: string, table: string): Promise<readonly Mark[]> {
  const rows = await store.select(
    rowHistory,
    { project_id: projectId, table_name: table, row_key: markRow, kind: markKind },
    { orderBy: ['id'] },
  )
  return rows.map(({ id, changes: mark }) => ({ id, mark: JSON.parse(mark) as TableMark }))
}

/** Returns the values of an entry with current column names. */
export function changesNow(
  row: Pick<RowHistoryRow, 'id'>,
  values: StoredChanges['values'],
  table: Table,
  marks: readonly Mark[],
): HistoryEntry['changes'] {
  const later = marks.filter(({ id }) => id > row.id)
  return values.flatMap(([name, before, after]) => {
    const column = nameNow(name, later)
    return table.columns.some((known) => known.name === column) && column !== undefined
      ? [{ column, before, after }]
      : []
  })
}

/** The name of a column after the marks; undefined if it was dropped. */
export function nameNow(name: string, marks: readonly Mark[]): string | undefined {
  let now = name
  for (const { mark } of marks) {
    if (mark.dropped?.includes(now) === true) return undefined
    now = mark.renamed?.find(([from]) => from === now)?.[1] ?? now
  }
  return now
}
