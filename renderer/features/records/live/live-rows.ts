import type { LiveChange } from '@common/live'
import type { Table } from '@common/model'
import type { GridModel } from '../model/grid-model'
import { rowKey, type Row } from '../rows/row-key'

export interface LiveRowsOptions {
  readonly model: GridModel
  /** Id of this window: ignores its own changes. */
  readonly clientId: string
  /** Returns the row of the user's position. */
  readonly activeRow: () => number | undefined
  /** True while rows must not move, because the user is editing a cell. */
  readonly holdsStill: () => boolean
  /** Rows have moved by so many places. */
  readonly moved: (places: number) => void
  /** Milliseconds from the start in which own writes count as those of others: the shown rows may be older. */
  readonly youngMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** Batches changes within this time into one request, in milliseconds. */
const gatherMs = 100
/** Reloads take at most a quarter of the time, however slow the responses are. */
const restFactor = 3
/** Rows read one by one while places are held; more are left until they may move. */
const readsAtOnce = 20

/**
 * Updates an open grid when its table changes. Reloads the visible rows, replaces them at once, and preserves the
 * user's position.
 */
export class LiveRows {
  readonly #options: LiveRowsOptions
  readonly #now: () => number
  readonly #youngUntil: number
  readonly #by = new Map<string, string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #restUntil = 0
  /** True if a change has not triggered a reload yet. */
  #isOld = false
  #changedKeys = new Set<string>()
  #ended = false

  constructor(options: LiveRowsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#youngUntil = this.#now() + (options.youngMs ?? 0)
  }

  hear(changes: readonly LiveChange[]): void {
    const { model, clientId } = this.#options
    for (const change of changes) {
      if (change.kind === 'notice' || change.kind === 'announcement') continue
      if (change.kind === 'command') {
        // A row rule can change, although the table looks the same.
        this.#isOld ||= change.changes.includes('access')
        continue
      }
      if (change.kind === 'elsewhere') this.#isOld = true
      else if (change.table !== model.table.name) this.#isOld ||= dependsOn(model.table, change.table)
      else if (change.client !== clientId) this.#hearRows(change)
      // Rows requested before our own write finished may lack it. The same holds for the first rows, requested before
      // the subscription.
      else if (model.rows.isFetching || this.#now() < this.#youngUntil) this.#isOld = true
    }
    this.#schedule()
  }

  /** Rows may move again. */
  settled(): void {
    this.#schedule()
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  #hearRows({ keys, by }: Extract<LiveChange, { kind: 'rows' }>): void {
    this.#isOld = true
    for (const key of keys) {
      const name = key.join('___')
      this.#changedKeys.add(name)
      if (by === undefined) this.#by.delete(name)
      else this.#by.set(name, by)
    }
  }

  #schedule(): void {
    if (!this.#isOld || this.#ended || this.#isAsking || this.#timer !== undefined) return
    const wait = Math.max(gatherMs, this.#restUntil - this.#now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#ask()
    }, wait)
  }

  async #ask(): Promise<void> {
    const startedAt = this.#now()
    this.#isAsking = true
    try {
      if (this.#options.holdsStill()) await this.#readChanged()
      else await this.#reload()
    } catch {
      // The next change retries, and scrolling reports the error.
    } finally {
      this.#isAsking = false
      this.#restUntil = this.#now() + (this.#now() - startedAt) * restFactor
      if (!this.#options.holdsStill()) this.#schedule()
    }
  }

  /** Updates the values of cached rows. Moves, inserts and deletes wait. */
  async #readChanged(): Promise<void> {
    const { model } = this.#options
    const held = model.rows.visibleRows().filter((row) => this.#changedKeys.has(rowKey(model.table, row) ?? ''))
    this.#changedKeys.clear()
    await Promise.all(
      held.slice(0, readsAtOnce).map(async (row) => {
        const key = rowKey(model.table, row) ?? ''
        await model.readAgain(row)
        const fresh = model.rows.visibleRows().find((each) => rowKey(model.table, each) === key)
        if (fresh) this.#note(key, row, fresh)
      }),
    )
  }

  async #reload(): Promise<void> {
    const { model, moved } = this.#options
    this.#isOld = false
    this.#changedKeys.clear()
    const before = new Map(model.rows.visibleRows().map((row) => [rowKey(model.table, row), row]))
    let isDraft = false
    let linesBefore = 0
    const places = await model.rows.reload(() => {
      const at = this.#options.activeRow() ?? model.rows.visible.from
      isDraft = model.isDraft(at)
      linesBefore = model.rows.length
      const key = model.keyAt(at)
      return key === undefined ? undefined : { index: at, is: (row) => rowKey(model.table, row) === key }
    })
    for (const row of model.rows.visibleRows()) {
      const name = rowKey(model.table, row)
      const was = name === undefined ? undefined : before.get(name)
      if (name !== undefined && was !== undefined) this.#note(name, was, row)
    }
    // Groups preserve the user's position by themselves.
    if (model.rows.layout !== undefined) return
    const shift = isDraft ? model.rows.length - linesBefore : places
    if (shift !== 0) moved(shift)
  }

  #note(key: string, before: Row, after: Row): void {
    if (this.#options.model.changed.note(key, before, after, this.#by.get(key))) this.#options.model.repaint()
  }
}

/** True if changes of another table can affect what a table shows. */
function dependsOn(table: Table, other: string): boolean {
  // Without its sources, any table may be behind a query or a view.
  if (table.type === 'view') return table.sources?.includes(other) ?? true
  return table.virtualColumns.some((column) =>
    column.kind === 'link'
      ? column.link.relatedTable === other || column.link.through?.table === other
      : // Only the server knows the tables along chained links.
        column.kind !== 'formula',
  )
}
