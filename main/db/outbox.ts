import { AppError } from '@common/errors'
import { parseStoredJson, type StoredRows } from '@main/lib/stored-json'
import type { Database, WriteOptions } from './database'
import type { Step, StepResult } from './statement'

/*
 * The outbox of a database: a hidden table with the changes that automations wait for. An entry is written in the
 * transaction of its change, so neither exists without the other. Its number grows with the order of the changes of each
 * row, as a transaction numbers it while it holds the row.
 */

export const outboxTable = 'nc_outbox'

/** Says which changes the outbox records, and reads it. */
export interface Outbox {
  /** Returns the names of the tables whose changes count. Synchronous if they are known. */
  readonly watched: (projectId: string) => ReadonlySet<string> | Promise<ReadonlySet<string>>
  /** Called after changes were committed with their entries. */
  readonly written: (projectId: string, database: Database) => void
}

/** Facts of an entry that are known before its transaction. */
export interface RecordedHead {
  readonly kind: 'create' | 'update' | 'delete'
  readonly table: string
  /** Names of the columns of the rows. */
  readonly columns: readonly string[]
  readonly by: string | null
  readonly why: string
  readonly when: string
  /** Number of automations that led to the change. */
  readonly depth: number
  /** Their ids in order. Absent without any, and in entries of earlier versions. */
  readonly trail?: readonly string[]
  /** True if the rows are the first key and the number of inserted rows. */
  readonly counted?: true
}

/** An entry: what is known before the transaction, and the rows that it read. */
export interface OutboxEntry {
  readonly seq: number
  readonly head: RecordedHead
  /** Rows before and after the change. */
  readonly rows: readonly StoredRows[]
}

const numbersPerMs = 1_000
const created = new WeakMap<Database, Promise<void>>()

/** Creates the outbox unless it exists. @throws errors of the database, such as a missing right to create tables */
export function ensureOutbox(database: Database, now: Date): Promise<void> {
  const known = created.get(database)
  if (known !== undefined) return known
  // Numbers of a former outbox are smaller.
  const { schema, rows = [] } = database.dialect.schema.createOutbox(outboxTable, now.getTime() * numbersPerMs)
  const made = database
    .changeSchema(schema)
    .then(() => (rows.length === 0 ? [] : database.transact(rows)))
    .then(() => undefined)
  created.set(database, made)
  made.catch(() => created.delete(database))
  return made
}

/** Runs a transaction whose steps add entries. */
export async function transactRecorded(
  database: Database,
  steps: readonly Step[],
  options: WriteOptions,
  now: () => Date,
): Promise<StepResult[]> {
  const run = (): Promise<StepResult[]> => database.transact(steps, options)
  await ensureOutbox(database, now())
  try {
    return await run()
  } catch (error) {
    if (!isMissing(error)) throw error
    // The file may have been replaced by one without an outbox.
    created.delete(database)
    await ensureOutbox(database, now())
    return run()
  }
}

const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'TABLE_NOT_FOUND'

/** Returns the statement that adds an entry. The parameters are its head and its rows. */
export function addEntrySql({ quote, placeholder }: Database['dialect']): string {
  return `INSERT INTO ${quote(outboxTable)} (head, body) VALUES (${placeholder(1)}, ${placeholder(2)})`
}

/** Reads the oldest entries. A database without an outbox has none. */
export async function readEntries(database: Database, most: number): Promise<OutboxEntry[]> {
  const { quote, page } = database.dialect
  const sql = `SELECT seq, head, body FROM ${quote(outboxTable)} ORDER BY seq${page(String(most), '0', true)}`
  const rows = await database.read({ sql, params: [] }, { lane: 'short' }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return rows.map(([seq, head, body]) => ({
    seq: Number(seq),
    head: JSON.parse(String(head)) as RecordedHead,
    rows: parseStoredJson(String(body)) as readonly StoredRows[],
  }))
}

export async function deleteEntries(database: Database, entries: readonly OutboxEntry[]): Promise<void> {
  const { quote, placeholder } = database.dialect
  const places = entries.map((_, at) => placeholder(at + 1)).join(', ')
  const sql = `DELETE FROM ${quote(outboxTable)} WHERE seq IN (${places})`
  await database.transact([{ sql, params: entries.map(({ seq }) => seq) }])
}
