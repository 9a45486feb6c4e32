import { terminalsMax } from '@common/constants'
import { AppError, errorMessage } from '@common/errors'
import type { TerminalFailure, TerminalRequest, TerminalResponse } from '@common/terminal'
import { english } from '@main/lib/messages'
import type { Timers } from './output-buffer'
import type { SpawnPty } from './pty'
import { createSession, type Session } from './session'

export interface SessionManager {
  /**
   * Handles a request of a window; rejections are answered with `failed`.
   *
   * @param sessionToken  of the user of the window
   */
  readonly handle: (owner: string, request: TerminalRequest, respond: Respond, sessionToken?: string) => Promise<void>
  /**
   * The window lost its connection: its shells wait a while for it.
   *
   * @param respond  sessions that another connection has taken over are not concerned
   */
  readonly detach: (owner: string, respond: Respond) => void
  /** Ends all sessions of a closed window. */
  readonly leave: (owner: string) => void
  readonly closeAll: () => void
  readonly count: () => number
  /** True while an owner has sessions. */
  readonly has: (owner: string) => boolean
}
export type Respond = (response: TerminalResponse) => void

/** Folder and variables of a terminal of a project. They end with the terminal. */
export interface ShellContext {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly program?: { readonly file: string; readonly args: readonly string[] }
  readonly end: () => void
}

/** Prepares a terminal of a project for the user of a session. @throws AppError if the project isn't theirs */
export type PrepareShell = (sessionToken: string, projectId: string, withClient: boolean) => Promise<ShellContext>

/** Returns the client program of a project's database; undefined if there is none that the user can start. */
export type FindClient = (sessionToken: string, projectId: string) => Promise<string | undefined>

export interface SessionDeps {
  readonly spawn: SpawnPty
  readonly prepare?: PrepareShell | undefined
  readonly clientOf?: FindClient | undefined
  readonly timers: Timers
  /** Logs the cause of a failure. */
  readonly onFault: (error: unknown) => void
}

type RequestOf<Type extends TerminalRequest['type']> = Extract<TerminalRequest, { type: Type }>

/** The open terminals of all windows, at most five together (S2 §4). An owner sees and reaches its own only. */
export function createSessionManager({ spawn, prepare, clientOf, timers, onFault }: SessionDeps): SessionManager {
  const sessions = new Map<string, Session>()
  const keyOf = (owner: string, id: string): string => `${owner} ${id}`

  const end = (key: string): void => {
    const session = sessions.get(key)
    sessions.delete(key)
    session?.end()
  }

  const open = async (
    owner: string,
    request: RequestOf<'open'>,
    respond: Respond,
    sessionToken: string,
  ): Promise<void> => {
    const { id, columns, rows, project, client = false } = request
    const key = keyOf(owner, id)
    if (sessions.has(key)) throw new AppError('INPUT_INVALID')
    if (sessions.size >= terminalsMax) throw new AppError('TERMINALS_TOO_MANY')
    // Counted before the shell starts, so that concurrent requests can't exceed the limit.
    const session = createSession({ id, owner, timers, respond, forget: () => isOpen() && sessions.delete(key) })
    sessions.set(key, session)
    const isOpen = (): boolean => sessions.get(key) === session
    let context: ShellContext | undefined
    try {
      context = project === undefined ? undefined : await prepare?.(sessionToken, project, client)
      const { folder, environment, program } = context ?? {}
      const pty = await spawn({ columns, rows, folder, environment, program })
      // Closed by its window while it started.
      if (!isOpen()) {
        context?.end()
        return pty.kill()
      }
      session.start(pty, context?.end)
    } catch (cause) {
      context?.end()
      if (isOpen()) sessions.delete(key)
      throw new AppError('TERMINAL_FAILED', {}, { cause })
    }
  }

  const attach = (owner: string, { id, columns, rows }: RequestOf<'attach'>, respond: Respond): void => {
    const session = sessions.get(keyOf(owner, id))
    if (session === undefined) respond({ type: 'gone', id })
    else session.attach(respond, columns, rows)
  }

  const carryOut = async (
    owner: string,
    request: TerminalRequest,
    respond: Respond,
    sessionToken: string,
  ): Promise<void> => {
    if (request.type === 'open') return open(owner, request, respond, sessionToken)
    if (request.type === 'attach') return attach(owner, request, respond)
    if (request.type === 'client') {
      const name = (await clientOf?.(sessionToken, request.project)) ?? null
      return respond({ type: 'client', project: request.project, name })
    }
    const key = keyOf(owner, request.id)
    const session = sessions.get(key)
    // Messages in flight when the shell ended are no error.
    if (session === undefined) return
    if (request.type === 'close') end(key)
    else session.handle(request)
  }

  return {
    count: () => sessions.size,
    has: (owner) => [...sessions.values()].some((session) => session.owner === owner),
    closeAll: () => {
      for (const key of sessions.keys()) end(key)
    },
    leave: (owner) => {
      for (const [key, session] of sessions) if (session.owner === owner) end(key)
    },
    detach: (owner, respond) => {
      for (const [key, session] of sessions)
        if (session.owner === owner && session.isOf(respond)) session.detach(() => end(key))
    },
    handle: async (owner, request, respond, sessionToken = '') => {
      try {
        await carryOut(owner, request, respond, sessionToken)
      } catch (error) {
        const code = failureOf(error)
        if (code === 'TERMINAL_FAILED') onFault(error)
        respond(failedResponse('id' in request ? request.id : null, code))
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
