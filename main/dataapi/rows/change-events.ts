import { hasRole } from '@common/columns/questions'
import { isSameStored } from '@main/lib/same-stored'
import type { CallContext } from '@main/operations/context'
import type { Recorder } from './recorded'
import type { ChangeEvent } from './change-event'

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
