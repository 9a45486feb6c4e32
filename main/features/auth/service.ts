import { createHmac, randomBytes } from 'node:crypto'
import { refreshTokenLifeMs } from '@common/constants'
import { AppError } from '@common/errors'
import type { AuthType } from '@common/model/auth-type'
import type { MetaStep } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import type { SecondFactors } from '@main/features/second-factor'
import type { Tickets } from '@main/features/tickets'
import type { Ids } from '@main/lib/ids'
import { checkCredentials } from './credentials'
import type { Account, AuthRepository, FoundAccount, NewSession } from './repository'
import type { RequestSource } from './session-uses'
import { createPasswordMatch } from './password-match'
import type { SetupCode } from './setup-code'
import type { Throttle } from './throttle'
import { newRefreshToken, refreshTokenHash, type AccessTokens } from './tokens'

/** Result of a new or renewed session. */
export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
}

type Given = { readonly email?: string | null | undefined; readonly password?: string | null | undefined }

type SignUp = Given & {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly setupCode: string | null | undefined
  readonly from: RequestSource
  readonly viaProxy: boolean
  /** True if the caller is the owner of the installation already, by the master key. */
  readonly byOwner: boolean
  /** Token of an invitation, which opens a closed sign-up. */
  readonly token?: string | null | undefined
}

/** An invitation that a sign-up uses. */
export interface SignUpInvitation {
  /** Steps that accept it for a new account, in the transaction that creates the account. */
  readonly steps: (idSql: string) => readonly MetaStep[]
  /** Accepts it for an existing account. @throws AppError INVITATION_INVALID */
  readonly accept: (userId: number) => Promise<void>
  /** Called when a new account has accepted it. */
  readonly accepted: () => void
}

/** Accounts and sessions. */
export interface AuthService {
  readonly hasAccounts: () => Promise<boolean>
  /** True if the first account needs the setup code. */
  readonly needsSetupCode: (viaProxy: boolean) => boolean
  readonly isSignUpClosed: () => Promise<boolean>
  readonly signUp: (given: SignUp) => Promise<SignedIn>
  readonly signIn: (given: Given, from: RequestSource) => Promise<SignedIn>
  readonly refresh: (refreshToken: string) => Promise<SignedIn>
  readonly signOut: (sessionId: string) => Promise<void>
  /** Returns the account of an address and a password. */
  readonly match: (given: Given, address: string | null) => Promise<number>
  /** Starts a session, unless the account has a second factor. */
  readonly enter: (userId: number, from: RequestSource) => Promise<SignedIn>
  readonly newSession: (from: RequestSource) => NewSession
  /** Starts a session of an account that has proven everything. */
  readonly begin: (userId: number, from: RequestSource) => Promise<SignedIn>
}

export interface AuthServiceOptions {
  readonly repository: AuthRepository
  readonly tokens: AccessTokens
  readonly hashing: PasswordHashing
  readonly throttle: Throttle
  readonly setupCode: SetupCode
  readonly isSignUpClosed: () => Promise<boolean>
  readonly authType: AuthType
  /** Returns the invitation of a token for an address. @throws AppError INVITATION_INVALID */
  readonly invitation: (token: string, email: string) => Promise<SignUpInvitation>
  /** Receives each new account. */
  readonly signedUp: (userId: number) => void
  /** Returns a few bits of a password, for finding its separate account. */
  readonly passwordTag: (email: string, password: string) => string
  /** Returns the mark of a separate account: the tag and a few random characters. */
  readonly separateMark: (email: string, password: string) => string
  readonly secondFactors: Pick<SecondFactors, 'required'>
  readonly tickets: Tickets
  readonly clock: Clock
  readonly ids: Ids
}

export function createAuthService(options: AuthServiceOptions): AuthService {
  const { repository, tokens, hashing, throttle, clock, ids, setupCode, isSignUpClosed, passwordTag, separateMark } =
    options
  const { secondFactors, tickets, authType } = options

  const match = createPasswordMatch({ repository, hashing, passwordTag })

  const newSession = (from: RequestSource): NewSession & { readonly refreshToken: string } => {
    const refreshToken = newRefreshToken(ids)
    const now = clock.now()
    return {
      id: ids.hex(16),
      refreshToken,
      refreshHash: refreshTokenHash(refreshToken),
      now: now.toISOString(),
      expiresAt: new Date(now.getTime() + refreshTokenLifeMs).toISOString(),
      from,
    }
  }

  /** Starts a session, or asks for the second factor first. @throws AppError ACCOUNT_SUSPENDED, SECOND_FACTOR_REQUIRED */
  const enter = async ({ account, passwordHash }: FoundAccount, from: RequestSource): Promise<SignedIn> => {
    if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED')
    const methods = await secondFactors.required(account.id)
    if (methods.length === 0) return begin(account, from, passwordHash)
    const ticket = await tickets.issue('secondFactor', { userId: account.id })
    throw new AppError('SECOND_FACTOR_REQUIRED', { ticket, methods })
  }

  const begin = async (account: Account, from: RequestSource, passwordHash?: string): Promise<SignedIn> => {
    if (account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED')
    const session = newSession(from)
    await repository.startSession(account.id, session, passwordHash)
    return { accessToken: await tokens.sign(account, session.id), refreshToken: session.refreshToken }
  }

  /** @throws AppError CREDENTIALS_INVALID, TOO_MANY_ATTEMPTS, and those of `checkCredentials` */
  const matching = async (given: Given, address: string | null): Promise<FoundAccount> => {
    const { email, password } = checkCredentials(given)
    await throttle.attempt(email, address)
    const { found } = await match(email, password)
    if (found === undefined) throw new AppError('CREDENTIALS_INVALID')
    // Otherwise the owner of a separate account could reset the counter between guesses at the other one.
    if (await repository.isShared(email)) await throttle.succeededBeside(email, address)
    else await throttle.succeeded(email, address)
    return found
  }

  /** Requires the code for the first account of a server that other machines can reach. */
  const checkFirst = (given: string | null | undefined, viaProxy: boolean): void => {
    if (!setupCode.isRequired(viaProxy)) return
    setupCode.announce()
    setupCode.check(given)
  }

  /** With a master key, only who has it gets the account of the owner. */
  const requireOwner = ({ byOwner }: SignUp): void => {
    if (authType !== 'masterKey' || !byOwner) throw new AppError('SIGN_UP_CLOSED')
  }

  /**
   * Treats a known address like a new one. The right password signs in. Another password creates a separate account
   * that shares only the address. No response reveals the other account.
   */
  const makeOrEnter = async (
    email: string,
    password: string,
    { firstName, lastName, from }: SignUp,
    invitation: SignUpInvitation | undefined,
    takesOver: boolean,
  ): Promise<SignedIn> => {
    const passwordHash = await hashing.hash(password)
    for (;;) {
      const { isKnown, found: own } = await match(email, password)
      if (own !== undefined) {
        if (own.account.isSuspended) throw new AppError('ACCOUNT_SUSPENDED')
        await invitation?.accept(own.account.id)
        return enter(own, from)
      }
      const separate = isKnown ? { separate: separateMark(email, password) } : {}
      const session = newSession(from)
      try {
        const account = await repository.createAccount(
          { email, passwordHash, firstName, lastName, ...separate, takesOver },
          session,
          invitation?.steps,
        )
        options.signedUp(account.id)
        invitation?.accepted()
        return { accessToken: await tokens.sign(account, session.id), refreshToken: session.refreshToken }
      } catch (error) {
        // A concurrent request has taken the address: now it is known.
        if (!(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error
      }
    }
  }

  return {
    hasAccounts: () => repository.hasAccounts(),

    needsSetupCode: (viaProxy) => setupCode.isRequired(viaProxy),

    isSignUpClosed,

    signUp: async (given) => {
      const { email, password } = checkCredentials(given)
      if (Array.from(email).length > signUpEmailMax) throw new AppError('EMAIL_INVALID')
      const { from, viaProxy } = given
      await throttle.signUp(email, from.ip ?? null)
      const { token = '' } = given
      const invitation = token === '' || token === null ? undefined : await options.invitation(token, email)
      const isFirst = invitation === undefined && !(await repository.hasAccounts())
      if (isFirst && authType === 'jwt') checkFirst(given.setupCode, viaProxy)
      else if (isFirst) requireOwner(given)
      else if (invitation === undefined && (await isSignUpClosed())) throw new AppError('SIGN_UP_CLOSED')
      return makeOrEnter(email, password, given, invitation, isFirst)
    },

    signIn: async (given, from) => enter(await matching(given, from.ip ?? null), from),

    match: async (given, address) => (await matching(given, address)).account.id,

    enter: async (userId, from) => {
      const found = await repository.findById(userId)
      if (found === undefined) throw new AppError('SIGN_IN_EXPIRED')
      return enter({ account: found.account, passwordHash: undefined }, from)
    },

    refresh: async (refreshToken) => {
      const session = newSession({})
      const rotated = await repository.rotateSession(refreshTokenHash(refreshToken), session)
      if (!rotated) throw new AppError('REFRESH_TOKEN_INVALID')
      return {
        accessToken: await tokens.sign(rotated.account, rotated.sessionId),
        refreshToken: session.refreshToken,
      }
    },

    signOut: (sessionId) => repository.endSession(sessionId),

    newSession,

    begin: async (userId, from) => {
      const found = await repository.findById(userId)
      if (found === undefined) throw new AppError('SIGN_IN_EXPIRED')
      return begin(found.account, from)
    },
  }
}

/** Column length of 255 characters, minus a line feed, a tag and a mark after the address. */
const signUpEmailMax = 240
const tagLength = 3
const separateMarkBytes = 4

/** Twelve keyed bits: enough to select one of many accounts, and almost no information about the password. */
export function passwordTag(key: Uint8Array, email: string, password: string): string {
  return createHmac('sha256', key)
    .update(`password tag\n${email}\n${password.normalize('NFKC')}`)
    .digest('hex')
    .slice(0, tagLength)
}

/** Returns the mark after the address of a separate account: the tag of its password, and a few random characters. */
export function markOf(key: Uint8Array, ids: Ids, email: string, password: string): string {
  return passwordTag(key, email, password) + ids.hex(separateMarkBytes)
}

const keyName = 'nc_auth_jwt_secret'
const keyBytes = 32

/** Returns the signing key of the installation, generated once and shared through the meta store. */
export async function signingKey(repository: AuthRepository, clock: Clock): Promise<Uint8Array> {
  const proposal = randomBytes(keyBytes).toString('base64url')
  const stored = await repository.keepOnce(keyName, proposal, clock.now().toISOString())
  return new Uint8Array(Buffer.from(stored, 'base64url'))
}
