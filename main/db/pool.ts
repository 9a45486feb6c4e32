import { serverKindFacts } from '@common/dialects'
import { AppError } from '@common/errors'
import type { ServerKind } from '@common/model/connection'
import type { ConnectionFailure, ConnectionTestResult } from '@common/model/connection-test'
import { failureOf, testConnection } from './connection-test'
import type { Database } from './database'
import { mssqlServer } from './dialects/mssql/server'
import { openMysql } from './dialects/mysql/connection'
import { settingsOfUrl } from './dialects/mysql/options'
import { mysqlServer } from './dialects/mysql/server'
import { openPostgres } from './dialects/postgres/connection'
import { postgresServer } from './dialects/postgres/server'
import { openSqlite } from './dialects/sqlite/connection'
import type { SqliteThread } from './dialects/sqlite/carrier'
import { createSqliteThreads } from './dialects/sqlite/threads'
import type { StartChild } from '@main/lib/child-process'
import { message } from '@common/messages'
import type { OpenServerOptions, ServerConnection, ServerDriver } from './server-driver'

/** Servers that can be connected to. One line for each kind; `availableServerKinds` tells the interface. */
export const serverDrivers: Readonly<Partial<Record<ServerKind, ServerDriver>>> = {
  postgres: postgresServer,
  mysql: mysqlServer,
  mssql: mssqlServer,
}

/** Which database to open, and how. */
export type DatabaseTarget =
  | {
      readonly dialect: 'sqlite'
      readonly filename: string
      /** `builtIn`: a file of ours. `inPlace`: somebody else's, in which opening changes nothing. */
      readonly mode: 'builtIn' | 'inPlace'
      /** Refuses every write. */
      readonly readOnly?: boolean
      /** Makes the file when it is not there. */
      readonly create?: boolean
    }
  | {
      readonly dialect: 'postgres' | 'mysql'
      readonly url: string
      /** Connections at once. */
      readonly max?: number
    }

/** Databases on servers that people have told us of. Every call may answer AppError NOT_SUPPORTED. */
export interface Servers {
  readonly open: (options: OpenServerOptions) => Promise<Database>
  /** Goes through the steps of a connection and says how far it came. */
  readonly test: (connection: ServerConnection) => Promise<ConnectionTestResult>
  /** Makes the database and the schema where they are missing. */
  readonly createMissing: (connection: ServerConnection) => Promise<void>
  /** What an error of the above is about. */
  readonly failureOf: (kind: ServerKind, error: unknown) => ConnectionFailure
}

/** Opens databases of every kind. What they share in this process is made once. */
export interface Databases {
  readonly open: (target: DatabaseTarget) => Promise<Database>
  readonly servers: Servers
  /** Ends what they share; databases are closed before. @returns false if a thread is stuck: only the process's end ends it */
  readonly close: () => Promise<boolean>
}

export interface DatabasesOptions {
  /** The bundled worker that runs the built-in database. */
  readonly sqliteWorkerUrl: URL
  /** A thread of that worker which was started earlier. */
  readonly sqliteThread?: SqliteThread | undefined
  /** Starts child processes. Default: forks Node. */
  readonly startChild?: StartChild | undefined
}

/** The one place where the name of a dialect decides anything. */
export function createDatabases(options: DatabasesOptions): Databases {
  const threads = createSqliteThreads({
    workerUrl: options.sqliteWorkerUrl,
    firstThread: options.sqliteThread,
    startChild: options.startChild,
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
      createMissing: async (connection) => driverOf(connection.settings.kind).createMissing(connection, 'make'),
      failureOf: (kind, error) => failureOf(driverOf(kind), error),
    },
    close: threads.close,
  }
}

/** @throws AppError NOT_SUPPORTED for kinds that this version does not open */
function driverOf(kind: ServerKind): ServerDriver {
  const driver = serverDrivers[kind]
  if (driver === undefined)
    throw new AppError('NOT_SUPPORTED', {
      reason: message('connectionFailures.kindUnsupported', { kind: serverKindFacts[kind].name }),
    })
  return driver
}

/**
 * What the URL of a database server stands for.
 *
 * @throws AppError NOT_SUPPORTED for servers of a kind that Basalt does not know
 */
export function targetOfUrl(url: string): DatabaseTarget {
  const scheme = /^([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'postgres' || scheme === 'postgresql') return { dialect: 'postgres', url }
  if (scheme === 'mysql' || scheme === 'mariadb') return { dialect: 'mysql', url }
  throw new AppError('NOT_SUPPORTED', scheme === undefined ? {} : { reason: scheme })
}
