import { AppError } from '@common/errors'
import type { Passkey, SecondFactor } from '@common/operations/second-factor'
import type { Tickets } from '@main/features/tickets'
import type { Clock } from '@main/lib/clock'
import { addressOf, newSecret, stepOfCode } from './authenticator'
import {
  createdPasskey,
  creationOptions,
  credentialIdIn,
  requestOptions,
  siteOf,
  verifiedUses,
  type PasskeySite,
} from './passkeys'
import { newRecoveryCodes } from './recovery-codes'
import { passkeyIdOf, type SecondFactorRepository, type StoredPasskey } from './repository'

/** A browser's page, by the `Origin` header of its request. */
type PageOrigin = string | undefined
type Response = Readonly<Record<string, unknown>>
type Options = Record<string, unknown>

/** Second factors: authenticator apps, recovery codes and passkeys. */
export interface SecondFactors {
  /** Returns the ways to complete a sign-in with a password; empty if the password is enough. */
  readonly required: (userId: number) => Promise<readonly SecondFactor[]>
  readonly read: (
    userId: number,
  ) => Promise<{ readonly authenticator: boolean; readonly recoveryCodes: number; readonly passkeys: Passkey[] }>
  readonly startAuthenticator: (
    userId: number,
    email: string,
  ) => Promise<{ readonly secret: string; readonly address: string }>
  /** @throws AppError SECOND_FACTOR_WRONG */
  readonly confirmAuthenticator: (userId: number, code: string) => Promise<string[] | null>
  readonly removeAuthenticator: (userId: number) => Promise<void>
  /** @throws AppError SECOND_FACTOR_MISSING */
  readonly renewRecoveryCodes: (userId: number) => Promise<string[]>
  /** Uses a code of the app or a recovery code. @throws AppError SECOND_FACTOR_WRONG */
  readonly useCode: (userId: number, code: string) => Promise<void>
  readonly startPasskey: (
    account: { readonly id: number; readonly email: string },
    origin: PageOrigin,
  ) => Promise<{ readonly ticket: string; readonly options: Options }>
  /** @throws AppError SIGN_IN_EXPIRED, PASSKEY_INVALID */
  readonly addPasskey: (
    userId: number,
    given: { readonly ticket: string; readonly title: string; readonly response: Response },
    origin: PageOrigin,
  ) => Promise<{ readonly passkey: Passkey; readonly recoveryCodes: string[] | null }>
  /** @throws AppError PASSKEY_NOT_FOUND */
  readonly renamePasskey: (userId: number, id: string, title: string) => Promise<void>
  readonly removePasskey: (userId: number, id: string) => Promise<void>
  /** @param userId  of the account that signs in; undefined if the passkey itself names it */
  readonly startPasskeySignIn: (
    userId: number | undefined,
    origin: PageOrigin,
  ) => Promise<{ readonly challenge: string; readonly options: Options }>
  /** Returns the account of a passkey. @throws AppError SIGN_IN_EXPIRED, PASSKEY_INVALID */
  readonly usePasskey: (challenge: string, response: Response, origin: PageOrigin) => Promise<number>
  /** @throws AppError USER_NOT_FOUND */
  readonly reset: (userId: number) => Promise<void>
}

export interface SecondFactorsOptions {
  readonly repository: SecondFactorRepository
  readonly tickets: Tickets
  readonly clock: Clock
}

export function createSecondFactors({ repository, tickets, clock }: SecondFactorsOptions): SecondFactors {
  const now = (): string => clock.now().toISOString()

  const hasFactor = async (userId: number): Promise<boolean> => {
    const [authenticator, passkeys] = await Promise.all([repository.authenticator(userId), repository.passkeys(userId)])
    return authenticator?.isConfirmed === true || passkeys.length > 0
  }

  const newCodes = async (userId: number): Promise<string[]> => {
    const codes = newRecoveryCodes()
    await repository.replaceRecoveryCodes(userId, codes, now())
    return codes
  }

  /** The first factor comes with recovery codes, so that a lost phone doesn't close the account. */
  const codesIfNone = async (userId: number): Promise<string[] | null> =>
    (await repository.countRecoveryCodes(userId)) > 0 ? null : newCodes(userId)

  /** Recovery codes without a factor would open nothing. */
  const dropCodesWithoutFactor = async (userId: number): Promise<void> => {
    if (!(await hasFactor(userId))) await repository.replaceRecoveryCodes(userId, [], now())
  }

  /** Returns true if the code is right and was not used before. */
  const isRightCode = async (userId: number, code: string): Promise<boolean> => {
    const authenticator = await repository.authenticator(userId)
    if (authenticator === undefined) return false
    const { secret, usedStep } = authenticator
    const step = await stepOfCode(secret, code, { nowMs: clock.now().getTime(), usedStep })
    return step !== undefined && repository.useCode(userId, step, now())
  }

  return {
    required: async (userId) => {
      const [authenticator, passkeys, codes] = await Promise.all([
        repository.authenticator(userId),
        repository.passkeys(userId),
        repository.countRecoveryCodes(userId),
      ])
      const hasApp = authenticator?.isConfirmed === true
      if (!hasApp && passkeys.length === 0) return []
      return [
        ...(hasApp ? (['authenticator'] as const) : []),
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(codes > 0 ? (['recoveryCode'] as const) : []),
      ]
    },

    read: async (userId) => {
      const [authenticator, recoveryCodes, passkeys] = await Promise.all([
        repository.authenticator(userId),
        repository.countRecoveryCodes(userId),
        repository.passkeys(userId),
      ])
      return {
        authenticator: authenticator?.isConfirmed === true,
        recoveryCodes,
        passkeys: passkeys.map(shownPasskey),
      }
    },

    startAuthenticator: async (userId, email) => {
      const secret = await newSecret()
      await repository.startAuthenticator(userId, secret, now())
      return { secret, address: await addressOf(secret, email) }
    },

    confirmAuthenticator: async (userId, code) => {
      if (!(await isRightCode(userId, code))) throw new AppError('SECOND_FACTOR_WRONG')
      return codesIfNone(userId)
    },

    removeAuthenticator: async (userId) => {
      await repository.removeAuthenticator(userId)
      await dropCodesWithoutFactor(userId)
    },

    renewRecoveryCodes: async (userId) => {
      if (!(await hasFactor(userId))) throw new AppError('SECOND_FACTOR_MISSING')
      return newCodes(userId)
    },

    useCode: async (userId, code) => {
      const authenticator = await repository.authenticator(userId)
      if (authenticator?.isConfirmed === true && (await isRightCode(userId, code))) return
      if (!(await repository.useRecoveryCode(userId, code))) throw new AppError('SECOND_FACTOR_WRONG')
    },

    ...passkeyCalls({ repository, tickets, now, codesIfNone, dropCodesWithoutFactor }),

    reset: async (userId) => {
      if (!(await repository.reset(userId))) throw new AppError('USER_NOT_FOUND')
    },
  }
}

interface PasskeyPorts extends Pick<SecondFactorsOptions, 'repository' | 'tickets'> {
  readonly now: () => string
  readonly codesIfNone: (userId: number) => Promise<string[] | null>
  readonly dropCodesWithoutFactor: (userId: number) => Promise<void>
}

type PasskeyCalls = Pick<
  SecondFactors,
  'startPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey' | 'startPasskeySignIn' | 'usePasskey'
>

function passkeyCalls({ repository, tickets, now, codesIfNone, dropCodesWithoutFactor }: PasskeyPorts): PasskeyCalls {
  /** @throws AppError SIGN_IN_EXPIRED for an unknown ticket, and for one of another account or page */
  const takeChallenge = async (
    purpose: 'passkeyAdd' | 'passkeySignIn',
    name: string,
    site: PasskeySite,
  ): Promise<{ readonly userId: number | null; readonly challenge: string }> => {
    const ticket = await tickets.take(purpose, name)
    const challenge = ticket?.facts['challenge']
    if (ticket === undefined || typeof challenge !== 'string' || ticket.facts['origin'] !== site.origin)
      throw new AppError('SIGN_IN_EXPIRED')
    return { userId: ticket.userId, challenge }
  }

  return {
    startPasskey: async (account, origin) => {
      const site = siteOf(origin)
      const options = await creationOptions(site, account, await repository.passkeys(account.id))
      const ticket = await tickets.issue('passkeyAdd', {
        userId: account.id,
        facts: { challenge: options.challenge, origin: site.origin },
      })
      return { ticket, options: { ...options } }
    },

    addPasskey: async (userId, { ticket, title, response }, origin) => {
      const site = siteOf(origin)
      const found = await takeChallenge('passkeyAdd', ticket, site)
      if (found.userId !== userId) throw new AppError('SIGN_IN_EXPIRED')
      const created = await createdPasskey(site, found.challenge, response)
      if ((await repository.passkey(created.credentialId)) !== undefined) throw new AppError('PASSKEY_INVALID')
      const passkey = { ...created, userId, title, createdAt: now(), usedAt: null }
      await repository.addPasskey(passkey)
      return { passkey: shownPasskey(passkey), recoveryCodes: await codesIfNone(userId) }
    },

    renamePasskey: async (userId, id, title) => {
      if (!(await repository.renamePasskey(userId, id, title))) throw new AppError('PASSKEY_NOT_FOUND')
    },

    removePasskey: async (userId, id) => {
      if (!(await repository.removePasskey(userId, id))) throw new AppError('PASSKEY_NOT_FOUND')
      await dropCodesWithoutFactor(userId)
    },

    startPasskeySignIn: async (userId, origin) => {
      const site = siteOf(origin)
      const known = userId === undefined ? [] : await repository.passkeys(userId)
      const options = await requestOptions(site, known)
      const challenge = await tickets.issue('passkeySignIn', {
        userId: userId ?? null,
        facts: { challenge: options.challenge, origin: site.origin },
      })
      return { challenge, options: { ...options } }
    },

    usePasskey: async (name, response, origin) => {
      const site = siteOf(origin)
      const { userId, challenge } = await takeChallenge('passkeySignIn', name, site)
      const passkey = await repository.passkey(credentialIdIn(response))
      if (passkey === undefined || (userId !== null && passkey.userId !== userId)) throw new AppError('PASSKEY_INVALID')
      const uses = await verifiedUses(site, challenge, response, passkey)
      if (!(await repository.usePasskey(passkey, uses, now()))) throw new AppError('PASSKEY_INVALID')
      return passkey.userId
    },
  }
}

const shownPasskey = ({ credentialId, title, createdAt, usedAt }: StoredPasskey): Passkey => ({
  id: passkeyIdOf(credentialId),
  title,
  createdAt,
  usedAt,
})
