import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import { isApiError } from '@renderer/api'
import type { RowApi } from './row-api'
import { jsonValue, rowKey, type Row } from './row-key'
import type { RowStore } from './row-store'

/** A value that was not accepted: kept in its cell for correction, with the sentence that says why. */
export interface RefusedCell {
  readonly text: string
  readonly message: string
}

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

interface PendingCell {
  readonly value: unknown
  /** What the server holds when this is written, unless somebody else was there. */
  readonly expected: unknown
  /** What to show again when the write is refused. */
  readonly before: unknown
  readonly since: number
}

/** Nothing is shown of a write that takes no longer than this (visual reference §5). */
export const savingShownAfterMs = 300

/**
 * Writes single cells: shown at once, sent with only the changed column, taken back when refused.
 * Writes to one row go one after another, so that the last one wins on the server too.
 */
export class CellWrites {
  readonly #table: () => Table
  readonly #api: () => RowApi
  readonly #store: RowStore
  readonly #messageOf: (error: unknown) => string
  readonly #changed: () => void
  readonly #queues = new Map<string, Promise<void>>()
  readonly #pending = new Map<string, Map<string, PendingCell>>()
  readonly #refused = new Map<string, RefusedCell>()
  #state: SaveState = 'idle'

  constructor(options: {
    readonly table: () => Table
    readonly api: () => RowApi
    readonly store: RowStore
    readonly messageOf: (error: unknown) => string
    /** Called after anything here changed. */
    readonly changed: () => void
  }) {
    this.#table = options.table
    this.#api = options.api
    this.#store = options.store
    this.#messageOf = options.messageOf
    this.#changed = options.changed
  }

  get state(): SaveState {
    return this.#state
  }

  refusedAt(row: Row, column: Column): RefusedCell | undefined {
    return this.#refused.get(cellId(rowKey(this.#table(), row), column))
  }

  get refusedCount(): number {
    return this.#refused.size
  }

  /** Long enough under way to be worth showing. */
  isSaving(row: Row, column: Column): boolean {
    const key = rowKey(this.#table(), row)
    const pending = key === undefined ? undefined : this.#pending.get(key)?.get(column.title)
    return pending !== undefined && performance.now() - pending.since >= savingShownAfterMs
  }

  /** Keeps a text in its cell although it cannot be stored. */
  refuse(row: Row, column: Column, refused: RefusedCell): void {
    this.#refused.set(cellId(rowKey(this.#table(), row), column), refused)
    this.#state = 'failed'
    this.#changed()
  }

  /** Shows the stored value again. */
  forgetRefused(row: Row, column: Column): void {
    if (this.#refused.delete(cellId(rowKey(this.#table(), row), column))) this.#settle()
  }

  /** Stores one value. The promise ends when the server has answered, whatever it said. */
  write(row: Row, column: Column, value: StoredValue, text: string): Promise<void> {
    const key = rowKey(this.#table(), row)
    if (key === undefined) return Promise.resolve()
    const json = jsonValue(value)
    this.#refused.delete(cellId(key, column))
    const cells = this.#pending.get(key) ?? new Map<string, PendingCell>()
    const earlier = cells.get(column.title)
    const pending: PendingCell = {
      value: json,
      expected: earlier ? earlier.value : row[column.title],
      before: earlier ? earlier.before : row[column.title],
      since: performance.now(),
    }
    cells.set(column.title, pending)
    this.#pending.set(key, cells)
    this.#replace(key, (held) => ({ ...held, [column.title]: json }))
    this.#state = 'saving'
    this.#changed()
    setTimeout(() => this.#changed(), savingShownAfterMs)
    const sent = (this.#queues.get(key) ?? Promise.resolve()).then(() => this.#send(key, row, column, pending, text))
    this.#queues.set(key, sent)
    void sent.then(() => {
      if (this.#queues.get(key) === sent) this.#queues.delete(key)
    })
    return sent
  }

  /** A row as it came from the server, with what is on its way there. */
  withPending(row: Row): Row {
    if (this.#pending.size === 0) return row
    const key = rowKey(this.#table(), row)
    return key === undefined || !this.#pending.has(key) ? row : { ...row, ...this.#pendingValues(key) }
  }

  async #send(key: string, row: Row, column: Column, pending: PendingCell, text: string): Promise<void> {
    try {
      const stored = await this.#update(row, column, pending)
      this.#done(key, column, pending)
      // What is still on its way was typed later than this answer.
      const later = this.#pendingValues(key)
      this.#replace(key, (held) => ({ ...held, ...stored, ...later }))
    } catch (error) {
      const isNewest = this.#done(key, column, pending)
      if (isNewest) {
        const held = changedValue(error)
        const value = held === undefined ? pending.before : held.value
        this.#replace(key, (row) => ({ ...row, [column.title]: value }))
        this.#refused.set(cellId(key, column), { text, message: this.#messageOf(error) })
      }
    }
    this.#settle()
  }

  async #update(row: Row, { title }: Column, { value, expected, before }: PendingCell): Promise<Row> {
    try {
      return await this.#api().update(row, { [title]: value }, { [title]: expected })
    } catch (error) {
      const held = changedValue(error)
      // An earlier value of ours was refused: nobody else was there.
      if (held === undefined || JSON.stringify(held.value) !== JSON.stringify(before)) throw error
      return this.#api().update(row, { [title]: value })
    }
  }

  /** @returns whether no newer value of the same cell is on its way */
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

  #replace(key: string, change: (row: Row) => Row): void {
    this.#store.replace((held) => rowKey(this.#table(), held) === key, change)
  }

  #settle(): void {
    this.#state = this.#refused.size > 0 ? 'failed' : this.#pending.size > 0 ? 'saving' : 'saved'
    this.#changed()
  }
}

/** What the cell holds, when somebody else had changed it. */
function changedValue(error: unknown): { readonly value: unknown } | undefined {
  return isApiError(error, 'VALUE_CHANGED') ? { value: error.details['value'] } : undefined
}

function cellId(key: string | undefined, column: Column): string {
  return `${key ?? ''}\n${column.name}`
}
