import { data, live } from '@renderer/api'

/** Parameters of a request; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

interface Expected {
  readonly answer: Promise<unknown>
  readonly abandon: () => void
  /** Stops waiting for its use. */
  readonly release: () => void
}

/** A prefetched response that nobody used in this time is dropped, in milliseconds. */
const unusedMs = 2_000

const expected = new Map<string, Expected>()

const keyOf = (projectId: string, path: readonly string[], query: Query): string =>
  JSON.stringify([projectId, path, query])

/** Prefetches a response for the next `readData` of the same. Drops it if anything changes in the project before. */
export function expectAnswer(projectId: string, path: readonly string[], query: Query): void {
  const key = keyOf(projectId, path, query)
  if (expected.has(key)) return
  const request = new AbortController()
  const drop = (): void => {
    take(key)
    request.abort()
  }
  const answer = data.call(projectId, path, { query, signal: request.signal })
  // The caller of `readData` handles its failure.
  answer.catch(() => undefined)
  const timer = setTimeout(drop, unusedMs)
  const stopListening = live.listen(projectId, drop)
  expected.set(key, {
    answer,
    abandon: () => request.abort(),
    release: () => {
      clearTimeout(timer)
      stopListening()
    },
  })
}

function take(key: string): Expected | undefined {
  const entry = expected.get(key)
  entry?.release()
  expected.delete(key)
  return entry
}

/** Reads from a project's REST API; uses the prefetched response if there is one. @throws ApiError */
export function readData<T>(projectId: string, path: readonly string[], query: Query, signal: AbortSignal): Promise<T> {
  const entry = take(keyOf(projectId, path, query))
  if (entry === undefined) return data.call<T>(projectId, path, { query, signal })
  if (signal.aborted) entry.abandon()
  signal.addEventListener('abort', entry.abandon, { once: true })
  return entry.answer as Promise<T>
}
