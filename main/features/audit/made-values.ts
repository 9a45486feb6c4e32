import type { StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import type { Table } from '@common/model'
import type { HistoryValue } from '@common/model/history'
import { metaTables, type MetaStore, type RowHistoryRow } from '@main/db/meta'
import { keyPart } from '@main/lib/key-part'
import { changesOfRows } from './changes'
import { HistoryValues } from './history-values'
import { changesNow, nameNow, readMarks, type Mark } from './marks'
import { parseChanges, rowKeyText, type StoredChanges } from './row-entries'

const { rowHistory } = metaTables

/** Returns current rows of a table; deleted rows are missing. */
export type ReadRows = (
  projectId: string,
  table: Table,
  keys: readonly (readonly string[])[],
) => Promise<readonly Readonly<Record<string, StoredValue>>[]>

/** A row of a combined entry. */
export interface MadeRow {
  /** Id of the change. */
  readonly id: string
  readonly rowKey: string
  /** Columns of the table when the row was made. */
  readonly columns: readonly string[]
  readonly why: string
}

export interface MadeValuesOptions {
  readonly store: MetaStore
  readonly rows: ReadRows
  readonly report: (error: unknown) => void
}

/** Row keys of one statement, and entries read at a time. */
const keysAtOnce = 100
const entriesAtOnce = 1_000

/**
 * Returns the initial values of rows, in row order and in the format of `parseChanges`: the value before the first later
 * entry, or else the current one. Columns have current names. If another program changed a value since, its value
 * appears.
 */
export async function madeValues(
  options: MadeValuesOptions,
  { projectId, table }: { readonly projectId: string; readonly table: Table },
  made: readonly MadeRow[],
): Promise<readonly StoredChanges[]> {
  const marks = await readMarks(options.store, projectId, table.name)
  const found = made.map((row) => new FoundValues(row, table, marks))
  for (let at = 0; at < found.length; at += keysAtOnce)
    await findAll(options, { projectId, table, marks }, found.slice(at, at + keysAtOnce))
  return found.map((each) => each.changes())
}

async function findAll(
  { store, rows, report }: MadeValuesOptions,
  place: { readonly projectId: string; readonly table: Table; readonly marks: readonly Mark[] },
  found: readonly FoundValues[],
): Promise<void> {
  const { projectId, table, marks } = place
  const rowKeys = [...new Set(found.map(({ row }) => row.rowKey))]
  const oldest = found.reduce((least, { row }) => (row.id < least ? row.id : least), found[0]?.row.id ?? '')
  const again = await changesOfRows(store, { projectId, table: table.name, rowKeys, since: oldest })
  for (const each of found)
    each.until = again.find(({ row, keys }) => row.id > each.row.id && keys.has(each.row.rowKey))?.row.id

  let after = oldest
  while (found.some(({ isOpen }) => isOpen)) {
    const entries = await store.select(
      rowHistory,
      `WHERE project_id = ? AND table_name = ? AND row_key IN (${rowKeys.map(() => '?').join(', ')}) AND id > ?
       ORDER BY id LIMIT ?`,
      [projectId, table.name, ...rowKeys, after, entriesAtOnce],
    )
    for (const entry of entries)
      for (const each of found) if (each.row.rowKey === entry.row_key) each.read(entry, marks)
    after = entries.at(-1)?.id ?? after
    if (entries.length < entriesAtOnce) break
  }

  const open = found.filter(({ isOpen, until }) => isOpen && until === undefined)
  if (open.length === 0) return
  // The author is known even if the database is unavailable.
  const now = await rows(
    projectId,
    table,
    open.map(({ row }) => [row.rowKey]),
  ).catch((error: unknown) => {
    report(error)
    return []
  })
  const byKey = new Map(now.map((row) => [rowKeyText(table.primaryKey.map((name) => keyPart(row[name]))), row]))
  for (const each of open) each.readRow(byKey.get(each.row.rowKey) ?? {})
}

/** The values of one row, found one after the other. */
class FoundValues {
  /** Id of the change that created a row with this key again. */
  until: string | undefined
  readonly #values = new Map<string, HistoryValue>()
  /** Columns whose value isn't known yet. */
  readonly #open: Set<string>
  readonly #stamps: readonly string[]

  constructor(
    readonly row: MadeRow,
    private readonly table: Table,
    marks: readonly Mark[],
  ) {
    const later = marks.filter(({ id }) => id > row.id)
    // Another table has the name now: its rows are not these.
    const isGone = later.some(({ mark }) => mark.removed === true)
    const names = new Set(isGone ? [] : row.columns.map((name) => nameNow(name, later)))
    this.#open = new Set(table.columns.flatMap(({ name }) => (names.has(name) ? [name] : [])))
    this.#stamps = table.columns.flatMap((column) => (hasRole(column, 'changedAt') ? [column.name] : []))
  }

  get isOpen(): boolean {
    return this.#open.size > 0
  }

  /** Takes the values before a later entry. Entries come oldest first. */
  read(entry: RowHistoryRow, marks: readonly Mark[]): void {
    if (!this.isOpen || entry.id <= this.row.id) return
    // Another row with this key: the end of this one is not in the history.
    if (entry.kind === 'insert' || (this.until !== undefined && entry.id > this.until)) return this.#open.clear()
    for (const { column, before } of changesNow(entry, parseChanges(entry).values, this.table, marks))
      if (this.#open.delete(column)) this.#values.set(column, before)
    if (entry.kind === 'delete') this.#open.clear()
    // Updates change this time without telling so.
    for (const name of this.#stamps) this.#open.delete(name)
  }

  readRow(row: Readonly<Record<string, StoredValue>>): void {
    const history = new HistoryValues()
    const values = [...this.#open].map((name) => [name, history.keep(row[name])] as const)
    // As an entry would hold it: integers beyond 2^53 become texts.
    const read = parseChanges({
      changes: JSON.stringify({ why: '', values: values.map(([name, is]) => [name, null, is]) }),
    })
    for (const [name, , value] of read.values) this.#values.set(name, value)
    this.#open.clear()
  }

  changes(): StoredChanges {
    const values = this.table.columns.flatMap(({ name }): StoredChanges['values'][number][] => {
      const value = this.#values.get(name) ?? null
      return value === null ? [] : [[name, null, value]]
    })
    return { why: this.row.why, values }
  }
}
