import { terminalResponse, type TerminalRequest, type TerminalResponse } from '@common/terminal'
import { ApiError, desktop, messageOf, renewSession, unwrap } from '@renderer/api'
import { t } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { io, type Socket } from 'socket.io-client'
import { ownWindowId } from './terminal-store'

/** Events of the connection. */
export interface ConnectionEvents {
  /** Connected, for the first time or again. */
  readonly onConnect: (port: number) => void
  readonly onResponse: (response: TerminalResponse) => void
  /** The connection is lost; it is being restored. */
  readonly onLost: () => void
}

/** The socket to the shells of the desktop application. */
export interface TerminalConnection {
  /** Connects if necessary. @throws Error with a sentence for the user */
  readonly open: () => Promise<void>
  /** Sends a request; drops it while there is no connection. */
  readonly send: (request: TerminalRequest) => void
  readonly isOpen: () => boolean
  readonly close: () => void
}

const retryFirstMs = 500
const retryMaxMs = 5_000

/**
 * Creates the connection. Each attempt asks the desktop application for the token: another launch has another one.
 */
export function createConnection(events: ConnectionEvents): TerminalConnection {
  let socket: Socket | undefined
  let opening: Promise<void> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  const attempt = async (): Promise<void> => {
    const shell = desktop()
    const access = shell === undefined ? null : await unwrap(shell.terminalToken())
    if (access === null) throw new TerminalOff()
    const made = await handshake(access).catch(async (error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'NOT_ALLOWED') throw error
      // The token of the session may have expired.
      await renewSession(useUsers.getState().token)
      return handshake(access)
    })
    socket = made
    made.on('res', (message: unknown) => {
      const response = terminalResponse.safeParse(message)
      if (response.success) events.onResponse(response.data)
    })
    made.once('disconnect', () => {
      if (socket !== made) return
      socket = undefined
      events.onLost()
      again(retryFirstMs)
    })
    events.onConnect(access.port)
  }

  const again = (delayMs: number): void => {
    retry = setTimeout(() => {
      void open().catch(() => again(Math.min(retryMaxMs, delayMs * 2)))
    }, delayMs)
  }

  const open = (): Promise<void> => {
    clearTimeout(retry)
    if (socket?.connected === true) return Promise.resolve()
    opening ??= attempt()
      .catch((error: unknown) => {
        throw new Error(sentenceOf(error), { cause: error })
      })
      .finally(() => (opening = undefined))
    return opening
  }

  return {
    open,
    send: (request) => void socket?.emit('req', request),
    isOpen: () => socket?.connected === true,
    close: () => {
      clearTimeout(retry)
      const closed = socket
      socket = undefined
      closed?.disconnect()
    },
  }
}

function handshake({ port, token }: { readonly port: number; readonly token: string }): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    query: { token },
    auth: { session: useUsers.getState().token ?? '', window: ownWindowId() },
    reconnection: false,
    forceNew: true,
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', (error) => {
      socket.disconnect()
      reject(error)
    })
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof TerminalOff) return t('terminal.off')
  if (error instanceof Error && error.message === 'NOT_ALLOWED') return t('terminal.notAllowed')
  return error instanceof ApiError ? messageOf(error) : t('terminal.unreachable')
}

/** The desktop application has no terminals. */
class TerminalOff extends Error {}
