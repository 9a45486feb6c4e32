import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { parseRowIdSegment } from '@common/query/row-id'
import { metaTables, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import { keyPart } from '@main/lib/key-part'
import { idFloor, timeOfId } from '@main/lib/log-id'
import { rowsOfText } from '@main/lib/rows-text'
import { KeyList } from './key-list'
import { loggedEntry } from './logged-change'
import { markKind, readMarks, type Mark } from './marks'
import { isKeyDigest, rowKeyText } from './row-entries'
import { escaped } from './sql-terms'

const { rowHistory, changes, trash } = metaTables

/** Entries of one table that are read at most, so that a comparison ends in reasonable time. */
const entriesMax = 200_000
const entriesAtOnce = 2_000

export interface ThenQuery {
  readonly projectId: string
  /** With all its columns. */
  readonly table: Table
  /** Entries with greater ids count. */
  readonly since: string
  /** Entries up to this id count; all without it. */
  readonly until?: string | undefined
}

/** A record that changed in a span of time, by the log. Values have the present names of their columns. */
export interface TouchedRow {
  readonly rowKey: string
  /** Its present key, as in a path. */
  readonly path: readonly string[]
  /** True if it existed at the beginning. */
  readonly existed: boolean
  /** Values at the beginning of the columns that changed; undefined if the log holds only a part of the value. */
  readonly before: ReadonlyMap<string, StoredValue | undefined>
  /** True if `before` holds all values except empty ones. */
  readonly isWhole: boolean
  /** True if it exists at the end. */
  readonly exists: boolean
  /** Values at the end of the columns that changed. */
  readonly after: ReadonlyMap<string, StoredValue | undefined>
  /** True if `after` holds all values except empty ones. */
  readonly isWholeAfter: boolean
}

export interface TouchedTable {
  readonly rows: readonly TouchedRow[]
  /** Number of entries. */
  readonly entries: number
  /** True if the table was created in this span, in place of another one with its name. */
  readonly isNew: boolean
}

interface Event {
  readonly id: string
  readonly rowKey: string
  readonly kind: string
  readonly why: string
  readonly path: readonly string[] | undefined
  readonly values: ReadonlyMap<string, readonly [before: StoredValue | undefined, after: StoredValue | undefined]>
  /** True for records of a bulk insert, whose values aren't in the log. */
  readonly isBulk?: true
}

/** Counts the entries of a table in a span, for a choice between two ways to rebuild it. */
export async function countTableEntries(store: MetaStore, query: Omit<ThenQuery, 'table'> & { table: string }) {
  const [where, params] = spanOf(query, query.table)
  const counts = await Promise.all(
    [rowHistory, changes].map(({ name }) => store.read(`SELECT count(*) FROM ${name} ${where}`, params)),
  )
  return counts.reduce((sum, [row]) => sum + Number(row?.[0] ?? 0), 0)
}

/**
 * Returns what the log knows of the records that changed in a span.
 *
 * @throws AppError HISTORY_TOO_LONG for too many entries
 */
export async function readTouched(store: MetaStore, query: ThenQuery): Promise<TouchedTable> {
  const { projectId, table } = query
  const marks = await readMarks(store, projectId, table.name)
  const isNew = marks.some(({ id, mark }) => mark.removed === true && id > query.since)
  const since = marks.findLast(({ mark }) => mark.removed === true && isNew)?.id ?? query.since
  const span = { ...query, since }
  const [entries, bulks, cascades] = await Promise.all([
    readEntries(store, span, marks),
    readBulks(store, span),
    readCascades(store, span),
  ])
  const events = [...entries, ...bulks, ...cascades].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const found = new Map<string, Touched>()
  for (const event of events) {
    const row = found.get(event.rowKey) ?? new Touched(event.rowKey)
    found.set(event.rowKey, row)
    row.add(event)
  }
  const restored = [...found.values()].filter(({ beganRestored }) => beganRestored)
  for (const row of restored) if (!(await wasDeleted(store, span, row.rowKey))) row.existedAsRestored()
  return { rows: [...found.values()].filter(({ isKnown }) => isKnown), entries: events.length, isNew }
}

function spanOf({ projectId, since, until }: Omit<ThenQuery, 'table'>, table: string): [string, string[]] {
  const end = until === undefined ? '' : ' AND id <= ?'
  return [
    `WHERE project_id = ? AND table_name = ? AND id > ?${end}`,
    [projectId, table, since, ...(until === undefined ? [] : [until])],
  ]
}

async function readEntries(store: MetaStore, query: ThenQuery, marks: readonly Mark[]): Promise<Event[]> {
  const events: Event[] = []
  for (let since = query.since; ;) {
    const [where, params] = spanOf({ ...query, since }, query.table.name)
    const rows = await store.select(rowHistory, `${where} AND kind <> '${markKind}' ORDER BY id LIMIT ?`, [
      ...params,
      entriesAtOnce,
    ])
    for (const row of rows) events.push(eventOf(row, query.table, marks))
    if (events.length > entriesMax) throw new AppError('HISTORY_TOO_LONG', { max: entriesMax })
    since = rows.at(-1)?.id ?? since
    if (rows.length < entriesAtOnce) return events
  }
}

function eventOf(entry: RowHistoryRow, table: Table, marks: readonly Mark[]): Event {
  const { why, path, values } = loggedEntry(entry, table, marks)
  return {
    id: entry.id,
    rowKey: entry.row_key,
    kind: entry.kind,
    why,
    path,
    values: new Map(values.map(({ column, before, after }) => [column.name, [before, after]])),
  }
}

async function readBulks(store: MetaStore, query: ThenQuery): Promise<Event[]> {
  const [where, params] = spanOf(query, query.table.name)
  const rows = await store.select(changes, `${where} ORDER BY id`, params)
  if (rows.reduce((sum, { records }) => sum + records, 0) > entriesMax)
    throw new AppError('HISTORY_TOO_LONG', { max: entriesMax })
  return rows.flatMap(({ id, why, key_list, records }) =>
    KeyList.parse(key_list)
      .slice(0, records)
      .map((key): Event => {
        const path = [key]
        return { id, rowKey: rowKeyText(path), kind: 'insert', why, path, values: new Map(), isBulk: true }
      }),
  )
}

/** Part of a trash entry: records of other tables that a delete took along, or whose links it cleared. */
interface Along {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, StoredValue>>[]
  readonly cleared?: readonly string[]
}

/** The log has no entries of records that the database deleted along with others. The trash has them. */
async function readCascades(store: MetaStore, query: ThenQuery): Promise<Event[]> {
  const { projectId, table, since, until } = query
  const from = new Date(since === '' ? 0 : timeOfId(since)).toISOString()
  const rows = await store.select(
    trash,
    "WHERE project_id = ? AND kind = 'rows' AND created_at > ? AND definition LIKE ? ESCAPE '!' ORDER BY id",
    [projectId, from, `%${escaped(JSON.stringify(table.name))}%`],
  )
  return rows.flatMap(({ created_at: when, definition }) => {
    // After all entries of its moment.
    const id = `${idFloor(Date.parse(when))}~`
    if (until !== undefined && id > until) return []
    const { along } = rowsOfText<{ readonly along: readonly Along[] }>(definition)
    return along
      .filter((group) => group.table === table.name)
      .flatMap(({ rows: gone, cleared }) =>
        gone.map((row): Event => {
          const path = table.primaryKey.map((name) => keyPart(row[name]))
          const names = cleared ?? Object.keys(row)
          return {
            id,
            rowKey: rowKeyText(path),
            kind: cleared === undefined ? 'delete' : 'update',
            why: 'rest',
            path,
            values: new Map(names.map((name) => [name, [row[name] ?? null, null]])),
          }
        }),
      )
  })
}

/** True if the log has the delete of a record before the span, which was restored since. */
async function wasDeleted(store: MetaStore, { projectId, table, since }: ThenQuery, rowKey: string): Promise<boolean> {
  const [row] = await store.read(
    `SELECT kind FROM ${rowHistory.name} WHERE project_id = ? AND table_name = ? AND row_key = ? AND id <= ?
     ORDER BY id DESC LIMIT 1`,
    [projectId, table.name, rowKey, since],
  )
  return row?.[0] === 'delete'
}

/** The state of one record at both ends of the span. Events come oldest first. */
class Touched implements TouchedRow {
  existed = true
  exists = true
  isWhole = false
  isWholeAfter = false
  /** True if its first event restored it from the trash. */
  beganRestored = false
  readonly before = new Map<string, StoredValue | undefined>()
  readonly after = new Map<string, StoredValue | undefined>()
  #path: readonly string[] | undefined
  #isEmpty = true
  #inserted: Event['values'] = new Map()

  constructor(readonly rowKey: string) {}

  get path(): readonly string[] {
    return this.#path ?? (isKeyDigest(this.rowKey) ? [] : (parseRowIdSegment(this.rowKey, 1) ?? []))
  }

  /** False for a record whose key the log holds only as a digest. */
  get isKnown(): boolean {
    return this.path.length > 0
  }

  add({ kind, why, path, values, isBulk }: Event): void {
    this.#path = path ?? this.#path
    if (kind === 'insert' && this.#isEmpty) {
      this.existed = false
      this.isWhole = true
      this.beganRestored = why === 'restore' && isBulk !== true
      this.#inserted = values
    }
    this.#isEmpty = false
    if (this.existed && !this.isWhole)
      for (const [name, [before]] of values) if (!this.before.has(name)) this.before.set(name, before)
    if (kind === 'delete') {
      this.isWhole = true
      this.after.clear()
    }
    this.exists = kind !== 'delete'
    if (kind === 'insert') this.isWholeAfter = isBulk !== true
    for (const [name, [, after]] of values) if (kind !== 'delete') this.after.set(name, after)
  }

  /** The record was deleted along with others in the span, which only the trash knew. */
  existedAsRestored(): void {
    this.existed = true
    for (const [name, [, value]] of this.#inserted) this.before.set(name, value)
  }
}
