import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { utilityProcess } from './electron-stub'

/** Looks like a utility process of Electron, and is a child process of Node. */
class ForkedProcess extends EventEmitter {
  readonly #child: ChildProcess
  constructor(path: string, args: readonly string[]) {
    super()
    this.#child = fork(path, args, { execArgv: [], serialization: 'advanced', stdio: 'ignore' })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1))
  }
  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => undefined)
  }
  kill(): boolean {
    return this.#child.kill()
  }
}

/** Makes utility processes of the stub run their scripts: a slow SQLite query needs one. */
export function runUtilityProcesses(): void {
  Object.assign(utilityProcess, { fork: (path: string, args: readonly string[]) => new ForkedProcess(path, args) })
}
