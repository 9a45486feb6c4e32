import { serverKindFacts } from '@common/dialects'
import { AppError } from '@common/errors'
import type { ConnectionSettings, ServerKind } from '@common/model/connection'
import type { ConnectionFailure, ConnectionTestResult } from '@common/model/connection-test'
import { poolUse, type PoolUse } from './connection-pool'
import type { ClientProgram } from './client-program'
import { failureOf, testConnection } from './connection-test'
import type { Database } from './database'
import { mssqlServer } from './dialects/mssql/server'
import { openMysql } from './dialects/mysql/connection'
import { settingsOfUrl } from './dialects/mysql/options'
import { mysqlServer } from './dialects/mysql/server'
import { openPostgres } from './dialects/postgres/connection'
import { postgresServer } from './dialects/postgres/server'
import { sqlite3 } from './dialects/sqlite/client'
import { openSqlite } from './dialects/sqlite/connection'
import type { SqliteThread, StartSqliteThread } from './dialects/sqlite/carrier'
import { createSqliteThreads } from './dialects/sqlite/threads'
import type { StartChild } from '@main/lib/child-process'
import { message } from '@common/messages'
import type { OpenServerOptions, ServerConnection, ServerDriver } from './server-driver'

/** Drivers by kind of server. `availableServerKinds` tells the page. */
export const serverDrivers: Readonly<Partial<Record<ServerKind, ServerDriver>>> = {
  postgres: postgresServer,
  mysql: mysqlServer,
  mssql: mssqlServer,
}

/** The database to open. */
export type DatabaseTarget =
  | {
      readonly dialect: 'sqlite'
      readonly filename: string
      /** `builtIn`: our own file. `inPlace`: the user's file, in which opening changes nothing. */
      readonly mode: 'builtIn' | 'inPlace'
      /** Refuses every write. */
      readonly readOnly?: boolean
      /** Creates a missing file. */
      readonly create?: boolean
    }
  | {
      readonly dialect: 'postgres' | 'mysql'
      readonly url: string
      /** Maximum number of connections. */
      readonly max?: number
    }

/** Databases on configured servers. Every call can throw AppError NOT_SUPPORTED. */
export interface Servers {
  readonly open: (options: OpenServerOptions) => Promise<Database>
  /** Tests a connection step by step. */
  readonly test: (connection: ServerConnection) => Promise<ConnectionTestResult>
  /** Creates the missing database and schema. */
  readonly createMissing: (connection: ServerConnection) => Promise<void>
  /** Translates an error of the calls above. */
  readonly failureOf: (kind: ServerKind, error: unknown) => ConnectionFailure
  /** Returns the client program of a server; undefined for kinds without one. */
  readonly client: (settings: ConnectionSettings) => Promise<((folder: string) => ClientProgram) | undefined>
  /** Returns the client program of a database file. */
  readonly fileClient: (filename: string) => ClientProgram
}

/** Opens databases of all kinds, with shared threads and processes. */
export interface Databases {
  readonly open: (target: DatabaseTarget) => Promise<Database>
  readonly servers: Servers
  /** Returns the use of connections to servers, and the running and queued jobs of the lanes of files. */
  readonly use: () => { readonly connections: PoolUse; readonly lanes: Readonly<Record<string, number>> }
  /**
   * Ends threads and processes after the databases are closed. @returns false if a thread is stuck until the process
   * ends
   */
  readonly close: () => Promise<boolean>
}

export interface DatabasesOptions {
  /** The bundled worker that runs the built-in database. */
  readonly sqliteWorkerUrl: URL
  /** A thread of that worker, started earlier. */
  readonly sqliteThread?: SqliteThread | undefined
  /** Starts child processes. Default: forks Node. */
  readonly startChild?: StartChild | undefined
  /** Starts threads, for tests that reuse them. */
  readonly startThread?: StartSqliteThread | undefined
}

/** The only place that decides by the name of a dialect. */
export function createDatabases(options: DatabasesOptions): Databases {
  const threads = createSqliteThreads({
    workerUrl: options.sqliteWorkerUrl,
    firstThread: options.sqliteThread,
    startChild: options.startChild,
    startThread: options.startThread,
  })
  return {
    open: (target) => {
      switch (target.dialect) {
        case 'sqlite':
          return openSqlite({ ...target, threads })
        case 'postgres':
          return openPostgres(target)
        case 'mysql':
          return openMysql({ settings: settingsOfUrl(target.url), max: target.max })
      }
    },
    servers: {
      open: async (options) => driverOf(options.settings.kind).open(options),
      test: async (connection) => testConnection(driverOf(connection.settings.kind), connection),
      createMissing: (connection) => driverOf(connection.settings.kind).createMissing(connection, 'make'),
      failureOf: (kind, error) => failureOf(driverOf(kind), error),
      client: async (settings) => {
        const { client, findPrimary } = driverOf(settings.kind)
        // The program reports that no server answers better than we could.
        const primary = await findPrimary?.({ settings }).catch(() => undefined)
        return client && ((folder) => client({ ...settings, ...primary }, folder))
      },
      fileClient: sqlite3,
    },
    use: () => ({ connections: poolUse(), lanes: threads.use() }),
    close: threads.close,
  }
}

/** @throws AppError NOT_SUPPORTED for kinds that this version can't open */
function driverOf(kind: ServerKind): ServerDriver {
  const driver = serverDrivers[kind]
  if (driver === undefined)
    throw new AppError('NOT_SUPPORTED', {
      reason: message('connectionFailures.kindUnsupported', { kind: serverKindFacts[kind].name }),
    })
  return driver
}

/**
 * Parses the URL of a database server.
 *
 * @throws AppError NOT_SUPPORTED for unknown kinds of servers
 */
export function targetOfUrl(url: string): DatabaseTarget {
  const scheme = /^([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'postgres' || scheme === 'postgresql') return { dialect: 'postgres', url }
  if (scheme === 'mysql' || scheme === 'mariadb') return { dialect: 'mysql', url }
  throw new AppError('NOT_SUPPORTED', scheme === undefined ? {} : { reason: scheme })
}
