import { randomBytes } from 'node:crypto'
import { refreshTokenLifeMs } from '@common/constants'
import { AppError } from '@common/errors'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import type { Ids } from '@main/lib/ids'
import { checkCredentials } from './credentials'
import type { AuthRepository, SessionTimes } from './repository'
import type { Throttle } from './throttle'
import { newRefreshToken, refreshTokenHash, type AccessTokens } from './tokens'

/** What a caller gets when a session begins or goes on. */
export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
}

type Given = { readonly email?: string | null | undefined; readonly password?: string | null | undefined }

/** Accounts and sessions. */
export interface AuthService {
  readonly hasAccounts: () => Promise<boolean>
  readonly signUp: (
    given: Given & { readonly firstName: string | null; readonly lastName: string | null },
  ) => Promise<SignedIn>
  readonly signIn: (given: Given, address: string | null) => Promise<SignedIn>
  readonly refresh: (refreshToken: string) => Promise<SignedIn>
  readonly signOut: (sessionId: string) => Promise<void>
}

export interface AuthServiceOptions {
  readonly repository: AuthRepository
  readonly tokens: AccessTokens
  readonly hashing: PasswordHashing
  readonly throttle: Throttle
  readonly clock: Clock
  readonly ids: Ids
}

export function createAuthService(options: AuthServiceOptions): AuthService {
  const { repository, tokens, hashing, throttle, clock, ids } = options

  const newSession = (): SessionTimes & { readonly refreshToken: string } => {
    const refreshToken = newRefreshToken(ids)
    const now = clock.now()
    return {
      id: ids.hex(16),
      refreshToken,
      refreshHash: refreshTokenHash(refreshToken),
      now: now.toISOString(),
      expiresAt: new Date(now.getTime() + refreshTokenLifeMs).toISOString(),
    }
  }

  return {
    hasAccounts: () => repository.hasAccounts(),

    signUp: async (given) => {
      const { email, password } = checkCredentials(given)
      const passwordHash = await hashing.hash(password)
      const session = newSession()
      const { firstName, lastName } = given
      const account = await repository.createAccount({ email, passwordHash, firstName, lastName }, session)
      return { accessToken: await tokens.sign(account, session.id), refreshToken: session.refreshToken }
    },

    signIn: async (given, address) => {
      const { email, password } = checkCredentials(given)
      await throttle.attempt(email, address)
      const found = await repository.findByEmail(email)
      // Always the same work and the same words: neither time nor text tells whether the address is known.
      const matches = await hashing.verify(password, found?.passwordHash)
      if (!found || !matches) throw new AppError('CREDENTIALS_INVALID')
      await throttle.succeeded(email, address)
      const session = newSession()
      await repository.startSession(found.account.id, session)
      return { accessToken: await tokens.sign(found.account, session.id), refreshToken: session.refreshToken }
    },

    refresh: async (refreshToken) => {
      const session = newSession()
      const rotated = await repository.rotateSession(refreshTokenHash(refreshToken), session)
      if (!rotated) throw new AppError('REFRESH_TOKEN_INVALID')
      return {
        accessToken: await tokens.sign(rotated.account, rotated.sessionId),
        refreshToken: session.refreshToken,
      }
    },

    signOut: (sessionId) => repository.endSession(sessionId),
  }
}

const keyName = 'nc_auth_jwt_secret'
const keyBytes = 32

/** The signing key of this installation: made once, kept in the meta store, shared by all its servers. */
export async function signingKey(repository: AuthRepository, clock: Clock): Promise<Uint8Array> {
  const proposal = randomBytes(keyBytes).toString('base64url')
  const kept = await repository.keepOnce(keyName, proposal, clock.now().toISOString())
  return new Uint8Array(Buffer.from(kept, 'base64url'))
}
