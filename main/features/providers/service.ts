import { AppError } from '@common/errors'
import type { ProviderId } from '@common/operations/providers'
import type { MetaStep } from '@main/db/meta'
import type { Tickets } from '@main/features/tickets'
import type { Clock } from '@main/lib/clock'
import type { Provider } from './provider'
import { linkIdOf, type Link, type LinkRepository } from './repository'

/** Accounts, for people that a provider knows. */
export interface ProvidedAccounts {
  /** True if an account has this address. */
  readonly isKnown: (email: string) => Promise<boolean>
  /**
   * Creates an account without a password and starts its session.
   *
   * @param steps  further steps of the same transaction; the argument is the SQL of the new id
   * @throws AppError SIGN_UP_CLOSED, SETUP_CODE_REQUIRED, INVITATION_INVALID, TOO_MANY_ATTEMPTS, EMAIL_TAKEN, EMAIL_INVALID
   */
  readonly create: (
    person: { readonly email: string; readonly firstName: string | null; readonly lastName: string | null },
    request: SignUpRequest,
    steps: (idSql: string) => readonly MetaStep[],
  ) => Promise<number>
}

export interface SignUpRequest {
  readonly address: string | null
  readonly viaProxy: boolean
  /** Token of an invitation, which opens a closed sign-up. */
  readonly invitation?: string | undefined
}

/** The outcome of a sign-in at a provider. `joined`: a new account has used the invitation. */
export type Entered = { readonly userId: number; readonly joined: boolean } | { readonly linked: true }

export interface ProviderService {
  readonly list: () => Promise<{ readonly id: ProviderId; readonly name: string }[]>
  /** Returns the display name of a provider by its id. */
  readonly names: () => Promise<(id: string) => string>
  /**
   * Starts a sign-in at a provider.
   *
   * @param userId  of the user who links an account; null for a sign-in
   * @returns where to send the browser, and the state that its cookie must hold
   * @throws AppError PROVIDER_NOT_SET_UP, PROVIDER_FAILED
   */
  readonly start: (id: string, userId: number | null) => Promise<{ readonly address: string; readonly state: string }>
  /** Returns the address to which a provider sends the browser back. */
  readonly returnAddress: (id: string) => Promise<string>
  /** @throws AppError LINK_PASSWORD_REQUIRED and the others of `providerEnter` */
  readonly enter: (
    id: string,
    returned: Readonly<Record<string, string | undefined>>,
    request: SignUpRequest & { readonly state: string | undefined },
  ) => Promise<Entered>
}

export interface ProviderServiceOptions {
  readonly providers: () => Promise<readonly Provider[]>
  readonly repository: LinkRepository
  readonly tickets: Tickets
  readonly accounts: ProvidedAccounts
  /** Returns the configured address of this server, without a slash at its end. */
  readonly ownAddress: () => Promise<string>
  readonly clock: Clock
}

export function createProviderService(options: ProviderServiceOptions): ProviderService {
  const { providers, repository, tickets, accounts, ownAddress, clock } = options
  const now = (): string => clock.now().toISOString()

  /** @throws AppError PROVIDER_NOT_SET_UP */
  const providerOf = async (id: string): Promise<Provider> => {
    const found = (await providers()).find(({ settings }) => settings.id === id)
    if (found === undefined) throw new AppError('PROVIDER_NOT_SET_UP', { provider: id.slice(0, 20) })
    return found
  }
  const returnAddress = async (id: string): Promise<string> => `${await ownAddress()}/auth/${id}/callback`

  return {
    list: async () => (await providers()).map(({ settings: { id, name } }) => ({ id, name })),
    names: async () => {
      const known = await providers()
      return (id) => known.find(({ settings }) => settings.id === id)?.settings.name ?? id
    },
    returnAddress,

    start: async (id, userId) => {
      const provider = await providerOf(id)
      const checks = await provider.newChecks()
      const state = await tickets.issue('provider', { userId, facts: { provider: id, ...checks } })
      return { address: await provider.address({ ...checks, state }, await returnAddress(id)), state }
    },

    enter: async (id, returned, { state: expected, ...request }) => {
      const provider = await providerOf(id)
      const { state } = returned
      // Only the browser that started may end the sign-in. Otherwise an attacker could sign a user in as themselves.
      if (state === undefined || state !== expected) throw new AppError('SIGN_IN_EXPIRED')
      const ticket = await tickets.take('provider', state)
      const { verifier, nonce, provider: startedAt } = ticket?.facts ?? {}
      if (ticket === undefined || startedAt !== id || typeof verifier !== 'string' || typeof nonce !== 'string')
        throw new AppError('SIGN_IN_EXPIRED')
      const url = new URL(await returnAddress(id))
      for (const [name, value] of Object.entries(returned)) if (value !== undefined) url.searchParams.set(name, value)
      const person = await provider.person(url, { verifier, nonce, state })
      const link: Link = { id: linkIdOf(person.issuer, person.subject), provider: id, email: person.email }

      const linkedTo = await repository.userOf(link.id)
      if (ticket.userId !== null) {
        if (linkedTo !== undefined && linkedTo !== ticket.userId) throw new AppError('PROVIDER_ACCOUNT_TAKEN')
        await repository.add(ticket.userId, link, now())
        return { linked: true }
      }
      if (linkedTo !== undefined) return { userId: linkedTo, joined: false }
      // An address that the provider hasn't verified may belong to another person.
      if (!person.isEmailVerified || person.email === '')
        throw new AppError('PROVIDER_EMAIL_UNVERIFIED', { name: provider.settings.name })
      if (!(await accounts.isKnown(person.email))) {
        const steps = (idSql: string): MetaStep[] => [
          repository.addStep(idSql, link, now()),
          { sql: `UPDATE xc_users SET email_verified = 1 WHERE id = ${idSql}`, params: [] },
        ]
        return {
          userId: await accounts.create(person, request, steps),
          joined: request.invitation !== undefined,
        }
      }
      const name = await tickets.issue('providerLink', { facts: { ...link } })
      throw new AppError('LINK_PASSWORD_REQUIRED', {
        ticket: name,
        email: person.email,
        name: provider.settings.name,
      })
    },
  }
}

/** Returns the link in a ticket of the purpose `providerLink`. @throws AppError SIGN_IN_EXPIRED */
export function linkIn(facts: Readonly<Record<string, unknown>> | undefined): Link {
  const { id, provider, email } = facts ?? {}
  if (typeof id !== 'string' || typeof provider !== 'string' || typeof email !== 'string')
    throw new AppError('SIGN_IN_EXPIRED')
  return { id, provider, email }
}
