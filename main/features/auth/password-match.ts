import type { PasswordHashing } from '@main/lib/hashing'
import type { AuthRepository, FoundAccount } from './repository'

/** Accounts of an address. */
export interface PasswordMatch {
  /** True if an account has the address, whatever its password. */
  readonly isKnown: boolean
  /** The account with the password. */
  readonly found: FoundAccount | undefined
}

/**
 * Returns a function that finds the account of an address and a password. It always does the same work, so that response
 * times don't reveal known addresses.
 */
export function createPasswordMatch({
  repository,
  hashing,
  passwordTag,
}: {
  readonly repository: Pick<AuthRepository, 'findByEmail' | 'findSeparate'>
  readonly hashing: PasswordHashing
  readonly passwordTag: (email: string, password: string) => string
}): (email: string, password: string) => Promise<PasswordMatch> {
  return async (email, password) => {
    const [main, separate] = await Promise.all([
      repository.findByEmail(email),
      repository.findSeparate(email, passwordTag(email, password)),
    ])
    const candidates: readonly (FoundAccount | undefined)[] = [...separate, main]
    for (const candidate of candidates)
      if (await hashing.verify(password, candidate?.passwordHash)) return { isKnown: true, found: candidate }
    return { isKnown: main !== undefined, found: undefined }
  }
}
