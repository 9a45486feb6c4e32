import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { AppError } from '@common/errors'
import { terminalHandshake, terminalLimits, terminalRequest, type TerminalResponse } from '@common/terminal'
import { createServer } from '@main/lib/node-http'
import { isSameSecret } from '@main/lib/same-secret'
import type { Timers } from './output-buffer'
import { failedResponse, type SessionManager } from './session-manager'

export interface SocketDeps {
  /** 0 for any free port. */
  readonly port: number
  /** Token of the launch, known only to our window. */
  readonly token: string
  /** Origins of our own page, such as `http://127.0.0.1:8080`. */
  readonly origins: readonly string[]
  /** True if a session token belongs to the super admin. Checked at each connection. */
  readonly maySpawn: (sessionToken: string) => Promise<boolean>
  /** True while the session is open with that right. Polled while the connection is open. */
  readonly goesOn: (sessionToken: string) => Promise<boolean>
  readonly timers: Timers
  readonly sessions: SessionManager
  /** Called whenever the number of connected windows changes. */
  readonly onConnections: (count: number) => void
  readonly onFault: (error: unknown) => void
}

export interface TerminalSocket {
  readonly port: number
  readonly close: () => Promise<void>
}

/** A connected window: the session token of its user, and the owner of its shells. */
interface Admitted {
  readonly session: string
  readonly owner: string
}

/** Timeout of the handshake. */
const connectTimeoutMs = 5_000
/** Polling interval of the session, and so the longest time that a terminal outlives it. */
const recheckEveryMs = 1_000

const hostsOf = (port: number): string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

/** Returns why a request is rejected. Checks every polling and WebSocket request first. */
function isRefused(request: IncomingMessage, port: number, { origins, token }: SocketDeps): boolean {
  const { host, origin } = request.headers
  if (host === undefined || !hostsOf(port).includes(host)) return true
  // Our page is at another port, so its requests always carry an Origin.
  if (origin === undefined || !origins.includes(origin)) return true
  const given = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('token')
  return given === null || !isSameSecret(given, token)
}

/**
 * Opens the terminal's socket on the loopback address.
 *
 * @throws AppError TERMINAL_PORT_TAKEN
 */
export async function openTerminalSocket(deps: SocketDeps): Promise<TerminalSocket> {
  const http = createServer((_request, response) => response.writeHead(404).end())
  const port = await listen(http, deps.port)
  const admitted = new WeakMap<Socket, Admitted>()
  const io = new Server(http, {
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: terminalLimits.messageBytes,
    connectTimeout: connectTimeoutMs,
    perMessageDeflate: false,
    httpCompression: false,
  })
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (isRefused(request, port, deps)) {
      response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' })
      response.end('Forbidden')
      return
    }
    const { origin } = request.headers
    // Only our own page may read responses; only listed origins are allowed.
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'Origin')
    next()
  })
  io.use((socket, next) => {
    const admit = async (): Promise<boolean> => {
      const handshake = terminalHandshake.safeParse(socket.handshake.auth)
      if (!handshake.success || !(await deps.maySpawn(handshake.data.session))) return false
      const { session, window = socket.id } = handshake.data
      admitted.set(socket, { session, owner: window })
      return true
    }
    void settle(admit(), deps.onFault).then((isAdmitted) => next(isAdmitted ? undefined : new Error('NOT_ALLOWED')))
  })
  /**
   * Ends the connection, and its shells with it, soon after the session ends or loses its rights. After a lost
   * connection, watches the shells that wait for their window.
   */
  const watch = (socket: Socket, { session, owner }: Admitted): void => {
    const isNeeded = (): boolean => socket.connected || deps.sessions.has(owner)
    deps.timers.after(recheckEveryMs, () => {
      if (!isNeeded()) return
      void settle(deps.goesOn(session), deps.onFault).then((holds) => {
        if (!isNeeded()) return
        if (holds) return watch(socket, { session, owner })
        deps.sessions.leave(owner)
        socket.disconnect(true)
      })
    })
  }
  io.on('connection', (socket) => {
    const person = admitted.get(socket)
    if (person === undefined) return socket.disconnect(true)
    const { owner, session } = person
    watch(socket, person)
    const respond = (response: TerminalResponse): void => void socket.emit('res', response)
    deps.onConnections(io.sockets.sockets.size)
    socket.on('req', (message: unknown) => {
      const request = terminalRequest.safeParse(message)
      if (request.success) void deps.sessions.handle(owner, request.data, respond, session)
      else respond(failedResponse(null, 'INPUT_INVALID'))
    })
    socket.on('disconnect', () => {
      // The id of a connection ends with it, so no window could return.
      if (owner === socket.id) deps.sessions.leave(owner)
      else deps.sessions.detach(owner, respond)
      deps.onConnections(io.sockets.sockets.size)
    })
  })
  return { port, close: () => io.close() }
}

/** An error counts as no. */
async function settle(question: Promise<boolean>, onFault: (error: unknown) => void): Promise<boolean> {
  try {
    return await question
  } catch (error) {
    onFault(error)
    return false
  }
}

function listen(http: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new AppError('TERMINAL_PORT_TAKEN', { port }, { cause: error })
          : error,
      ),
    )
    http.listen(port, '127.0.0.1', () => {
      const address = http.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
