import type { Column, Table } from '@common/model'
import { ownValue } from '@common/util/own-value'
import type { StepWords } from '@renderer/features/undo'
import type { RowChange } from '@renderer/stores'
import { DraftRow } from '../drafts/draft-row'
import { rowKey, type Row } from '../rows/row-key'
import type { RowStore } from '../rows/row-store'
import { isSame } from '../staged/net-changes'
import { nameOf } from '../undo/row-steps'
import { changedWords, removedWords } from '../undo/words'
import type { MadeRow, RowApi } from '../rows/types'

/** Unsaved changes of one action. */
export interface QueuedBatch {
  readonly id: string
  /**
   * `sending`: a batch that disappears now is stored. `refused`: the grid doesn't show it. `staged`: waits for the
   * user's commit.
   */
  readonly state: 'waiting' | 'sending' | 'refused' | 'staged'
  /** True if an earlier attempt may have stored it: a retry has to send the same. */
  readonly isFrozen?: boolean
  readonly changes: readonly RowChange[]
}

/** Outcome of a batch. */
export type Sent =
  | { readonly state: 'stored'; readonly made: readonly MadeRow[] }
  | { readonly state: 'waiting' | 'staged' }

/** Current table, with the API that writes its rows. */
export interface RowTarget {
  readonly table: Table
  readonly api: RowApi
}

/** Queue of bulk changes to one table. */
export interface RowQueue {
  /** Sends changes, or queues them while the server is unreachable. @throws the server's error */
  readonly send: (to: RowTarget, changes: readonly RowChange[], words: StepWords) => Promise<Sent>
  /** Returns the queued batches, oldest first. The list is stable until something changes. */
  readonly batches: () => readonly QueuedBatch[]
  /** True if changes wait for a commit. */
  readonly stages: () => boolean
  /** Replaces the changes of a batch; discards an empty one. `words` are those of the undo step of a staged one. */
  readonly change: (id: string, changes: readonly RowChange[], words: StepWords) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Queued changes of one record. */
interface QueuedRow {
  readonly values: Row
  /** Last known values in the database. */
  readonly before: Row
  readonly isDeleted: boolean
  readonly isStaged: boolean
}

interface Queued {
  readonly batches: readonly QueuedBatch[]
  readonly rows: ReadonlyMap<string, QueuedRow>
  readonly made: readonly DraftRow[]
}

const nothing: Queued = { batches: [], rows: new Map(), made: [] }

/** Merges queued batches into the rows of a table: changed values, deleted rows, new rows. */
export class QueuedRows {
  readonly #table: () => Table
  readonly #queue: RowQueue
  readonly #store: RowStore
  #shown = nothing

  constructor(options: { readonly table: () => Table; readonly queue: RowQueue; readonly store: RowStore }) {
    this.#table = options.table
    this.#queue = options.queue
    this.#store = options.store
  }

  /** Subscribes to the queue. @returns the unsubscribe function */
  watch(changed: () => void): () => void {
    let followed = nothing
    const follow = (): void => {
      const before = followed
      const now = this.#now()
      followed = now
      if (before === now || before.batches.length + now.batches.length === 0) return
      const queued = new Set(now.batches.map(({ id }) => id))
      const stored = new Set(before.batches.filter((batch) => batch.state === 'sending' && !queued.has(batch.id)))
      const undone = queuedOf(before.batches.filter((batch) => !stored.has(batch)))
      for (const [key, row] of undone) {
        const values = now.rows.get(key)?.values ?? {}
        const back = Object.entries(row.before).filter(([title]) => !Object.hasOwn(values, title))
        if (back.length > 0) this.#replace(key, (held) => ({ ...held, ...Object.fromEntries(back) }))
      }
      for (const [key, { values }] of now.rows) this.#replace(key, (held) => ({ ...held, ...values }))
      changed()
    }
    follow()
    return this.#queue.subscribe(follow)
  }

  /** Returns a row from the server with its queued values. */
  withQueued(row: Row): Row {
    const queued = this.#of(row)
    return queued === undefined ? row : { ...row, ...queued.values }
  }

  isDeleted(row: Row): boolean {
    return this.#of(row)?.isDeleted === true
  }

  /** True if the user's commit sends the changes of a row. */
  isStaged(row: Row): boolean {
    return this.#of(row)?.isStaged === true
  }

  waitsAt(row: Row, { title }: Column): boolean {
    const queued = this.#of(row)
    return queued !== undefined && Object.hasOwn(queued.values, title)
  }

  /** Queued new rows. */
  get made(): readonly DraftRow[] {
    return this.#now().made
  }

  /** Batches that wait for the server. */
  get count(): number {
    return this.#now().batches.filter(({ state }) => state !== 'staged').length
  }

  /** Changes a queued value. @returns false if the cell has none */
  amend(row: Row, column: Column, value: unknown): boolean {
    if (!this.waitsAt(row, column)) return false
    const key = rowKey(this.#table(), row)
    const batch = this.#now().batches.findLast(({ changes }) =>
      changes.some((change) => isUpdateOf(change, key) && Object.hasOwn(change.values, column.title)),
    )
    if (batch === undefined || !mayAmend(batch)) return false
    const changes = batch.changes.flatMap((change): RowChange[] => {
      if (!isUpdateOf(change, key)) return [change]
      const { [column.title]: _before, ...others } = change.values
      // An earlier attempt of a queued batch may have stored the other value.
      const isBack = batch.state === 'staged' && isSame(ownValue(change.expected, column.title), value)
      const values = isBack ? others : { ...change.values, [column.title]: value }
      return Object.keys(values).length === 0 ? [] : [{ ...change, values }]
    })
    const name = nameOf(this.#table(), row)
    this.#queue.change(batch.id, changes, changedWords(this.#table(), 1, 1, [column.title], name))
    return true
  }

  /** Changes a value of a queued new row, or discards the row. */
  amendMade(draft: DraftRow, values: Row | undefined): void {
    const [id = '', place = ''] = draft.id.split('#')
    const batch = this.#now().batches.find((each) => each.id === id)
    if (batch === undefined || !mayAmend(batch)) return
    const changes = batch.changes.map((change, at) => {
      if (String(at) !== place || change.kind !== 'create') return change
      return values === undefined ? undefined : { ...change, values }
    })
    const titles = Object.keys(values ?? {}).filter(
      (title) => !isSame(values && ownValue(values, title), ownValue(draft.stored, title)),
    )
    const name = nameOf(this.#table(), draft.values)
    this.#queue.change(
      id,
      changes.filter((change) => change !== undefined),
      values === undefined
        ? removedWords(this.#table(), [draft.values])
        : changedWords(this.#table(), 1, titles.length, titles, name),
    )
  }

  #of(row: Row): QueuedRow | undefined {
    const { rows } = this.#now()
    if (rows.size === 0) return undefined
    return rows.get(rowKey(this.#table(), row) ?? '')
  }

  #now(): Queued {
    const batches = this.#queue.batches()
    if (batches !== this.#shown.batches)
      this.#shown = batches.length === 0 ? { ...nothing, batches } : this.#queued(batches)
    return this.#shown
  }

  #queued(batches: readonly QueuedBatch[]): Queued {
    const made = batches.filter(isShown).flatMap((batch) =>
      batch.changes.flatMap((change, at) => {
        if (change.kind !== 'create') return []
        const draft = new DraftRow(this.#table(), { id: `${batch.id}#${at}`, values: change.values })
        draft.queued = isStagedBatch(batch) ? 'staged' : 'waiting'
        draft.isFrozen = batch.isFrozen === true
        return [draft]
      }),
    )
    return { batches, rows: queuedOf(batches), made }
  }

  #replace(key: string, change: (row: Row) => Row): void {
    this.#store.replace((held) => rowKey(this.#table(), held) === key, change)
  }
}

function queuedOf(batches: readonly QueuedBatch[]): ReadonlyMap<string, QueuedRow> {
  const rows = new Map<string, QueuedRow>()
  for (const batch of batches.filter(isShown))
    for (const change of batch.changes) {
      if (change.kind === 'create') continue
      const earlier = rows.get(change.rowKey) ?? { values: {}, before: {}, isDeleted: false, isStaged: false }
      const isDeleted = change.kind === 'delete'
      rows.set(change.rowKey, {
        values: isDeleted ? earlier.values : { ...earlier.values, ...change.values },
        before: isDeleted ? earlier.before : { ...change.expected, ...earlier.before },
        isDeleted: isDeleted || earlier.isDeleted,
        isStaged: earlier.isStaged || isStagedBatch(batch),
      })
    }
  return rows
}

const isStagedBatch = ({ state }: QueuedBatch): boolean => state === 'staged'

const mayAmend = ({ state, isFrozen }: QueuedBatch): boolean =>
  (state === 'waiting' || state === 'staged') && isFrozen !== true

const isShown = ({ state }: QueuedBatch): boolean => state !== 'refused'

const isUpdateOf = (change: RowChange, key: string | undefined): change is Extract<RowChange, { kind: 'update' }> =>
  change.kind === 'update' && change.rowKey === key
