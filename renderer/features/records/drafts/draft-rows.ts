import type { Column, Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import { DraftRow, type GivenRow } from './draft-row'
import type { Sentence } from '@renderer/i18n'
import type { Row } from '../rows/row-key'
import { isUnreached } from '../unsaved/unreached'

export interface DraftRowsOptions {
  readonly table: () => Table
  /** Stores one row; undefined if the queue takes it. */
  readonly create: (values: Row, id: string) => Promise<Row | undefined>
  /** Drafts of queued batches. They come before the others, and their batch stores them. */
  readonly queued?: () => readonly DraftRow[]
  /** Called when a row is stored. `later` are columns that the user set while the request was running. */
  readonly stored: (row: Row, later: readonly Column[], values: Row) => void
  /** Returns the message of a rejection, and the value as text, for the affected cell. */
  readonly describe: (
    error: unknown,
    column: Column,
    value: unknown,
  ) => { readonly text: string; readonly message: Sentence }
  /** Called when a row couldn't be created and no cell can show the error. */
  readonly lost: (error: unknown) => void
  readonly changed: () => void
  /** Called when a draft's values or state change. `sending`: the request is in flight. */
  readonly saved?: ((draft: DraftRow, sending: boolean, message?: Sentence) => void) | undefined
  /** Called when a draft is stored or discarded, to purge its saved copy. */
  readonly gone?: ((draft: DraftRow) => void) | undefined
}

/**
 * New rows that aren't stored yet. They appear at once, so that typing never waits for the server. Stores them one
 * after another in the order of creation.
 */
export class DraftRows {
  readonly #options: DraftRowsOptions
  #rows: readonly DraftRow[] = []
  readonly #storedAs = new WeakMap<DraftRow, Row>()
  #isStoring = false
  #sending: DraftRow | undefined
  /** Takes unfinished drafts while the view is hidden. */
  #keeper: ((draft: DraftRow) => void) | undefined

  constructor(options: DraftRowsOptions) {
    this.#options = options
  }

  get count(): number {
    return this.#queued.length + this.#rows.length
  }

  get #queued(): readonly DraftRow[] {
    return this.#options.queued?.() ?? []
  }

  get all(): readonly DraftRow[] {
    return this.#rows
  }

  /** True while the draft's request is in flight. */
  isSending(id: string): boolean {
    return this.#sending?.id === id
  }

  at(index: number): DraftRow | undefined {
    return this.#queued[index] ?? this.#rows[index - this.#queued.length]
  }

  /** Returns the index of a row among the drafts; undefined if it isn't one any more. */
  indexOf(draft: DraftRow): number | undefined {
    const at = [...this.#queued, ...this.#rows].indexOf(draft)
    return at < 0 ? undefined : at
  }

  /** Returns the stored row of a draft; undefined until it is stored. */
  storedAs(draft: DraftRow): Row | undefined {
    return this.#storedAs.get(draft)
  }

  /** The row that waits for user input: a value is missing or was rejected. */
  get unfinished(): DraftRow | undefined {
    return this.#rows.find(waits)
  }

  get hasRefused(): boolean {
    return this.#rows.some((row) => row.hasRefused || row.waitsForServer)
  }

  /** Stores or saves a draft after the user has set a value. */
  touched(draft: DraftRow): void {
    this.#options.saved?.(draft, this.isSending(draft.id))
    void this.store()
  }

  /** Retries the queued drafts after a reconnect. */
  retry(): void {
    for (const row of this.#rows) row.waitsForServer = false
    this.#options.changed()
    void this.store()
  }

  /** Adds a row, or returns to the unfinished one. @returns its index among the drafts */
  add(given?: GivenRow): number {
    const { unfinished } = this
    if (unfinished) return this.#queued.length + this.#rows.indexOf(unfinished)
    this.#rows = [...this.#rows, new DraftRow(this.#options.table(), given)]
    // A staged row moves to the queued ones at once, with the same index.
    const place = this.count - 1
    this.#options.changed()
    void this.store()
    return place
  }

  /** Hands over unfinished drafts, now and after each later rejection, until `resume`. */
  release(keeper: (draft: DraftRow) => void): void {
    this.#keeper = keeper
    const waiting = this.#rows.filter(waits)
    if (waiting.length === 0) return
    this.#rows = this.#rows.filter((row) => !waiting.includes(row))
    waiting.forEach(keeper)
    this.#options.changed()
  }

  /** Resumes when the view is visible again, with earlier drafts. */
  resume(drafts: readonly DraftRow[]): void {
    this.#keeper = undefined
    const known = new Set(this.#rows.map(({ id }) => id))
    const added = drafts.filter(({ id }) => !known.has(id))
    if (added.length === 0) return
    for (const draft of added) draft.waitsForServer = false
    this.#rows = [...this.#rows, ...added]
    this.#options.changed()
    void this.store()
  }

  discard(index: number): void {
    const draft = this.#rows[index - this.#queued.length]
    if (draft) this.#take(draft)
    this.#options.changed()
  }

  /** Discards a draft by its id, unless its request is in flight. */
  discardById(id: string): void {
    const draft = this.#rows.find((row) => row.id === id)
    if (draft === undefined || this.isSending(id)) return
    this.#take(draft)
    this.#options.changed()
  }

  /** Stores every complete row, one at a time. */
  async store(): Promise<void> {
    if (this.#isStoring) return
    this.#isStoring = true
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#storeOne(next)
    } finally {
      this.#isStoring = false
    }
  }

  #next(): DraftRow | undefined {
    return this.#rows.find((row) => row.missing.length === 0 && !row.hasRefused && !row.waitsForServer)
  }

  async #storeOne(draft: DraftRow): Promise<void> {
    // A retry sends the values of the first attempt, which its key belongs to. Later ones follow as an update.
    const stored = (draft.sent ??= draft.values)
    this.#sending = draft
    this.#options.saved?.(draft, true)
    try {
      const row = await this.#options.create(stored, draft.id)
      if (row === undefined) {
        this.#take(draft)
        this.#sending = undefined
        this.#options.changed()
        return
      }
      const later = this.#options
        .table()
        .columns.filter(({ title }) => ownValue(draft.values, title) !== ownValue(stored, title))
      this.#storedAs.set(draft, row)
      this.#take(draft)
      this.#options.stored(row, later, draft.values)
    } catch (error) {
      this.#refuse(draft, error)
    }
    this.#sending = undefined
    this.#options.changed()
  }

  #refuse(draft: DraftRow, error: unknown): void {
    if (isUnreached(error)) {
      draft.waitsForServer = true
      this.#options.saved?.(draft, false)
      if (this.#keeper) this.release(this.#keeper)
      return
    }
    draft.sent = undefined
    const { columns } = this.#options.table()
    const column = columnOf(error, columns) ?? columns.find(({ title }) => ownValue(draft.values, title) !== undefined)
    if (column) {
      const refused = this.#options.describe(error, column, ownValue(draft.values, column.title))
      draft.refuse(column, refused)
      this.#options.saved?.(draft, false, refused.message)
      if (this.#keeper) this.release(this.#keeper)
    } else {
      this.#take(draft)
      this.#options.lost(error)
    }
  }

  /** Removes a draft, its saved copy first: a saved draft that isn't shown is resumed. */
  #take(draft: DraftRow): void {
    this.#options.gone?.(draft)
    this.#rows = this.#rows.filter((one) => one !== draft)
  }
}

const waits = (row: DraftRow): boolean => row.missing.length > 0 || row.hasRefused || row.waitsForServer

/** Returns the column that a server error names, if any. */
function columnOf(error: unknown, columns: readonly Column[]): Column | undefined {
  const details = partOf(error, 'details')
  const fields = partOf(details, 'fields')
  const named = partOf(details, 'column') ?? (Array.isArray(fields) ? partOf(fields[0], 'column') : undefined)
  return columns.find(({ title, name }) => title === named || name === named)
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}
