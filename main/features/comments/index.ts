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
import type { CommentPorts } from './types'

export type { CommentPorts, CommentWritten } from './types'

export { commentsFollow, commentsGone } from './follow'

export interface CommentsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Reports errors of storing without a caller. */
  readonly report: (error: unknown) => void
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
