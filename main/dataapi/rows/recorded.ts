import { randomUUID } from 'node:crypto'
import type { Actor, Table } from '@common/model'
import type { Database, Statement, Step, StepResult } from '@main/db/database'
import type { EarlierRows, RowsOfStep } from '@main/db/earlier-values'
import {
  addEntrySql,
  ensureOutbox,
  outboxTable,
  transactRecorded,
  type Outbox,
  type RecordedHead,
} from '@main/db/outbox'
import { storedJson, type StoredRows } from '@main/lib/stored-json'
import type { ChangeEvent } from './change-events'

export type { Outbox } from '@main/db/outbox'

/** A write that may be recorded. */
export interface RecordedCall {
  readonly projectId: string
  readonly database: Database
  readonly context: {
    readonly actor: Pick<Actor, 'email'>
    /** Says how many automations led to the write. */
    readonly change?: { readonly depth: number } | undefined
    readonly signal: AbortSignal
  }
  readonly why: string
}

/** A change of rows of one table. Its steps return all columns. */
export interface RecordedChange {
  readonly kind: ChangeEvent['kind']
  readonly table: Table
  readonly before?: readonly StepRows[]
  readonly after?: readonly StepRows[]
}

/** A step of the transaction and the number of rows that it returns. */
export interface StepRows {
  readonly step: number
  readonly rows: number
}

/** Rows in one entry: engines limit the size of a value. */
const rowsPerEntry = 500
const nothing: ReadonlySet<string> = new Set()

export class Recorder {
  constructor(
    private readonly outbox: Outbox | undefined,
    private readonly now: () => Date,
  ) {}

  /**
   * Runs the steps of a write in one transaction, with the entries of its changes.
   *
   * @param changes  called only if automations wait for changes of the project
   */
  async transact(
    call: RecordedCall,
    steps: readonly Step[],
    changes: () => readonly RecordedChange[],
  ): Promise<StepResult[]> {
    const { database, context } = call
    const options = { signal: context.signal }
    const watched = await this.#watched(call)
    const list = watched.size === 0 ? [] : changes()
    const records = list.filter(({ table }) => watched.has(table.name)).flatMap((change) => this.#steps(call, change))
    if (records.length === 0) return database.transact(steps, options)
    await ensureOutbox(database, this.now())
    const results = await transactRecorded(database, steps, records, options)
    this.outbox?.written(call.projectId, database)
    return results
  }

  /** Returns the statement of an entry for rows that the database inserts and numbers itself. */
  async counted(call: RecordedCall, table: Table): Promise<Statement | undefined> {
    const watched = await this.#watched(call)
    if (!watched.has(table.name)) return undefined
    await ensureOutbox(call.database, this.now())
    const { quote } = call.database.dialect
    const list = `'[[[' || CAST(? AS INTEGER) || ',' || CAST(? AS INTEGER) || ']]]'`
    return {
      sql: `INSERT INTO ${quote(outboxTable)} (head, body) VALUES (?, ${list})`,
      params: [this.#head(call, { kind: 'create', table }, true)],
    }
  }

  written({ projectId, database }: RecordedCall): void {
    this.outbox?.written(projectId, database)
  }

  /** Adds entries for changes that were committed without them. */
  async addLate(call: RecordedCall, { kind, table, before, after }: Omit<ChangeEvent, 'who'>): Promise<void> {
    const { database, context } = call
    const listOf = (rows: ChangeEvent['after']): StoredRows =>
      rows.map((row) => table.columns.map(({ name }) => row[name] ?? null))
    const [was, is] = [listOf(before), listOf(after)]
    const head = this.#head(call, { kind, table })
    const batch: string[][] = []
    for (let from = 0; from < Math.max(was.length, is.length); from += rowsPerEntry) {
      const to = from + rowsPerEntry
      batch.push([head, storedJson([was.slice(from, to), is.slice(from, to)])])
    }
    if (batch.length === 0) return
    await ensureOutbox(database, this.now())
    const step = { sql: addEntrySql(database.dialect), params: [], batch }
    await transactRecorded(database, [], [step], { signal: context.signal })
    this.written(call)
  }

  async #watched({ projectId }: RecordedCall): Promise<ReadonlySet<string>> {
    return this.outbox?.watched(projectId) ?? nothing
  }

  #head(
    { context, why }: RecordedCall,
    { kind, table }: Pick<RecordedChange, 'kind' | 'table'>,
    counted?: true,
  ): string {
    const head: RecordedHead = {
      kind,
      table: table.name,
      columns: table.columns.map(({ name }) => name),
      by: context.actor.email,
      why,
      when: this.now().toISOString(),
      depth: context.change?.depth ?? 0,
      ...(counted && { counted }),
    }
    return JSON.stringify(head)
  }

  #steps(call: RecordedCall, change: RecordedChange): Step[] {
    const { before = [], after = [] } = change
    const count = Math.max(total(before), total(after))
    const head = this.#head(call, change)
    const earlier: EarlierRows[] = []
    const batch: string[][] = []
    for (let from = 0; from < count; from += rowsPerEntry) {
      const token = `rows ${randomUUID()}`
      const to = from + rowsPerEntry
      earlier.push({ token, rows: [part(before, from, to), part(after, from, to)] })
      batch.push([head, token])
    }
    if (batch.length === 0) return []
    return [{ sql: addEntrySql(call.database.dialect), params: [], batch, earlier }]
  }
}

const total = (steps: readonly StepRows[]): number => steps.reduce((sum, { rows }) => sum + rows, 0)

/** Returns the part of a list that continues over several steps. */
function part(steps: readonly StepRows[], from: number, to: number): RowsOfStep[] {
  let start = 0
  return steps.flatMap(({ step, rows }): RowsOfStep[] => {
    const own = { step, from: Math.max(0, from - start), to: Math.min(rows, to - start) }
    start += rows
    return own.from < own.to ? [own] : []
  })
}
