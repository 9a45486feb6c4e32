import type { Database } from '@main/db/database'
import type { TableIndex } from './columns'

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
  readonly answer: <T extends Answer>(
    of: { readonly database: Database; readonly index: TableIndex },
    question: string,
    ask: () => Promise<T>,
  ) => Promise<T>
}

interface Kept {
  readonly version: string
  /** Undefined: asked once. Few questions are asked again, and copying every answer would cost them all. */
  readonly answer: Answer | undefined
  readonly size: number
}

/** Of all answers together, of one answer, and of one question. */
const bytesMax = 8 * 1024 * 1024
const answerBytesMax = 256 * 1024
const questionLengthMax = 2_000
/** What a question weighs beside its text. */
const entryBytes = 200

export function createKeptAnswers(): KeptAnswers {
  /** Oldest first. */
  const kept = new Map<string, Kept>()
  let bytes = 0
  // Per table as it is now: any change of the schema or of what people say of it makes another table object.
  const numbers = new WeakMap<TableIndex, number>()
  let tablesSeen = 0

  const numberOf = (index: TableIndex): number => {
    let number = numbers.get(index)
    if (number === undefined) numbers.set(index, (number = ++tablesSeen))
    return number
  }

  const drop = (key: string): void => {
    bytes -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  const keep = (key: string, version: string, answer: Answer | undefined): void => {
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
      { database, index }: { readonly database: Database; readonly index: TableIndex },
      question: string,
      ask: () => Promise<T>,
    ): Promise<T> => {
      const version = question.length > questionLengthMax ? undefined : database.versionNow?.()
      if (version === undefined) return ask()
      const key = `${numberOf(index)}\n${question}`
      const known = kept.get(key)
      const isCurrent = known?.version === version
      if (isCurrent && known.answer !== undefined) {
        // A Map keeps the order of insertion: what is asked for stays youngest.
        kept.delete(key)
        kept.set(key, known)
        return known.answer as T
      }
      const answer = await ask()
      const isWorthIt = isCurrent && sizeOf(answer) <= answerBytesMax
      keep(key, version, isWorthIt ? ownCopy(answer) : undefined)
      return answer
    },
  }
}

function sizeOf(answer: Answer | undefined): number {
  if (answer === undefined || typeof answer === 'number') return 0
  return typeof answer === 'string' ? answer.length * 2 : answer.byteLength
}

/** Bytes come as a part of a larger piece of memory, which would be kept with them. */
function ownCopy<T extends Answer>(answer: T): T {
  return answer instanceof Uint8Array ? (Buffer.from(answer) as Uint8Array as T) : answer
}
