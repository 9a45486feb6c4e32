import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process that the server starts, sends messages to, and can kill at any time. */
export interface ChildProcess {
  /** Sends a structured value. @throws when the value can't be serialized */
  readonly send: (message: unknown) => void
  /** Sets whether the child keeps the server's process alive. */
  readonly keepAlive: (wanted: boolean) => void
  /** Ends the process at once. `exit` follows. */
  readonly kill: () => void
}

export interface ChildEvents {
  readonly message: (message: unknown) => void
  /** The process has ended, or failed to start. Called once. */
  readonly exit: (cause: unknown) => void
}

/** Starts a script as a child process. Node forks; the desktop shell supplies a utility process. */
export type StartChild = (script: URL, args: readonly string[], events: ChildEvents) => ChildProcess

export const forkChild: StartChild = (script, args, events) => {
  const child = fork(fileURLToPath(script), args, {
    // Flags of the parent (test loaders, inspectors, heap sizes) don't apply to the child.
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let cause: unknown
  let isGone = false
  const gone = (): void => {
    if (isGone) return
    isGone = true
    events.exit(cause)
  }
  child.on('message', events.message)
  child.on('error', (error) => {
    cause = error
    // A process that never started has no exit.
    if (child.pid === undefined) gone()
  })
  child.on('exit', gone)
  child.unref()
  child.channel?.unref()
  return {
    send: (message) => {
      // A child that has just ended is reported by `exit`, not here.
      if (child.connected) child.send(message as object, () => undefined)
    },
    keepAlive: (wanted) => {
      if (wanted) {
        child.ref()
        child.channel?.ref()
      } else {
        child.unref()
        child.channel?.unref()
      }
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
