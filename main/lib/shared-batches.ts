import { endedOrLate } from './shared-reads'

interface Batch<T> {
  readonly keys: Set<string>
  readonly found: Promise<ReadonlyMap<string, T>>
}

/**
 * Lets concurrent callers share reads of different keys, without getting anything older than their call: all callers that
 * come while a read runs share the next one, with those of the turn of the event loop in which it begins.
 *
 * @param read  called with the keys of its callers, each once; a failure rejects all of them
 */
export function sharedBatches<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let running: Promise<unknown> | undefined
  let next: Batch<T> | undefined

  const begin = async (keys: ReadonlySet<string>): Promise<ReadonlyMap<string, T>> => {
    if (running !== undefined) await endedOrLate(running)
    // Requests that arrive together with the end of the last read belong to this turn too.
    await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    const reading = read([...keys])
    const ended = reading
      .catch(() => undefined)
      .then(() => {
        if (running === ended) running = undefined
      })
    running = ended
    return reading
  }

  return async (key) => {
    if (next === undefined) {
      const keys = new Set<string>()
      next = { keys, found: begin(keys) }
    }
    const { keys, found } = next
    keys.add(key)
    return (await found).get(key)
  }
}
