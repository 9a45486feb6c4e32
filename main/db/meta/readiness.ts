import { newestVersion } from './migrate'
import type { MetaStore } from './store'

/** Time after which a silent store counts as unreachable. */
const answerMs = 2_000
/** Balancers of many servers ask often; they share an answer until this time after it came. */
const sharedMs = 250

/** Returns a check that is true while the store answers and has all tables of this version. Never rejects. */
export function createReadiness(store: Pick<MetaStore, 'read'>, monotonicMs: () => number): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let answeredAtMs: number | undefined
  const ask = async (): Promise<boolean> => {
    let limit: NodeJS.Timeout | undefined
    const silence = new Promise<boolean>((resolve) => {
      limit = setTimeout(resolve, answerMs, false)
    })
    const found = store.read('SELECT MAX(version) FROM xc_migrations').then(
      ([row]) => Number(row?.[0]) >= newestVersion(),
      () => false,
    )
    try {
      return await Promise.race([found, silence])
    } finally {
      clearTimeout(limit)
      answeredAtMs = monotonicMs()
    }
  }
  return () => {
    const isOver = answeredAtMs !== undefined && monotonicMs() - answeredAtMs > sharedMs
    if (answer === undefined || isOver) {
      answeredAtMs = undefined
      answer = ask()
    }
    return answer
  }
}
