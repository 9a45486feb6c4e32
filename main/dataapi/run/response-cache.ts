import type { Database } from '@main/db/database'
import { tableNumber, type TableIndex } from '../plan/columns'

/** A response, or a number in one. */
type Answer = Uint8Array | string | number

/**
 * Cache of responses to repeated requests. Each entry has the version that the database had before the read. It is
 * valid only while the version is current: then no process has committed in between. Requires a database with a
 * synchronous version.
 */
export interface ResponseCache {
  /**
   * @param question  everything that determines the response, except the table object and its rows
   * @param ask  computes the response
   */
  readonly answer: <T extends Answer>(of: Asked, question: string, ask: () => Promise<T>) => Promise<T>
}

/** The source of a response. */
interface Asked {
  readonly database: Database
  readonly index: TableIndex
  /** Version of the database at the start of the request, if known. */
  readonly version?: string | undefined
}

/** Freshness checks of cached bytes. */
const stamps = new WeakMap<Uint8Array, () => boolean>()

/** Returns a freshness check for a cached response; undefined if it isn't cached. */
export function holdsOf(answer: Uint8Array | string): (() => boolean) | undefined {
  return typeof answer === 'string' ? undefined : stamps.get(answer)
}

interface CachedResponse {
  readonly version: string
  readonly answer: Answer
  readonly size: number
}

/** Maximum bytes of all responses, of one response, and characters of one key. */
const bytesMax = 8 * 1024 * 1024
const answerBytesMax = 256 * 1024
const questionLengthMax = 2_000
/** Estimated overhead of an entry. */
const entryBytes = 200
/** Slots for recently requested keys. A collision costs an occasional copy. */
const placesAsked = 4_096

export function createResponseCache(): ResponseCache {
  /** In order of use, least recent first. */
  const entries = new Map<string, CachedResponse>()
  let bytes = 0
  // Few requests repeat, and copying each response would slow down all, so only the second request caches. Numbers
  // instead of texts, because medium-lived objects are the most expensive for garbage collection.
  const asked = new Int32Array(placesAsked)
  const drop = (key: string): void => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  const isAskedAgain = (key: string): boolean => {
    const hash = hashOf(key)
    const place = (hash >>> 0) % placesAsked
    if (asked[place] === hash) return true
    asked[place] = hash
    return false
  }

  const keep = (key: string, version: string, answer: Answer): void => {
    drop(key)
    const size = entryBytes + key.length * 2 + sizeOf(answer)
    entries.set(key, { version, answer, size })
    bytes += size
    for (const oldest of entries.keys()) {
      if (bytes <= bytesMax) return
      drop(oldest)
    }
  }

  return {
    answer: async <T extends Answer>(
      { database, index, version: seen }: Asked,
      question: string,
      ask: () => Promise<T>,
    ): Promise<T> => {
      if (database.versionNow === undefined || question.length > questionLengthMax) return ask()
      const key = `${tableNumber(index)}\n${question}`
      if (!isAskedAgain(key)) return ask()
      const version = seen ?? database.versionNow()
      if (version === undefined) return ask()
      const known = entries.get(key)
      if (known?.version === version) {
        // Moves the entry to the end of the Map, which preserves insertion order.
        entries.delete(key)
        entries.set(key, known)
        return known.answer as T
      }
      const answer = await ask()
      if (sizeOf(answer) > answerBytesMax) return answer
      const own = ownCopy(answer)
      if (own instanceof Uint8Array) stamps.set(own, () => database.versionNow?.() === version)
      keep(key, version, own)
      return answer
    },
  }
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

function sizeOf(answer: Answer): number {
  if (typeof answer === 'number') return 0
  return typeof answer === 'string' ? answer.length * 2 : answer.byteLength
}

/** Copies bytes, which would otherwise retain the larger buffer that contains them. */
function ownCopy<T extends Answer>(answer: T): T {
  return answer instanceof Uint8Array ? (Buffer.from(answer) as Uint8Array as T) : answer
}
