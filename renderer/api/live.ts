import { repeatedForMs, type LiveChange } from '@common/live'
import { ApiError } from './api-error'
import { eventsOf } from './event-stream'
import type { Http } from './http'

export type LiveListener = (changes: readonly LiveChange[]) => void

/** Notifies listeners about events of a project. */
export interface Live {
  /** @returns the function that ends it */
  readonly listen: (projectId: string, listener: LiveListener) => () => void
  /** Reconnects every stream at once: after a sleep, they are dead without knowing it. */
  readonly wake: () => void
}

/** The server sends data at least every 15 s. After this much silence, the connection counts as dead. */
const silenceMaxMs = 40_000
/** Waiting times before a broken stream is opened again, in milliseconds. */
const firstWaitMs = 500
const longestWaitMs = 15_000
const missed: readonly LiveChange[] = [{ kind: 'elsewhere' }]

/**
 * One stream per project, regardless of the number of tabs and windows: browsers open at most six connections to a
 * server, and a stream holds one for its lifetime. The window with the lock reads it and forwards the events.
 */
export function createLive(http: Http): Live {
  const rooms = new Map<string, Room>()
  return {
    listen: (projectId, listener) => {
      const room = rooms.get(projectId) ?? openRoom(http, projectId)
      rooms.set(projectId, room)
      room.listeners.add(listener)
      return () => {
        room.listeners.delete(listener)
        if (room.listeners.size > 0 || rooms.get(projectId) !== room) return
        rooms.delete(projectId)
        room.close()
      }
    },
    wake: () => {
      for (const room of rooms.values()) room.wake()
    },
  }
}

interface Room {
  readonly listeners: Set<LiveListener>
  readonly close: () => void
  readonly wake: () => void
}

function openRoom(http: Http, projectId: string): Room {
  const listeners = new Set<LiveListener>()
  const ended = new AbortController()
  // A visitor of a link hears less than a member in another window.
  const name = `basalt-live ${projectId} ${http.share() ?? ''}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const wasSignedIn = http.token() !== null
  // The page of a project outlives the session while the next page loads. Its requests would be rejected.
  const isSignedOut = (): boolean => wasSignedIn && http.token() === null
  const hear = (changes: readonly LiveChange[]): void => {
    if (isSignedOut()) return
    for (const listener of listeners) listener(changes)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<readonly LiveChange[]>) => hear(data))
  const tell = (changes: readonly LiveChange[]): void => {
    hear(changes)
    channel?.postMessage(changes)
  }
  /** Ends the current stream or pause. Replaced with each connection. */
  let attempt = new AbortController()
  const nextAttempt = (): AbortSignal => {
    attempt = new AbortController()
    return attempt.signal
  }
  const openedAt = performance.now()
  void leading(name, ended.signal, () =>
    follow(http, projectId, tell, { signal: ended.signal, openedAt, nextAttempt, isSignedOut }),
  )
  return {
    listeners,
    wake: () => attempt.abort(),
    close: () => {
      ended.abort()
      channel?.close()
    },
  }
}

/** Works once no other window does. Without locks (plain http from another machine) each window works for itself. */
async function leading(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  try {
    await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface Following {
  readonly signal: AbortSignal
  /** When the project was opened. Another window may have read the stream since then. */
  readonly openedAt: number
  /** Returns a signal that aborts when this connection shall be replaced at once. */
  readonly nextAttempt: () => AbortSignal
  readonly isSignedOut: () => boolean
}

/** Reads the stream, and reconnects when it breaks, until the last listener unsubscribes or the user signs out. */
async function follow(
  http: Http,
  projectId: string,
  tell: LiveListener,
  { signal, openedAt, nextAttempt, isSignedOut }: Following,
): Promise<void> {
  let waitMs = firstWaitMs
  // The project was read just before: that time counts too.
  const isLate = (): boolean => performance.now() - openedAt > repeatedForMs / 2
  for (let opened = 0; !signal.aborted && !isSignedOut();) {
    const woken = nextAttempt()
    const either = AbortSignal.any([signal, woken])
    try {
      await readStream(http, projectId, either, {
        opened: () => {
          waitMs = firstWaitMs
          // The server repeats only the last commands before a stream.
          if (opened > 0 || isLate()) tell(missed)
          opened += 1
        },
        changes: tell,
      })
    } catch (error) {
      if (signal.aborted) return
      // A listener without permission doesn't retry: its pages ask again and show the reason.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        if (opened > 0) tell(missed)
        return
      }
    }
    await pause(waitMs, either)
    waitMs = woken.aborted ? firstWaitMs : Math.min(longestWaitMs, waitMs * 2)
  }
}

async function readStream(
  http: Http,
  projectId: string,
  signal: AbortSignal,
  tell: { readonly opened: () => void; readonly changes: LiveListener },
): Promise<void> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMaxMs)
  try {
    const response = await http.request({
      method: 'GET',
      // Repeats commands since the page began to load: its first answers may be older than they are.
      path: `/nc/${encodeURIComponent(projectId)}/v1/live?age=${Math.round(performance.now())}`,
      signal: AbortSignal.any([signal, silent.signal]),
    })
    tell.opened()
    if (response.body === null) return
    for await (const { name, data } of eventsOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMaxMs)
      if (name === 'message' && data !== undefined) tell.changes(JSON.parse(data) as readonly LiveChange[])
    }
  } finally {
    clearTimeout(timer)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
