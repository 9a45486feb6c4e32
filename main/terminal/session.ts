import { terminalLimits, type TerminalRequest, type TerminalResponse } from '@common/terminal'
import { createOutputBuffer, type Timers } from './output-buffer'
import type { Pty } from './pty'

/** Requests that a session answers itself. */
export type SessionRequest = Extract<TerminalRequest, { type: 'input' | 'resize' | 'drawn' | 'program' }>

type Respond = (response: TerminalResponse) => void

/** One terminal: a shell, and the window that shows it. */
export interface Session {
  readonly owner: string
  /**
   * Reports the session as open, and passes on the output of the shell from now on.
   *
   * @param ended  called once when the shell has ended
   */
  readonly start: (pty: Pty, ended?: () => void) => void
  readonly handle: (request: SessionRequest) => void
  /** Passes the session to a new connection of its window, and repeats the latest output. */
  readonly attach: (respond: Respond, columns: number, rows: number) => void
  /** The connection is lost. Calls `giveUp` if the window doesn't return in time. */
  readonly detach: (giveUp: () => void) => void
  /** True if this connection shows the session. */
  readonly isOf: (respond: Respond) => boolean
  readonly end: () => void
}

export interface SessionOptions {
  readonly id: string
  readonly owner: string
  readonly timers: Timers
  readonly respond: Respond
  /** The shell has ended, and the window knows it. */
  readonly forget: () => void
}

/** Creates a session, which is empty while the shell starts. */
export function createSession({ id, owner, timers, respond: first, forget }: SessionOptions): Session {
  let pty: Pty | undefined
  let respond: Respond | undefined = first
  let exitCode: number | undefined
  /** Number of sent characters that the window hasn't drawn. */
  let waiting = 0
  let isPaused = false
  let cancelGiveUp: (() => void) | undefined
  let cancelCheck: (() => void) | undefined
  let whenEnded: (() => void) | undefined
  let shownProgram = ''
  const replay = createReplay()

  const resume = (): void => {
    if (!isPaused) return
    isPaused = false
    pty?.resume()
  }

  const send = (data: string): void => {
    replay.push(data)
    if (respond === undefined) return
    waiting += data.length
    respond({ type: 'output', id, data })
    if (!isPaused && waiting > terminalLimits.pauseCharacters) {
      isPaused = true
      pty?.pause()
    }
  }

  const reportProgram = (isAsked: boolean): void => {
    if (pty === undefined || exitCode !== undefined) return
    const { name, isShell } = pty.program()
    if (!isAsked && name === shownProgram) return
    shownProgram = name
    respond?.({ type: 'program', id, name, running: !isShell })
  }

  const reportExit = (code: number): void => {
    if (respond === undefined) return
    respond({ type: 'exited', id, code })
    forget()
  }

  return {
    owner,
    isOf: (one) => respond === one,
    start: (started, ended) => {
      pty = started
      whenEnded = ended
      const output = createOutputBuffer(send, timers)
      started.onData((data) => {
        output.push(data)
        cancelCheck ??= timers.after(terminalLimits.programCheckMs, () => {
          cancelCheck = undefined
          reportProgram(false)
        })
      })
      started.onExit((code) => {
        output.flush()
        cancelCheck?.()
        exitCode = code
        whenEnded?.()
        reportExit(code)
      })
      respond?.({ type: 'opened', id })
    },
    handle: (request) => {
      if (request.type === 'input') pty?.write(request.data)
      else if (request.type === 'resize') pty?.resize(request.columns, request.rows)
      else if (request.type === 'program') reportProgram(true)
      else {
        waiting = Math.max(0, waiting - request.characters)
        if (waiting <= terminalLimits.resumeCharacters) resume()
      }
    },
    attach: (next, columns, rows) => {
      cancelGiveUp?.()
      respond = next
      shownProgram = ''
      next({ type: 'opened', id })
      const pieces = replay.pieces()
      waiting = pieces.reduce((sum, { length }) => sum + length, 0)
      for (const data of pieces) next({ type: 'output', id, data, replay: true })
      if (exitCode !== undefined) return reportExit(exitCode)
      pty?.resize(columns, rows)
      reportProgram(true)
    },
    detach: (giveUp) => {
      respond = undefined
      waiting = 0
      resume()
      cancelGiveUp = timers.after(terminalLimits.detachedMs, giveUp)
    },
    end: () => {
      cancelGiveUp?.()
      cancelCheck?.()
      if (exitCode !== undefined) return
      whenEnded?.()
      pty?.kill()
    },
  }
}

/** The latest output, cut at a line: the first one may begin amid a control sequence. */
function createReplay() {
  let pieces: string[] = []
  let length = 0
  let isCut = false
  return {
    push: (data: string): void => {
      pieces.push(data)
      length += data.length
      while (length > terminalLimits.replayCharacters && pieces.length > 1) {
        length -= pieces.shift()?.length ?? 0
        isCut = true
      }
    },
    pieces: (): readonly string[] => {
      if (!isCut) return pieces
      const [oldest = '', ...others] = pieces
      pieces = [oldest.slice(oldest.indexOf('\n') + 1), ...others]
      isCut = false
      length = pieces.reduce((sum, piece) => sum + piece.length, 0)
      return pieces
    },
  }
}
