import { createHash } from 'node:crypto'
import {
  deleteFrom,
  insertInto,
  insertOrUpdate,
  metaTables,
  updateIn,
  type MetaStore,
  type PasskeyRow,
} from '@main/db/meta'
import type { SecretBox } from '@main/lib/secret-box'
import { recoveryCodeHash } from './recovery-codes'

const { authenticators, recoveryCodes, passkeys, users } = metaTables

export interface Authenticator {
  readonly secret: string
  readonly isConfirmed: boolean
  readonly usedStep: number
}

export interface StoredPasskey {
  /** SHA-256 of the credential's id: the name of the passkey in calls. */
  readonly id: string
  readonly userId: number
  /** base64url */
  readonly credentialId: string
  readonly publicKey: string
  readonly uses: number
  readonly transports: readonly string[]
  readonly title: string
  readonly createdAt: string
  readonly usedAt: string | null
}

/** SQL of second factors. */
export interface SecondFactorRepository {
  readonly authenticator: (userId: number) => Promise<Authenticator | undefined>
  /** Stores a secret that isn't confirmed yet, instead of an earlier one of that kind. */
  readonly startAuthenticator: (userId: number, secret: string, now: string) => Promise<void>
  /** Compare-and-set: false if another call has used this code, or a newer one. */
  readonly useCode: (userId: number, step: number, now: string) => Promise<boolean>
  readonly removeAuthenticator: (userId: number) => Promise<void>
  readonly countRecoveryCodes: (userId: number) => Promise<number>
  readonly replaceRecoveryCodes: (userId: number, codes: readonly string[], now: string) => Promise<void>
  /** Uses up a code: false if the account has no such code. */
  readonly useRecoveryCode: (userId: number, code: string) => Promise<boolean>
  readonly passkeys: (userId: number) => Promise<readonly StoredPasskey[]>
  readonly passkey: (credentialId: string) => Promise<StoredPasskey | undefined>
  readonly addPasskey: (passkey: StoredPasskey) => Promise<void>
  /** @returns false if the account has no such passkey */
  readonly renamePasskey: (userId: number, id: string, title: string) => Promise<boolean>
  readonly removePasskey: (userId: number, id: string) => Promise<boolean>
  /** Compare-and-set of the signature counter: false if another call has used it. */
  readonly usePasskey: (passkey: StoredPasskey, uses: number, now: string) => Promise<boolean>
  /** Removes everything. @returns false if there is no such account */
  readonly reset: (userId: number) => Promise<boolean>
}

export const passkeyIdOf = (credentialId: string): string => createHash('sha256').update(credentialId).digest('hex')

export function createSecondFactorRepository(store: MetaStore, box: SecretBox): SecondFactorRepository {
  const place = (userId: number): string => `authenticator ${userId}`
  const changed = async (step: Parameters<MetaStore['transact']>[0][number]): Promise<boolean> => {
    const [result] = await store.transact([step])
    return (result?.changes ?? 0) > 0
  }
  return {
    authenticator: async (userId) => {
      const row = await store.find(authenticators, { user_id: userId })
      const secret = row && box.open(row.secret, place(userId))
      if (row === undefined || secret === undefined) return undefined
      return { secret, isConfirmed: row.confirmed_at !== null, usedStep: row.last_step }
    },

    startAuthenticator: async (userId, secret, now) => {
      await store.transact([
        insertOrUpdate(authenticators, ['user_id'], {
          user_id: userId,
          secret: box.seal(secret, place(userId)),
          confirmed_at: null,
          last_step: 0,
          created_at: now,
        }),
      ])
    },

    useCode: (userId, step, now) =>
      changed({
        sql: `UPDATE nc_authenticators SET last_step = ?, confirmed_at = COALESCE(confirmed_at, ?)
          WHERE user_id = ? AND last_step < ?`,
        params: [step, now, userId, step],
      }),

    removeAuthenticator: async (userId) => {
      await store.transact([deleteFrom(authenticators, { user_id: userId })])
    },

    countRecoveryCodes: async (userId) => {
      const [row] = await store.read('SELECT COUNT(*) FROM nc_recovery_codes WHERE user_id = ?', [userId])
      return Number(row?.[0] ?? 0)
    },

    replaceRecoveryCodes: async (userId, codes, now) => {
      await store.transact([
        deleteFrom(recoveryCodes, { user_id: userId }),
        ...codes.map((code) =>
          insertInto(recoveryCodes, { code_hash: recoveryCodeHash(code), user_id: userId, created_at: now }),
        ),
      ])
    },

    useRecoveryCode: (userId, code) =>
      changed(deleteFrom(recoveryCodes, { code_hash: recoveryCodeHash(code), user_id: userId })),

    passkeys: async (userId) =>
      (await store.select(passkeys, 'WHERE user_id = ? ORDER BY created_at, id_hash', [userId])).map(passkeyOf),

    passkey: async (credentialId) => {
      const row = await store.find(passkeys, { id_hash: passkeyIdOf(credentialId) })
      return row && passkeyOf(row)
    },

    addPasskey: async (added) => {
      await store.transact([
        insertInto(passkeys, {
          id_hash: added.id,
          user_id: added.userId,
          credential_id: added.credentialId,
          public_key: added.publicKey,
          uses: added.uses,
          transports: added.transports.join(),
          title: added.title,
          created_at: added.createdAt,
          used_at: null,
        }),
      ])
    },

    renamePasskey: (userId, id, title) => changed(updateIn(passkeys, { title }, { id_hash: id, user_id: userId })),
    removePasskey: (userId, id) => changed(deleteFrom(passkeys, { id_hash: id, user_id: userId })),

    usePasskey: (passkey, uses, now) =>
      changed(updateIn(passkeys, { uses, used_at: now }, { id_hash: passkey.id, uses: passkey.uses })),

    reset: async (userId) => {
      if ((await store.find(users, { id: userId })) === undefined) return false
      await store.transact([
        deleteFrom(authenticators, { user_id: userId }),
        deleteFrom(recoveryCodes, { user_id: userId }),
        deleteFrom(passkeys, { user_id: userId }),
      ])
      return true
    },
  }
}

const passkeyOf = (row: PasskeyRow): StoredPasskey => ({
  id: row.id_hash,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  uses: row.uses,
  transports: row.transports.split(',').filter((transport) => transport !== ''),
  title: row.title,
  createdAt: row.created_at,
  usedAt: row.used_at,
})
