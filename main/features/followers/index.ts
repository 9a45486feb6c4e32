import type { followerOperations } from '@common/operations/followers'
import { createQueue } from '@common/util/queue'
import type { MetaStore } from '@main/db/meta'
import type { RowChange } from '@main/features/audit'
import type { CommentWritten } from '@main/features/comments'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { FeatureModule } from '@main/operations/module'
import { followerAudit } from './audit-rules'
import { followersOfRows } from './attached'
import { createFollowerHandlers, type FollowerPorts } from './handlers'
import { createMentionMail, type MentionMailOptions } from './mention-mail'
import { createNotify, type Alert, type NotifyOptions } from './notify'
import { createFollowerRepository } from './repository'

export { followersFollow, followersGone } from './attached'

export interface FollowersOptions extends Pick<NotifyOptions, 'nameOf' | 'notified'>, MentionMailOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Reports errors in the background. */
  readonly report: (error: unknown) => void
}

/** Followers of records, and their notifications. */
export interface Followers {
  /** A listener of comments. */
  readonly commented: (event: CommentWritten) => Promise<void>
  /** Notifies a person about something without a record. */
  readonly alert: (alert: Alert) => Promise<void>
  readonly settled: () => Promise<void>
  readonly module: (ports: FollowerPorts) => FeatureModule<typeof followerOperations, RowChange>
}

export function createFollowers(options: FollowersOptions): Followers {
  const { store, clock, ids, report } = options
  const repository = createFollowerRepository(store)
  const notify = createNotify({
    ...options,
    repository,
    moved: (change) => followersOfRows(store, change),
    mailed: createMentionMail(options),
  })
  /** Applies events in order. */
  const { run, settled } = createQueue()
  const inOrder = (work: () => Promise<void>): Promise<void> => run(work).catch(report)
  return {
    commented: (event) => inOrder(() => notify.commented(event)),
    alert: (alert) => inOrder(() => notify.alert(alert)),
    settled,
    module: (ports) => ({
      handlers: createFollowerHandlers({ repository, clock, ids, settled, ...ports }),
      audit: followerAudit,
      onRows: (change) => {
        void inOrder(() => notify.rowsChanged(change))
      },
      settled,
    }),
  }
}
