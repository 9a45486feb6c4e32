import type { CallContext } from '@main/operations/context'

/** An answer as it was sent, but for what each request has of its own. */
export interface KeptResponse {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** All that is sent, names and values in turn. */
  readonly head: readonly string[]
}

interface Entry extends KeptResponse {
  /** Rights that the answer was given to: another object as soon as anything about them may have changed. */
  readonly roles: CallContext['roles']
  readonly holds: () => boolean
  readonly size: number
}

/** The bodies are kept with the answers of the data API already; this bounds what outlives them there. */
const bytesMax = 4 * 1024 * 1024
const entryBytes = 600

/**
 * Whole responses, by address and session. Each says itself whether it is still right: nothing was written since, nobody
 * said anything else of the tables, and the caller's rights are the very same.
 */
export class KeptResponses {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  find(url: string, context: CallContext): KeptResponse | undefined {
    const key = keyOf(url, context)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (key === undefined || entry === undefined) return undefined
    if (entry.roles === context.roles && entry.holds()) return entry
    this.#drop(key)
    return undefined
  }

  keep(url: string, context: CallContext, response: KeptResponse & { readonly holds: () => boolean }): void {
    const key = keyOf(url, context)
    if (key === undefined) return
    this.#drop(key)
    const size = entryBytes + key.length * 2 + response.body.byteLength
    this.#entries.set(key, { ...response, roles: context.roles, size })
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= bytesMax) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#bytes -= entry.size
    this.#entries.delete(key)
  }
}

/** Of strangers nothing is kept: they are refused. */
function keyOf(url: string, { caller }: CallContext): string | undefined {
  return caller.kind === 'user' ? `${caller.sessionId} ${url}` : undefined
}
