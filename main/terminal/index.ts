import { randomBytes } from 'node:crypto'
import { terminalLimits } from '@common/terminal'
import { realTimers, type Timers } from './output-buffer'
import { spawnUserShell, type SpawnPty } from './pty'
import { createSessionManager, type FindClient, type PrepareShell } from './session-manager'
import { openTerminalSocket, type TerminalSocket } from './socket'

export interface TerminalDeps {
  readonly port: number
  /** Origins of our own page. */
  readonly origins: () => readonly string[]
  /** True if a session token belongs to the super admin. */
  readonly maySpawn: (sessionToken: string) => Promise<boolean>
  /** True while the session of a verified token is open and has the right. Default: `maySpawn`. */
  readonly goesOn?: (sessionToken: string) => Promise<boolean>
  /** Prepares terminals of projects. Default: they open in the home folder. */
  readonly prepare?: PrepareShell
  readonly clientOf?: FindClient
  readonly onFault: (error: unknown) => void
  readonly spawn?: SpawnPty
  readonly timers?: Timers
}

/** Opens terminals for the window of the desktop shell. */
export interface Terminal {
  /**
   * Opens the port if it is closed, and returns how to reach it. The token is new at each launch and travels over IPC
   * only.
   *
   * @throws AppError TERMINAL_PORT_TAKEN
   */
  readonly access: () => Promise<{ readonly port: number; readonly token: string }>
  readonly isOpen: () => boolean
  /** Ends every session and closes the port. */
  readonly close: () => Promise<void>
}

/** The terminal of the desktop shell. Its port opens at the first request and closes after a while without a window. */
export function createTerminal(deps: TerminalDeps): Terminal {
  const { timers = realTimers, spawn = spawnUserShell, onFault } = deps
  const token = randomBytes(32).toString('base64url')
  const sessions = createSessionManager({ spawn, prepare: deps.prepare, clientOf: deps.clientOf, timers, onFault })
  let opening: Promise<TerminalSocket> | undefined
  let connected = false
  let cancelIdle: (() => void) | undefined

  const close = async (): Promise<void> => {
    cancelIdle?.()
    const open = opening
    opening = undefined
    connected = false
    sessions.closeAll()
    await (await open?.catch(() => undefined))?.close()
  }
  const closeWhenIdle = (): void => {
    cancelIdle?.()
    cancelIdle = connected ? undefined : timers.after(terminalLimits.idleCloseMs, () => void close().catch(onFault))
  }
  const open = async (): Promise<TerminalSocket> => {
    try {
      return await openTerminalSocket({
        port: deps.port,
        token,
        origins: deps.origins(),
        maySpawn: deps.maySpawn,
        goesOn: deps.goesOn ?? deps.maySpawn,
        timers,
        sessions,
        onConnections: (count) => {
          connected = count > 0
          closeWhenIdle()
        },
        onFault,
      })
    } catch (error) {
      // The port may be free at the next request.
      opening = undefined
      throw error
    }
  }
  return {
    access: async () => {
      opening ??= open()
      const { port } = await opening
      closeWhenIdle()
      return { port, token }
    },
    isOpen: () => opening !== undefined,
    close,
  }
}

export type { SpawnPty, Pty } from './pty'
export type { PrepareShell, ShellContext } from './session-manager'
export type { Timers } from './output-buffer'
