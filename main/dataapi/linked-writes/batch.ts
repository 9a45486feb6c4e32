import { randomUUID } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Database } from '@main/db/database'
import type { Step, StepResult, EarlierValue } from '@main/db/statement'
import { writeIndex, type TableIndex } from '../plan/columns'
import { keyOfRow, partOf } from '../parse/row-key'
import type { RecordedCall, RecordedChange, Recorder } from '../rows/recorded'
import { isChangeTime, timestamp } from '../rows/row-input'
import { storedRow } from '../shape/row-json'
import { namesOf } from '../rows/write-call'
import { withTitles } from '../rows/error-titles'
import { insertRows, lockedRows, selectRows, typedPlaces, updateRows } from '../rows/row-statements'
import { lockSeen, requireInsertedSeen, requireReferences, requireSeen, requireWritableColumns } from '../rows/row-rule'
import type { ChangeEvent } from '../rows/change-event'

/** A row that an earlier step of the batch creates. */
export interface MadeRow {
  readonly step: number
  readonly index: TableIndex
}

/** A value to store: known, or from an earlier row of the batch. */
export type Given = StoredValue | { readonly of: MadeRow; readonly column: Column }

type Change = Pick<ChangeEvent, 'kind' | 'table' | 'keys' | 'before' | 'after' | 'set'>

/** Writes to several tables in one atomic transaction. */
export class WriteBatch {
  readonly #steps: Step[] = []
  /** Table and position in the body of each step. */
  readonly #places: { readonly index: TableIndex; readonly path: string }[] = []
  /** Checks of the written rows, at the end: a later write may complete an earlier one. */
  readonly #after: { readonly index: TableIndex; readonly path: string; readonly steps: () => Step[] }[] = []
  readonly #changes: ((results: readonly StepResult[]) => Change)[] = []
  readonly #recorded: RecordedChange[] = []

  /** @param now  change time of the rows */
  constructor(
    private readonly database: Database,
    private readonly now: Date,
  ) {}

  insert(own: TableIndex, given: ReadonlyMap<Column, Given>, path: string): MadeRow {
    const index = writeIndex(own)
    const { columns } = index.table
    const { values, earlier } = this.#plain(given)
    this.#requireReferences(index, given, path)
    const step = this.#add(index, path, {
      ...insertRows(this.database.dialect, index, [values], columns),
      // A trigger may cancel it without an error: then everything is rolled back.
      expectRows: 1,
      tooFew: 'WRITE_PREVENTED',
      ...(earlier.length > 0 && { earlier }),
    })
    this.#after.push({
      index,
      path,
      steps: () => requireInsertedSeen(this.database.dialect, index, [{ step, row: 0 }], columns),
    })
    this.#recorded.push({ kind: 'create', table: index.table, after: [{ step, rows: 1 }] })
    this.#changes.push((results) => {
      const [row] = results[step]?.rows ?? []
      if (!row) throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      const key = keyOfRow(index, (column) => row[columns.indexOf(column)])
      return { kind: 'create', table: index.table, keys: [key], before: [], after: [storedRow(columns, row)] }
    })
    return { step, index }
  }

  /** @param key  of an existing row; if it was deleted meanwhile, nothing is written */
  update(own: TableIndex, key: readonly string[], given: ReadonlyMap<Column, Given>, path: string): void {
    if (!own.table.sight.change) throw new AppError('NOT_ALLOWED')
    const index = writeIndex(own)
    requireWritableColumns(index, given.keys())
    const { dialect } = this.database
    const { columns } = index.table
    const times = columns.filter(isChangeTime).map((column): [Column, Given] => [column, timestamp(this.now)])
    // In table order, so that equal changes share a statement.
    const all = [...given, ...times].toSorted(([a], [b]) => (index.position.get(a) ?? 0) - (index.position.get(b) ?? 0))
    const { values, earlier } = this.#plain(new Map(all))
    const newKey = index.key.map((column, at) => {
      const value = values.get(column) ?? null
      return value === null ? (key[at] ?? '') : partOf(column, value)
    })
    this.#requireReferences(index, given, path)
    for (const step of lockSeen(dialect, index, [key])) this.#add(index, path, step)
    const before = this.#add(index, path, { ...lockedRows(dialect, index, [key], typedPlaces), expectRows: 1 })
    this.#add(index, path, {
      ...updateRows(dialect, index, [{ key, values }], []),
      ...(earlier.length > 0 && { earlier }),
    })
    const after = this.#add(index, path, selectRows(dialect, index, [newKey], typedPlaces))
    this.#after.push({ index, path, steps: () => requireSeen(dialect, index, [newKey], 'ROW_OUTSIDE_RULES') })
    this.#recorded.push({
      kind: 'update',
      table: index.table,
      before: [{ step: before, rows: 1 }],
      after: [{ step: after, rows: 1 }],
    })
    this.#changes.push((results) => {
      const rows = (step: number) => (results[step]?.rows ?? []).map((row) => storedRow(columns, row))
      const set = namesOf(values.keys())
      return { kind: 'update', table: index.table, keys: [key], before: rows(before), after: rows(after), set }
    })
  }

  /** @returns the changes in order, and the created rows by step */
  async run(
    recorder: Recorder,
    call: Omit<RecordedCall, 'database'>,
  ): Promise<{ readonly changes: readonly Change[]; readonly results: readonly StepResult[] }> {
    if (this.#steps.length === 0) return { changes: [], results: [] }
    for (const { index, path, steps } of this.#after.splice(0)) for (const step of steps()) this.#add(index, path, step)
    try {
      const results = await recorder.transact({ ...call, database: this.database }, this.#steps, () => this.#recorded)
      return { changes: this.#changes.map((change) => change(results)), results }
    } catch (error) {
      throw error instanceof AppError ? this.#placed(error) : error
    }
  }

  /** Records of the same batch need no check: their rows are checked at the end. */
  #requireReferences(index: TableIndex, given: ReadonlyMap<Column, Given>, path: string): void {
    const known = [...given].flatMap(([column, value]): [Column, StoredValue][] =>
      isLater(value) ? [] : [[column, value]],
    )
    for (const step of requireReferences(this.database.dialect, index, [new Map(known)])) this.#add(index, path, step)
  }

  #add(index: TableIndex, path: string, step: Step): number {
    this.#places.push({ index, path })
    return this.#steps.push(step) - 1
  }

  #plain(given: ReadonlyMap<Column, Given>): {
    readonly values: ReadonlyMap<Column, StoredValue>
    readonly earlier: readonly EarlierValue[]
  } {
    const values = new Map<Column, StoredValue>()
    const earlier: EarlierValue[] = []
    for (const [column, value] of given) {
      if (!isLater(value)) {
        values.set(column, value)
        continue
      }
      const token = `earlier ${randomUUID()}`
      earlier.push({ token, step: value.of.step, column: value.of.index.table.columns.indexOf(value.column) })
      values.set(column, token)
    }
    return { values, earlier }
  }

  /** Adds the position of the rejected row, and replaces column names by titles. */
  #placed(error: AppError): AppError {
    const { at, ...details } = error.details
    const step = typeof at === 'object' && at !== null && 'step' in at ? Number(at.step) : 0
    const place = this.#places[step]
    if (!place) return error
    const named = withTitles(place.index, new AppError(error.code, details, { cause: error }))
    return place.path === ''
      ? named
      : new AppError(named.code, { ...named.details, path: place.path }, { cause: error })
  }
}

function isLater(value: Given): value is Extract<Given, { of: MadeRow }> {
  return typeof value === 'object' && value !== null && 'of' in value && 'column' in value
}
