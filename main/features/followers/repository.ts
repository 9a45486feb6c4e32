import { noticeKinds, type NoticeKind } from '@common/operations/followers'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import { roleGrants } from '@main/features/access'

const { followers, notices, projects, projectUsers, users } = metaTables

/** A record that can be followed. */
export interface RecordPlace {
  readonly projectId: string
  /** Name in the database. */
  readonly table: string
  /** Identifier from the row history. */
  readonly rowKey: string
}

export interface NewNotice extends RecordPlace {
  readonly id: string
  readonly userId: number
  readonly kind: NoticeKind
  readonly recordName: string
  readonly details: string
  readonly actorId: number | null
  readonly actor: string | null
  readonly createdAt: string
}

export interface ListedNotice extends Omit<NewNotice, 'userId' | 'actorId'> {
  readonly project: string
  readonly read: boolean
}

/** An unread notice of a change that a later one can extend. */
export interface OpenNotice {
  readonly id: string
  readonly details: string
}

/** SQL of followers and notices. Includes only users who may read comments of the project. */
export interface FollowerRepository {
  /** Undefined if the person has neither followed nor unfollowed the record. */
  readonly following: (place: RecordPlace, userId: number) => Promise<boolean | undefined>
  readonly setFollowing: (place: RecordPlace, userId: number, value: boolean, at: NewEntry) => Promise<void>
  /** Ids of the followers of these records of a table, by record key. */
  readonly followersOf: (
    projectId: string,
    table: string,
    keys: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly number[]>>
  readonly mayFollow: (projectId: string, userId: number) => Promise<boolean>
  /** The latest unread notice of the same person's changes since a time. */
  readonly openNotice: (notice: NewNotice, since: string) => Promise<OpenNotice | undefined>
  /** @param replaced  id of the notice that the new one replaces */
  readonly addNotice: (notice: NewNotice, replaced: string | undefined) => Promise<void>
  readonly members: (projectId: string) => Promise<{ readonly userId: number; readonly isOwner: boolean }[]>
  readonly notices: (userId: number, limit: number) => Promise<ListedNotice[]>
  readonly unread: (userId: number) => Promise<number>
  readonly markRead: (userId: number, now: string) => Promise<void>
  readonly clear: (userId: number) => Promise<void>
  /** Deletes the notices of a person from before a time, and all but the newest. */
  readonly prune: (userId: number, keeping: { readonly before: string; readonly most: number }) => Promise<void>
}

/** Facts of a row's first insert. */
export interface NewEntry {
  readonly id: string
  readonly now: string
}

/** Maximum number of parameters per statement on any database. */
const keysAtOnce = 200
/** Above this number of records, one query loads all followers of the table. */
const keysByName = 1_000

/** Members who may read comments. */
const reader = roleGrants('m', 'row.comment')

export function createFollowerRepository(store: MetaStore): FollowerRepository {
  const here = 'project_id = ? AND table_name = ? AND row_key = ? AND gone_at IS NULL'
  const paramsOf = ({ projectId, table, rowKey }: RecordPlace) => [projectId, table, rowKey]
  /** Notices of projects that the user may still read. */
  const readable = `FROM ${notices.name} n
    JOIN ${projectUsers.name} m ON m.project_id = n.project_id AND m.user_id = n.user_id
    JOIN ${projects.name} p ON p.id = n.project_id
    WHERE n.user_id = ? AND n.gone_at IS NULL AND ${reader.sql}`

  return {
    following: async (place, userId) => {
      const row = await store.find(followers, `WHERE ${here} AND user_id = ?`, [...paramsOf(place), userId])
      return row && row.following === 1
    },

    setFollowing: async (place, userId, value, { id, now }) => {
      const row = await store.find(followers, `WHERE ${here} AND user_id = ?`, [...paramsOf(place), userId])
      const values = { following: value ? 1 : 0, changed_at: now }
      const { projectId, table, rowKey } = place
      await store.transact([
        row === undefined
          ? insertInto(followers, {
              id,
              project_id: projectId,
              table_name: table,
              row_key: rowKey,
              user_id: userId,
              ...values,
            })
          : updateIn(followers, values, `${here} AND user_id = ?`, [...paramsOf(place), userId]),
      ])
    },

    followersOf: async (projectId, table, keys) => {
      const byKey = new Map<string, number[]>()
      const read = async (some: readonly string[] | undefined): Promise<void> => {
        const named = some === undefined ? '' : `AND f.row_key IN (${some.map(() => '?').join(', ')})`
        const rows = await store.read(
          `SELECT DISTINCT f.row_key, f.user_id FROM ${followers.name} f
           JOIN ${projectUsers.name} m ON m.project_id = f.project_id AND m.user_id = f.user_id
           WHERE f.project_id = ? AND f.table_name = ? AND f.following = 1 AND f.gone_at IS NULL
             AND ${reader.sql} ${named} ORDER BY f.row_key, f.user_id`,
          [projectId, table, ...reader.params, ...(some ?? [])],
        )
        for (const [key, userId] of rows) {
          const known = byKey.get(String(key))
          if (known === undefined) byKey.set(String(key), [Number(userId)])
          else known.push(Number(userId))
        }
      }
      if (keys.length > keysByName) await read(undefined)
      else for (let from = 0; from < keys.length; from += keysAtOnce) await read(keys.slice(from, from + keysAtOnce))
      return byKey
    },

    mayFollow: async (projectId, userId) => {
      const rows = await store.read(
        `SELECT 1 FROM ${projectUsers.name} m WHERE m.project_id = ? AND m.user_id = ? AND ${reader.sql}`,
        [projectId, userId, ...reader.params],
      )
      return rows.length > 0
    },

    openNotice: async ({ userId, actorId, kind, ...place }, since) => {
      const row = await store.find(
        notices,
        `WHERE ${here} AND user_id = ? AND kind = ? AND read_at IS NULL AND created_at >= ?
           AND ${actorId === null ? 'actor_id IS NULL' : 'actor_id = ?'} ORDER BY id DESC LIMIT 1`,
        [...paramsOf(place), userId, kind, since, ...(actorId === null ? [] : [actorId])],
      )
      return row && { id: row.id, details: row.details }
    },

    addNotice: async (notice, replaced) => {
      await store.transact([
        ...(replaced === undefined ? [] : [deleteFrom(notices, { id: replaced })]),
        insertInto(notices, {
          id: notice.id,
          user_id: notice.userId,
          project_id: notice.projectId,
          table_name: notice.table,
          row_key: notice.rowKey,
          kind: notice.kind,
          record_name: notice.recordName,
          details: notice.details,
          actor_id: notice.actorId,
          actor: notice.actor,
          created_at: notice.createdAt,
        }),
      ])
    },

    members: async (projectId) =>
      (await store.select(projectUsers, { project_id: projectId })).map((row) => ({
        userId: row.user_id,
        isOwner: row.roles === 'owner',
      })),

    notices: async (userId, limit) => {
      const rows = await store.read(
        `SELECT n.id, n.project_id, p.title, n.table_name, n.row_key, n.kind, n.record_name, n.details,
           (SELECT u.email FROM ${users.name} u WHERE u.id = n.actor_id), n.created_at, n.read_at
         ${readable} ORDER BY n.id DESC LIMIT ?`,
        [userId, ...reader.params, limit],
      )
      return rows.map(
        ([id, projectId, project, table, rowKey, kind, recordName, details, actor, createdAt, readAt]) => ({
          id: String(id),
          projectId: String(projectId),
          project: String(project),
          table: String(table),
          rowKey: String(rowKey),
          kind: noticeKinds.find((known) => known === kind) ?? 'change',
          recordName: String(recordName),
          details: String(details),
          actor: actor === null ? null : String(actor),
          createdAt: String(createdAt),
          read: readAt !== null,
        }),
      )
    },

    unread: async (userId) => {
      const [row] = await store.read(`SELECT count(*) ${readable} AND n.read_at IS NULL`, [userId, ...reader.params])
      return Number(row?.[0] ?? 0)
    },

    markRead: async (userId, now) => {
      await store.transact([updateIn(notices, { read_at: now }, 'user_id = ? AND read_at IS NULL', [userId])])
    },

    clear: async (userId) => {
      await store.transact([deleteFrom(notices, { user_id: userId })])
    },

    prune: async (userId, { before, most }) => {
      const [last] = await store.read(
        `SELECT id FROM ${notices.name} WHERE user_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?`,
        [userId, most],
      )
      await store.transact([
        deleteFrom(notices, 'user_id = ? AND created_at < ?', [userId, before]),
        ...(last === undefined ? [] : [deleteFrom(notices, 'user_id = ? AND id <= ?', [userId, last[0] ?? ''])]),
      ])
    },
  }
}
