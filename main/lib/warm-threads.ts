import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Worker threads of one kind. Each runs one task at a time. */
export interface WarmThreads {
  /** Returns a thread that runs no task, and starts one if there is none. */
  readonly take: () => Worker
  /**
   * Keeps a thread for the next task, and removes its listeners. Only for a thread whose task has ended, without messages
   * on their way in either direction; terminate it otherwise.
   */
  readonly giveBack: (worker: Worker) => void
}

/** Time without a task, in milliseconds, after which a thread ends and frees its memory. */
const idleMs = 10_000

/**
 * Reuses threads, because starting one and loading its modules takes a tenth of a second of processor time. Threads
 * without a task keep no process alive.
 */
export function createWarmThreads(url: URL, options: WorkerOptions, endAfterMs = idleMs): WarmThreads {
  const spares = new Map<Worker, NodeJS.Timeout>()
  /** @returns false if the thread has ended */
  const withdraw = (worker: Worker): boolean => {
    clearTimeout(spares.get(worker))
    return spares.delete(worker)
  }

  return {
    take: () => {
      // The last one has the warmest caches, and the others can end.
      const spare = [...spares.keys()].at(-1)
      if (spare === undefined) return new Worker(url, options)
      withdraw(spare)
      removeListeners(spare)
      spare.ref()
      return spare
    },
    giveBack: (worker) => {
      removeListeners(worker)
      worker.unref()
      const end = setTimeout(() => {
        withdraw(worker)
        void worker.terminate()
      }, endAfterMs)
      end.unref()
      spares.set(worker, end)
      // Without a listener, an error would end the server.
      worker.on('error', () => withdraw(worker))
      worker.on('exit', () => withdraw(worker))
    },
  }
}

/** Leaves the listeners of Node itself, without which no message would arrive. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
