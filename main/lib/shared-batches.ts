import { endedOrLate } from './shared-reads'

interface Batch<T> {
  readonly keys: Set<string>
  readonly found: Promise<ReadonlyMap<string, T>>
}

/**
 * Lets concurrent callers share reads of different keys, without getting anything older than their call: all callers that
 * come while a read runs share the next one. Without a running read, those of the same turn of the event loop share it.
 *
 * @param read  called with the keys of its callers, each once; a failure rejects all of them
 */
export function sharedBatches<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let running: Promise<unknown> | undefined
  let next: Batch<T> | undefined

  const begin = async (keys: ReadonlySet<string>): Promise<ReadonlyMap<string, T>> => {
    await (running === undefined ? new Promise((resolve) => setImmediate(resolve)) : endedOrLate(running))
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
