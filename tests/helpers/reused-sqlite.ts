import {
  onlineMessage,
  startSqliteThread,
  type CarrierEvents,
  type ProcessMessage,
  type SqliteThread,
} from '@main/db/dialects/sqlite/carrier'
import { slotCount, slotState, type AnswerMessage, type Request } from '@main/db/dialects/sqlite/protocol'
import { forkChild, type ChildEvents, type ChildProcess, type StartChild } from '@main/lib/child-process'

/*
 * Threads and child processes that run SQLite, for all servers of a test worker one after the other. Starting them took
 * a third of the time of the HTTP tests. Instead of ending, they close their databases and wait for the next server.
 * `dialects/threads.test.ts` and the tests of whole programs start and end real ones.
 */

/** Replaces the end of a carrier with closing its databases. */
class Closing {
  readonly #open = new Set<number>()
  /** Slots of the close requests. The highest ones: no test has so many jobs. */
  #slots: number[] = []

  /** Returns the requests to send instead. */
  requests(requests: readonly Request[]): Request[] {
    return requests.flatMap((request) => {
      if (request[0] === 'open') this.#open.add(request[1])
      if (request[0] === 'close') this.#open.delete(request[2])
      return request[0] === 'end' ? this.#closeAll() : [request]
    })
  }

  #closeAll(): Request[] {
    // The last one closes nothing: its answer comes after all others, even if no database is open.
    const databases = [...this.#open, 0]
    this.#slots = databases.map((_, at) => slotCount - 1 - at)
    return databases.map((id, at) => ['close', slotCount - 1 - at, id])
  }

  get slots(): readonly number[] {
    return this.#slots
  }

  /** Returns the answers to the server's own requests, and true if everything is closed. */
  answers([bytes, answers]: AnswerMessage): { readonly own: AnswerMessage; readonly isClosed: boolean } {
    const own = answers.filter(([slot]) => !this.#slots.includes(slot))
    return { own: [bytes, own], isClosed: answers.some(([slot]) => slot === this.#slots.at(-1)) }
  }
}

const spareThreads = new Map<string, SqliteThread[]>()

/** Returns a thread that no server uses any more, or a new one. */
function reuseSqliteThread(workerUrl: URL): SqliteThread {
  const spares = spareThreads.get(workerUrl.href) ?? []
  spareThreads.set(workerUrl.href, spares)
  const thread = spares.pop() ?? startSqliteThread(workerUrl)
  const { worker, shared } = thread
  const closing = new Closing()
  let isReleased = false
  const release = (events: CarrierEvents): void => {
    isReleased = true
    worker.unref()
    spares.push(thread)
    thread.listen({
      online: () => undefined,
      answers: () => undefined,
      exit: () => {
        const at = spares.indexOf(thread)
        if (at !== -1) spares.splice(at, 1)
      },
    })
    events.exit(undefined)
  }
  return {
    shared,
    worker: {
      postMessage: (requests: readonly Request[]) => {
        const sent = closing.requests(requests)
        for (const slot of closing.slots) Atomics.store(shared, slot, slotState.queued)
        worker.postMessage(sent)
      },
      ref: () => {
        if (!isReleased) worker.ref()
      },
      unref: () => {
        if (!isReleased) worker.unref()
      },
      terminate: () => (isReleased ? Promise.resolve(0) : worker.terminate()),
    },
    listen: (events) =>
      thread.listen({
        online: events.online,
        answers: (message) => {
          const { own, isClosed } = closing.answers(message)
          if (own[1].length > 0) events.answers(own)
          if (isClosed) release(events)
        },
        exit: events.exit,
      }),
  }
}

interface SpareChild {
  readonly child: ChildProcess
  isOnline: boolean
  events: ChildEvents
}
const spareChildren = new Map<string, SpareChild[]>()

/** Returns a child process of the same kind that no server uses any more, or a new one. */
const reuseSqliteProcess: StartChild = (script, args, events) => {
  // A session speaks another protocol, and its process ends with it.
  if (script.pathname.endsWith('/sqlite-session.js')) return forkChild(script, args, events)
  const kind = [script.href, ...args].join(' ')
  const spares = spareChildren.get(kind) ?? []
  spareChildren.set(kind, spares)
  const closing = new Closing()
  const used = spares.pop() ?? forked(script, args)
  const { child } = used
  let isReleased = false
  used.events = {
    message: (message) => {
      if (message === onlineMessage) {
        events.message(message)
        return
      }
      const { own, isClosed } = closing.answers(message as AnswerMessage)
      if (own[1].length > 0) events.message(own)
      if (!isClosed) return
      isReleased = true
      child.keepAlive(false)
      used.events = {
        message: () => undefined,
        exit: () => {
          const at = spares.indexOf(used)
          if (at !== -1) spares.splice(at, 1)
        },
      }
      spares.push(used)
      events.exit(undefined)
    },
    exit: events.exit,
  }
  if (used.isOnline) setImmediate(() => events.message(onlineMessage))
  return {
    send: (message) => {
      const sent = message as ProcessMessage
      if (isReleased) return
      child.send(sent.kind === 'requests' ? { ...sent, requests: closing.requests(sent.requests) } : sent)
    },
    keepAlive: (wanted) => {
      if (!isReleased) child.keepAlive(wanted)
    },
    kill: () => {
      if (!isReleased) child.kill()
    },
  }
}

function forked(script: URL, args: readonly string[]): SpareChild {
  const spare: SpareChild = {
    isOnline: false,
    events: { message: () => undefined, exit: () => undefined },
    child: forkChild(script, args, {
      message: (message) => {
        if (message === onlineMessage) spare.isOnline = true
        spare.events.message(message)
      },
      exit: (cause) => spare.events.exit(cause),
    }),
  }
  return spare
}

/** Options of databases and servers in tests. */
export const reusedSqlite = { startThread: reuseSqliteThread, startChild: reuseSqliteProcess } as const
