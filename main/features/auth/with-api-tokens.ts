import { apiTokenRefused, type Principal } from '@common/principal'
import type { Access, Credentials } from './access'
import type { Guesses } from './guesses'

/** Credentials of a script. */
export interface ApiTokenCredentials extends Pick<Credentials, 'projectId' | 'preview'> {
  readonly apiToken: string
}

/** Finds the principals of API tokens. */
export interface ApiTokenLookup {
  /**
   * Returns the principal of a token: synchronously, and the same object again, if it is cached and none of its rights
   * changed. Undefined for a token that is wrong, expired or deleted, or belongs to another project than that of the
   * request. A request without a project acts in the token's own.
   */
  readonly principal: (credentials: ApiTokenCredentials) => Principal | undefined | Promise<Principal | undefined>
}

/**
 * Accepts API tokens where a session has no valid token: a valid session wins (wire §14.4).
 *
 * @param guesses  counts wrong tokens
 */
export function withApiTokens(access: Access, tokens: ApiTokenLookup, guesses: Guesses): Access {
  const tokenPrincipal = (
    credentials: ApiTokenCredentials & Pick<Credentials, 'ip'>,
  ): Principal | Promise<Principal> => {
    const { apiToken, ip = null } = credentials
    const found = guesses.find(apiToken, ip, () => tokens.principal(credentials))
    return found instanceof Promise ? found.then((loaded) => loaded ?? apiTokenRefused) : (found ?? apiTokenRefused)
  }
  return {
    ...access,
    principal: (credentials) => {
      const { apiToken = '', token = '' } = credentials
      if (apiToken === '') return access.principal(credentials)
      if (token === '') return tokenPrincipal({ ...credentials, apiToken })
      const choose = (found: Principal): Principal | Promise<Principal> =>
        found.kind === 'anonymous' ? tokenPrincipal({ ...credentials, apiToken }) : found
      const found = access.principal(credentials)
      return found instanceof Promise ? found.then(choose) : choose(found)
    },
  }
}

/** Looks a token up in one place, then in the other. */
export function firstOf(first: ApiTokenLookup, then: ApiTokenLookup): ApiTokenLookup {
  return {
    principal: (credentials) => {
      const found = first.principal(credentials)
      if (found instanceof Promise) return found.then((late) => late ?? then.principal(credentials))
      return found ?? then.principal(credentials)
    },
  }
}
