import { emptyTrail, type Trail } from '@main/lib/automation-trail'
import { logId } from '@main/lib/log-id'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'

/** The change that a call makes: everything that it writes has this id in the change log. */
export class CallChange {
  readonly #newId: () => string
  #id: string | undefined
  #inverses = 0

  /** @param trail  the automations that led to the call */
  constructor(
    newId: () => string,
    readonly trail: Trail,
  ) {
    this.#newId = newId
  }

  /** Id of the change. The first read assigns it. */
  get id(): string {
    return (this.#id ??= this.#newId())
  }

  /** Id of the change; undefined if the call has written nothing so far. */
  get named(): string | undefined {
    return this.#id
  }

  /** Returns the id of the next call that reverses a part of the change. The ids sort in this order. */
  nextInverse(): string {
    this.#inverses += 1
    return `${this.id}.${String(this.#inverses).padStart(4, '0')}`
  }

  /** Takes the id of an earlier attempt, whose response is repeated. */
  repeats(id: string): void {
    this.#id = id
  }
}

/** Creates the change of each call. Ids sort by time. */
export function createCallChanges(clock: Clock, ids: Ids): (trail?: Trail) => CallChange {
  let count = 0
  const newId = (): string => logId(clock.now().getTime(), (count += 1), ids.hex(4))
  return (trail = emptyTrail) => new CallChange(newId, trail)
}
