/** The server's end of the channel, in a child process. */
export interface ParentProcess {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

/** Electron's utility processes have this port instead of `process.send`. */
interface UtilityPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Connects to the parent process. Exits at once when the parent ends. */
export function connectToParent(): ParentProcess {
  const { parentPort } = process as { parentPort?: UtilityPort }
  if (parentPort !== undefined)
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    }
  // A thread that is stuck in native code would hold up `process.exit`.
  process.on('disconnect', endNow)
  return {
    send: (message) => process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', listener),
  }
}

/** Ends this process at once, including threads stuck in native code. */
export function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}
