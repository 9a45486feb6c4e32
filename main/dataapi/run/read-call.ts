import type { Filter } from '@common/query/tree'
import type { Database } from '@main/db/database'
import type { TableIndex } from '../plan/columns'
import type { ClientOutput } from './large-reads'
import type { TableNamed, NestedOptions } from '../nested/ends'

/** A read of one table; the permission was checked. */
export interface ReadCall {
  readonly projectId: string
  readonly database: Database
  readonly index: TableIndex
  /** Finds linked tables. */
  readonly tableNamed: TableNamed
  readonly signal: AbortSignal
  /** The client that receives the response. */
  readonly output?: ClientOutput | undefined
  /** Signs cursors. */
  readonly cursorKey?: Uint8Array | undefined
  /** Version of the database at the start of the request, shared by all users of it. */
  readonly version?: string | undefined
  /** Called with the key of each part that the response omits because the user may not read it, and the reason. */
  readonly omitted?: NestedOptions['omitted']
  /** Restricts the visible rows, whatever the query requests, for example to the rows linked to one. Resolved. */
  readonly within?: Filter
}

export type QueryText = Iterable<readonly [string, string]>
