import type { StoredValue } from '@common/columns/column-type'
import { metaTables, type MetaStore } from '@main/db/meta'
import { idFloor } from './entry-id'
import { markKind } from './marks'

const { audit, comments, rowHistory } = metaTables

/** A line of the audit, or an entry of a row's history or a comment told as one. */
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
  /** JSON text: of a row, `KeptChanges`. */
  readonly details: string | null
  readonly isRow: boolean
  /** Rows of a change that is one entry (`perChange`); undefined for a single row. */
  readonly rows?: number
  readonly when: string
}

/** What is wanted of the audit. */
export interface AuditFilter {
  /** Null: what belongs to no project, and the coming and going of projects. */
  readonly projectId: string | null
  /** Part of an e-mail address, letter case ignored. */
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

/** Lines of the audit, changes of rows and comments in one list. */
export async function readAudit(store: MetaStore, filter: AuditFilter, part: AuditPart): Promise<AuditPage> {
  const others = filter.onlyComments === true ? [] : [lineQuery(filter), rowQuery(filter)]
  const parts = [...others, commentQuery(filter)].filter((query) => query !== undefined)
  if (parts.length === 0) return { list: [], count: 0 }
  const direction = part.oldestFirst === true ? 'ASC' : 'DESC'
  const [counts, rows] = await Promise.all([
    Promise.all(parts.map(({ count, params }) => store.read(count, params))),
    part.limit === 0
      ? []
      : store.read(
          `${parts.map(({ select }) => select).join(' UNION ALL ')} ORDER BY id ${direction} LIMIT ? OFFSET ?`,
          [...parts.flatMap(({ params }) => params), part.limit, part.offset],
        ),
  ])
  return { list: rows.map(entryOf), count: counts.reduce((sum, [row]) => sum + Number(row?.[0] ?? 0), 0) }
}

interface Query {
  readonly select: string
  readonly count: string
  readonly params: readonly StoredValue[]
}

function lineQuery(filter: AuditFilter): Query {
  const { terms, params } = commonTerms(filter)
  if (filter.projectId === null) terms.push("(project_id IS NULL OR operation LIKE 'PROJECT/%')")
  if (filter.type !== undefined) {
    terms.push("operation LIKE ? ESCAPE '!'")
    params.push(`${likeText(filter.type)}/%`)
  }
  const columns = 'id, project_id, user_id, email, ip, operation, table_name, row_key, description, details, created_at'
  return queryOf(audit.name, columns, terms, params)
}

function rowQuery(filter: AuditFilter): Query | undefined {
  if (filter.projectId === null || (filter.type !== undefined && filter.type !== 'DATA')) return undefined
  const { terms, params } = commonTerms(filter)
  terms.push(`kind <> '${markKind}'`)
  if (filter.perChange !== true) {
    const columns = 'id, project_id, user_id, email, NULL, kind, table_name, row_key, NULL, changes, created_at'
    return queryOf(rowHistory.name, columns, terms, params)
  }
  // All rows of a change have its time.
  const change = 'project_id, user_id, email, kind, table_name, created_at'
  const ofOne = (column: string, others: string): string =>
    `CASE WHEN count(*) = 1 THEN max(${column}) ELSE ${others} END`
  const columns = `max(id) AS id, project_id, user_id, email, NULL, kind, table_name, ${ofOne('row_key', 'NULL')}, NULL,
    ${ofOne('changes', "concat('', count(*))")}, created_at`
  const { select } = queryOf(rowHistory.name, columns, terms, params)
  const { select: changes } = queryOf(rowHistory.name, '1', terms, params)
  return {
    select: `${select} GROUP BY ${change}`,
    count: `SELECT count(*) FROM (${changes} GROUP BY ${change}) AS changes`,
    params,
  }
}

function commentQuery(filter: AuditFilter): Query | undefined {
  if (filter.projectId === null || (filter.type !== undefined && filter.type !== 'COMMENT')) return undefined
  const { terms, params } = commonTerms(filter)
  // Of a record, what is to be read there; the audit tells also of what went with its record.
  if (filter.row !== undefined) terms.push('gone_at IS NULL')
  const columns = "id, project_id, user_id, email, NULL, 'COMMENT/INSERT', table_name, row_key, body, NULL, created_at"
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
  const isMany = rowOperation !== undefined && text(7) === null
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
