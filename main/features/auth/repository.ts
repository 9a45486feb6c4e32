import type { UserRole } from '@common/permissions'
import { AppError } from '@common/errors'
import {
  type MetaStep,
  deleteFrom,
  insertInto,
  keepOnce,
  metaTables,
  updateIn,
  type MetaStore,
  type UserRow,
} from '@main/db/meta'
import { storedSource, type RequestSource } from './session-uses'

const { users, sessions, sessionUses, counters } = metaTables

/** An account. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly userRole: UserRole
  readonly isSuperAdmin: boolean
  readonly emailVerified: boolean
  readonly isSuspended: boolean
}

export interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** Present for a separate account that shares its address. */
  readonly separate?: string
  /** Takes over the account of the local owner, if there is one. */
  readonly takesOver?: boolean
}

/** Times of a session about to begin or to go on. */
export interface SessionTimes {
  readonly id: string
  readonly refreshHash: string
  readonly now: string
  readonly expiresAt: string
}

/** A session about to begin. */
export interface NewSession extends SessionTimes {
  readonly from: RequestSource
}

export interface FoundAccount {
  readonly account: Account
  /** Undefined for an account that signs in with a provider only. */
  readonly passwordHash: string | undefined
}

/** SQL of accounts and sessions. */
export interface AuthRepository {
  /** True if the installation has an owner who can sign in. */
  readonly hasAccounts: () => Promise<boolean>
  readonly findById: (id: number) => Promise<FoundAccount | undefined>
  readonly findByEmail: (email: string) => Promise<FoundAccount | undefined>
  /** Returns the separate accounts of an address whose mark begins with `tag`. */
  readonly findSeparate: (email: string, tag: string) => Promise<readonly FoundAccount[]>
  /** True if several accounts have the address. */
  readonly isShared: (email: string) => Promise<boolean>
  /**
   * Creates the account and its first session.
   *
   * @param steps  further steps of the transaction, with the SQL of the new account's id
   * @throws AppError EMAIL_TAKEN, and those of the steps
   */
  readonly createAccount: (
    account: NewAccount,
    session: NewSession,
    steps?: (idSql: string) => readonly MetaStep[],
  ) => Promise<Account>
  /**
   * Starts a session of an account.
   *
   * @param password  the stored hash that a password matched; a change since then ends the sign-in
   * @throws AppError ACCOUNT_SUSPENDED; CREDENTIALS_INVALID after such a change
   */
  readonly startSession: (userId: number, session: NewSession, password?: string) => Promise<void>
  /** Compare-and-set: undefined when another call has used the same refresh token, or it has ended. */
  readonly rotateSession: (
    oldHash: string,
    session: Omit<SessionTimes, 'id'>,
  ) => Promise<{ readonly account: Account; readonly sessionId: string } | undefined>
  readonly endSession: (sessionId: string) => Promise<void>
  /** Returns the value with this name. The first proposal wins, also between servers. */
  readonly keepOnce: (name: string, proposal: string, now: string) => Promise<string>
}

export function createAuthRepository(store: MetaStore): AuthRepository {
  return {
    hasAccounts: async () =>
      (await store.read('SELECT 1 FROM xc_users LIMIT 1')).length > 0 &&
      (await store.find(users, { email: localOwnerEmail })) === undefined,

    findById: async (id) => {
      const row = await store.find(users, { id })
      return row && foundOf(row)
    },

    findByEmail: async (email) => {
      const row = await store.find(users, { email })
      return row && foundOf(row)
    },

    findSeparate: async (email, tag) => {
      const start = `${email}${separator}${tag}`
      const rows = await store.select(users, 'WHERE substr(email, 1, ?) = ?', [Array.from(start).length, start])
      return rows.map(foundOf)
    },

    isShared: async (email) => {
      const { sql, params } = separateAddresses(email)
      return (
        (await store.read(`SELECT 1 FROM xc_users WHERE email = ? OR ${sql} LIMIT 2`, [email, ...params])).length > 1
      )
    },

    createAccount: async (account, session, steps) => {
      const local = account.takesOver === true ? await store.find(users, { email: localOwnerEmail }) : undefined
      const idSql = local === undefined ? newUserId : String(local.id)
      const further = steps?.(idSql) ?? []
      const { now } = session
      const address = account.separate === undefined ? account.email : `${account.email}${separator}${account.separate}`
      try {
        const results = await store.transact([
          // Locks the row first, so that accounts are created one after the other and the check for the first account
          // below is reliable on any database and with several servers.
          updateCounter,
          local === undefined
            ? {
                sql: `INSERT INTO xc_users (id, email, password, firstname, lastname, user_role, super_admin, email_verified, created_at, updated_at)
              SELECT value, ?, ?, ?, ?,
                CASE WHEN EXISTS (SELECT 1 FROM xc_users) THEN 'user_new' ELSE 'user' END,
                CASE WHEN EXISTS (SELECT 1 FROM xc_users) THEN 0 ELSE 1 END,
                0, ?, ?
              FROM nc_counters WHERE name = 'user'`,
                params: [address, account.passwordHash, account.firstName, account.lastName, now, now],
                expectRows: 1,
              }
            : takeOver(local.id, address, account, now),
          ...further,
          {
            sql: 'SELECT id, user_role, super_admin FROM xc_users WHERE email = ?',
            params: [address],
            returns: true,
            expectRows: 1,
          },
          {
            sql: `INSERT INTO nc_sessions (id, user_id, refresh_hash, expires_at, created_at, refreshed_at)
              SELECT ?, ${idSql}, ?, ?, ?, ? FROM nc_counters WHERE name = 'user'`,
            params: [session.id, session.refreshHash, session.expiresAt, now, now],
          },
          firstUse(session),
        ])
        const [id, userRole, isSuperAdmin] = results[2 + further.length]?.rows[0] ?? []
        return {
          id: Number(id),
          email: account.email,
          firstName: account.firstName,
          lastName: account.lastName,
          userRole: userRole === 'user' ? 'user' : 'user_new',
          isSuperAdmin: Number(isSuperAdmin) === 1,
          emailVerified: false,
          isSuspended: false,
        }
      } catch (error) {
        // The only unique text in these rows that is not random is the address.
        if (error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE')
          throw new AppError('EMAIL_TAKEN', {}, { cause: error })
        throw error
      }
    },

    startSession: async (userId, session, password) => {
      await store.transact([
        ...(password === undefined ? [] : [stillHas(userId, 'password = ?', [password], 'CREDENTIALS_INVALID')]),
        stillHas(userId, 'suspended_at IS NULL', [], 'ACCOUNT_SUSPENDED'),
        deleteFrom(sessions, 'expires_at <= ?', [session.now]),
        insertInto(sessions, {
          id: session.id,
          user_id: userId,
          refresh_hash: session.refreshHash,
          expires_at: session.expiresAt,
          created_at: session.now,
          refreshed_at: session.now,
        }),
        firstUse(session),
      ])
    },

    rotateSession: async (oldHash, session) => {
      const found = await store.find(sessions, 'WHERE refresh_hash = ? AND expires_at > ?', [oldHash, session.now])
      const user = found && (await store.find(users, { id: found.user_id }))
      if (!found || !user || user.suspended_at !== null) return undefined
      const [result] = await store.transact([
        updateIn(
          sessions,
          { refresh_hash: session.refreshHash, expires_at: session.expiresAt, refreshed_at: session.now },
          { id: found.id, refresh_hash: oldHash },
        ),
      ])
      return result?.changes === 1 ? { account: accountOf(user), sessionId: found.id } : undefined
    },

    endSession: async (sessionId) => {
      await store.transact([deleteFrom(sessions, { id: sessionId })])
    },

    keepOnce: (name, proposal, now) => keepOnce(store, name, proposal, now),
  }
}

/** Fails a transaction whose account has changed since it was read. */
const stillHas = (
  userId: number,
  condition: string,
  params: readonly string[],
  tooFew: 'CREDENTIALS_INVALID' | 'ACCOUNT_SUSPENDED',
): MetaStep => ({
  sql: `SELECT id FROM xc_users WHERE id = ? AND ${condition}`,
  params: [userId, ...params],
  returns: true,
  expectRows: 1,
  tooFew,
})

const firstUse = ({ id, from, now }: NewSession): MetaStep =>
  insertInto(sessionUses, { session_id: id, ...storedSource(from), seen_at: now })

/** Separator that addresses can't contain. The mark after it distinguishes separate accounts of one address. */
const separator = '\n'

/** The address as its owner typed it. */
export function shownEmail(stored: string): string {
  return stored.split(separator, 1)[0] ?? stored
}

/** Returns the stored address after a change of password: the mark of a separate account follows from the password. */
export function storedEmail(stored: string, separateMark: (email: string) => string): string {
  const email = shownEmail(stored)
  return email === stored ? stored : `${email}${separator}${separateMark(email)}`
}

/** Returns the condition that finds the separate accounts of an address. */
export function separateAddresses(email: string): { readonly sql: string; readonly params: readonly [number, string] } {
  const start = `${email}${separator}`
  return { sql: 'substr(email, 1, ?) = ?', params: [Array.from(start).length, start] }
}

/** Id of the account that a transaction creates. */
const newUserId = "(SELECT value FROM nc_counters WHERE name = 'user')"

const updateCounter = {
  sql: `UPDATE ${counters.name} SET value = value + 1 WHERE name = 'user'`,
  params: [],
  expectRows: 1,
}

/** Address of the owner's account before a sign-up takes it over. No sign-up can have it. */
export const localOwnerEmail = 'owner@localhost'

const takeOver = (
  id: number,
  email: string,
  { passwordHash, firstName, lastName }: NewAccount,
  now: string,
): MetaStep => ({
  ...updateIn(
    users,
    { email, password: passwordHash, firstname: firstName, lastname: lastName, updated_at: now },
    { id, email: localOwnerEmail },
  ),
  expectRows: 1,
  tooFew: 'EMAIL_TAKEN',
})

/** Stored instead of a hash for accounts that sign in with a provider only. No password matches it. */
export const noPassword = '!'

const foundOf = (row: UserRow): FoundAccount => ({
  account: accountOf(row),
  passwordHash: row.password === noPassword ? undefined : row.password,
})

function accountOf(row: UserRow): Account {
  return {
    id: row.id,
    email: shownEmail(row.email),
    firstName: row.firstname,
    lastName: row.lastname,
    userRole: row.user_role === 'user' ? 'user' : 'user_new',
    isSuperAdmin: row.super_admin === 1,
    emailVerified: row.email_verified === 1,
    isSuspended: row.suspended_at !== null,
  }
}
