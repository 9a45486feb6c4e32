import type { Table } from '@common/model'
import { parseTypedJson } from '@common/util/parse-json'
import { historyKinds, type HistoryEntry, type HistoryValue } from '@common/model/history'
import { metaTables, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import { storedActor } from './actor-columns'
import { changesOfRows, columnsOfChange } from './changes'
import { madeValues, type MadeValuesOptions } from './made-values'
import { changesNow, readMarks, type Mark } from './marks'
import { parseChanges, type StoredChanges } from './row-entries'

const { rowHistory, changes } = metaTables

/** A page of a history, and if there is more. */
export interface HistoryPage {
  readonly list: readonly HistoryEntry[]
  readonly more: boolean
}

export interface HistoryQuery {
  readonly projectId: string
  /** The table as the caller sees it; other columns are omitted. */
  readonly table: Table
  /** As `rowKeyText` names it. */
  readonly rowKey: string
  /** Only changes of this column. */
  readonly column?: string
  readonly limit: number
  /** Id of the last received entry. Returns older ones. */
  readonly after?: string | undefined
}

/** Entries read at a time when only some of them are wanted. */
const entriesAtOnce = 200

/** Lists the changes of a row, newest first. */
export async function readRowHistory(options: MadeValuesOptions, query: HistoryQuery): Promise<HistoryPage> {
  const { store } = options
  const { projectId, table, limit } = query
  const marks = await readMarks(store, projectId, table.name)
  const since = marks.findLast(({ mark }) => mark.removed === true)?.id ?? ''
  const [own, made] = await Promise.all([
    ownEntries(store, query, { marks, since }),
    madeEntries(options, query, since),
  ])
  const entries = [...own, ...made].sort((one, other) => (one.id < other.id ? 1 : -1))
  return { list: entries.slice(0, limit), more: entries.length > limit }
}

interface OfTable {
  readonly marks: readonly Mark[]
  /** Id that all entries of this table are newer than. */
  readonly since: string
}

/** Returns entries of the single row, up to one more than the limit. */
async function ownEntries(
  store: MetaStore,
  query: HistoryQuery,
  { marks, since }: OfTable,
): Promise<readonly HistoryEntry[]> {
  const { projectId, table, rowKey, column, limit } = query
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
      if (isTold(entry, column)) entries.push(ofColumn(entry, column))
    }
    after = rows.at(-1)?.id
    if (rows.length < atOnce || entries.length > limit) return entries
  }
}

/** Returns entries of changes that created the row together with others. */
async function madeEntries(
  options: MadeValuesOptions,
  { projectId, table, rowKey, column, after }: HistoryQuery,
  since: string,
): Promise<readonly HistoryEntry[]> {
  const place = { projectId, table: table.name, rowKeys: [rowKey], since }
  const made = (await changesOfRows(options.store, place)).filter(({ row }) => after === undefined || row.id < after)
  const rows = made.map(({ row }) => ({ id: row.id, rowKey, columns: columnsOfChange(row), why: row.why }))
  const values = rows.length === 0 ? [] : await madeValues(options, { projectId, table }, rows)
  const entries = made.map(({ row }, at): HistoryEntry => {
    const initial = values[at]?.values ?? []
    return {
      id: row.id,
      kind: 'insert',
      when: row.created_at,
      userId: row.user_id,
      email: row.email,
      ...storedActor(row),
      why: row.why,
      changes: initial.map(([name, before, is]) => ({ column: name, before, after: is })),
    }
  })
  return entries.filter((entry) => isTold(entry, column)).map((entry) => ofColumn(entry, column))
}

const ofColumn = (entry: HistoryEntry, column: string | undefined): HistoryEntry =>
  column === undefined ? entry : { ...entry, changes: entry.changes.filter((change) => change.column === column) }

/** False for an update without any existing column. */
const isTold = (entry: HistoryEntry, column: string | undefined): boolean =>
  ofColumn(entry, column).changes.length > 0 || (column === undefined && entry.kind !== 'update')

/** Counts the rows of a table with one source, as far as the history goes back. */
export async function countMadeRows(
  store: MetaStore,
  { projectId, table, why }: { readonly projectId: string; readonly table: string; readonly why: string },
): Promise<number> {
  const begins = JSON.stringify({ why } satisfies Pick<StoredChanges, 'why'>).slice(0, -1)
  const counts = await Promise.all([
    store.read(
      `SELECT count(*) FROM ${rowHistory.name}
       WHERE project_id = ? AND table_name = ? AND kind = 'insert' AND changes LIKE ? ESCAPE '!'`,
      [projectId, table, `${begins.replaceAll(/[!%_]/g, '!$&')},%`],
    ),
    store.read(`SELECT sum(records) FROM ${changes.name} WHERE project_id = ? AND table_name = ? AND why = ?`, [
      projectId,
      table,
      why,
    ]),
  ])
  return counts.reduce((sum, [row]) => sum + Number(row?.[0] ?? 0), 0)
}

/** Row keys of one statement. */
const keysAtOnce = 100
/** Maximum number of entries read; the newest ones contain the values that an undo needs. */
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
      const exact = parseTypedJson(row.changes) as StoredChanges
      for (const { column, before, after } of changesNow(row, exact.values, table, marks))
        ofRow.set(column, [...(ofRow.get(column) ?? []), before, after])
    }
  }
  return held
}

/** Former values of a row, by column name. */
export type HeldOfRow = ReadonlyMap<string, readonly HistoryValue[]>

/** An entry under the names that columns have now. */
function entryOf(row: RowHistoryRow, table: Table, marks: readonly Mark[]): HistoryEntry {
  const { why, values } = parseChanges(row)
  return {
    id: row.id,
    kind: historyKinds.find((kind) => kind === row.kind) ?? 'update',
    when: row.created_at,
    userId: row.user_id,
    email: row.email,
    ...storedActor(row),
    why,
    changes: changesNow(row, values, table, marks),
  }
}
