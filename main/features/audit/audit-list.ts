import type { StoredValue } from '@common/columns/column-type'
import type { Origin } from '@common/model'
import type { StoredActor } from '@common/model/history'
import type { MetaStore } from '@main/db/meta'
import { storedActor } from './actor-columns'
import type { AuditFilter } from './audit-filter'
import { entryColumns, sourcesOf, type Source } from './audit-sources'
import { columnsOfChange } from './changes'
import { KeyList } from './key-list'
import type { MadeRow } from './made-values'

export type { AuditFilter } from './audit-filter'

/** An entry of the audit: a line, a row change or a comment. */
export interface AuditEntry {
  readonly id: string
  readonly projectId: string | null
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  /** Null in entries of older versions. */
  readonly actor: StoredActor | null
  readonly origin: Origin | null
  /** `TYPE/SUBTYPE`. */
  readonly operation: string
  readonly table: string | null
  readonly row: string | null
  readonly description: string | null
  /** JSON text; for rows, `StoredChanges`. */
  readonly details: string | null
  readonly isRow: boolean
  /** Number of rows of a combined entry (`perChange`); undefined for a single row. */
  readonly rows?: number
  /** A row of a combined entry: `details` is null, `madeValues` returns them. */
  readonly made?: MadeRow
  readonly when: string
}

export interface AuditPage {
  readonly list: readonly AuditEntry[]
  readonly count: number
}

export interface AuditPart {
  readonly limit: number
  readonly offset: number
  readonly oldestFirst?: true
}

/** Reads that may scan a log stay out of the way of short ones. */
const lane = { lane: 'likelyShort' } as const

/** Returns audit lines, row changes and comments in one list. */
export async function readAudit(store: MetaStore, filter: AuditFilter, part: AuditPart): Promise<AuditPage> {
  const sources = await sourcesOf(store, filter)
  if (sources.length === 0) return { list: [], count: 0 }
  const direction = part.oldestFirst === true ? 'ASC' : 'DESC'
  const { limit, offset } = part
  // Each entry has at least one line, so the page is within as many entries as it and the earlier pages have lines.
  const selects = sources.map(({ columns, log, where }) => `SELECT ${columns} FROM ${log} WHERE ${where}`)
  const entries = `SELECT * FROM (${selects.join(' UNION ALL ')}) AS entries ORDER BY id ${direction} LIMIT ?`
  const ends = `SELECT entries.*, sum(line_count) OVER (ORDER BY id ${direction} ROWS UNBOUNDED PRECEDING) AS line_end
    FROM (${entries}) AS entries`
  const [count, rows] = await Promise.all([
    countLines(store, sources),
    limit === 0
      ? []
      : store.read(
          `SELECT * FROM (${ends}) AS ends WHERE line_end > ? AND line_end - line_count < ? ORDER BY id ${direction}`,
          [...sources.flatMap(({ params }) => params), offset + limit, offset, offset + limit],
          lane,
        ),
  ])
  return { list: rows.flatMap((row) => linesOf(row, filter, part)), count }
}

export interface CursorPage {
  readonly list: readonly AuditEntry[]
  readonly more: boolean
}

/**
 * Returns entries older than a cursor, newest first: a bulk insert is one entry with its number of rows. Every page
 * costs the same, however far back it is.
 *
 * @param after  id of the last entry
 */
export async function readAuditAfter(
  store: MetaStore,
  filter: AuditFilter,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<CursorPage> {
  const sources = await sourcesOf(store, filter)
  const found = await Promise.all(
    sources.map(({ columns, log, id, where, params }) =>
      store.read(
        `SELECT ${columns} FROM ${log} WHERE ${where}${after === undefined ? '' : ` AND ${id} < ?`} ORDER BY ${id} DESC LIMIT ?`,
        [...params, ...(after === undefined ? [] : [after]), limit + 1],
        lane,
      ),
    ),
  )
  const rows = found.flat().toSorted(([one], [other]) => (String(one) < String(other) ? 1 : -1))
  const all: AuditPart = { limit: Infinity, offset: 0 }
  const list = rows
    .slice(0, limit)
    .flatMap((row) => linesOf([...row, valueIn(row, 'lineCount')], { ...filter, perChange: true }, all))
  return { list, more: rows.length > limit }
}

async function countLines(store: MetaStore, sources: readonly Source[]): Promise<number> {
  const counts = await Promise.all(
    sources.map(({ log, lines, where, params }) =>
      store.read(`SELECT ${lines === '1' ? 'count(*)' : `sum(${lines})`} FROM ${log} WHERE ${where}`, params, lane),
    ),
  )
  return counts.reduce((sum, [row]) => sum + Number(row?.[0] ?? 0), 0)
}

/** Returns the lines of an entry that are on the page. */
function linesOf(row: readonly StoredValue[], filter: AuditFilter, part: AuditPart): AuditEntry[] {
  const entry = entryOf(row)
  const keyList = valueIn(row, 'keyList')
  if (typeof keyList !== 'string') return [entry]
  const keys = KeyList.parse(keyList)
  const size = Number(valueIn(row, 'records'))
  if (filter.perChange === true && size > 1) return [{ ...entry, rows: size }]
  const lineCount = Number(valueIn(row, 'lineCount'))
  const first = Number(row[entryColumns.length]) - lineCount
  const from = Math.max(0, part.offset - first)
  const count = Math.min(lineCount, part.offset + part.limit - first) - from
  const oldestFirst = part.oldestFirst === true
  const found = keys.slice(oldestFirst ? from : size - from - count, count)
  const shown = filter.row === undefined ? (oldestFirst ? found : found.toReversed()) : [filter.row]
  return shown.map((rowKey) => madeEntry(row, entry, rowKey))
}

/** Returns the entry of one row of a change. */
function madeEntry(row: readonly StoredValue[], entry: AuditEntry, rowKey: string): AuditEntry {
  const size = Number(valueIn(row, 'records'))
  const columns = columnsOfChange({ column_names: String(valueIn(row, 'columnNames')) })
  const id = size === 1 ? entry.id : `${entry.id}.${rowKey}`
  return { ...entry, id, row: rowKey, made: { id: entry.id, rowKey, columns, why: String(valueIn(row, 'why')) } }
}

const valueIn = (row: readonly StoredValue[], name: (typeof entryColumns)[number]): StoredValue =>
  row[entryColumns.indexOf(name)] ?? null

const rowOperations: Readonly<Record<string, string>> = {
  insert: 'DATA/INSERT',
  update: 'DATA/UPDATE',
  delete: 'DATA/DELETE',
}

/** Returns an operation of a log as the audit names it. */
export const namedOperation = (stored: string): string => rowOperations[stored] ?? stored

function entryOf(row: readonly StoredValue[]): AuditEntry {
  const text = (name: (typeof entryColumns)[number]): string | null => {
    const value = valueIn(row, name)
    return value === null ? null : String(value)
  }
  const operation = text('operation') ?? ''
  const isRow = rowOperations[operation] !== undefined
  const isMany = isRow && text('row') === null && text('keyList') === null
  const userId = valueIn(row, 'userId')
  return {
    id: text('id') ?? '',
    projectId: text('projectId'),
    userId: userId === null ? null : Number(userId),
    email: text('email'),
    ip: text('ip'),
    ...storedActor({
      actor_kind: text('actorKind'),
      actor_id: text('actorId'),
      actor_title: text('actorTitle'),
      origin: text('origin'),
    }),
    operation: namedOperation(operation),
    table: text('table'),
    row: text('row'),
    description: text('description'),
    details: isMany ? null : text('details'),
    ...(isMany && { rows: Number(text('details')) }),
    isRow,
    when: text('when') ?? '',
  }
}
