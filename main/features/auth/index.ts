import type { authOperations } from '@common/operations/auth'
import type { InterfaceRules } from '@common/model/interface-rules'
import type { ProviderId } from '@common/operations/providers'
import type { MetaStore } from '@main/db/meta'
import type { ProjectAccesses } from '@main/features/access'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import type { Ids } from '@main/lib/ids'
import type { ProvidedAccounts } from '@main/features/providers'
import type { SecondFactors, SignInPort } from '@main/features/second-factor'
import type { Tickets } from '@main/features/tickets'
import type { FeatureModule } from '@main/operations/module'
import { authAudit } from './audit-rules'
import { createAccess, type Access } from './access'
import { createAuthHandlers } from './handlers'
import { createAuthRepository } from './repository'
import { createAuthService, markOf, passwordTag, signingKey, type AuthServiceOptions } from './service'
import { createSetupCode } from './setup-code'
import { createThrottle, defaultAttempts, defaultSignUps, type Throttle } from './throttle'
import { createProvidedAccounts } from './provided-accounts'
import { createSignInPort } from './sign-in-port'
import { createSessionUses } from './session-uses'
import { createAccessTokens } from './tokens'

export { withApiTokens, type ApiTokenCredentials, type ApiTokenLookup } from './with-api-tokens'
export { authorize, type Access, type Credentials, type ShareCredentials } from './access'
export { checkEmail, checkPassword } from './credentials'
export { separateAddresses, shownEmail, storedEmail } from './repository'
export type { SignUpInvitation } from './service'
export type { Throttle } from './throttle'

export interface AuthOptions extends Pick<AuthServiceOptions, 'invitation' | 'signedUp'> {
  readonly store: MetaStore
  readonly projectAccesses: ProjectAccesses
  readonly clock: Clock
  readonly ids: Ids
  readonly hashing: PasswordHashing
  readonly version: string
  /** Maximum sign-in attempts per account and address in 15 minutes; 0 for no limit. */
  readonly signInAttempts?: number | undefined
  /** Maximum sign-ups per address in 15 minutes; 0 for no limit. */
  readonly signUpAttempts?: number | undefined
  /** True while only the first account can sign up. */
  readonly isSignUpClosed: () => Promise<boolean>
  /** Providers at which users can sign in. */
  readonly providers: readonly ProviderId[]
  readonly secondFactors: Pick<SecondFactors, 'required'>
  readonly interfaceRules: InterfaceRules
  readonly tickets: Tickets
  /** True if other machines can reach this server. */
  readonly isReachable: boolean
  /** Setup code chosen by the administrator. Default: a random one. */
  readonly setupCode?: string | undefined
  readonly announceSetupCode: (code: string) => void
  readonly report: (error: unknown) => void
}

/** Accounts, sessions and the question of rights. */
export interface Auth extends FeatureModule<typeof authOperations> {
  readonly access: Access
  /** Counts guesses of passwords and keys. */
  readonly throttle: Throttle
  /** Returns the mark of a separate account that shares its address, which follows from its password. */
  readonly separateMark: (email: string, password: string) => string
  readonly signIn: SignInPort
  /** Accounts of people that a provider knows. */
  readonly provided: ProvidedAccounts
  /** Resolves when the latest uses of all sessions are stored. */
  readonly usesStored: () => Promise<void>
}

export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { store, clock, ids, hashing, version } = options
  const repository = createAuthRepository(store)
  const key = await signingKey(repository, clock)
  const tokens = createAccessTokens(key, clock)
  const uses = createSessionUses({ store, clock, report: options.report })
  const throttle = createThrottle({
    store,
    clock,
    attempts: options.signInAttempts ?? defaultAttempts,
    signUps: options.signUpAttempts ?? defaultSignUps,
  })
  const setupCode = createSetupCode({
    chosen: options.setupCode,
    isReachable: options.isReachable,
    announce: options.announceSetupCode,
  })
  const separateMark = (email: string, password: string): string => markOf(key, ids, email, password)
  const service = createAuthService({
    repository,
    tokens,
    hashing,
    throttle,
    clock,
    ids,
    setupCode,
    isSignUpClosed: options.isSignUpClosed,
    secondFactors: options.secondFactors,
    tickets: options.tickets,
    passwordTag: (email, password) => passwordTag(key, email, password),
    separateMark,
    invitation: options.invitation,
    signedUp: options.signedUp,
  })
  if (setupCode.isRequired(false) && !(await repository.hasAccounts())) setupCode.announce()
  return {
    access: createAccess({ store, tokens, uses, clock, projects: options.projectAccesses }),
    throttle,
    separateMark,
    signIn: createSignInPort({ repository, hashing, throttle, service }),
    provided: createProvidedAccounts({
      repository,
      throttle,
      setupCode,
      isSignUpClosed: options.isSignUpClosed,
      newSession: service.newSession,
    }),
    handlers: createAuthHandlers(service, version, options.providers, options.interfaceRules),
    audit: authAudit,
    usesStored: uses.settled,
  }
}
