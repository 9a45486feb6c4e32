import type { RowSource } from '@renderer/features/records/rows/row-source'

/** Small pages, so that few rows fill several. */
export const options = {
  pageRows: 10,
  pagesHeld: 6,
  lookAhead: 1,
  settleMs: 60,
  whenDrawn: (then: () => void) => then(),
}

/** A table of numbered rows whose responses wait until the test releases them. */
export function table(count: number | Promise<number>, rowsInTable = typeof count === 'number' ? count : 0) {
  const requests: {
    offset: number
    limit: number
    signal: AbortSignal
    answer: () => void
    fail: (error: Error) => void
  }[] = []
  const source: RowSource = {
    rows: (offset, limit, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        const rows = Array.from({ length: Math.max(0, Math.min(limit, rowsInTable - offset)) }, (_, at) => ({
          id: offset + at,
        }))
        requests.push({ offset, limit, signal, answer: () => resolve(rows), fail: reject })
      }),
    count: () => Promise.resolve(count),
  }
  return {
    source,
    requests,
    offsets: () => requests.filter(({ signal }) => !signal.aborted).map(({ offset }) => offset),
    answerAll: async () => {
      // Responses may cause further requests.
      for (let at = 0; at < requests.length; at += 1) {
        requests[at]?.answer()
        await settle()
      }
    },
  }
}

/** Lets the answers that have come reach the store. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
