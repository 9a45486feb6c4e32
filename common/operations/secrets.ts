import { z } from 'zod'
import { defineOperations } from './define'

const storage = z.object({
  /**
   * Place of the keys that encrypt passwords: the keychain of the computer, or the profile. `locked` if they belong to
   * the keychain of another computer, or to one that isn't there.
   */
  place: z.enum(['keychain', 'profile', 'locked']),
  /** Name of this computer's keychain; null without one. */
  keychain: z.string().nullable(),
})
export type SecretStorage = z.output<typeof storage>

export const secretOperations = defineOperations({
  secretStorageRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: storage,
    errors: [],
  },
  /** Moves the keys, without changing a password. */
  secretStorageMove: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({ to: z.enum(['keychain', 'profile']) }),
    output: storage,
    errors: ['KEYCHAIN_UNAVAILABLE', 'SECRETS_LOCKED'],
  },
  /** Replaces locked keys with new ones. The passwords that they encrypt have to be entered again. */
  secretStorageRenew: {
    changes: ['installation', 'projects'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: storage,
    errors: [],
  },
})
