import { Worker } from 'node:worker_threads'
import type { StartChild } from '@main/lib/child-process'
import { slotCount, slotState, wakeIndex, type AnswerMessage, type Request, type WorkerData } from './protocol'

/** Memory limit of a worker's own objects, without SQLite's pages. Beyond it, the worker ends instead of the server. */
const heapLimitsMb = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

export interface CarrierEvents {
  /** The carrier is ready. */
  readonly online: () => void
  readonly answers: (message: AnswerMessage) => void
  /** The carrier has ended. Called once. */
  readonly exit: (cause: unknown) => void
}

/** Runs SQLite outside the thread that serves HTTP, and exchanges messages with it. */
export interface Carrier {
  /** Concurrent jobs. */
  readonly depth: number
  /** True if `kill` works even while SQLite runs a statement. */
  readonly isKillable: boolean
  /** Announces a job, before its request is posted. */
  readonly enqueue: (slot: number) => void
  /** Cancels a job. @returns true if the job is certain never to run */
  readonly cancel: (slot: number) => boolean
  /** Cancels a job only if it hasn't begun. @returns true if cancelled */
  readonly takeBack: (slot: number) => boolean
  /** @throws when a value in the requests can't be serialized */
  readonly post: (requests: readonly Request[]) => void
  /** Sets whether the carrier keeps the server's process alive. */
  readonly keepAlive: (wanted: boolean) => void
  /** Ends it at once. A thread ends only when SQLite returns; check `isKillable`. */
  readonly kill: () => void
}

/** Starts a carrier; the events may come at any later time. */
export type StartCarrier = (events: CarrierEvents) => Carrier

/** A started worker thread that waits for its first job. */
export interface SqliteThread {
  readonly worker: Pick<Worker, 'postMessage' | 'ref' | 'unref' | 'terminate'>
  readonly shared: Int32Array
  /** Forwards the thread's events, including earlier ones. Call this once. */
  readonly listen: (events: CarrierEvents) => void
}

export type StartSqliteThread = (workerUrl: URL) => SqliteThread

/** Starts a worker thread. It loads SQLite by itself, while the caller does other work. */
export const startSqliteThread: StartSqliteThread = (workerUrl) => {
  const memory = new SharedArrayBuffer(slotCount * Int32Array.BYTES_PER_ELEMENT)
  const workerData: WorkerData = { shared: memory }
  const worker = new Worker(workerUrl, { workerData, resourceLimits: heapLimitsMb, name: 'sqlite' })
  let events: CarrierEvents | undefined
  let isOnline = false
  let hasEnded = false
  let cause: unknown
  worker.on('online', () => {
    isOnline = true
    events?.online()
  })
  worker.on('message', (message: AnswerMessage) => events?.answers(message))
  worker.on('error', (error) => (cause = error))
  worker.on('exit', () => {
    hasEnded = true
    events?.exit(cause)
  })
  // Only a thread with work keeps the process alive.
  worker.unref()
  return {
    worker,
    shared: new Int32Array(memory),
    listen: (listener) => {
      const before = { isOnline, hasEnded }
      events = listener
      setImmediate(() => {
        if (before.isOnline) listener.online()
        if (before.hasEnded) listener.exit(cause)
      })
    },
  }
}

/** Runs SQLite in a worker thread of this process: the fastest access, but statements can't be interrupted. */
export function threadCarrier({ worker, shared, listen }: SqliteThread): StartCarrier {
  return (events) => {
    listen(events)
    const takeBack = (slot: number): boolean =>
      Atomics.compareExchange(shared, slot, slotState.queued, slotState.cancelled) === slotState.queued
    return {
      depth: slotCount - 1,
      isKillable: false,
      enqueue: (slot) => void Atomics.store(shared, slot, slotState.queued),
      cancel: (slot) => {
        if (takeBack(slot)) return true
        Atomics.compareExchange(shared, slot, slotState.running, slotState.cancelled)
        return false
      },
      takeBack,
      post: (requests) => {
        try {
          worker.postMessage(requests)
        } finally {
          Atomics.add(shared, wakeIndex, 1)
          Atomics.notify(shared, wakeIndex)
        }
      },
      keepAlive: (wanted) => {
        if (wanted) worker.ref()
        else worker.unref()
      },
      kill: () => void worker.terminate(),
    }
  }
}

/** The first message of a child process. */
export const onlineMessage = 'online'

/** Messages from the server to a child process; answers come back as `AnswerMessage`. */
export type ProcessMessage =
  | { readonly kind: 'requests'; readonly requests: readonly Request[] }
  | { readonly kind: 'cancel'; readonly slot: number }

export interface ProcessOptions {
  readonly start: StartChild
  /** The bundle of `process.ts`. */
  readonly processUrl: URL
  readonly workerUrl: URL
  /** Runs at low priority. */
  readonly isLowPriority: boolean
  /** Concurrent jobs. Others stay queued in the server, where another process can take them. */
  readonly depth: number
}

/** Runs SQLite in a child process with a worker thread: slower to reach, but `kill` ends any statement. */
export function processCarrier({ start, processUrl, workerUrl, isLowPriority, depth }: ProcessOptions): StartCarrier {
  return (events) => {
    const args = [workerUrl.href, isLowPriority ? 'low' : 'normal']
    const child = start(processUrl, args, {
      message: (message) => {
        if (message === onlineMessage) events.online()
        else events.answers(message as AnswerMessage)
      },
      exit: events.exit,
    })
    const send = (message: ProcessMessage): void => child.send(message)
    return {
      depth,
      isKillable: true,
      enqueue: () => undefined,
      cancel: (slot) => {
        send({ kind: 'cancel', slot })
        return false
      },
      takeBack: () => false,
      post: (requests) => send({ kind: 'requests', requests }),
      keepAlive: child.keepAlive,
      kill: child.kill,
    }
  }
}
