import type { Table } from '@common/model'
import { parseExactJson, parseJson } from '@common/util/parse-json'
import { historyKinds, type HistoryEntry, type HistoryValue } from '@common/model/history'
import { metaTables, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import { markKind, markRow, type TableMark } from './marks'
import type { KeptChanges } from './row-entries'

const { rowHistory } = metaTables

/** A part of a history, and whether there is more of it. */
export interface HistoryPage {
  readonly list: readonly HistoryEntry[]
  readonly more: boolean
}

export interface HistoryQuery {
  readonly projectId: string
  /** As the caller may see it: of other columns nothing is told. */
  readonly table: Table
  /** As `rowKeyText` names it. */
  readonly rowKey: string
  /** Only what happened to this column. */
  readonly column?: string
  readonly limit: number
  /** Id of the last entry seen: older ones follow. */
  readonly after?: string | undefined
}

/** Entries read at a time when only some of them are wanted. */
const entriesAtOnce = 200

/** What happened to a row, newest first. */
export async function readRowHistory(store: MetaStore, query: HistoryQuery): Promise<HistoryPage> {
  const { projectId, table, rowKey, column, limit } = query
  const marks = await readMarks(store, projectId, table.name)
  const since = marks.findLast(({ mark }) => mark.removed === true)?.id ?? ''
  const entries: HistoryEntry[] = []
  let after = query.after
  for (;;) {
    const atOnce = column === undefined ? limit + 1 - entries.length : entriesAtOnce
    const rows = await store.select(
      rowHistory,
      `WHERE project_id = ? AND table_name = ? AND row_key = ? AND id > ? ${after === undefined ? '' : 'AND id < ?'}
       ORDER BY id DESC LIMIT ?`,
      [projectId, table.name, rowKey, since, ...(after === undefined ? [] : [after]), atOnce],
    )
    for (const row of rows) {
      const entry = entryOf(row, table, marks)
      const changes = column === undefined ? entry.changes : entry.changes.filter((change) => change.column === column)
      // Of an update that touched no column there is today, nothing is left to tell.
      if (changes.length > 0 || (column === undefined && entry.kind !== 'update')) entries.push({ ...entry, changes })
    }
    after = rows.at(-1)?.id
    if (rows.length < atOnce || entries.length > limit)
      return { list: entries.slice(0, limit), more: entries.length > limit }
  }
}

/** Counts the rows of a table that were made for one reason, as far as the history goes back. */
export async function countMadeRows(
  store: MetaStore,
  { projectId, table, why }: { readonly projectId: string; readonly table: string; readonly why: string },
): Promise<number> {
  const begins = JSON.stringify({ why } satisfies Pick<KeptChanges, 'why'>).slice(0, -1)
  const [row] = await store.read(
    `SELECT count(*) FROM ${rowHistory.name}
     WHERE project_id = ? AND table_name = ? AND kind = 'insert' AND changes LIKE ? ESCAPE '!'`,
    [projectId, table, `${begins.replaceAll(/[!%_]/g, '!$&')},%`],
  )
  return Number(row?.[0] ?? 0)
}

/** Row keys of one statement. */
const keysAtOnce = 100
/** Entries read for them: the newest ones hold what an undo needs. */
const heldEntriesMax = 2_000

/**
 * Returns the values that rows had before or after their latest changes, by row key and column name. Rows without
 * history are missing.
 */
export async function readHeldValues(
  store: MetaStore,
  { projectId, table, rowKeys }: Pick<HistoryQuery, 'projectId' | 'table'> & { readonly rowKeys: readonly string[] },
): Promise<ReadonlyMap<string, HeldOfRow>> {
  const marks = await readMarks(store, projectId, table.name)
  const since = marks.findLast(({ mark }) => mark.removed === true)?.id ?? ''
  const held = new Map<string, Map<string, HistoryValue[]>>()
  for (let at = 0; at < rowKeys.length; at += keysAtOnce) {
    const keys = rowKeys.slice(at, at + keysAtOnce)
    const rows = await store.select(
      rowHistory,
      `WHERE project_id = ? AND table_name = ? AND row_key IN (${keys.map(() => '?').join(', ')}) AND id > ?
       ORDER BY id DESC LIMIT ?`,
      [projectId, table.name, ...keys, since, heldEntriesMax],
    )
    for (const row of rows) {
      const ofRow = held.get(row.row_key) ?? new Map<string, HistoryValue[]>()
      held.set(row.row_key, ofRow)
      const exact = parseExactJson(row.changes) as ReturnType<typeof keptChanges>
      for (const { column, before, after } of changesOf(row, exact.values, table, marks))
        ofRow.set(column, [...(ofRow.get(column) ?? []), before, after])
    }
  }
  return held
}

/** Values that a row had, by column name. */
export type HeldOfRow = ReadonlyMap<string, readonly HistoryValue[]>

interface Mark {
  readonly id: string
  readonly mark: TableMark
}

async function readMarks(store: MetaStore, projectId: string, table: string): Promise<readonly Mark[]> {
  const rows = await store.select(
    rowHistory,
    'WHERE project_id = ? AND table_name = ? AND row_key = ? AND kind = ? ORDER BY id',
    [projectId, table, markRow, markKind],
  )
  return rows.map(({ id, changes }) => ({ id, mark: JSON.parse(changes) as TableMark }))
}

/** An entry under the names that columns have now. */
function entryOf(row: RowHistoryRow, table: Table, marks: readonly Mark[]): HistoryEntry {
  const { why, values } = keptChanges(row)
  return {
    id: row.id,
    kind: historyKinds.find((kind) => kind === row.kind) ?? 'update',
    when: row.created_at,
    userId: row.user_id,
    email: row.email,
    why,
    changes: changesOf(row, values, table, marks),
  }
}

function changesOf(
  row: RowHistoryRow,
  values: ReturnType<typeof keptChanges>['values'],
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

function nameNow(name: string, marks: readonly Mark[]): string | undefined {
  let now = name
  for (const { mark } of marks) {
    if (mark.dropped?.includes(now) === true) return undefined
    now = mark.renamed?.find(([from]) => from === now)?.[1] ?? now
  }
  return now
}

/** What a row of the store holds. */
export function keptChanges({ changes }: Pick<RowHistoryRow, 'changes'>): KeptChanges {
  return parseJson(changes) as {
    readonly why: string
    readonly values: readonly (readonly [string, HistoryValue, HistoryValue])[]
  }
}
