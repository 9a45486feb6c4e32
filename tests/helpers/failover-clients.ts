import { rowsAt } from './cluster'
import { sendRequest } from './request'
import { untilItWorks } from './until'

/** Sixteen clients that insert rows with names of their own, through all servers in turn. */
export interface FailoverClients {
  /** Ends them. @returns the names whose insertion was acknowledged */
  readonly stop: () => Promise<ReadonlySet<string>>
  readonly acknowledged: () => number
  /** Answers other than 200, by status and text. */
  readonly refused: () => ReadonlyMap<string, number>
  /** Time from the first to the last answer other than 200 since the call before, in milliseconds. */
  readonly refusedForMs: () => number
  /** Longest time without any acknowledged write since the call before, in milliseconds. */
  readonly longestGapMs: () => number
}

export const clientsCount = 16

/** How long clients may be refused while a node fails, in milliseconds (docs/scale-out.md). */
export const refusedMaxMs = 5_000

export function startFailoverClients(
  origins: readonly string[],
  { token, projectId, table }: { readonly token: string; readonly projectId: string; readonly table: string },
): FailoverClients {
  const names = new Set<string>()
  const refused = new Map<string, number>()
  let isStopped = false
  let lastMs = performance.now()
  let gapMs = 0
  let firstRefusedMs = Infinity
  let lastRefusedMs = -Infinity
  const client = async (nth: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      const name = `${nth}-${count}`
      const origin = origins[(nth + count) % origins.length] ?? ''
      const answer = await rowsAt(origin, projectId, table, { method: 'POST', token, body: { name } })
      if (answer.status === 200) {
        names.add(name)
        const nowMs = performance.now()
        gapMs = Math.max(gapMs, nowMs - lastMs)
        lastMs = nowMs
      } else {
        firstRefusedMs = Math.min(firstRefusedMs, performance.now())
        lastRefusedMs = performance.now()
        const key = `${answer.status} ${answer.error.msg}`
        refused.set(key, (refused.get(key) ?? 0) + 1)
        await untilItWorks(async () => {
          const { status } = await sendRequest(origin, '/health/ready')
          if (status !== 200) throw new Error('The server is not ready')
        })
      }
    }
  }
  const running = Array.from({ length: clientsCount }, (_, nth) => client(nth))
  return {
    acknowledged: () => names.size,
    refused: () => refused,
    refusedForMs: () => {
      const found = Math.max(0, lastRefusedMs - firstRefusedMs)
      firstRefusedMs = Infinity
      lastRefusedMs = -Infinity
      return found
    },
    longestGapMs: () => {
      const found = gapMs
      gapMs = 0
      lastMs = performance.now()
      return found
    },
    stop: async () => {
      isStopped = true
      await Promise.all(running)
      return names
    },
  }
}
