import type { Principal } from '@common/principal'
import type { GetTable } from '@common/principal/sight'
import type { Actor, Table } from '@common/model'
import type { commentOperations } from '@common/operations/comments'
import { createQueue } from '@common/util/queue'
import type { MetaStore } from '@main/db/meta'
import type { RowChange } from '@main/features/audit'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { FeatureModule } from '@main/operations/module'
import { commentAudit } from './audit-rules'
import { followRows } from './follow'
import { createCommentHandlers } from './handlers'
import { createCommentRepository } from './repository'

export { commentsFollow, commentsGone } from './follow'

export interface CommentsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Reports errors of storing without a caller. */
  readonly report: (error: unknown) => void
}

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

/** Comments on records. */
export interface Comments {
  readonly settled: () => Promise<void>
  readonly module: (ports: CommentPorts) => FeatureModule<typeof commentOperations, RowChange>
}

export function createComments(options: CommentsOptions): Comments {
  const { store, clock, ids, report } = options
  const repository = createCommentRepository(store)
  /** Follows changes of rows in order. */
  const { run, settled } = createQueue()
  return {
    settled,
    module: (ports) => ({
      handlers: createCommentHandlers({ repository, clock, ids, settled, ...ports }),
      audit: commentAudit,
      onRows: (change) => {
        run(() => followRows(store, change)).catch(report)
      },
      settled,
    }),
  }
}
