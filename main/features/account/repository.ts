import { deleteFrom, metaTables, type MetaStore } from '@main/db/meta'

const { users, sessions, tickets, accountTokens } = metaTables

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

/** SQL of a user's own account. */
export interface AccountRepository {
  /** Returns the open sessions of an account, the latest used first. */
  readonly sessions: (userId: number, now: string) => Promise<readonly StoredSession[]>
  /** @returns false if the account has no such session */
  readonly endSession: (userId: number, sessionId: string) => Promise<boolean>
  /** Ends all sessions, or all but one. @returns their number */
  readonly endSessions: (userId: number, exceptId?: string) => Promise<number>
  readonly password: (userId: number) => Promise<StoredPassword | undefined>
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
  }
}
