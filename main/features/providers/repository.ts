import { createHash } from 'node:crypto'
import { deleteFrom, insertInto, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import { AppError } from '@common/errors'

const { linkedAccounts } = metaTables

/** An account of a provider that belongs, or will belong, to an account here. */
export interface Link {
  /** Hash of issuer and subject: the name of the link in calls. */
  readonly id: string
  readonly provider: string
  readonly email: string
}

/** SQL of linked accounts. */
export interface LinkRepository {
  /** Returns the user of a link. */
  readonly userOf: (linkId: string) => Promise<number | undefined>
  readonly list: (userId: number) => Promise<readonly (Link & { readonly createdAt: string })[]>
  /** @throws AppError PROVIDER_ACCOUNT_TAKEN if it belongs to another user already */
  readonly add: (userId: number, link: Link, now: string) => Promise<void>
  /** The same as a step of the transaction that creates the user. `idSql` is the user's id. */
  readonly addStep: (idSql: string, link: Link, now: string) => MetaStep
  /** @returns false if the user has no such link */
  readonly remove: (userId: number, linkId: string) => Promise<boolean>
}

export const linkIdOf = (issuer: string, subject: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')

export function createLinkRepository(store: MetaStore): LinkRepository {
  const userOf: LinkRepository['userOf'] = async (linkId) =>
    (await store.find(linkedAccounts, { subject_hash: linkId }))?.user_id
  return {
    userOf,

    list: async (userId) =>
      (await store.select(linkedAccounts, 'WHERE user_id = ? ORDER BY created_at, subject_hash', [userId])).map(
        (row) => ({ id: row.subject_hash, provider: row.provider, email: row.email, createdAt: row.created_at }),
      ),

    add: async (userId, link, now) => {
      try {
        await store.transact([
          insertInto(linkedAccounts, {
            subject_hash: link.id,
            user_id: userId,
            provider: link.provider,
            email: link.email,
            created_at: now,
          }),
        ])
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE')) throw error
        if ((await userOf(link.id)) !== userId) throw new AppError('PROVIDER_ACCOUNT_TAKEN', {}, { cause: error })
      }
    },

    addStep: (idSql, link, now) => ({
      sql: `INSERT INTO nc_linked_accounts (subject_hash, user_id, provider, email, created_at)
        SELECT ?, ${idSql}, ?, ?, ?`,
      params: [link.id, link.provider, link.email, now],
    }),

    remove: async (userId, linkId) => {
      const [result] = await store.transact([deleteFrom(linkedAccounts, { subject_hash: linkId, user_id: userId })])
      return (result?.changes ?? 0) > 0
    },
  }
}
