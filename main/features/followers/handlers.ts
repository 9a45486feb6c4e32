import type { Principal } from '@common/principal'
import type { GetTable } from '@common/principal/sight'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { isMessage } from '@common/messages'
import { workKinds, type followerOperations, type Notice } from '@common/operations/followers'
import { isReservedTableName } from '@common/wire/names'
import { isKeyDigest, rowKeyOfPath } from '@main/features/audit'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { englishBeside } from '@main/lib/messages'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { FollowerRepository, RecordPlace } from './repository'

/** Ports to the data engine. */
export interface FollowerPorts {
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
}

export interface FollowerHandlerOptions extends FollowerPorts {
  readonly repository: FollowerRepository
  readonly clock: Clock
  readonly ids: Ids
  /** Resolves once all earlier row events are applied to the followers. */
  readonly settled: () => Promise<void>
}

const listedAtMost = 50

/** Handlers of `common/operations/followers.ts`. */
export function createFollowerHandlers(options: FollowerHandlerOptions): Handlers<typeof followerOperations> {
  const { repository, clock, ids, settled, table, keyOf, exists, visible } = options

  const placeOf = async (context: CallContext, name: string, rowId: string) => {
    const { projectId } = inProject(context)
    const model = await table(context.principal, projectId, name)
    const key = keyOf(model, rowId)
    if ((await visible(context.principal, projectId, model, [key])).length === 0)
      throw new AppError('ROW_NOT_FOUND', { table: model.title, key: rowId.slice(0, 100) })
    await settled()
    const place: RecordPlace = { projectId, table: model.name, rowKey: rowKeyOfPath(model, key) }
    return { place, model, key }
  }

  return {
    recordFollowing: async (context, { table: name, rowId }) => {
      const { place } = await placeOf(context, name, rowId)
      return { following: (await repository.following(place, personOf(context))) ?? false }
    },

    recordFollow: async (context, { table: name, rowId, following }) => {
      const userId = personOf(context)
      const { place, model, key } = await placeOf(context, name, rowId)
      if (following && !(await exists(place.projectId, model, key, context.signal)))
        throw new AppError('ROW_NOT_FOUND', { table: model.title, key: rowId.slice(0, 100) })
      await repository.setFollowing(place, userId, following, { id: ids.hex(16), now: clock.now().toISOString() })
      return { following }
    },

    noticeList: async (context) => {
      const userId = personOf(context)
      await settled()
      const [list, unread] = await Promise.all([repository.notices(userId, listedAtMost), repository.unread(userId)])
      return {
        // A table in the trash can't be opened. Restoring it restores its notices.
        list: list
          .filter(({ table: name }) => !isReservedTableName(name))
          .map((notice) => ({
            id: notice.id,
            projectId: notice.projectId,
            project: notice.project,
            table: notice.table,
            rowId: notice.table === '' || isKeyDigest(notice.rowKey) ? null : notice.rowKey,
            record: notice.recordName,
            kind: notice.kind,
            ...detailsOf(notice),
            user: notice.actor,
            createdAt: notice.createdAt,
            read: notice.read,
          })),
        unread,
      }
    },

    noticesRead: async (context) => {
      await repository.markRead(personOf(context), clock.now().toISOString())
      return null
    },

    noticesClear: async (context) => {
      await repository.clear(personOf(context))
      return null
    },
  }
}

const personOf = (context: CallContext): number => personIn(context).userId

/** Jobs have their reason as a message. */
function detailsOf({ kind, details }: Pick<Notice, 'kind' | 'details'>): Pick<Notice, 'details' | 'msg' | 'message'> {
  if (!workKinds.includes(kind)) return { details }
  const reason: unknown = JSON.parse(details)
  return isMessage(reason) ? Object.assign(englishBeside('msg', reason), { details: '' }) : { details: '' }
}
