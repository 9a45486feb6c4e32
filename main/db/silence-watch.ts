import type { Socket } from 'node:net'
import { errorCode } from './connection-failures'

/** Time without any response after which the watch asks whether the server is alive. */
const quietMs = 1_000
/** A server is silent if a new connection to it receives nothing in this time. */
const answerMs = 2_000
/** A timer that is this late shows that this process stood still, which looks like silence of the server. */
const lateMs = 500

/** Detects servers that keep connections open and send nothing: frozen, or behind a broken network. */
export interface Liveness<C> {
  /** Returns an object that stands for the server of a connection. */
  readonly serverOf: (connection: C) => object
  /** Opens another connection to the server of a connection. */
  readonly probe: (connection: C) => LivenessProbe
  /** Closes a connection at once and rejects its running statement. */
  readonly abandon: (connection: C) => void
  /** Called when a server fell silent. */
  readonly silent?: (connection: C) => void
}

/**
 * A connection that only shows whether its server is alive. It closes itself, and waits longer than the watch, which knows
 * pauses of this process.
 */
export interface LivenessProbe {
  readonly socket: Pick<Socket, 'bytesRead'>
  readonly opened: Promise<unknown>
}

/** Errors of networks that lead nowhere. All others come from a host that is alive. */
const silentCodes = ['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN']

/** Has the form of an error of the network, which all drivers know as a lost connection. */
export const silentError = (): Error => Object.assign(new Error('The server is silent'), { code: 'ETIMEDOUT' })

/** No connection opened in time while the server is silent. Another attempt would only double the wait. */
export class StillSilent extends Error {
  override readonly name = 'StillSilent'
  readonly code = 'ETIMEDOUT'
}

/**
 * Watches the connections in use of a pool. A statement may take long; but while no connection receives a response, the
 * server must at least answer a new connection. One that doesn't loses all its connections.
 */
export class SilenceWatch<C extends object> {
  /** Connections in use, and since when. */
  readonly #busy = new Map<C, number>()
  /** Time of the last response of each server. */
  readonly #heard = new WeakMap<object, number>()
  #timer: NodeJS.Timeout | undefined

  /** @param onSilent  called before the connections in use are abandoned */
  constructor(
    private readonly liveness: Liveness<C>,
    private readonly onSilent: (server: object) => void,
  ) {}

  begin(connection: C): void {
    this.#busy.set(connection, performance.now())
    this.#schedule(quietMs)
  }

  /** @param answered  true if the server responded to the last statement */
  end(connection: C, answered: boolean): void {
    if (this.#busy.delete(connection) && answered)
      this.#heard.set(this.liveness.serverOf(connection), performance.now())
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#busy.clear()
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#look(), ms).unref()
  }

  async #look(): Promise<void> {
    const now = performance.now()
    const quiet = new Map<object, C>()
    let oldest = now
    for (const [connection, since] of this.#busy) {
      const server = this.liveness.serverOf(connection)
      const silentSince = Math.max(since, this.#heard.get(server) ?? -Infinity)
      oldest = Math.min(oldest, silentSince)
      if (now - silentSince >= quietMs) quiet.set(server, connection)
    }
    await Promise.all([...quiet].map(([server, connection]) => this.#ask(server, connection)))
    this.#timer = undefined
    if (this.#busy.size > 0) this.#schedule(quiet.size > 0 ? quietMs : Math.max(oldest + quietMs - now, 1))
  }

  async #ask(server: object, connection: C): Promise<void> {
    const { probe, serverOf, abandon, silent } = this.liveness
    const askedAt = performance.now()
    const isAlive = await responds(probe(connection))
    // A response to a statement shows it too.
    if (isAlive || (this.#heard.get(server) ?? -Infinity) > askedAt) {
      this.#heard.set(server, performance.now())
      return
    }
    silent?.(connection)
    this.onSilent(server)
    for (const each of this.#busy.keys()) if (serverOf(each) === server) abandon(each)
  }
}

/** True if the server sent anything in time, or if its host refused the connection. */
export async function responds({ socket, opened }: LivenessProbe): Promise<boolean> {
  const ended = opened.then(
    () => true,
    (error: unknown) => socket.bytesRead > 0 || !silentCodes.includes(errorCode(error)),
  )
  for (;;) {
    const beganAt = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, answerMs, undefined)
    })
    const isAlive = (await Promise.race([ended, late])) ?? (socket.bytesRead > 0 || undefined)
    clearTimeout(timer)
    if (isAlive !== undefined) return isAlive
    if (performance.now() - beganAt < answerMs + lateMs) return false
  }
}
