import type { FormatOptions, Parsed, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column, Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import type { StepWords } from '@renderer/features/undo'
import { sentence, type Sentence } from '@renderer/i18n'
import type { RowChange } from '@renderer/stores'
import type { EditorDraft } from '@renderer/cells'
import { CellWrites, type SaveState } from '../writes/cell-writes'
import { ChangedCells } from '../live/changed-cells'
import type { DataGridCell, DataGridColumn } from '../painter/data-grid'
import type { DraftRow, GivenRow } from '../drafts/draft-row'
import { DraftRows } from '../drafts/draft-rows'
import type { GridModelChange, GridModelOptions } from './grid-model-options'
import { ShownCells } from './shown-cells'
import { LinkLabels } from '../links/link-labels'
import type { LinkCellValue, LinkColumn } from '../links/linked'
import { directLinks, QueuedLinks } from '../links/queued-links'
import { problemSentence } from '../writes/problem-sentence'
import { QueuedRows, type RowQueue, type Sent } from '../writes/queued-rows'
import { queueless } from '../writes/queueless'
import { idempotencyKey } from '../rows/row-api'
import { updateOf } from '../rows/row-changes'
import { jsonValue, rowKey, storedValue, type Row } from '../rows/row-key'
import { rowStoreDefaults } from '../rows/row-source'
import { RowStore } from '../rows/row-store'
import { addedWords, nameOf } from '../undo/row-steps'
import { changedWords } from '../undo/words'
import type { RefusedCell } from '../writes/refused-cell'
import type { RowApi } from '../rows/types'

/** The rows of one open table with all pending edits. Independent of drawing. */
export class GridModel {
  readonly rows: RowStore
  readonly writes: CellWrites
  readonly drafts: DraftRows
  /** Queued changes of many rows. */
  readonly queued: QueuedRows
  /** Queued links to other records. */
  readonly links: QueuedLinks
  readonly #queue: RowQueue
  /** Names of linked records. */
  readonly labels: LinkLabels
  /** Recent changes by others. */
  readonly changed = new ChangedCells(() => this.repaint())
  readonly #reader: () => FormatOptions
  #table: Table
  #api: RowApi
  #search: string
  readonly #cells = new ShownCells(this)
  readonly #listeners = new Set<(change: GridModelChange) => void>()
  readonly #bulk = new Set<Promise<unknown>>()
  /** Returns the default values of new rows: those of the group at the user's position. */
  givenToNew: (() => GivenRow | undefined) | undefined
  #busy = 0
  #saved = false

  constructor(options: GridModelOptions) {
    this.#table = options.table
    this.#api = options.api
    this.#reader = options.reader
    this.labels = new LinkLabels(options.reader)
    this.#search = options.search.trim().toLocaleLowerCase()
    // Called for arriving rows, after this constructor has finished.
    this.rows = new RowStore(options.source, { ...rowStoreDefaults, expectedRows: options.expectedRows }, (row) =>
      this.writes.withPending(this.queued.withQueued(this.links.withQueued(row))),
    )
    this.#queue = options.queue ?? queueless
    this.queued = new QueuedRows({ table: () => this.#table, queue: this.#queue, store: this.rows })
    this.links = new QueuedLinks({ table: () => this.#table, queue: options.links ?? directLinks, store: this.rows })
    this.writes = new CellWrites({
      table: () => this.#table,
      api: () => this.#api,
      store: this.rows,
      sentenceOf: options.sentenceOf,
      changed: () => this.#tell('state'),
      unsavedValues: options.unsavedValues,
    })
    this.drafts = new DraftRows({
      ...options.drafts,
      table: () => this.#table,
      queued: () => this.queued.made,
      create: (values, id) => this.#create(values, id),
      stored: (row, later, values) => {
        const line = this.rows.append([row])
        for (const column of later) {
          const value = storedValue(ownValue(values, column.title))
          void this.writes.write(this.rows.rowAt(line) ?? row, column, value, this.textOf(value, column))
        }
      },
      describe: (error, column, value) => ({
        text: this.textOf(storedValue(value), column),
        message: options.sentenceOf(error),
      }),
      lost: (error) => options.lost(error),
      changed: () => this.#tell('size'),
    })
    this.rows.subscribe((change) => {
      if (change.kind !== 'data') this.#tell(change.kind === 'all' ? 'size' : change.kind)
    })
  }

  get table(): Table {
    return this.#table
  }

  /** Format options of the reader. */
  get reader(): FormatOptions {
    return this.#reader()
  }

  /** The text that the rows shown were searched by. */
  get search(): string {
    return this.#search
  }

  get api(): RowApi {
    return this.#api
  }

  /** Updates the table's columns, order or search. */
  use(options: Pick<GridModelOptions, 'table' | 'api' | 'source' | 'search'>): void {
    this.#table = options.table
    this.#api = options.api
    this.#search = options.search.trim().toLocaleLowerCase()
    this.rows.use(options.source)
  }

  subscribe(listener: (change: GridModelChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispose(): void {
    this.rows.dispose()
    this.#listeners.clear()
  }

  /** Number of lines in the grid: stored rows and new ones. */
  get rowCount(): number {
    return this.rows.length + this.drafts.count
  }

  draftAt(row: number): DraftRow | undefined {
    return row < this.rows.length ? undefined : this.drafts.at(row - this.rows.length)
  }

  isDraft(row: number): boolean {
    return this.draftAt(row) !== undefined
  }

  /**
   * Returns the worst state of single cells, bulk calls and the new row. Ignores failed bulk calls: they leave nothing
   * unsaved, and a toast reports them.
   */
  get saveState(): SaveState {
    if (this.writes.state === 'failed' || this.drafts.hasRefused || this.queued.count + this.links.count > 0)
      return 'failed'
    if (this.#busy > 0 || this.writes.state === 'saving') return 'saving'
    const isSaved = this.#saved || this.writes.state === 'saved'
    return isSaved && !this.stages ? 'saved' : 'idle'
  }

  valueAt(row: number, column: Column): StoredValue | undefined {
    const draft = this.draftAt(row)
    if (draft) return storedValue(ownValue(draft.values, column.title))
    const held = this.rows.rowAt(row)
    return held && storedValue(held[column.title])
  }

  textOf(value: StoredValue, column: Column): string {
    return this.#cells.textOf(value, column)
  }

  /** Returns the clipboard text of a cell: the key of a reference, so that users can paste it. */
  copied(row: Row, column: DataGridColumn): string {
    return this.#cells.copied(row, column)
  }

  cellAt(row: number, column: DataGridColumn): DataGridCell {
    return this.#cells.cellAt(row, column)
  }

  linkedAt(row: number, column: Column, link: LinkColumn, value: StoredValue): LinkCellValue {
    return this.#cells.linkedAt(row, column, link, value)
  }

  /** A row, stored or not yet. */
  rowAt(row: number): Row | undefined {
    return this.draftAt(row)?.values ?? this.rows.rowAt(row)
  }

  refusedAt(row: number, column: Column): RefusedCell | undefined {
    const draft = this.draftAt(row)
    if (draft) return draft.refusedAt(column)
    const held = this.rows.rowAt(row)
    return held && this.writes.refusedAt(held, column)
  }

  /** Reloads a row after its links changed. */
  async readAgain(row: Row): Promise<void> {
    const key = rowKey(this.#table, row)
    const fresh = await this.#api.read(row)
    this.rows.replace(
      (held) => rowKey(this.#table, held) === key,
      (held) => ({ ...held, ...fresh }),
    )
  }

  /** Highlights the cells that match a text; undefined highlights those of the search alone. */
  markFound(found: ((text: string, column: Column) => boolean) | undefined): void {
    this.#cells.found = found
    this.#tell('rows')
  }

  /** Parses a text or a JSON value for a column. */
  parse(draft: EditorDraft, column: Column): Parsed {
    const type = columnType(column.uiType)
    return draft.kind === 'text'
      ? type.parseText(draft.text, column, draft.reader ?? this.reader)
      : type.parse(draft.value, column)
  }

  /**
   * Sets a cell from user input.
   *
   * @returns the error message, or undefined if the write is on its way
   */
  give(row: number, column: Column, draft: EditorDraft): Sentence | undefined {
    const parsed = this.parse(draft, column)
    if (!parsed.ok) return problemSentence(parsed.problem, column)
    const before = this.valueAt(row, column)
    const wasRefused = this.refusedAt(row, column) !== undefined
    if (before === parsed.value && !wasRefused) return undefined
    const text = draft.kind === 'text' ? draft.text : this.textOf(parsed.value, column)
    const made = this.draftAt(row)
    if (made) {
      if (made.isFrozen) return sentence('staged.frozen')
      made.set(column, jsonValue(parsed.value))
      if (made.queued) {
        this.queued.amendMade(made, made.values)
        return undefined
      }
      this.#tell('state')
      this.drafts.touched(made)
      return undefined
    }
    const held = this.rows.rowAt(row)
    if (!held) return undefined
    if (this.queued.isDeleted(held))
      return sentence(this.queued.isStaged(held) ? 'staged.deleted' : 'grid.queue.deleted')
    if (this.queued.amend(held, column, jsonValue(parsed.value))) return undefined
    if (before === parsed.value) this.writes.forgetRefused(held, column)
    else void this.write(held, column, parsed.value, text)
    return undefined
  }

  /**
   * Stores a value of a stored row, or stages it. The promise resolves when the server responds, with success or an
   * error.
   */
  async write(held: Row, column: Column, value: StoredValue, text: string): Promise<void> {
    const values = { [column.title]: jsonValue(value) }
    const change = this.#queue.stages() ? updateOf(this.#table, held, values) : undefined
    if (change === undefined || this.#table.primaryKey.includes(column.name))
      return this.writes.write(held, column, value, text)
    this.writes.forgetRefused(held, column)
    await this.apply([change], changedWords(this.#table, 1, 1, [column.title], nameOf(this.#table, held)))
  }

  /** How a record differs from the database, if a commit is to write it. */
  stagedAt(row: number): 'new' | 'changed' | 'deleted' | undefined {
    const draft = this.draftAt(row)
    if (draft) return draft.queued === 'staged' ? 'new' : undefined
    const held = this.rows.rowAt(row)
    if (held === undefined || !this.queued.isStaged(held)) return undefined
    return this.queued.isDeleted(held) ? 'deleted' : 'changed'
  }

  /** True if changes wait for a commit. */
  get stages(): boolean {
    return this.#queue.stages()
  }

  /** Leaves a rejected text in its cell, with the reason. */
  refuse(row: number, column: Column, text: string, message: Sentence): void {
    this.draftAt(row)?.refuse(column, { text, message })
    const held = this.rows.rowAt(row)
    if (held) this.writes.refuse(held, column, { text, message })
    this.#tell('state')
  }

  /** Shows the stored value of a cell again. */
  forgetRefused(row: number, column: Column): void {
    const draft = this.draftAt(row)
    if (draft) {
      draft.forgetRefused(column)
      this.drafts.touched(draft)
    }
    const held = this.rows.rowAt(row)
    if (held) this.writes.forgetRefused(held, column)
    this.#tell('state')
  }

  /** Adds a new row, visible at once and stored as soon as its required values are there. @returns its line */
  addRow(given: GivenRow | undefined = this.givenToNew?.()): number {
    return this.rows.length + this.drafts.add(given)
  }

  /** True if Escape may discard a row: not one that a commit is to write with values. */
  mayEscape(row: number): boolean {
    const draft = this.draftAt(row)
    return draft !== undefined && (draft.queued !== 'staged' || Object.keys(draft.values).length === 0)
  }

  discardDraft(row: number): void {
    const draft = this.draftAt(row)
    if (draft?.queued !== undefined) return this.queued.amendMade(draft, undefined)
    this.drafts.discard(row - this.rows.length)
  }

  /**
   * Writes changes of many rows, all or nothing, after earlier edits of cells. If the server is unreachable, shows and
   * queues them.
   *
   * @param words  messages for the history, such as "Pasted 40 cells"
   */
  async apply(changes: readonly RowChange[], words: StepWords): Promise<Sent> {
    if (changes.length === 0) return { state: 'stored', made: [] }
    if (this.stages) return this.#queue.send({ table: this.#table, api: this.#api }, changes, words)
    return this.saving(async () => {
      await this.writes.settled()
      return this.#queue.send({ table: this.#table, api: this.#api }, changes, words)
    })
  }

  /**
   * Runs a bulk write, all or nothing, and shows "Saving…" meanwhile. If it fails, the caller reports it, and nothing
   * stays unsaved.
   */
  async saving<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1
    this.#tell('state')
    try {
      const working = work()
      this.#api.during?.(working)
      const result = await working
      this.#saved = true
      return result
    } finally {
      this.#busy -= 1
      this.#tell('state')
    }
  }

  /** Shows a bulk write as pending until its rows reload. */
  during<T>(work: Promise<T>): Promise<T> {
    this.#bulk.add(work)
    const end = (): void => void this.#bulk.delete(work)
    work.then(end, end)
    return work
  }

  /** Runs work that copies values of cells, after earlier bulk writes and with the rows that they changed. */
  afterBulk<T>(work: () => Promise<T>): Promise<T> {
    const earlier = [...this.#bulk]
    const run = async (): Promise<T> => {
      await Promise.allSettled(earlier)
      await this.rows.fetched()
      return work()
    }
    return this.during(run())
  }

  async #create(values: Row, id: string): Promise<Row | undefined> {
    if (!this.stages) return this.saving(() => this.#api.create(values, idempotencyKey(id)))
    const words = addedWords(this.#table, nameOf(this.#table, values))
    await this.#queue.send({ table: this.#table, api: this.#api }, [{ kind: 'create', values }], words)
    return undefined
  }

  keyAt(row: number): string | undefined {
    const held = this.rows.rowAt(row)
    return held && rowKey(this.table, held)
  }

  /** Updates the grid after a change of the queue, because queued new rows are lines of the grid. */
  queueChanged(): void {
    this.#tell('size')
  }

  /** Cells look different although no row has changed. */
  repaint(): void {
    this.#tell('rows')
  }

  #tell(change: GridModelChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
