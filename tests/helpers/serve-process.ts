import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The real headless server in a process of its own, so that a test can end it as a power cut would. */
export interface ServeProcess {
  readonly origin: string
  readonly pid: number
  /** Returns what it printed on the standard output so far. */
  readonly printed: () => string
  /** Sends SIGKILL: nothing is finished or closed. Resolves when the process has exited. */
  readonly kill: () => Promise<void>
  /** SIGTERM. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>
}

/** Where `global-setup.ts` puts the bundled server. */
const serveScript = resolve('.cache/test/serve.js')

/**
 * Compiled code of all servers of a run. A server that ends by itself fills it, and each later one starts with a fifth less
 * processor time.
 */
const compiledCode = join(tmpdir(), 'basalt-compiled-code')

/** Starts the server on a free port and waits for its one line. */
export async function startServeProcess(
  profileFolder: string,
  args: readonly string[] = [],
  script = serveScript,
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<ServeProcess> {
  const child = spawn(process.execPath, [script, '--port', '0', '--profile', profileFolder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BASALT_PROFILE: undefined,
      BASALT_PORT: undefined,
      NODE_COMPILE_CACHE: compiledCode,
      ...variables,
    },
  })
  const ended = new Promise<number | null>((settle) => child.once('exit', settle))
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const origin = await readyLine(child)
  return {
    origin,
    pid: child.pid ?? 0,
    printed: () => printed,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((settle, refuse) => {
    let said = ''
    // On the standard error if the log is on the standard output.
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const url = /http:\/\/[^\s/]+(?=\/dashboard)/.exec(said)?.[0]
        if (url !== undefined) settle(url)
      })
    child.once('exit', (code) => refuse(new Error(`The server ended with ${code}: ${said}`)))
  })
}
