import type { StoredValue } from '@common/columns/column-type'
import { metaTables, type MetaStore } from '@main/db/meta'
import { changesOfRows, columnsOfChange } from './changes'
import { idFloor } from '@main/lib/log-id'
import { KeyList } from './key-list'
import type { MadeRow } from './made-values'
import { markKind } from './marks'

const { audit, changes, comments, rowHistory } = metaTables

/** Operation of a line whose description is a comment. */
export const commentOperation = 'COMMENT/INSERT'

/** An entry of the audit: a line, a row change or a comment. */
export interface AuditEntry {
  readonly id: string
  readonly projectId: string | null
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
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

/** Filter of the audit. */
export interface AuditFilter {
  /** Null: events outside projects, and creation and deletion of projects. */
  readonly projectId: string | null
  /** Part of an e-mail address, ignoring case. */
  readonly email?: string | undefined
  readonly type?: string | undefined
  readonly table?: string | undefined
  readonly row?: string | undefined
  readonly onlyComments?: boolean
  /** One entry for each change, however many rows it wrote; otherwise one for each row. */
  readonly perChange?: boolean | undefined
  /** Milliseconds: not before, and before. */
  readonly from?: number | undefined
  readonly until?: number | undefined
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

/** Returns audit lines, row changes and comments in one list. */
export async function readAudit(store: MetaStore, filter: AuditFilter, part: AuditPart): Promise<AuditPage> {
  const others =
    filter.onlyComments === true ? [] : [lineQuery(filter), rowQuery(filter), await changeQuery(store, filter)]
  const parts = [...others, commentQuery(filter)].filter((query) => query !== undefined)
  if (parts.length === 0) return { list: [], count: 0 }
  const direction = part.oldestFirst === true ? 'ASC' : 'DESC'
  const { limit, offset } = part
  // Each entry has at least one line, so the page is within as many entries as it and the earlier pages have lines.
  const entries = `SELECT * FROM (${parts.map(({ select }) => select).join(' UNION ALL ')}) AS entries
    ORDER BY id ${direction} LIMIT ?`
  const ends = `SELECT entries.*, sum(line_count) OVER (ORDER BY id ${direction} ROWS UNBOUNDED PRECEDING) AS line_end
    FROM (${entries}) AS entries`
  const [counts, rows] = await Promise.all([
    Promise.all(parts.map(({ count, params }) => store.read(count, params))),
    limit === 0
      ? []
      : store.read(
          `SELECT * FROM (${ends}) AS ends WHERE line_end > ? AND line_end - line_count < ? ORDER BY id ${direction}`,
          [...parts.flatMap(({ params }) => params), offset + limit, offset, offset + limit],
        ),
  ])
  return {
    list: rows.flatMap((row) => linesOf(row, filter, part)),
    count: counts.reduce((sum, [row]) => sum + Number(row?.[0] ?? 0), 0),
  }
}

/** Returns the lines of an entry that are on the page. */
function linesOf(row: readonly StoredValue[], filter: AuditFilter, part: AuditPart): AuditEntry[] {
  const entry = entryOf(row)
  const [keyList, columns, why, records, lineCount, lineEnd] = row.slice(entryColumns)
  if (typeof keyList !== 'string') return [entry]
  const keys = KeyList.parse(keyList)
  const size = Number(records)
  if (filter.perChange === true && size > 1) return [{ ...entry, rows: size }]
  const first = Number(lineEnd) - Number(lineCount)
  const from = Math.max(0, part.offset - first)
  const count = Math.min(Number(lineCount), part.offset + part.limit - first) - from
  const oldestFirst = part.oldestFirst === true
  const found = keys.slice(oldestFirst ? from : size - from - count, count)
  const shown = filter.row === undefined ? (oldestFirst ? found : found.toReversed()) : [filter.row]
  const madeWith = { columns: columnsOfChange({ column_names: String(columns) }), why: String(why) }
  return shown.map((rowKey): AuditEntry => {
    const id = size === 1 ? entry.id : `${entry.id}.${rowKey}`
    return { ...entry, id, row: rowKey, made: { id: entry.id, rowKey, ...madeWith } }
  })
}

interface Query {
  readonly select: string
  readonly count: string
  readonly params: readonly StoredValue[]
}

/** Columns of every entry; those of `noChange` follow. */
const entryColumns = 11
/** Placeholders for the columns of a change. */
const noChange = 'NULL AS key_list, NULL AS column_names, NULL AS why, 1 AS records, 1 AS line_count'

function lineQuery(filter: AuditFilter): Query {
  const { terms, params } = commonTerms(filter)
  if (filter.projectId === null) terms.push('installation = 1')
  if (filter.type !== undefined) {
    terms.push("operation LIKE ? ESCAPE '!'")
    params.push(`${likeText(filter.type)}/%`)
  }
  const columns = `id, project_id, user_id, email, ip, operation, table_name, row_key, description, details, created_at, ${noChange}`
  return queryOf(audit.name, columns, terms, params)
}

function rowQuery(filter: AuditFilter): Query | undefined {
  if (filter.projectId === null || (filter.type !== undefined && filter.type !== 'DATA')) return undefined
  const { terms, params } = commonTerms(filter)
  if (filter.perChange !== true) {
    terms.push(`kind <> '${markKind}'`)
    const columns = `id, project_id, user_id, email, ip, kind, table_name, row_key, NULL, changes, created_at, ${noChange}`
    return queryOf(rowHistory.name, columns, terms, params)
  }
  terms.push('lead_id IS NOT NULL')
  const ofOne = (column: string, others: string): string => `CASE WHEN lead_rows = 1 THEN ${column} ELSE ${others} END`
  const columns = `id, project_id, user_id, email, ip, kind, table_name, ${ofOne('row_key', 'NULL')}, NULL,
    ${ofOne('changes', "concat('', lead_rows)")}, created_at, ${noChange}`
  return queryOf(rowHistory.name, columns, terms, params)
}

/** Changes that are one entry in the store: a line for each row, or one. */
async function changeQuery(store: MetaStore, filter: AuditFilter): Promise<Query | undefined> {
  const { projectId, row, table, perChange } = filter
  if (projectId === null || (filter.type !== undefined && filter.type !== 'DATA')) return undefined
  const { terms, params } = commonTerms({ ...filter, row: undefined })
  if (row !== undefined) {
    const made = table === undefined ? [] : await changesOfRows(store, { projectId, table, rowKeys: [row] })
    if (made.length === 0) return undefined
    terms.push(`id IN (${made.map(() => '?').join(', ')})`)
    params.push(...made.map(({ row: { id } }) => id))
  }
  const lines = row !== undefined || perChange === true ? '1' : 'records'
  const columns = `id, project_id, user_id, email, ip, kind, table_name, NULL, NULL, NULL, created_at,
    key_list, column_names, why, records, ${lines} AS line_count`
  const { select } = queryOf(changes.name, columns, terms, params)
  const { select: count } = queryOf(changes.name, `sum(${lines})`, terms, params)
  return { select, count, params }
}

function commentQuery(filter: AuditFilter): Query | undefined {
  if (filter.projectId === null || (filter.type !== undefined && filter.type !== 'COMMENT')) return undefined
  const { terms, params } = commonTerms(filter)
  // A record's list shows current entries; the audit also includes those of deleted records.
  if (filter.row !== undefined) terms.push('gone_at IS NULL')
  const columns = `id, project_id, user_id, email, ip, '${commentOperation}', table_name, row_key, body, NULL, created_at, ${noChange}`
  return queryOf(comments.name, columns, terms, params)
}

function commonTerms(filter: AuditFilter): { terms: string[]; params: StoredValue[] } {
  const terms: string[] = []
  const params: StoredValue[] = []
  const term = (sql: string, value: StoredValue | undefined): void => {
    if (value === undefined) return
    terms.push(sql)
    params.push(value)
  }
  term('project_id = ?', filter.projectId ?? undefined)
  term("lower(email) LIKE ? ESCAPE '!'", filter.email && `%${likeText(filter.email.toLowerCase())}%`)
  term('table_name = ?', filter.table)
  term('row_key = ?', filter.row)
  term('id >= ?', filter.from === undefined ? undefined : idFloor(filter.from))
  term('id < ?', filter.until === undefined ? undefined : idFloor(filter.until))
  return { terms, params }
}

function queryOf(table: string, columns: string, terms: readonly string[], params: readonly StoredValue[]): Query {
  const from = `FROM ${table} WHERE ${terms.join(' AND ')}`
  return { select: `SELECT ${columns} ${from}`, count: `SELECT count(*) ${from}`, params }
}

const likeText = (text: string): string => text.replaceAll(/[!%_]/g, '!$&')

const rowOperations: Readonly<Record<string, string>> = {
  insert: 'DATA/INSERT',
  update: 'DATA/UPDATE',
  delete: 'DATA/DELETE',
}

function entryOf(row: readonly StoredValue[]): AuditEntry {
  const text = (at: number): string | null => {
    const value = row[at]
    return value === null || value === undefined ? null : String(value)
  }
  const operation = text(5) ?? ''
  const rowOperation = rowOperations[operation]
  const isMany = rowOperation !== undefined && text(7) === null && text(entryColumns) === null
  return {
    id: text(0) ?? '',
    projectId: text(1),
    userId: row[2] === null || row[2] === undefined ? null : Number(row[2]),
    email: text(3),
    ip: text(4),
    operation: rowOperation ?? operation,
    table: text(6),
    row: text(7),
    description: text(8),
    details: isMany ? null : text(9),
    ...(isMany && { rows: Number(text(9)) }),
    isRow: rowOperation !== undefined,
    when: text(10) ?? '',
  }
}
