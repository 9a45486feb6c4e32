import { deleteFrom, insertOrUpdate, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import { shownEmail } from '@main/features/auth'
import type { PictureFile } from './picture-file'

const { users, sessions, tickets, accountTokens, pictures } = metaTables

export interface StoredSession {
  readonly id: string
  readonly agent: string | null
  readonly address: string | null
  readonly createdAt: string
  readonly seenAt: string
}

export interface StoredPassword {
  readonly hash: string
  readonly storedEmail: string
}

/** Null for a name that isn't given. */
export interface AccountNames {
  readonly firstName: string | null
  readonly lastName: string | null
}

/** SQL of a user's own account. */
export interface AccountRepository {
  /** Returns the open sessions of an account, the latest used first. */
  readonly sessions: (userId: number, now: string) => Promise<readonly StoredSession[]>
  /** @returns false if the account has no such session */
  readonly endSession: (userId: number, sessionId: string) => Promise<boolean>
  /** Ends all sessions, or all but one. @returns their number */
  readonly endSessions: (userId: number, exceptId?: string) => Promise<number>
  readonly password: (userId: number) => Promise<StoredPassword | undefined>
  readonly names: (userId: number) => Promise<AccountNames>
  readonly hasPicture: (userId: number) => Promise<boolean>
  /**
   * Replaces the password, and ends all sessions but one, and everything that the old password started.
   *
   * @throws AppError CURRENT_PASSWORD_WRONG if it has changed since `before`
   */
  readonly setPassword: (
    userId: number,
    change: { readonly before: StoredPassword; readonly after: StoredPassword; readonly now: string },
    sessionId: string,
  ) => Promise<void>
  /** Changes the given names. Null deletes one. */
  readonly setNames: (
    userId: number,
    names: { readonly firstName?: string | null; readonly lastName?: string | null },
    now: string,
  ) => Promise<void>
  readonly setPicture: (userId: number, picture: PictureFile, now: string) => Promise<void>
  readonly removePicture: (userId: number) => Promise<void>
  /** Returns the pictures of people with these addresses, of whom the viewer may see pictures. */
  readonly pictures: (
    emails: readonly string[],
    viewer: { readonly userId: number; readonly seesAll: boolean },
  ) => Promise<readonly (PictureFile & { readonly email: string })[]>
}

export function createAccountRepository(store: MetaStore): AccountRepository {
  return {
    sessions: async (userId, now) => {
      const rows = await store.read(
        `SELECT s.id, u.agent, u.address, s.created_at, COALESCE(u.seen_at, s.refreshed_at) AS seen_at
          FROM nc_sessions s LEFT JOIN nc_session_uses u ON u.session_id = s.id
          WHERE s.user_id = ? AND s.expires_at > ?
          ORDER BY seen_at DESC, s.id`,
        [userId, now],
      )
      return rows.map(([id, agent, address, createdAt, seenAt]) => ({
        id: String(id),
        agent: agent === null || agent === undefined ? null : String(agent),
        address: address === null || address === undefined ? null : String(address),
        createdAt: String(createdAt),
        seenAt: String(seenAt),
      }))
    },

    endSession: async (userId, sessionId) => {
      const [result] = await store.transact([deleteFrom(sessions, { id: sessionId, user_id: userId })])
      return result?.changes === 1
    },

    endSessions: async (userId, exceptId) => {
      const [result] = await store.transact([
        exceptId === undefined
          ? deleteFrom(sessions, { user_id: userId })
          : deleteFrom(sessions, 'user_id = ? AND id <> ?', [userId, exceptId]),
      ])
      return result?.changes ?? 0
    },

    password: async (userId) => {
      const row = await store.find(users, { id: userId })
      return row && { hash: row.password, storedEmail: row.email }
    },

    names: async (userId) => {
      const row = await store.find(users, { id: userId })
      return { firstName: row?.firstname ?? null, lastName: row?.lastname ?? null }
    },

    hasPicture: async (userId) => (await store.find(pictures, { user_id: userId })) !== undefined,

    setPassword: async (userId, { before, after, now }, sessionId) => {
      await store.transact([
        {
          sql: 'UPDATE xc_users SET password = ?, email = ?, updated_at = ? WHERE id = ? AND password = ?',
          params: [after.hash, after.storedEmail, now, userId, before.hash],
          expectRows: 1,
          tooFew: 'CURRENT_PASSWORD_WRONG',
        },
        deleteFrom(accountTokens, { user_id: userId, kind: 'reset' }),
        deleteFrom(tickets, { user_id: userId }),
        deleteFrom(sessions, 'user_id = ? AND id <> ?', [userId, sessionId]),
      ])
    },

    setNames: async (userId, { firstName, lastName }, now) => {
      await store.transact([
        updateIn(
          users,
          {
            ...(firstName !== undefined && { firstname: firstName }),
            ...(lastName !== undefined && { lastname: lastName }),
            updated_at: now,
          },
          { id: userId },
        ),
      ])
    },

    setPicture: async (userId, { mediaType, content }, now) => {
      await store.transact([
        insertOrUpdate(pictures, ['user_id'], { user_id: userId, media_type: mediaType, content, updated_at: now }),
      ])
    },

    removePicture: async (userId) => {
      await store.transact([deleteFrom(pictures, { user_id: userId })])
    },

    pictures: async (emails, { userId, seesAll }) => {
      if (emails.length === 0) return []
      const common = `EXISTS (
        SELECT 1 FROM nc_projects_users a JOIN nc_projects_users b ON b.project_id = a.project_id
        WHERE a.user_id = u.id AND b.user_id = ?)`
      const rows = await store.read(
        `SELECT u.id, u.email, p.media_type, p.content FROM nc_pictures p JOIN xc_users u ON u.id = p.user_id
          WHERE u.id = ? OR (u.email IN (${emails.map(() => '?').join(', ')})${seesAll ? '' : ` AND ${common}`})`,
        [userId, ...emails, ...(seesAll ? [] : [userId])],
      )
      // Several accounts can share an address. Viewers see themselves with their own picture.
      const own = rows.filter(([id]) => Number(id) === userId)
      const others = rows.filter(([id]) => Number(id) !== userId)
      const found = new Map(
        [...others, ...own].map(([, email, mediaType, content]) => {
          const shown = shownEmail(String(email))
          return [shown, { email: shown, mediaType: String(mediaType), content: String(content) }]
        }),
      )
      return emails.flatMap((email) => found.get(email) ?? [])
    },
  }
}
