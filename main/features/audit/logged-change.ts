import type { StoredValue } from '@common/columns/column-type'
import { keepsNumberTypes } from '@common/columns/value-kind'
import type { Column, Table } from '@common/model'
import { historyKinds, type HistoryKind } from '@common/model/history'
import { parseRowIdSegment } from '@common/query/row-id'
import { isExactNumber, parseTypedJson, type ExactNumber } from '@common/util/parse-json'
import { metaTables, type ChangeRow, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import { rowsOfText } from '@main/lib/rows-text'
import { KeyList } from './key-list'
import { changesNow, type Mark } from './marks'
import { isKeyDigest, rowKeyOfPath, type ExactChanges, type StoredChanges } from './row-entries'

const { rowHistory, changes, audit } = metaTables

/** Effects of a change on some rows of one table, in order. */
export interface LoggedPart {
  /** Name of the table now. */
  readonly table: string
  readonly kind: HistoryKind
  /** ISO 8601, UTC. */
  readonly when: string
  readonly rows: readonly LoggedRow[]
}

export interface LoggedRow {
  /** The key that the row has now, as in a path; undefined if the log doesn't know it. */
  readonly rowId: (table: Table) => readonly string[] | undefined
  /**
   * Values before and after, under the names that columns have now. Without columns that changed by themselves.
   *
   * @param marks  of the table
   */
  readonly values: (table: Table, marks: readonly Mark[]) => readonly LoggedValue[]
}

export interface LoggedValue {
  readonly column: Column
  /** Undefined if the log holds only a part of it: entries of older versions, and thinned ones. */
  readonly before: StoredValue | undefined
  readonly after: StoredValue | undefined
}

/** Rows of a change that are read at most. */
const rowsMax = 50_000

/**
 * Reads what a change did to rows, oldest part first.
 *
 * @returns undefined if the change isn't in the log; an empty list if it wrote no rows
 */
export async function readLoggedChange(
  store: MetaStore,
  projectId: string,
  change: string,
): Promise<readonly LoggedPart[] | undefined> {
  const where = 'WHERE project_id = ? AND change_id = ? ORDER BY id LIMIT ?'
  const params = [projectId, change, rowsMax]
  const [rows, bulks] = await Promise.all([
    store.select(rowHistory, where, params),
    store.select(changes, where, params),
  ])
  if (rows.length === 0 && bulks.length === 0) {
    const [line] = await store.read(`SELECT id FROM ${audit.name} WHERE project_id = ? AND change_id = ? LIMIT 1`, [
      projectId,
      change,
    ])
    return line === undefined ? undefined : []
  }
  const entries = [...rows, ...bulks].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const parts: { table: string; kind: HistoryKind; when: string; rows: LoggedRow[]; keys: Set<string> }[] = []
  for (const entry of entries) {
    const kind = historyKinds.find((each) => each === entry.kind)
    if (kind === undefined) continue
    const isBulk = 'key_list' in entry
    let part = parts.at(-1)
    const fits = part?.table === entry.table_name && part.kind === kind && (isBulk || !part.keys.has(entry.row_key))
    if (part === undefined || !fits) {
      part = { table: entry.table_name, kind, when: entry.created_at, rows: [], keys: new Set() }
      parts.push(part)
    }
    if (isBulk) part.rows.push(...bulkRows(entry))
    else {
      part.rows.push(singleRow(entry))
      part.keys.add(entry.row_key)
    }
  }
  return parts
}

function bulkRows({ key_list, records }: ChangeRow): LoggedRow[] {
  return KeyList.parse(key_list)
    .slice(0, records)
    .map((key) => ({ rowId: () => [key], values: () => [] }))
}

function singleRow(entry: RowHistoryRow): LoggedRow {
  const stored = parseTypedJson(entry.changes) as StoredChanges
  return {
    rowId: (table) => pathOf(entry, stored, table),
    values: (table, marks) => {
      const set = stored.values.filter(([name]) => stored.auto?.includes(name) !== true)
      return valuesOf(entry, set, table, marks)
    },
  }
}

/** Returns all changed values of an entry, also those that changed by themselves, with its path and its source. */
export function loggedEntry(entry: RowHistoryRow, table: Table, marks: readonly Mark[]) {
  const stored = parseTypedJson(entry.changes) as StoredChanges
  return {
    why: stored.why,
    path: pathOf(entry, stored, table),
    values: valuesOf(entry, stored.values, table, marks),
  }
}

function pathOf(entry: RowHistoryRow, stored: StoredChanges, table: Table): readonly string[] | undefined {
  if (stored.key !== undefined && rowKeyOfPath(table, stored.key) === entry.row_key) return stored.key
  return isKeyDigest(entry.row_key) ? undefined : parseRowIdSegment(entry.row_key, table.primaryKey.length)
}

function valuesOf(
  entry: RowHistoryRow,
  values: StoredChanges['values'],
  table: Table,
  marks: readonly Mark[],
): readonly LoggedValue[] {
  const exact = new Map(
    (entry.exact_values === null ? [] : rowsOfText<ExactChanges>(entry.exact_values)).map(([name, ...both]) => [
      name,
      both,
    ]),
  )
  // One value at a time, since its name in the entry finds its exact value.
  return values.flatMap((value): LoggedValue[] => {
    const [now] = changesNow(entry, [value], table, marks)
    const column = table.columns.find(({ name }) => name === now?.column)
    if (now === undefined || column === undefined) return []
    const [before, after] = exact.get(value[0]) ?? [storedOf(column, now.before), storedOf(column, now.after)]
    return [{ column, before, after }]
  })
}

/** Returns the stored value behind a value of the history; undefined if the history shortens it. */
function storedOf(column: Column, held: LoggedHistoryValue): StoredValue | undefined {
  if (isExactNumber(held)) {
    const whole = held.rawJSON.replace(/\.0$/, '')
    // With `.0` it is floating point.
    if (whole !== held.rawJSON) return Number(whole)
    return /^-?\d+$/.test(whole) ? BigInt(whole) : Number(whole)
  }
  if (typeof held === 'object' && held !== null) return undefined
  return typeof held === 'number' && Number.isSafeInteger(held) && keepsNumberTypes(column) ? BigInt(held) : held
}

type LoggedHistoryValue = StoredChanges['values'][number][1] | ExactNumber
