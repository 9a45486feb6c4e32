import type { StoredValue } from '@common/columns/column-type'
import type { Actor, Origin } from '@common/model'
import type { StoredActor } from '@common/model/history'
import { actorColumns, storedActor } from '@main/features/audit'
import { deleteFrom, insertInto, metaTables, updateIn, type CommentRow, type MetaStore } from '@main/db/meta'
import type { Mention, Person } from './mentions'

const { comments, projectUsers, users } = metaTables

/** The record that comments are about. */
export interface Place {
  readonly projectId: string
  /** Name in the database. */
  readonly table: string
  /** As the history of rows names it. */
  readonly rowKey: string
}

/** A stored comment. */
export interface StoredComment {
  readonly id: string
  readonly userId: number | null
  readonly email: string | null
  readonly actor: StoredActor | null
  readonly origin: Origin | null
  readonly text: string
  readonly mentions: readonly Mention[]
  readonly createdAt: string
  readonly editedAt: string | null
  readonly resolvedAt: string | null
  readonly resolvedBy: number | null
}

export type NewComment = Pick<StoredComment, 'id' | 'text' | 'mentions' | 'createdAt'>

export interface CommentCounts {
  readonly count: number
  readonly open: number
}

/** SQL of comments. Comments of a deleted record are set aside and restored with it. */
export interface CommentRepository {
  /** Newest first. */
  readonly list: (place: Place, part: { readonly limit: number; readonly before?: string }) => Promise<StoredComment[]>
  readonly find: (place: Place, id: string) => Promise<StoredComment | undefined>
  readonly counts: (projectId: string, table: string, keys: readonly string[]) => Promise<Map<string, CommentCounts>>
  readonly add: (place: Place, comment: NewComment, who: Actor) => Promise<void>
  readonly change: (
    place: Place,
    id: string,
    change: Partial<Pick<StoredComment, 'text' | 'mentions' | 'editedAt' | 'resolvedAt' | 'resolvedBy'>>,
  ) => Promise<void>
  readonly remove: (place: Place, id: string) => Promise<void>
  /** Addresses by id. */
  readonly addresses: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  readonly members: (projectId: string) => Promise<Person[]>
}

/** Maximum number of parameters per statement on any database. */
const keysAtOnce = 200

export function createCommentRepository(store: MetaStore): CommentRepository {
  const here = 'project_id = ? AND table_name = ? AND row_key = ? AND gone_at IS NULL'
  const paramsOf = ({ projectId, table, rowKey }: Place): StoredValue[] => [projectId, table, rowKey]

  return {
    list: async (place, { limit, before }) => {
      const older = before === undefined ? '' : 'AND id < ?'
      const rows = await store.select(comments, `WHERE ${here} ${older} ORDER BY id DESC LIMIT ?`, [
        ...paramsOf(place),
        ...(before === undefined ? [] : [before]),
        limit,
      ])
      return rows.map(stored)
    },

    find: async (place, id) => {
      const row = await store.find(comments, `WHERE ${here} AND id = ?`, [...paramsOf(place), id])
      return row && stored(row)
    },

    counts: async (projectId, table, keys) => {
      const counts = new Map<string, CommentCounts>()
      for (let from = 0; from < keys.length; from += keysAtOnce) {
        const some = keys.slice(from, from + keysAtOnce)
        const rows = await store.read(
          `SELECT row_key, count(*), sum(CASE WHEN resolved_at IS NULL THEN 1 ELSE 0 END) FROM ${comments.name}
           WHERE project_id = ? AND table_name = ? AND gone_at IS NULL AND row_key IN (${some.map(() => '?').join(', ')})
           GROUP BY row_key`,
          [projectId, table, ...some],
        )
        for (const [key, count, open] of rows) counts.set(String(key), { count: Number(count), open: Number(open) })
      }
      return counts
    },

    add: async (place, { id, text, mentions, createdAt }, who) => {
      await store.transact([
        insertInto(comments, {
          id,
          project_id: place.projectId,
          table_name: place.table,
          row_key: place.rowKey,
          ...actorColumns(who),
          body: text,
          mentions: JSON.stringify(mentions),
          created_at: createdAt,
        }),
      ])
    },

    change: async (place, id, { text, mentions, editedAt, resolvedAt, resolvedBy }) => {
      const change = {
        body: text,
        mentions: mentions && JSON.stringify(mentions),
        edited_at: editedAt,
        resolved_at: resolvedAt,
        resolved_by: resolvedBy,
      }
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      await store.transact([updateIn(comments, given, `${here} AND id = ?`, [...paramsOf(place), id])])
    },

    remove: async (place, id) => {
      await store.transact([deleteFrom(comments, `${here} AND id = ?`, [...paramsOf(place), id])])
    },

    addresses: async (ids) => {
      const found = new Map<number, string>()
      const wanted = [...new Set(ids)]
      for (let from = 0; from < wanted.length; from += keysAtOnce) {
        const some = wanted.slice(from, from + keysAtOnce)
        const rows = await store.read(
          `SELECT id, email FROM ${users.name} WHERE id IN (${some.map(() => '?').join(', ')})`,
          some,
        )
        for (const [id, email] of rows) found.set(Number(id), String(email))
      }
      return found
    },

    members: async (projectId) => {
      const rows = await store.read(
        `SELECT u.id, u.email FROM ${projectUsers.name} m JOIN ${users.name} u ON u.id = m.user_id
         WHERE m.project_id = ? ORDER BY u.email`,
        [projectId],
      )
      return rows.map(([id, email]) => ({ id: Number(id), email: String(email) }))
    },
  }
}

function stored(row: CommentRow): StoredComment {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    ...storedActor(row),
    text: row.body,
    mentions: JSON.parse(row.mentions) as Mention[],
    createdAt: row.created_at,
    editedAt: row.edited_at,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
  }
}
