import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import type { Database } from '@main/db/database'
import { openMssql } from '@main/db/dialects/mssql/connection'
import { settingsOfUrl as mssqlSettingsOfUrl } from '@main/db/dialects/mssql/options'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { serverDrivers } from '@main/db/pool'
import { createTestMariadb, hasMariadb } from './mariadb'
import { createTestMssql, mssqlUrlVariable } from './mssql'
import { createTestPostgres, hasPostgres } from './postgres'
import type { TestServer, TestUser } from './server'
import { reusedSqlite } from './reused-sqlite'
import { sqliteWorkerUrl } from './worker'

/** A kind of database, in tests that are the same for all of them. */
export interface Engine {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres' | 'mysql' | 'mssql'
  readonly isThere: () => Promise<boolean>
  /** A database of its own, empty. */
  readonly open: () => Promise<OpenedEngine>
}

export interface OpenedEngine {
  readonly database: Database
  /** `kind://user:password@host:port/database`, or the path of the file. */
  readonly address: string
  /** Closes and removes it. */
  readonly drop: () => Promise<void>
}

export const engines: readonly Engine[] = [
  {
    name: 'SQLite',
    dialect: 'sqlite',
    isThere: () => Promise.resolve(true),
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'basalt-engine-'))
      const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
      const filename = join(folder, 'data.sqlite')
      const database = await openSqlite({ threads, filename, mode: 'builtIn', create: true })
      return {
        database,
        address: filename,
        drop: async () => {
          await database.close()
          await threads.close()
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
  },
  {
    name: 'PostgreSQL',
    dialect: 'postgres',
    isThere: hasPostgres,
    open: () => onServer(createTestPostgres, (url) => openPostgres({ url })),
  },
  {
    name: 'MariaDB',
    dialect: 'mysql',
    isThere: hasMariadb,
    open: () => onServer(createTestMariadb, (url) => openMysql({ settings: settingsOfUrl(url) })),
  },
  {
    name: 'SQL Server',
    dialect: 'mssql',
    isThere: () => Promise.resolve(process.env[mssqlUrlVariable] !== undefined),
    open: () => onServer(createTestMssql, (url) => openMssql({ settings: mssqlSettingsOfUrl(url) })),
  },
]

async function onServer(
  create: () => Promise<{ readonly url: string; readonly drop: () => Promise<void> }>,
  open: (url: string) => Promise<Database>,
): Promise<OpenedEngine> {
  const server = await create()
  const database = await open(server.url)
  return {
    database,
    address: server.url,
    drop: async () => {
      await database.close()
      await server.drop()
    },
  }
}

/** Tags of a long test that runs on SQLite at each change, and on servers at night. */
export const beyondSqlite = ({ dialect }: Pick<Engine, 'dialect'>): 'nightly'[] =>
  dialect === 'sqlite' ? [] : ['nightly']

interface EngineOptions {
  /** The engines on which only `npm run test:all` runs the tests. */
  readonly nightly?: 'servers' | 'all'
}
type EngineTests = (engine: Engine) => void

/**
 * Runs the same tests on every available engine, and prints one line for each, so that gaps are visible.
 *
 * @param what  subject of the tests, in a word or two
 */
export async function describeEngines(
  ...[what, ...rest]: [what: string, tests: EngineTests] | [what: string, options: EngineOptions, tests: EngineTests]
): Promise<void> {
  const [{ nightly }, tests] = rest.length === 1 ? [{} as EngineOptions, rest[0]] : rest
  for (const engine of engines) {
    const missing = await reasonToSkip(engine)
    const report = (text: string): boolean => process.stdout.write(`  ${what} · ${engine.name}: ${text}\n`)
    if (missing !== undefined) report(`SKIPPED, ${missing}`)
    const beyond = nightly === undefined ? [] : beyondSqlite(engine)
    const tags = nightly === 'all' ? ['nightly' as const] : beyond
    describe.skipIf(missing !== undefined)(`${engine.name}`, { tags }, () => {
      tests(engine)
      afterAll(() => void (missing === undefined && report('ran')))
    })
  }
}

/** Returns the reason why the engine can't be tested here; undefined if it can. */
export async function reasonToSkip(engine: Engine): Promise<string | undefined> {
  if (engine.dialect !== 'sqlite' && serverDrivers[engine.dialect] === undefined)
    return 'projects cannot be opened on it'
  return (await engine.isThere()) ? undefined : 'there is no server'
}

/**
 * Returns the operation that creates a project of the engine's database, and its arguments: a file, or a connection.
 */
export function engineProject(engine: Engine, { address }: OpenedEngine) {
  const title = `On ${engine.name}`
  if (engine.dialect === 'sqlite') return ['projectCreateFromFile', { title, filename: address }] as const
  const { hostname: host, port, username: user, password, pathname } = new URL(address)
  const settings = { kind: engine.dialect, host, port: Number(port), user, password, database: pathname.slice(1) }
  return ['projectCreateFromConnection', { title, projectType: 'rest' as const, settings }] as const
}

/** A project on the engine's database: its own file for SQLite, a connection for servers. */
export async function createEngineProject(
  server: TestServer,
  { token }: TestUser,
  engine: Engine,
  opened: OpenedEngine,
): Promise<string> {
  const [operation, args] = engineProject(engine, opened)
  return (await server.call(operation, args, { token })).id
}
