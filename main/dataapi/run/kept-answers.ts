import type { Database } from '@main/db/database'
import { tableNumber, type TableIndex } from '../plan/columns'

/** An answer as it is sent, or a number that goes into one. */
type Answer = Uint8Array | string | number

/**
 * Answers asked for more than once, kept while nothing has changed. Each is stamped with the version that the database
 * had before it was asked, and counts only while that is the version still: then no commit, of this process or of any
 * other, lies between. Only databases that tell their version at once have answers kept.
 */
export interface KeptAnswers {
  /**
   * @param question  everything that the answer depends on beside the table as the caller sees it and its rows
   * @param ask  answers the question anew
   */
  readonly answer: <T extends Answer>(of: Asked, question: string, ask: () => Promise<T>) => Promise<T>
}

/** Whom a question goes to. */
interface Asked {
  readonly database: Database
  readonly index: TableIndex
  /** The version that the database had when the question had come, where that is known already. */
  readonly version?: string | undefined
}

/** Bytes that are kept, and whether they are still what would be answered. */
const stamps = new WeakMap<Uint8Array, () => boolean>()

/** Whether a kept answer is still right, for those who would keep it themselves. Undefined for any other. */
export function holdsOf(answer: Uint8Array | string): (() => boolean) | undefined {
  return typeof answer === 'string' ? undefined : stamps.get(answer)
}

interface Kept {
  readonly version: string
  readonly answer: Answer
  readonly size: number
}

/** Of all answers together, of one answer, and of one question. */
const bytesMax = 8 * 1024 * 1024
const answerBytesMax = 256 * 1024
const questionLengthMax = 2_000
/** What a question weighs beside its text. */
const entryBytes = 200
/** Places for questions that were asked. Two that fall on one another cost a copy now and then. */
const placesAsked = 4_096

export function createKeptAnswers(): KeptAnswers {
  /** Oldest first. */
  const kept = new Map<string, Kept>()
  let bytes = 0
  // Few questions are asked again, and copying every answer would cost them all: the second time is soon enough.
  // Numbers, not texts: what stays for a while and goes is what collecting garbage costs most for.
  const asked = new Int32Array(placesAsked)
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.size ?? 0
    kept.delete(key)
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
    kept.set(key, { version, answer, size })
    bytes += size
    for (const oldest of kept.keys()) {
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
      const known = kept.get(key)
      if (known?.version === version) {
        // A Map keeps the order of insertion: what is asked for stays youngest.
        kept.delete(key)
        kept.set(key, known)
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

/** FNV-1a, of the units of the text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

function sizeOf(answer: Answer): number {
  if (typeof answer === 'number') return 0
  return typeof answer === 'string' ? answer.length * 2 : answer.byteLength
}

/** Bytes come as a part of a larger piece of memory, which would be kept with them. */
function ownCopy<T extends Answer>(answer: T): T {
  return answer instanceof Uint8Array ? (Buffer.from(answer) as Uint8Array as T) : answer
}
