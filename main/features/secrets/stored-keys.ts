import { randomBytes } from 'node:crypto'
import { insertOrUpdate, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Keychain } from '@main/lib/keychain'

/**
 * Keys of this installation that encrypt passwords. The meta store holds each one in plain text or encrypted by
 * the keychain of the computer. The value says which, so keys in different states are no problem.
 */
export const secretNames = ['nc_connection_secret', 'nc_mail_secret', 'nc_action_secret'] as const
export type SecretName = (typeof secretNames)[number]

export type SecretPlace = 'keychain' | 'profile'

const { store: values } = metaTables
/** The place that a super admin chose. */
const placeName = 'nc_secret_place'
const wrappedPrefix = 'keychain.v1.'
const keyBytes = 32

export const isWrapped = (value: string): boolean => value.startsWith(wrappedPrefix)

/** Returns the key behind a stored value; undefined if the keychain is missing, or belongs to another computer. */
export function unwrapped(value: string, keychain: Keychain | undefined): string | undefined {
  if (!isWrapped(value)) return value
  try {
    return keychain?.decrypt(value.slice(wrappedPrefix.length))
  } catch {
    return undefined
  }
}

/** Returns a key as the keychain stores it. @throws Error if the keychain doesn't give the same key back */
export function wrapped(key: string, keychain: Keychain): string {
  const value = wrappedPrefix + keychain.encrypt(key)
  if (unwrapped(value, keychain) !== key) throw new Error('The keychain does not return what it encrypted')
  return value
}

export const newKey = (): string => randomBytes(keyBytes).toString('base64url')

/** Reads and writes the keys. Each write is one transaction: after a crash, the former or the new state is there. */
export interface StoredKeys {
  readonly read: (name: SecretName) => Promise<string | undefined>
  readonly chosenPlace: () => Promise<SecretPlace | undefined>
  readonly write: (keys: ReadonlyMap<SecretName, string>, more?: readonly MetaStep[]) => Promise<void>
  readonly choose: (place: SecretPlace) => MetaStep
  /** Puts a value aside that can't be read. */
  readonly setAside: (name: SecretName, value: string) => MetaStep
}

export function createStoredKeys(store: MetaStore, clock: Clock): StoredKeys {
  const put = (name: string, value: string): MetaStep =>
    insertOrUpdate(values, ['name'], { name, value, updated_at: clock.now().toISOString() })
  const find = async (name: string): Promise<string | undefined> => (await store.find(values, { name }))?.value
  return {
    read: find,
    chosenPlace: async () => ((await find(placeName)) === 'profile' ? 'profile' : undefined),
    write: async (keys, more = []) => {
      const steps = [...[...keys].map(([name, value]) => put(name, value)), ...more]
      if (steps.length > 0) await store.transact(steps)
    },
    choose: (place) => put(placeName, place),
    setAside: (name, value) => put(`${name}.locked ${clock.now().toISOString()}`, value),
  }
}
