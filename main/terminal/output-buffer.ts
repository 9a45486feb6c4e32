import { terminalLimits } from '@common/terminal'

/** Timers; tests control them manually. */
export interface Timers {
  /** @returns cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

export const realTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export interface OutputBuffer {
  readonly push: (data: string) => void
  /** Sends the buffer at once. */
  readonly flush: () => void
}

/**
 * Buffers the output of a program, so that a flood becomes few messages. Sends the buffer after `batchMs`, or at
 * `batchCharacters`.
 */
export function createOutputBuffer(send: (data: string) => void, timers: Timers): OutputBuffer {
  let held: string[] = []
  let length = 0
  let cancel: (() => void) | undefined

  const flush = (): void => {
    cancel?.()
    cancel = undefined
    if (length === 0) return
    const data = held.join('')
    held = []
    length = 0
    send(data)
  }
  return {
    flush,
    push: (data) => {
      if (data === '') return
      held.push(data)
      length += data.length
      if (length >= terminalLimits.batchCharacters) flush()
      else cancel ??= timers.after(terminalLimits.batchMs, flush)
    },
  }
}
