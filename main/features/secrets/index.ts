import { AppError } from '@common/errors'
import type { secretOperations, SecretStorage } from '@common/operations/secrets'
import { keepOnce, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Keychain } from '@main/lib/keychain'
import { createSecretBox, type SecretBox } from '@main/lib/secret-box'
import type { FeatureModule } from '@main/operations/module'
import {
  createStoredKeys,
  isWrapped,
  newKey,
  secretNames,
  unwrapped,
  wrapped,
  type SecretName,
  type SecretPlace,
} from './stored-keys'

export type { SecretName } from './stored-keys'

/** Encryption of the passwords that this installation stores. */
export interface Secrets extends FeatureModule<typeof secretOperations> {
  /** Returns a box that follows its key when it moves or is renewed. Sealing throws SECRETS_LOCKED without the key. */
  readonly box: (name: SecretName, purpose: string) => SecretBox
  /** True if a key belongs to another computer's keychain, or to a keychain that isn't there. */
  readonly isLocked: (name: SecretName) => boolean
}

export interface SecretsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  /** Absent without a desktop. */
  readonly keychain: Keychain | undefined
  readonly report: (error: unknown) => void
}

/**
 * Reads the keys, and creates missing ones. Moves them into the keychain where there is one, unless a super admin chose
 * the profile. A keychain that fails leaves them where they are.
 */
export async function createSecrets({ store, clock, keychain, report }: SecretsOptions): Promise<Secrets> {
  // Servers of one database share the keys, but not the keychain of one computer.
  const chain = store.exclusive ? keychain : undefined
  const stored = createStoredKeys(store, clock)
  /** Values as they are stored. Their keys are added at first use: the keychain isn't asked for each password. */
  const held = new Map<SecretName, { readonly value: string; key?: string | undefined }>()

  const keyOf = (name: SecretName): string | undefined => {
    const entry = held.get(name)
    if (entry === undefined) return undefined
    // A keychain that was locked may be open now.
    entry.key ??= unwrapped(entry.value, chain)
    return entry.key
  }
  const valueOf = (name: SecretName): string => held.get(name)?.value ?? ''
  const lockedNames = (): SecretName[] => secretNames.filter((name) => keyOf(name) === undefined)
  const placed = (key: string, place: SecretPlace): string =>
    place === 'profile' || chain === undefined ? key : wrapped(key, chain)
  const keep = (values: ReadonlyMap<SecretName, string>): void => {
    for (const [name, value] of values) held.set(name, { value })
  }

  /** Returns the values of all readable keys for a place. @throws Error of the keychain */
  const valuesFor = (place: SecretPlace): Map<SecretName, string> =>
    new Map(
      secretNames.flatMap((name) => {
        const key = keyOf(name)
        const isThere = isWrapped(valueOf(name)) === (place === 'keychain')
        return key === undefined || isThere ? [] : [[name, placed(key, place)] as const]
      }),
    )

  const chosen = (await stored.chosenPlace()) ?? (chain === undefined ? 'profile' : 'keychain')
  const firstValue = (): string => {
    const key = newKey()
    try {
      return placed(key, chosen)
    } catch (error) {
      report(error)
      return key
    }
  }
  for (const name of secretNames) {
    // A new key in the keychain was never readable in the profile.
    const value = (await stored.read(name)) ?? (await keepOnce(store, name, firstValue(), clock.now().toISOString()))
    keep(new Map([[name, value]]))
  }
  try {
    const moved = valuesFor(chosen)
    await stored.write(moved)
    keep(moved)
  } catch (error) {
    // Such as a user who doesn't allow the access.
    report(error)
  }

  const status = (): SecretStorage => ({
    place:
      lockedNames().length > 0
        ? 'locked'
        : [...held.values()].every(({ value }) => isWrapped(value))
          ? 'keychain'
          : 'profile',
    keychain: chain?.name ?? null,
  })

  return {
    isLocked: (name) => keyOf(name) === undefined,
    box: (name, purpose) => liveBox(() => keyOf(name), purpose),
    handlers: {
      secretStorageRead: status,
      secretStorageMove: async (_context, { to }) => {
        if (to === 'keychain' && chain === undefined) throw new AppError('KEYCHAIN_UNAVAILABLE')
        if (lockedNames().length > 0) throw new AppError('SECRETS_LOCKED')
        const moved = valuesFor(to)
        await stored.write(moved, [stored.choose(to)])
        keep(moved)
        return status()
      },
      secretStorageRenew: async () => {
        const locked = lockedNames()
        const place = (await stored.chosenPlace()) ?? (chain === undefined ? 'profile' : 'keychain')
        const renewed = new Map(locked.map((name) => [name, placed(newKey(), place)]))
        await stored.write(
          renewed,
          locked.map((name) => stored.setAside(name, valueOf(name))),
        )
        keep(renewed)
        return status()
      },
    },
    audit: {
      secretStorageMove: ({ input: { to } }) => ({ operation: 'SECRETS/MOVED', details: { to } }),
      secretStorageRenew: () => ({ operation: 'SECRETS/RENEWED' }),
    },
  }
}

function liveBox(keyOf: () => string | undefined, purpose: string): SecretBox {
  let last: { readonly key: string; readonly box: SecretBox } | undefined
  const current = (): SecretBox | undefined => {
    const key = keyOf()
    if (key === undefined) return undefined
    if (last?.key !== key) last = { key, box: createSecretBox(new Uint8Array(Buffer.from(key, 'base64url')), purpose) }
    return last.box
  }
  return {
    open: (sealed, place) => current()?.open(sealed, place),
    seal: (text, place) => {
      const box = current()
      if (box === undefined) throw new AppError('SECRETS_LOCKED')
      return box.seal(text, place)
    },
  }
}
