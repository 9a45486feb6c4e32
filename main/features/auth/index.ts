import { createHmac } from 'node:crypto'
import type { authOperations } from '@common/operations/auth'
import type { AuthType } from '@common/model/auth-type'
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
import { createAccess, type Access, type PersonAccess } from './access'
import { createAuthHandlers } from './handlers'
import { createAuthRepository } from './repository'
import { createAuthService, markOf, passwordTag, signingKey, type AuthServiceOptions } from './service'
import { createSetupCode } from './setup-code'
import { createGuesses, type Guesses } from './guesses'
import { ensureLocalOwner } from './local-owner'
import { createMasterKey } from './master-key'
import { addressFactor, createThrottle, defaultAttempts, defaultSignUps, type Throttle } from './throttle'
import { createProvidedAccounts } from './provided-accounts'
import { createSignInPort } from './sign-in-port'
import { createSessionUses } from './session-uses'
import { createAccessTokens } from './tokens'
import { withAuthType } from './with-auth-type'

export { firstOf, withApiTokens, type ApiTokenCredentials, type ApiTokenLookup } from './with-api-tokens'
export { authorize, type Access, type Credentials, type ShareCredentials } from './access'
export { checkEmail, checkPassword } from './credentials'
export { separateAddresses, shownEmail, storedEmail } from './repository'
export type { SignUpInvitation } from './service'
export type { Guesses } from './guesses'
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
  readonly authType: AuthType
  /** Present for the auth type `masterKey`. */
  readonly masterKey: string | undefined
  /** Providers at which users can sign in. */
  readonly providers: () => Promise<readonly ProviderId[]>
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
  readonly access: PersonAccess
  /** Finds the principals of requests with the master key, or without any credentials if none are needed. */
  readonly withAuthType: (access: Access) => Access
  /** Counts guesses of API tokens. */
  readonly tokenGuesses: Guesses
  /** Counts guesses of passwords and keys. */
  readonly throttle: Throttle
  /** Returns the mark of a separate account that shares its address, which follows from its password. */
  readonly separateMark: (email: string, password: string) => string
  readonly signIn: SignInPort
  /** Returns a text that only this installation can compute from another one. */
  readonly sign: (text: string) => string
  /** Accounts of people that a provider knows. */
  readonly provided: ProvidedAccounts
  /** Resolves when the latest uses of all sessions are stored. */
  readonly usesStored: () => Promise<void>
}

export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { store, clock, ids, hashing, version } = options
  const repository = createAuthRepository(store)
  const { authType } = options
  if (authType !== 'jwt') await ensureLocalOwner(store, clock)
  const isSignUpClosed = async (): Promise<boolean> => authType !== 'jwt' || (await options.isSignUpClosed())
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
    isSignUpClosed,
    authType,
    secondFactors: options.secondFactors,
    tickets: options.tickets,
    passwordTag: (email, password) => passwordTag(key, email, password),
    separateMark,
    invitation: options.invitation,
    signedUp: options.signedUp,
  })
  if (authType === 'jwt' && setupCode.isRequired(false) && !(await repository.hasAccounts())) setupCode.announce()
  const access = createAccess({ store, tokens, uses, clock, projects: options.projectAccesses })
  const attempts = options.signInAttempts ?? defaultAttempts
  const masterKey = createMasterKey(
    options.masterKey,
    createGuesses({ store, clock, kind: 'master key', limit: attempts }),
  )
  return {
    access,
    withAuthType: (given) => withAuthType(given, { authType, masterKey, owner: access.owner }),
    tokenGuesses: createGuesses({ store, clock, kind: 'api token', limit: attempts * addressFactor }),
    throttle,
    separateMark,
    sign: (text) => createHmac('sha256', key).update(text).digest('base64url'),
    signIn: createSignInPort({ repository, hashing, throttle, service }),
    provided: createProvidedAccounts({
      repository,
      throttle,
      setupCode,
      isSignUpClosed,
      authType,
      invitation: options.invitation,
      newSession: service.newSession,
    }),
    handlers: createAuthHandlers({
      service,
      version,
      authType,
      masterKey,
      providers: options.providers,
      interfaceRules: options.interfaceRules,
    }),
    audit: authAudit,
    usesStored: uses.settled,
  }
}
