import { AppError } from '@common/errors'

/** Part of an AbortSignal that a queue needs; `common` has no DOM types. */
interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  readonly addEventListener: (type: 'abort', listener: () => void) => void
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

export interface QueueOptions {
  /** Tasks that run at the same time. Default 1: a mutex. */
  readonly concurrency?: number
  /** Tasks that may wait. Default: no limit. */
  readonly maxWaiting?: number
}

type Task<T> = () => Promise<T>

export interface Queue {
  /**
   * Runs a task at once if there is a free place, otherwise in order of arrival. A failed task doesn't stop the next
   * ones.
   *
   * @param signal  removes a waiting task; a running task has to listen itself
   * @throws AppError TOO_MANY_REQUESTS when `maxWaiting` tasks already wait; the reason of the signal; what the task throws
   */
  readonly run: <T>(task: Task<T>, signal?: Signal) => Promise<T>
  /** Resolves when all tasks added so far have ended, successfully or not. */
  readonly settled: () => Promise<void>
}

/** Returns a queue that limits how many tasks run and wait. */
export function createQueue({ concurrency = 1, maxWaiting = Infinity }: QueueOptions = {}): Queue {
  let running = 0
  const waiting: (() => void)[] = []
  const unsettled = new Set<Promise<void>>()

  const place = (signal?: Signal): Promise<void> => {
    if (waiting.length >= maxWaiting) throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        signal?.removeEventListener('abort', leave)
        waiting.splice(waiting.indexOf(start), 1)
        // The signal decides what callers catch.
        // oxlint-disable-next-line prefer-promise-reject-errors
        reject(signal?.reason)
      }
      waiting.push(start)
      signal?.addEventListener('abort', leave)
    })
  }

  const inPlace = async <T>(task: Task<T>, signal?: Signal): Promise<T> => {
    if (running < concurrency) running += 1
    else await place(signal)
    try {
      if (signal?.aborted === true) throw signal.reason
      return await task()
    } finally {
      // Passes its place on instead of freeing it, so that a newcomer can't overtake.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    run: async (task, signal) => {
      if (signal?.aborted === true) throw signal.reason
      let end = (): void => undefined
      const ended = new Promise<void>((resolve) => (end = resolve))
      unsettled.add(ended)
      try {
        return await inPlace(task, signal)
      } finally {
        unsettled.delete(ended)
        end()
      }
    },
    settled: async () => {
      await Promise.all(unsettled)
    },
  }
}

export interface KeyedQueue {
  /** Runs a task in the queue of its key. See `Queue.run`. */
  readonly run: <T>(key: string, task: Task<T>, signal?: Signal) => Promise<T>
  /** Resolves when all tasks added so far have ended, whatever their key. */
  readonly settled: () => Promise<void>
}

/** Returns a queue for each key: tasks of one key wait for each other, tasks of different keys don't. */
export function createKeyedQueue(options: QueueOptions = {}): KeyedQueue {
  const queues = new Map<string, { readonly queue: Queue; tasks: number }>()
  return {
    run: async (key, task, signal) => {
      const own = queues.get(key) ?? { queue: createQueue(options), tasks: 0 }
      queues.set(key, own)
      own.tasks += 1
      try {
        return await own.queue.run(task, signal)
      } finally {
        own.tasks -= 1
        if (own.tasks === 0) queues.delete(key)
      }
    },
    settled: async () => {
      await Promise.all([...queues.values()].map(({ queue }) => queue.settled()))
    },
  }
}
