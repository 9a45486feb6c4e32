import { deleteFrom, insertInto, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import { separateAddresses, shownEmail } from '@main/features/auth'

const { accountTokens, users, sessions, tickets } = metaTables

/** Purpose of a link. */
export type LinkKind = 'reset' | 'verify'

/** An account that gets a link. */
export interface LinkedAccount {
  readonly id: number
  readonly email: string
  /** The address in the store, which holds more for one of several accounts of an address. */
  readonly storedEmail: string
  readonly isVerified: boolean
  readonly createdAt: string
}

export interface NewLink {
  readonly userId: number
  readonly kind: LinkKind
  readonly tokenHash: string
  readonly mailed: boolean
  readonly now: string
  readonly expiresAt: string
}

/** SQL of links for one account. */
export interface RecoveryRepository {
  /** Returns the accounts of an address: usually one, the oldest first. */
  readonly accountsOf: (email: string) => Promise<readonly LinkedAccount[]>
  readonly account: (userId: number) => Promise<LinkedAccount | undefined>
  /** Stores a link. An earlier one of the same kind stops working. */
  readonly addLink: (link: NewLink) => Promise<void>
  /** Returns the account of a link that can still be used. */
  readonly accountOfLink: (kind: LinkKind, tokenHash: string, now: string) => Promise<LinkedAccount | undefined>
  /** Uses the link up, sets the password, and ends all sessions of the account. @throws AppError RESET_TOKEN_INVALID */
  readonly setPassword: (
    account: LinkedAccount,
    link: { readonly tokenHash: string; readonly now: string },
    password: { readonly hash: string; readonly storedEmail: string },
  ) => Promise<void>
  /** Uses the link up and marks the address as confirmed. @throws AppError EMAIL_TOKEN_INVALID */
  readonly confirm: (userId: number, tokenHash: string, now: string) => Promise<void>
}

export function createRecoveryRepository(store: MetaStore): RecoveryRepository {
  const account = async (id: number): Promise<LinkedAccount | undefined> => {
    const row = await store.find(users, { id })
    return row && accountOf(row)
  }

  return {
    accountsOf: async (email) => {
      const { sql, params } = separateAddresses(email)
      const rows = await store.select(users, `WHERE (email = ? OR ${sql}) AND suspended_at IS NULL ORDER BY id`, [
        email,
        ...params,
      ])
      return rows.map(accountOf)
    },

    account,

    addLink: async ({ userId, kind, tokenHash, mailed, now, expiresAt }) => {
      await store.transact([
        deleteFrom(accountTokens, { user_id: userId, kind }),
        deleteFrom(accountTokens, 'expires_at <= ?', [now]),
        insertInto(accountTokens, {
          token_hash: tokenHash,
          user_id: userId,
          kind,
          mailed: mailed ? 1 : 0,
          created_at: now,
          expires_at: expiresAt,
        }),
      ])
    },

    accountOfLink: async (kind, tokenHash, now) => {
      const link = await store.find(accountTokens, 'WHERE token_hash = ? AND kind = ? AND expires_at > ?', [
        tokenHash,
        kind,
        now,
      ])
      const found = link && (await store.find(users, { id: link.user_id, suspended_at: null }))
      return found && accountOf(found)
    },

    setPassword: async ({ id }, { tokenHash, now }, { hash, storedEmail }) => {
      // A mail proves the address. A link passed on by an administrator doesn't.
      const link = await store.find(accountTokens, { token_hash: tokenHash })
      await store.transact([
        {
          sql: "DELETE FROM nc_account_tokens WHERE token_hash = ? AND kind = 'reset' AND expires_at > ?",
          params: [tokenHash, now],
          expectRows: 1,
          tooFew: 'RESET_TOKEN_INVALID',
        },
        updateIn(
          users,
          { password: hash, email: storedEmail, updated_at: now, ...(link?.mailed === 1 && { email_verified: 1 }) },
          { id },
          { expectRows: 1 },
        ),
        deleteFrom(accountTokens, { user_id: id, kind: 'reset' }),
        deleteFrom(tickets, { user_id: id }),
        deleteFrom(sessions, { user_id: id }),
      ])
    },

    confirm: async (id, tokenHash, now) => {
      await store.transact([
        {
          sql: "DELETE FROM nc_account_tokens WHERE token_hash = ? AND kind = 'verify' AND expires_at > ?",
          params: [tokenHash, now],
          expectRows: 1,
          tooFew: 'EMAIL_TOKEN_INVALID',
        },
        updateIn(users, { email_verified: 1, updated_at: now }, { id }, { expectRows: 1 }),
      ])
    },
  }
}

function accountOf(row: {
  readonly id: number
  readonly email: string
  readonly email_verified: number
  readonly created_at: string
}): LinkedAccount {
  return {
    id: row.id,
    email: shownEmail(row.email),
    storedEmail: row.email,
    isVerified: row.email_verified === 1,
    createdAt: row.created_at,
  }
}
