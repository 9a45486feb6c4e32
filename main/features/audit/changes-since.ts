import type { Table } from '@common/model'
import { historyKinds } from '@common/model/history'
import type { LogEntry } from '@common/operations/changes'
import { metaTables, type AuditRow, type ChangeRow, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import { idFloor } from '@main/lib/log-id'
import { KeyList } from './key-list'
import { changesNow, markKind, readMarks, type Mark } from './marks'
import { isKeyDigest, parseChanges } from './row-entries'

const { rowHistory, changes, audit } = metaTables

export interface SinceQuery {
  readonly projectId: string
  /** Id of the last entry seen. */
  readonly cursor: string
  readonly limit: number
  /** Returns a table as the caller may see it; undefined for tables that are gone or hidden. */
  readonly table: (name: string) => Promise<Table | undefined>
  /** True to include commands, for callers who may read the audit. */
  readonly commands: boolean
}

export interface SincePage {
  readonly list: LogEntry[]
  /** Id of the last entry looked at. */
  readonly cursor: string
  readonly more: boolean
}

/**
 * Servers that share a meta store write entries independently. Entries younger than this may still get an older
 * neighbour, so they wait.
 */
const settledMs = 5_000

/** Reads the change log after a cursor, oldest entry first. */
export async function readChangesSince(store: MetaStore, now: Date, query: SinceQuery): Promise<SincePage> {
  const { projectId, cursor, limit } = query
  const before = store.exclusive ? '~' : idFloor(now.getTime() - settledMs)
  const where = (more = ''): string => `WHERE project_id = ? AND id > ? AND id < ?${more} ORDER BY id LIMIT ?`
  const params = [projectId, cursor, before, limit + 1]
  const [rows, bulks, lines] = await Promise.all([
    store.select(rowHistory, where(` AND kind <> '${markKind}'`), params),
    store.select(changes, where(), params),
    query.commands ? store.select(audit, where(), params) : [],
  ])
  const entries = [...rows, ...bulks, ...lines].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const page = entries.slice(0, limit)
  const tables = await tablesOf(store, query, page)
  return {
    list: page.flatMap((entry) => {
      if ('operation' in entry) return [commandOf(entry)]
      const found = tables.get(entry.table_name)
      // Entries before this mark belong to an earlier table of the same name.
      if (found === undefined || entry.id < found.since) return []
      return 'key_list' in entry ? [bulkOf(entry)] : [rowOf(entry, found)]
    }),
    cursor: page.at(-1)?.id ?? cursor,
    more: entries.length > page.length,
  }
}

interface KnownTable {
  readonly table: Table
  readonly marks: readonly Mark[]
  readonly since: string
}

async function tablesOf(
  store: MetaStore,
  { projectId, table }: SinceQuery,
  entries: readonly (RowHistoryRow | ChangeRow | AuditRow)[],
): Promise<ReadonlyMap<string, KnownTable>> {
  const names = new Set(entries.flatMap((entry) => ('operation' in entry ? [] : [entry.table_name])))
  const found = await Promise.all(
    [...names].map(async (name): Promise<[string, KnownTable][]> => {
      const known = await table(name)
      if (known === undefined) return []
      const marks = await readMarks(store, projectId, name)
      return [[name, { table: known, marks, since: marks.findLast(({ mark }) => mark.removed === true)?.id ?? '' }]]
    }),
  )
  return new Map(found.flat())
}

const common = (entry: RowHistoryRow | ChangeRow | AuditRow): Pick<LogEntry, 'id' | 'change' | 'when' | 'user'> => ({
  id: entry.id,
  change: entry.change_id,
  when: entry.created_at,
  user: entry.email,
})

const commandOf = (entry: AuditRow): LogEntry => ({
  ...common(entry),
  kind: 'command',
  why: entry.operation,
  table: entry.table_name,
  records: 0,
  rowId: null,
  keys: null,
  values: [],
})

const bulkOf = (entry: ChangeRow): LogEntry => ({
  ...common(entry),
  kind: 'insert',
  why: entry.why,
  table: entry.table_name,
  records: entry.records,
  rowId: null,
  keys: KeyList.parse(entry.key_list).ranges.map((range) => ({ ...range })),
  values: [],
})

function rowOf(entry: RowHistoryRow, { table, marks }: KnownTable): LogEntry {
  const { why, values } = parseChanges(entry)
  return {
    ...common(entry),
    kind: historyKinds.find((kind) => kind === entry.kind) ?? 'update',
    why,
    table: entry.table_name,
    records: 1,
    rowId: isKeyDigest(entry.row_key) || table.primaryKey.length === 0 ? null : entry.row_key,
    keys: null,
    values: changesNow(entry, values, table, marks).map(({ column, before, after }) => {
      const title = table.columns.find(({ name }) => name === column)?.title ?? column
      return { column, title, before, after }
    }),
  }
}
