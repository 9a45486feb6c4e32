import type { Actor, Table } from '@common/model'
import type { Database, WriteOptions } from '@main/db/database'
import {
  addEntrySql,
  ensureOutbox,
  outboxTable,
  transactRecorded,
  type Outbox,
  type RecordedHead,
} from '@main/db/outbox'
import type { Statement, Step, StepResult, EarlierRows, RowsOfStep } from '@main/db/statement'
import { emptyTrail, type Trail } from '@main/lib/automation-trail'
import { storedRowsJson, type StoredRows } from '@main/lib/stored-json'
import type { ChangeEvent } from './change-event'

export type { Outbox } from '@main/db/outbox'

/** A write that may be recorded. */
export interface RecordedCall {
  readonly projectId: string
  readonly database: Database
  readonly context: {
    readonly actor: Pick<Actor, 'email'>
    /** Says which automations led to the write. */
    readonly change?: { readonly trail: Trail } | undefined
    readonly signal: AbortSignal
  }
  readonly why: string
}

/** A change of rows of one table. Its steps return all columns. */
export interface StepsChange {
  readonly kind: ChangeEvent['kind']
  readonly table: Table
  readonly before?: readonly StepRows[]
  readonly after?: readonly StepRows[]
}

/** A change whose rows are known before its transaction. */
export interface KnownChange extends Pick<ChangeEvent, 'kind' | 'table'> {
  readonly known: Pick<ChangeEvent, 'before' | 'after'>
}

export type RecordedChange = StepsChange | KnownChange

/** A part of a large write. */
export interface RecordedPart {
  readonly steps: readonly Step[]
  /** Returns the changes of its rows. @param first  place of its first step in the transaction */
  readonly recorded: (first: number) => readonly RecordedChange[]
  /** True if the caller doesn't need the returned rows, which then take no memory after they are recorded. */
  readonly isLarge?: boolean
}

/** A step of the transaction and the number of rows that it returns. */
export interface StepRows {
  readonly step: number
  readonly rows: number
}

/** Rows in one entry: engines limit the size of a value. */
export const rowsPerEntry = 500
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
   * @param options  default: the signal of the call
   */
  async transact(
    call: RecordedCall,
    steps: readonly Step[],
    changes: () => readonly RecordedChange[],
    options: WriteOptions = { signal: call.context.signal },
  ): Promise<StepResult[]> {
    const [results = []] = await this.transactParts(call, [{ steps, recorded: changes }], options)
    return results
  }

  /**
   * Runs the parts of a large write in one transaction. The entries of a part follow its steps.
   *
   * @returns the results of each part
   */
  async transactParts(
    call: RecordedCall,
    parts: readonly RecordedPart[],
    options: WriteOptions,
  ): Promise<StepResult[][]> {
    const { database } = call
    const watched = await this.#watched(call)
    const steps: Step[] = []
    let isRecorded = false
    const places = parts.map((part) => {
      const first = steps.length
      const until = first + part.steps.length
      const changes = watched.size === 0 ? [] : part.recorded(first)
      const records = changes.filter(({ table }) => watched.has(table.name)).flatMap((each) => this.#steps(call, each))
      isRecorded ||= records.length > 0
      const all = [...part.steps, ...records]
      const last = all.pop()
      if (last === undefined) return { first, until }
      const frees = part.isLarge === true ? { frees: part.steps.map((_, at) => first + at) } : {}
      steps.push(...all, { ...last, ...frees })
      return { first, until }
    })
    const results = isRecorded
      ? await transactRecorded(database, steps, options, this.now)
      : await database.transact(steps, options)
    if (isRecorded) this.outbox?.written(call.projectId, database)
    return places.map(({ first, until }) => results.slice(first, until))
  }

  /** True if automations wait for changes of a table. */
  async watches(projectId: string, table: string): Promise<boolean> {
    return (await this.#watched({ projectId })).has(table)
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

  async #watched({ projectId }: Pick<RecordedCall, 'projectId'>): Promise<ReadonlySet<string>> {
    return this.outbox?.watched(projectId) ?? nothing
  }

  #head(
    { context, why }: RecordedCall,
    { kind, table }: Pick<RecordedChange, 'kind' | 'table'>,
    counted?: true,
  ): string {
    const trail = context.change?.trail ?? emptyTrail
    const facts: FactsOfCall = {
      by: context.actor.email,
      why,
      when: this.now().toISOString(),
      depth: trail.depth,
      ...(trail.depth > 0 && trail.ids && { trail: trail.ids }),
      ...(counted && { counted }),
    }
    return `${startOfHead(kind, table)}${JSON.stringify(facts).slice(1)}`
  }

  #steps(call: RecordedCall, change: RecordedChange): Step[] {
    const head = this.#head(call, change)
    const earlier: EarlierRows[] = []
    const entries =
      'known' in change
        ? bodiesOf(change).map((body) => [head, body])
        : rangesOf(change).map((range, at) => {
            // The head is JSON, so it never looks like this.
            const token = `rows ${at}`
            earlier.push({ token, ...range })
            return [head, token]
          })
    const [only, ...others] = entries
    if (only === undefined) return []
    const sql = addEntrySql(call.database.dialect)
    const rows = earlier.length > 0 ? { earlier } : {}
    return [others.length === 0 ? { sql, params: only, ...rows } : { sql, params: [], batch: entries, ...rows }]
  }
}

type FactsOfTable = Pick<RecordedHead, 'kind' | 'table' | 'columns'>
type FactsOfCall = Omit<RecordedHead, keyof FactsOfTable>

const startsOfHeads = new WeakMap<Table, Map<string, string>>()

/** Returns the start of the JSON of a head: it is the same for all writes to a table, and names all its columns. */
function startOfHead(kind: RecordedHead['kind'], table: Table): string {
  const starts = startsOfHeads.get(table) ?? new Map<string, string>()
  startsOfHeads.set(table, starts)
  const known = starts.get(kind)
  if (known !== undefined) return known
  const facts: FactsOfTable = { kind, table: table.name, columns: table.columns.map(({ name }) => name) }
  const start = `${JSON.stringify(facts).slice(0, -1)},`
  starts.set(kind, start)
  return start
}

/** Returns the rows of each entry, as JSON. */
function bodiesOf({ table, known }: KnownChange): string[] {
  const listOf = (rows: ChangeEvent['after']): StoredRows =>
    rows.map((row) => table.columns.map(({ name }) => row[name] ?? null))
  const [before, after] = [listOf(known.before), listOf(known.after)]
  return entriesOf(Math.max(before.length, after.length)).map(([from, to]) =>
    storedRowsJson([before.slice(from, to), after.slice(from, to)]),
  )
}

/** Returns the rows of each entry, as places in the results of steps. */
function rangesOf({ before = [], after = [] }: StepsChange): Pick<EarlierRows, 'rows'>[] {
  return entriesOf(Math.max(total(before), total(after))).map(([from, to]) => ({
    rows: [part(before, from, to), part(after, from, to)],
  }))
}

/** Splits a number of rows into entries. @returns the first row and the one after the last of each */
const entriesOf = (count: number): [number, number][] =>
  Array.from({ length: Math.ceil(count / rowsPerEntry) }, (_, at) => [at * rowsPerEntry, (at + 1) * rowsPerEntry])

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
