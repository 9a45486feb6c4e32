import { hasRole } from '@common/columns/questions'
import type { StoredValue } from '@common/columns/column-type'
import type { Actor, Table } from '@common/model'
import { isSameStored } from '@main/lib/same-stored'
import type { CallContext } from '@main/operations/context'
import type { Recorder } from './recorded'

/** A stored row, by column names of the database. */
export type StoredRow = Readonly<Record<string, StoredValue>>

/**
 * An acknowledged write, published after its commit. Audit, undo, live updates and caches subscribe. Only the row
 * service, upserts and linked writes change rows, and each publishes its events.
 */
export interface ChangeEvent {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  /** Key values of each changed row as text, in order. Empty texts for tables without a key. */
  readonly keys: readonly (readonly string[])[]
  /** Rows before the change, in key order; empty for a create. */
  readonly before: readonly StoredRow[]
  /** Rows after the change; empty for a delete, and for a create whose rows weren't read. */
  readonly after: readonly StoredRow[]
  readonly who: Actor
  /** ISO 8601, UTC. */
  readonly when: string
  /** Id of the change in the change log: the same for all events of a request. */
  readonly change?: string
  /**
   * Names of the columns that the update set explicitly; triggers may have changed others. Absent if all changed
   * columns were set.
   */
  readonly set?: readonly string[]
  /** Rows of other tables that the delete cascaded to, parents first. */
  readonly along?: readonly AlongRows[]
  /**
   * Deleted rows with all columns of the table that stored them, parallel to `before`; undefined for rows of `table`
   * itself. Absent if no other table inherits from it.
   */
  readonly own?: readonly (OwnRow | undefined)[]
  /** True if rows were read `asStored`: in columns that tell 1 from 1.0, integers are bigint. */
  readonly typed?: true
  /** Source of the change: `rest`, `graphql`, `import`, `undo` and so on. */
  readonly why: string
}

/** A row of a table that inherits from another one, with all of its columns. */
export interface OwnRow {
  readonly table: Table
  readonly row: StoredRow
}

/** Rows of another table that a delete affected, as they were. */
export interface AlongRows {
  readonly table: Table
  readonly rows: readonly StoredRow[]
  /** Columns set to NULL; absent if the rows were deleted. */
  readonly cleared?: readonly string[]
}

/** A write as the code that made it publishes it. */
export type WrittenRows = Omit<ChangeEvent, 'who' | 'change'>

export type ChangeListener = (event: ChangeEvent) => void

/**
 * The event bus of a process. Listeners run after the outcome is decided, so they can neither prevent nor fail a write.
 */
export class ChangeEvents {
  readonly #listeners = new Map<ChangeListener, (() => Promise<void>) | undefined>()
  readonly #report: (error: unknown) => void

  /** @param report  called with errors of listeners */
  constructor(
    report: (error: unknown) => void,
    readonly recorder: Recorder,
  ) {
    this.#report = report
  }

  /** False without listeners: then no rows need to be read for events. */
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
    // The log has no entry of a change that changed nothing, so it gets no id.
    const isLogged = change !== undefined && !isUnchanged(given)
    const event: ChangeEvent = { ...given, who: actor, ...(isLogged && { change: change.id }) }
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

/** True for an update whose rows hold what they held before, apart from their time of change. */
function isUnchanged({ kind, table, before, after }: WrittenRows): boolean {
  if (kind !== 'update' || before.length !== after.length) return false
  const columns = table.columns.filter((column) => !hasRole(column, 'changedAt'))
  return before.every((was, at) => columns.every(({ name }) => isSameStored(was[name], after[at]?.[name])))
}
