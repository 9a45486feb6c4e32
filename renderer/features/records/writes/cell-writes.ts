import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import { createKeyedQueue } from '@common/util/queue'
import { isApiError } from '@renderer/api'
import type { Sentence } from '@renderer/i18n'
import { cellsInMemory, type UnsavedValue, type UnsavedValues } from '../drafts/unsaved-values'
import { isUnreached } from '../unsaved/unreached'
import { jsonValue, keyValues, rowKey, type Row } from '../rows/row-key'
import type { RowStore } from '../rows/row-store'
import { nameOf } from '../undo/row-steps'
import type { RefusedCell } from './refused-cell'
import type { RowApi } from '../rows/types'

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

interface PendingCell {
  readonly value: unknown
  /** The value that the server should hold at this write; another value means a conflict. */
  readonly expected: unknown
  /** Last confirmed value: restored if the server rejects the write. */
  before: unknown
  readonly since: number
}

/** Writes shorter than this show no progress (visual reference §5). */
export const savingShownAfterMs = 300

/**
 * Writes single cells as optimistic updates: sends only the changed column, and rolls back if the server rejects it.
 * While the server is unreachable, values stay visible and queued.
 * Writes to one row go one after another, so that the last one wins on the server too.
 */
export class CellWrites {
  readonly #table: () => Table
  readonly #api: () => RowApi
  readonly #store: RowStore
  readonly #sentenceOf: (error: unknown) => Sentence
  readonly #changed: () => void
  readonly #unsavedValues: UnsavedValues
  readonly #queue = createKeyedQueue()
  readonly #pending = new Map<string, Map<string, PendingCell>>()
  #wrote = false

  constructor(options: {
    readonly table: () => Table
    readonly api: () => RowApi
    readonly store: RowStore
    readonly sentenceOf: (error: unknown) => Sentence
    /** Called after any change here. */
    readonly changed: () => void
    readonly unsavedValues?: UnsavedValues | undefined
  }) {
    this.#table = options.table
    this.#api = options.api
    this.#store = options.store
    this.#sentenceOf = options.sentenceOf
    this.#changed = options.changed
    this.#unsavedValues = options.unsavedValues ?? cellsInMemory()
  }

  /** Subscribes to changes of the queued values by other parts of the page. @returns the unsubscribe function */
  watch(): () => void {
    let shown = this.#waiting()
    return this.#unsavedValues.subscribe(() => {
      const before = shown
      shown = this.#waiting()
      // Rolls discarded and rejected values back to the server's; values in flight stay visible.
      for (const [id, cell] of before)
        if (!shown.has(id) && this.#unsavedValues.get(cell.rowKey, cell.column.name)?.state !== 'sending')
          this.#replace(cell.rowKey, (row) => ({ ...row, [cell.column.title]: cell.before }))
      for (const [id, cell] of shown)
        if (!before.has(id)) this.#replace(cell.rowKey, (row) => ({ ...row, [cell.column.title]: cell.value }))
      this.#changed()
    })
  }

  get state(): SaveState {
    for (const { state } of this.#unsavedValues.all()) if (state !== 'sending') return 'failed'
    return this.#pending.size > 0 ? 'saving' : this.#wrote ? 'saved' : 'idle'
  }

  refusedAt(row: Row, column: Column): RefusedCell | undefined {
    const unsaved = this.#unsavedValues.get(rowKey(this.#table(), row) ?? '', column.name)
    return unsaved?.state === 'refused' ? { text: unsaved.text, message: unsaved.message ?? '' } : undefined
  }

  /** True if the value is queued. */
  waitsAt(row: Row, column: Column): boolean {
    return this.#unsavedValues.get(rowKey(this.#table(), row) ?? '', column.name)?.state === 'waiting'
  }

  /** Resolves once the server has responded to all earlier writes. */
  async settled(): Promise<void> {
    await this.#queue.settled()
  }

  get refusedCount(): number {
    let count = 0
    for (const { state } of this.#unsavedValues.all()) if (state === 'refused') count += 1
    return count
  }

  /** Long enough under way to be worth showing. */
  isSaving(row: Row, column: Column): boolean {
    const key = rowKey(this.#table(), row)
    if (key === undefined) return false
    if (this.#unsavedValues.get(key, column.name)?.state === 'waiting') return true
    const pending = this.#pending.get(key)?.get(column.title)
    return pending !== undefined && performance.now() - pending.since >= savingShownAfterMs
  }

  /** Leaves a text in its cell although the server can't store it. */
  refuse(row: Row, column: Column, { text, message }: RefusedCell): void {
    this.#put(row, column, { before: this.#held(row, column), text, message, state: 'refused' })
    this.#changed()
  }

  /** Shows the stored value again. */
  forgetRefused(row: Row, column: Column): void {
    if (this.refusedAt(row, column) === undefined) return
    this.#unsavedValues.remove(rowKey(this.#table(), row) ?? '', column.name)
    this.#wrote = true
    this.#changed()
  }

  /** Stores one value. The promise resolves when the server responds, with success or an error. */
  write(row: Row, column: Column, value: StoredValue, text: string): Promise<void> {
    const key = rowKey(this.#table(), row)
    if (key === undefined) return Promise.resolve()
    const json = jsonValue(value)
    const cells = this.#pending.get(key) ?? new Map<string, PendingCell>()
    const earlier = cells.get(column.title)
    const before = earlier ? earlier.before : this.#held(row, column)
    const pending: PendingCell = {
      value: json,
      expected: earlier ? earlier.value : before,
      before,
      since: performance.now(),
    }
    cells.set(column.title, pending)
    this.#pending.set(key, cells)
    this.#put(row, column, { value: json, before, text, state: 'sending' })
    this.#replace(key, (held) => ({ ...held, [column.title]: json }))
    this.#changed()
    setTimeout(() => this.#changed(), savingShownAfterMs)
    const sent = this.#queue.run(key, async () => {
      // The caller gets the write before it is sent.
      await Promise.resolve()
      await this.#send(key, row, column, pending, text)
    })
    this.#api().during?.(sent)
    return sent
  }

  /** Returns a row from the server with the values in flight and in the queue. */
  withPending(row: Row): Row {
    const key = rowKey(this.#table(), row)
    if (key === undefined) return row
    const waiting = [...this.#unsavedValues.ofRow(key)].filter(({ state }) => state === 'waiting')
    if (waiting.length === 0 && !this.#pending.has(key)) return row
    return {
      ...row,
      ...Object.fromEntries(waiting.map(({ column, value }) => [column.title, value])),
      ...this.#pendingValues(key),
    }
  }

  async #send(key: string, row: Row, column: Column, pending: PendingCell, text: string): Promise<void> {
    try {
      const stored = await this.#update(row, column, pending)
      if (this.#done(key, column, pending)) this.#unsavedValues.remove(key, column.name)
      const next = this.#pending.get(key)?.get(column.title)
      if (next) next.before = stored[column.title] ?? pending.value
      // The user typed the pending values after this response.
      const later = this.#pendingValues(key)
      this.#replace(key, (held) => ({ ...this.withPending({ ...held, ...stored }), ...later }))
    } catch (error) {
      if (this.#done(key, column, pending)) this.#failed(key, row, column, pending, text, error)
    }
    this.#wrote = true
    this.#changed()
  }

  #failed(key: string, row: Row, column: Column, pending: PendingCell, text: string, error: unknown): void {
    const { value, before } = pending
    if (isUnreached(error)) return this.#put(row, column, { value, before, text, state: 'waiting' })
    const held = changedValue(error)
    const now = held === undefined ? before : held.value
    this.#replace(key, (shown) => ({ ...shown, [column.title]: now }))
    this.#put(row, column, { value, before: now, text, message: this.#sentenceOf(error), state: 'refused' })
  }

  async #update(row: Row, { title }: Column, { value, expected, before }: PendingCell): Promise<Row> {
    try {
      return await this.#api().update(row, { [title]: value }, { [title]: expected })
    } catch (error) {
      const held = changedValue(error)
      // The server rejected an earlier value of ours, so this isn't a conflict.
      if (held === undefined || JSON.stringify(held.value) !== JSON.stringify(before)) throw error
      return this.#api().update(row, { [title]: value })
    }
  }

  /** @returns true if no newer value of the same cell is pending */
  #done(key: string, column: Column, pending: PendingCell): boolean {
    const cells = this.#pending.get(key)
    if (cells?.get(column.title) !== pending) return false
    cells.delete(column.title)
    if (cells.size === 0) this.#pending.delete(key)
    return true
  }

  #pendingValues(key: string): Row {
    const cells = this.#pending.get(key) ?? new Map<string, PendingCell>()
    return Object.fromEntries([...cells].map(([title, { value }]) => [title, value]))
  }

  /** Returns the server's value of a cell, since the shown one may be queued. */
  #held(row: Row, column: Column): unknown {
    const unsaved = this.#unsavedValues.get(rowKey(this.#table(), row) ?? '', column.name)
    return unsaved && unsaved.state !== 'sending' ? unsaved.before : row[column.title]
  }

  #put(row: Row, column: Column, part: Pick<UnsavedValue, 'value' | 'before' | 'text' | 'state' | 'message'>): void {
    const table = this.#table()
    this.#unsavedValues.put({
      ...part,
      rowKey: rowKey(table, row) ?? '',
      key: keyValues(table, row),
      record: nameOf(table, row),
      column: { name: column.name, title: column.title },
    })
  }

  #waiting(): ReadonlyMap<string, UnsavedValue> {
    return new Map(
      [...this.#unsavedValues.all()]
        .filter(({ state }) => state === 'waiting')
        .map((cell) => [`${cell.rowKey}\n${cell.column.name}`, cell]),
    )
  }

  #replace(key: string, change: (row: Row) => Row): void {
    this.#store.replace((held) => rowKey(this.#table(), held) === key, change)
  }
}

/** Returns the cell's current value if another client changed it. */
export function changedValue(error: unknown): { readonly value: unknown } | undefined {
  return isApiError(error, 'VALUE_CHANGED') ? { value: error.details['value'] } : undefined
}
