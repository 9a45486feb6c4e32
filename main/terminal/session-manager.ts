import { terminalsMax } from '@common/constants'
import { AppError, errorMessage } from '@common/errors'
import { terminalLimits, type TerminalFailure, type TerminalRequest, type TerminalResponse } from '@common/terminal'
import { english } from '@main/lib/messages'
import { createOutputBuffer, type Timers } from './output-buffer'
import type { Pty, SpawnPty } from './pty'

export interface SessionManager {
  /** Handles a request of a window; rejections are answered with `failed`. */
  readonly handle: (owner: string, request: TerminalRequest, respond: Respond) => Promise<void>
  /** Ends all sessions of a closed window. */
  readonly leave: (owner: string) => void
  readonly closeAll: () => void
  readonly count: () => number
}
export type Respond = (response: TerminalResponse) => void

export interface SessionDeps {
  readonly spawn: SpawnPty
  readonly timers: Timers
  /** Logs the cause of a failure. */
  readonly onFault: (error: unknown) => void
}

interface Session {
  readonly owner: string
  /** Undefined while the shell starts. */
  pty: Pty | undefined
  /** Number of sent characters that the window hasn't drawn. */
  waiting: number
  paused: boolean
}

type OpenRequest = Extract<TerminalRequest, { type: 'open' }>

/** The open terminals of all windows, at most five together (S2 §4). An owner sees and reaches its own only. */
export function createSessionManager({ spawn, timers, onFault }: SessionDeps): SessionManager {
  const sessions = new Map<string, Session>()
  const keyOf = (owner: string, id: string): string => `${owner} ${id}`

  const end = (key: string): void => {
    const session = sessions.get(key)
    sessions.delete(key)
    session?.pty?.kill()
  }

  const open = async (owner: string, { id, columns, rows }: OpenRequest, respond: Respond): Promise<void> => {
    const key = keyOf(owner, id)
    if (sessions.has(key)) throw new AppError('INPUT_INVALID')
    if (sessions.size >= terminalsMax) throw new AppError('TERMINALS_TOO_MANY')
    // Counted before the shell starts, so that concurrent requests can't exceed the limit.
    const session: Session = { owner, pty: undefined, waiting: 0, paused: false }
    sessions.set(key, session)
    const isOpen = (): boolean => sessions.get(key) === session
    const pty = await spawn({ columns, rows }).catch((cause: unknown) => {
      if (isOpen()) sessions.delete(key)
      throw new AppError('TERMINAL_FAILED', {}, { cause })
    })
    // Closed by its window while it started.
    if (!isOpen()) return pty.kill()
    session.pty = pty
    const output = createOutputBuffer((data) => {
      session.waiting += data.length
      respond({ type: 'output', id, data })
      if (!session.paused && session.waiting > terminalLimits.pauseCharacters) {
        session.paused = true
        pty.pause()
      }
    }, timers)
    pty.onData(output.push)
    pty.onExit((code) => {
      output.flush()
      if (isOpen()) sessions.delete(key)
      respond({ type: 'exited', id, code })
    })
    respond({ type: 'opened', id })
  }

  const drawn = (session: Session, characters: number): void => {
    session.waiting = Math.max(0, session.waiting - characters)
    if (!session.paused || session.waiting > terminalLimits.resumeCharacters) return
    session.paused = false
    session.pty?.resume()
  }

  const carryOut = async (owner: string, request: TerminalRequest, respond: Respond): Promise<void> => {
    if (request.type === 'open') return open(owner, request, respond)
    const session = sessions.get(keyOf(owner, request.id))
    // Messages in flight when the shell ended are no error.
    if (session === undefined) return
    if (request.type === 'input') session.pty?.write(request.data)
    else if (request.type === 'resize') session.pty?.resize(request.columns, request.rows)
    else if (request.type === 'drawn') drawn(session, request.characters)
    else end(keyOf(owner, request.id))
  }

  return {
    count: () => sessions.size,
    closeAll: () => {
      for (const key of sessions.keys()) end(key)
    },
    leave: (owner) => {
      for (const [key, session] of sessions) if (session.owner === owner) end(key)
    },
    handle: async (owner, request, respond) => {
      try {
        await carryOut(owner, request, respond)
      } catch (error) {
        const code = failureOf(error)
        if (code === 'TERMINAL_FAILED') onFault(error)
        respond(failedResponse(request.id, code))
      }
    },
  }
}

export function failedResponse(id: string | null, code: TerminalFailure): TerminalResponse {
  const message = errorMessage(code)
  return { type: 'failed', id, code, msg: english(message), message }
}

function failureOf(error: unknown): TerminalFailure {
  const code = error instanceof AppError ? error.code : undefined
  return code === 'INPUT_INVALID' || code === 'TERMINALS_TOO_MANY' ? code : 'TERMINAL_FAILED'
}
