import type { Principal } from '@common/principal'

/** A response as it was sent, apart from its request id. */
export interface CachedResponse {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** The whole head, names and values in turn. */
  readonly head: readonly string[]
}

interface Entry extends CachedResponse {
  /** False once a row or the metadata changed. */
  readonly isFresh: () => boolean
  readonly size: number
}

/** The data API caches the bodies as well; this bounds those that it has evicted. */
const bytesMax = 4 * 1024 * 1024
const entryBytes = 600

/**
 * Caches whole responses by address and principal. A change of rights makes another principal object, so no principal
 * gets the response of another one, nor one from before such a change.
 */
export class ResponseCache {
  /** In order of use, least recent first. */
  readonly #entries = new Map<string, Entry>()
  readonly #numbers = new WeakMap<Principal, number>()
  #principals = 0
  #bytes = 0

  get(url: string, principal: Principal): CachedResponse | undefined {
    const key = this.#keyOf(url, principal)
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.isFresh()) return entry
    this.#drop(key)
    return undefined
  }

  set(url: string, principal: Principal, response: CachedResponse & { readonly isFresh: () => boolean }): void {
    const key = this.#keyOf(url, principal)
    this.#drop(key)
    const size = entryBytes + key.length * 2 + response.body.byteLength
    this.#entries.set(key, { ...response, size })
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= bytesMax) return
      this.#drop(oldest)
    }
  }

  #keyOf(url: string, principal: Principal): string {
    let number = this.#numbers.get(principal)
    if (number === undefined) {
      number = ++this.#principals
      this.#numbers.set(principal, number)
    }
    return `${number} ${url}`
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#bytes -= entry.size
    this.#entries.delete(key)
  }
}
