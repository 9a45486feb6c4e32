import type { Pty, SpawnPty, Timers } from '@main/terminal'

/** A shell that a test plays. */
export interface FakePty extends Pty {
  /** Its calls, such as `write ls`. */
  readonly calls: string[]
  readonly emit: (data: string) => void
  readonly end: (code: number) => void
  /** Brings a program to the front; `bash` is the shell. */
  readonly run: (name: string) => void
}

function createFakePty(): FakePty {
  const calls: string[] = []
  let onData: (data: string) => void = () => undefined
  let program = { name: 'bash', isShell: true }
  let onExit: (code: number) => void = () => undefined
  return {
    calls,
    onData: (listener) => void (onData = listener),
    onExit: (listener) => void (onExit = listener),
    write: (data) => void calls.push(`write ${data}`),
    resize: (columns, rows) => void calls.push(`resize ${columns} ${rows}`),
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
    kill: () => void calls.push('kill'),
    program: () => program,
    run: (name) => void (program = { name, isShell: name === 'bash' }),
    emit: (data) => onData(data),
    end: (code) => onExit(code),
  }
}

export interface FakePtys {
  readonly spawn: SpawnPty
  readonly at: (index: number) => FakePty
  readonly count: () => number
  readonly failWith: (error: Error) => void
}

export function createFakePtys(): FakePtys {
  const made: FakePty[] = []
  let failure: Error | undefined
  return {
    spawn: async () => {
      if (failure !== undefined) throw failure
      const pty = createFakePty()
      made.push(pty)
      return pty
    },
    at: (index) => {
      const pty = made[index]
      if (pty === undefined) throw new Error(`There is no shell number ${index}`)
      return pty
    },
    count: () => made.length,
    failWith: (error) => void (failure = error),
  }
}

export interface FakeTimers extends Timers {
  /** Runs everything that is queued. */
  readonly run: () => void
}

export function createFakeTimers(): FakeTimers {
  const waiting = new Set<() => void>()
  return {
    after: (_ms, run) => {
      waiting.add(run)
      return () => waiting.delete(run)
    },
    run: () => {
      const due = [...waiting]
      waiting.clear()
      for (const each of due) each()
    },
  }
}
