import type { Table } from '@common/model'
import type { Permission } from '@common/permissions'
import type { Principal } from '@common/principal'
import type { SightedTable, TablesInSight } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import type { HeldValue } from './rows/exact-values'
import type { Outbox } from './rows/recorded'

/** A table with its open database. */
export interface OpenedTable {
  readonly table: SightedTable
  readonly database: Database
  /** Version of the database, if it was known without asking. */
  readonly version?: string
}

/** Look-ups of tables with their databases, as one principal sees them. */
export interface OpenTables extends Pick<TablesInSight, 'named' | 'list'> {
  /**
   * A table or view by name or title, in another letter case if exactly one matches (wire §1). Synchronous if everything
   * is cached.
   *
   * @param sinceMs  versions may have been read since then, by `performance.now()`. Default: now
   * @throws AppError TABLE_NOT_FOUND
   */
  readonly open: (projectId: string, nameOrTitle: string, sinceMs?: number) => OpenedTable | Promise<OpenedTable>
}

/** Dependencies of the data APIs, injected by `createApplication`. */
export interface DataApiPorts {
  /**
   * Returns the database of a project, opening it on first use. @throws AppError PROJECT_NOT_FOUND,
   * DATABASE_UNAVAILABLE
   */
  readonly database: (projectId: string) => Promise<Database>
  /** Look-ups of tables as a principal sees them. */
  readonly tables: (principal: Principal) => OpenTables
  /** Returns a version of the metadata; undefined if it isn't available at once. */
  readonly metadataNow?: () => number | undefined
  /**
   * Returns recent values of rows, by key and column name, so that an undo can write them back exactly.
   * Absent without a row history.
   */
  readonly heldValues?: (
    projectId: string,
    table: Table,
    keys: readonly (readonly string[])[],
  ) => Promise<ReadonlyMap<readonly string[], ReadonlyMap<string, readonly HeldValue[]>>>
  /** Signing key of cursors, shared by all servers of an installation. */
  readonly cursorKey?: Uint8Array
  /** Runs a write once per idempotency key and repeats its response for retries. If absent, every attempt runs. */
  readonly once?: <T>(
    name: {
      readonly projectId: string
      readonly userId: number | null
      readonly id: string
      /** Everything that determines the write. */
      readonly request: readonly (string | Uint8Array)[]
    },
    write: (committed: () => void) => Promise<T>,
  ) => Promise<T>
  /** Records changes for automations, in the transactions that make them. If absent, none is recorded. */
  readonly outbox?: Outbox
  /** @throws AppError NOT_SIGNED_IN, PROJECT_NOT_FOUND, NOT_ALLOWED */
  readonly authorize: (context: CallContext, permission: Permission) => void
}
