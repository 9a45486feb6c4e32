import type { ConnectionFailure, ConnectionStep, StepFacts } from '@common/model/connection-test'
import type { ConnectionSettings } from '@common/model/connection'
import type { Database } from './database'

/** Where to connect, and how far that may lead. */
export interface ServerConnection {
  readonly settings: ConnectionSettings
  /**
   * Refuses addresses of this machine and of private networks, whenever a connection is made: the settings come from
   * somebody who may not reach them.
   */
  readonly publicOnly?: boolean
}

export interface OpenServerOptions extends ServerConnection {
  /** Connections at once. */
  readonly max?: number
}

/**
 * How one kind of database server is reached: a folder of `dialects/` has one, and `pool.ts` lists it. Sockets come
 * from `outbound.ts`, so that `publicOnly` holds for each connection of a pool.
 */
export interface ServerDriver {
  /**
   * Opens a pool of connections with the limits of `connection-limits.ts`, which makes new ones by itself when the
   * server comes back. Reads that lost their connection are run once more on a fresh one, writes never.
   *
   * @throws AppError whose cause `failureOf` understands
   */
  readonly open: (options: OpenServerOptions) => Promise<Database>
  /**
   * Signs in once and ends the connection again, saying how far it comes. Changes nothing. Rejects with an error that
   * `failureOf` understands.
   *
   * @param done  told of each step behind it: `encrypt` (when it is), `signIn`, `open`
   */
  readonly probe: (connection: ServerConnection, done: StepDone) => Promise<void>
  /**
   * What `createIfNotExists` is about: makes the database and the schema where they are missing, or only looks whether
   * this user may.
   *
   * @throws an error that `failureOf` understands; `createForbidden` when the user may not make them
   */
  readonly createMissing: (connection: ServerConnection, action: 'check' | 'make') => Promise<void>
  /**
   * What failed, by the driver's own error, or an AppError with it as cause. Network and TLS are known without it
   * (`connection-failures.ts`).
   */
  readonly failureOf: (error: unknown) => ConnectionFailure
  /** Version of the server, without its name. */
  readonly version: (database: Database) => Promise<string>
}

export type StepDone = (step: ConnectionStep, facts?: StepFacts) => void

/** A connection that cannot be made, where no error of a driver says so. */
export class ConnectionProblem extends Error {
  override readonly name = 'ConnectionProblem'

  constructor(
    readonly failure: ConnectionFailure,
    options?: { readonly cause?: unknown },
  ) {
    super(failure, options)
  }
}
