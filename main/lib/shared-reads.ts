/** A running read takes no longer than this before the next one begins beside it: one slow read must not stop all. */
const patienceMs = 50

interface Waiting<T> {
  /** Resolves when the last read has ended. */
  running: Promise<unknown>
  next: Promise<T> | undefined
}

/**
 * Lets concurrent callers share reads without getting anything older than their call: a read that runs already isn't
 * shared, but all callers that come meanwhile share the next one.
 *
 * @param read  called with the key of its callers; its result may be shared
 */
export function sharedReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const waiting = new Map<string, Waiting<T>>()

  const start = (key: string, own: Waiting<T>): Promise<T> => {
    const reading = read(key)
    const ended = reading
      .catch(() => undefined)
      .then(() => {
        if (own.running === ended && own.next === undefined) waiting.delete(key)
      })
    own.running = ended
    return reading
  }

  return (key) => {
    const known = waiting.get(key)
    if (known === undefined) {
      const own: Waiting<T> = { running: Promise.resolve(), next: undefined }
      waiting.set(key, own)
      return start(key, own)
    }
    return (known.next ??= endedOrLate(known.running).then(() => {
      known.next = undefined
      return start(key, known)
    }))
  }
}

/** Resolves when a running read has ended, or when callers should not wait for it any longer. */
export function endedOrLate(running: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    void running.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
