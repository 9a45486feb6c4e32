import type { ConnectionFailure, ConnectionStep, StepFacts } from '@common/model/connection-test'
import type { ConnectionSettings } from '@common/model/connection'
import type { HostPort } from '@common/model/hosts'
import type { ClientProgram } from './client-program'
import type { Database } from './database'

/** A server to connect to, with access restrictions. */
export interface ServerConnection {
  readonly settings: ConnectionSettings
  /**
   * Rejects addresses of this machine and of private networks at every connection, because the settings come from a
   * user without access to them.
   */
  readonly publicOnly?: boolean
}

export interface OpenServerOptions extends ServerConnection {
  /** Maximum number of connections. */
  readonly max?: number
}

/**
 * Connects to one kind of database server. A folder of `dialects/` provides one, and `pool.ts` lists it. Sockets come
 * from
 * `outbound.ts`, so that `publicOnly` applies to each connection of a pool.
 */
export interface ServerDriver {
  /**
   * Opens a connection pool with the limits of `connection-limits.ts`. It reconnects by itself. Reads that lost their
   * connection run again once; writes never do.
   *
   * @throws AppError whose cause `failureOf` understands
   */
  readonly open: (options: OpenServerOptions) => Promise<Database>
  /**
   * Signs in once and disconnects, reporting its progress. Changes nothing. Rejects with an error that `failureOf`
   * understands.
   *
   * @param done  called after each step: `encrypt` (if encrypted), `signIn`, `open`
   */
  readonly probe: (connection: ServerConnection, done: StepDone) => Promise<void>
  /**
   * Creates the missing database and schema (`createIfNotExists`), or only checks the rights of the user.
   *
   * @throws an error that `failureOf` understands; `createForbidden` without the right
   */
  readonly createMissing: (connection: ServerConnection, action: 'check' | 'make') => Promise<void>
  /**
   * Translates an error of the driver, or an AppError with one as cause. `connection-failures.ts` handles network and
   * TLS.
   */
  readonly failureOf: (error: unknown) => ConnectionFailure
  /** Returns the usual command-line client of such a server. @param folder  place of its files */
  readonly client?: (settings: ConnectionSettings, folder: string) => ClientProgram
  /** Asks the server which features of its kind it lacks. Changes nothing. */
  readonly lacks?: (connection: ServerConnection) => Promise<string[]>
  /** Finds the primary of several servers, for programs that take one server only. */
  readonly findPrimary?: (connection: ServerConnection) => Promise<HostPort>
  /** Version of the server, without its name. */
  readonly version: (database: Database) => Promise<string>
}

export type StepDone = (step: ConnectionStep, facts?: StepFacts) => void

/** A connection failure that no driver reports. */
export class ConnectionProblem extends Error {
  override readonly name = 'ConnectionProblem'

  constructor(
    readonly failure: ConnectionFailure,
    options?: { readonly cause?: unknown },
  ) {
    super(failure, options)
  }
}
