import type { Principal } from '@common/principal'
import type { GetTable } from '@common/principal/sight'
import type { Actor, Table } from '@common/model'

/** Functions of the data engine for comments. */
export interface CommentPorts {
  /** A table or view by title or name. @throws AppError TABLE_NOT_FOUND */
  readonly table: GetTable
  /** Parses the key of a path segment. @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID */
  readonly keyOf: (table: Table, rowId: string) => readonly string[]
  readonly exists: (projectId: string, table: Table, key: readonly string[], signal: AbortSignal) => Promise<boolean>
  /** Returns the keys of rows that the principal sees. */
  readonly visible: <K extends readonly string[]>(
    principal: Principal,
    projectId: string,
    table: Table,
    keys: readonly K[],
  ) => Promise<readonly K[]>
  /** Called for each new comment, and for edits with new mentions. */
  readonly written: (event: CommentWritten) => Promise<void>
}

/** A new comment, or an edit with new mentions. */
export interface CommentWritten {
  readonly projectId: string
  readonly table: Table
  readonly key: readonly string[]
  readonly who: Actor
  readonly text: string
  /** Ids of the newly mentioned users. */
  readonly named: readonly number[]
  /** True for an edit, which notifies newly mentioned users only. */
  readonly edited: boolean
}
