import type { StoredValue } from '@common/columns/column-type'
import type { Actor, Table } from '@common/model'
import type { CallContext } from '@main/operations/context'

/** A stored row, by names of columns in the database. */
export type StoredRow = Readonly<Record<string, StoredValue>>

/**
 * One acknowledged write, told after its commit. Audit, undo, webhooks, live updates and caches subscribe;
 * nothing writes rows beside the row service, upserts and linked writes, and each tells: nothing is missed.
 */
export interface ChangeEvent {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  /** One per row changed, in order: the values of its key as text. Empty texts of tables without a key. */
  readonly keys: readonly (readonly string[])[]
  /** Rows as they were, in the order of the keys; empty for a create. */
  readonly before: readonly StoredRow[]
  /** Rows as they are now; empty for a delete, and for a create whose rows nobody has read. */
  readonly after: readonly StoredRow[]
  readonly who: Actor
  /** ISO 8601, UTC. */
  readonly when: string
  /** Id of the change in the change log: the same for all events of a request. */
  readonly change?: string
  /**
   * Columns, by name, that an update was asked to set; others may have changed by triggers. Absent if all changed columns
   * were asked for.
   */
  readonly set?: readonly string[]
  /** What the database did to other tables with a delete: rows that went along, parents first. */
  readonly along?: readonly AlongRows[]
  /**
   * Deleted rows with all columns of the table that stored them, parallel to `before`; undefined for rows of `table`
   * itself. Absent if no other table inherits from it.
   */
  readonly own?: readonly (OwnRow | undefined)[]
  /** True if rows were read `asStored`: in columns that tell 1 from 1.0, integers are bigint. */
  readonly typed?: true
  /** What asked for it: `rest`, later `graphql`, `import`, `undo` … */
  readonly why: string
}

/** A row of a table that inherits from another one, with all of its columns. */
export interface OwnRow {
  readonly table: Table
  readonly row: StoredRow
}

/** Rows of another table that a delete has reached, as they were. */
export interface AlongRows {
  readonly table: Table
  readonly rows: readonly StoredRow[]
  /** Columns that were emptied; absent where the rows went. */
  readonly cleared?: readonly string[]
}

/** A write as the code that made it publishes it. */
export type WrittenRows = Omit<ChangeEvent, 'who' | 'change'>

export type ChangeListener = (event: ChangeEvent) => void

/** The bus of one process. Listeners run after the answer is decided: they can neither stop nor fail a write. */
export class ChangeEvents {
  readonly #listeners = new Map<ChangeListener, (() => Promise<void>) | undefined>()
  readonly #report: (error: unknown) => void

  /** @param report  told what a listener throws */
  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** False when nobody listens: then rows need not be read back for it. */
  get heard(): boolean {
    return this.#listeners.size > 0
  }

  /**
   * Subscribes a listener.
   *
   * @param stored  resolves when the listener has stored every event so far
   * @returns the function that ends the subscription
   */
  subscribe(listener: ChangeListener, stored?: () => Promise<void>): () => void {
    this.#listeners.set(listener, stored)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** @param context  of the call that wrote the rows */
  publish(given: WrittenRows, { actor, change }: Pick<CallContext, 'actor' | 'change'>): void {
    if (given.keys.length === 0) return
    const event: ChangeEvent = { ...given, who: actor, ...(change !== undefined && { change: change.id }) }
    for (const listener of this.#listeners.keys()) {
      try {
        listener(event)
      } catch (error) {
        this.#report(error)
      }
    }
  }

  /**
   * Resolves when all events so far are stored, for writes whose response promises it. Never rejects: the listener retries
   * what it couldn't store.
   */
  async stored(): Promise<void> {
    const waits = Array.from(this.#listeners.values(), (stored) => stored?.().catch(this.#report))
    await Promise.all(waits.filter((wait) => wait !== undefined))
  }
}
