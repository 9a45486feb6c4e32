import { utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import type { StartChild } from '@main/lib/child-process'

/** Starts child processes in the desktop application, whose binary can't run as plain Node (electron-builder.yml, fuses). */
export const startUtilityProcess: StartChild = (script, args, events) => {
  const child = utilityProcess.fork(fileURLToPath(script), [...args], {
    serviceName: 'Basalt database',
    stdio: 'ignore',
    execArgv: [],
  })
  let cause: unknown
  child.on('error', (type, location) => (cause = new Error(`${type} at ${location}`)))
  child.on('message', events.message)
  child.once('exit', () => events.exit(cause))
  return {
    send: (message) => child.postMessage(message),
    // Utility processes end with the application.
    keepAlive: () => undefined,
    kill: () => {
      // Electron's `kill` ends a process gracefully, which fails while a thread runs native code.
      if (child.pid === undefined) child.kill()
      else process.kill(child.pid, 'SIGKILL')
    },
  }
}
