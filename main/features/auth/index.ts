import type { authOperations } from '@common/operations/auth'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import type { Ids } from '@main/lib/ids'
import type { Handlers } from '@main/operations/context'
import { createAccess, type Access } from './access'
import { createAuthHandlers } from './handlers'
import { createAuthRepository } from './repository'
import { createAuthService, signingKey } from './service'
import { createThrottle, defaultAttempts } from './throttle'
import { createAccessTokens } from './tokens'

export { authorize, type Access, type Identity } from './access'

export interface AuthOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly hashing: PasswordHashing
  readonly version: string
  /** Sign-in attempts for one account from one address in a quarter of an hour; 0 for no limit. */
  readonly signInAttempts?: number | undefined
}

/** Accounts, sessions and the question of rights. */
export interface Auth {
  readonly access: Access
  readonly handlers: Handlers<typeof authOperations>
}

export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { store, clock, ids, hashing, version } = options
  const repository = createAuthRepository(store)
  const tokens = createAccessTokens(await signingKey(repository, clock), clock)
  const throttle = createThrottle({ store, clock, attempts: options.signInAttempts ?? defaultAttempts })
  const service = createAuthService({ repository, tokens, hashing, throttle, clock, ids })
  return { access: createAccess({ store, tokens, clock }), handlers: createAuthHandlers(service, version) }
}
