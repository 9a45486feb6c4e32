import { createHash } from 'node:crypto'
import { accessTokenLifeMs } from '@common/constants'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { Lru } from '@main/lib/lru'
import { once } from '@main/lib/once'
import type { Account } from './repository'

/** Access tokens: signed, never stored. Rights are looked up for each request. */
export interface AccessTokens {
  readonly sign: (account: Account, sessionId: string) => Promise<string>
  /** Returns the session of a token; undefined for an invalid or expired one. */
  readonly verify: (token: string) => Promise<string | undefined>
  /** Returns the session of a token, even an expired one: sessions outlive their tokens. */
  readonly sessionOf: (token: string) => Promise<string | undefined>
  /** Like `verify`, but synchronous: from the cache of verified tokens that are still valid. */
  readonly known: (token: string, nowMs: number) => string | undefined
}

/** Loaded with the first token. */
const jose = once(() => import('jose'))
const algorithm = 'HS256'
const tokenMaxCharacters = 4_096
/** Maximum number of cached tokens. Verifying a signature costs 100 times a look-up. */
const tokensMax = 5_000

export function createAccessTokens(key: Uint8Array, clock: Clock): AccessTokens {
  const verified = new Lru<string, { readonly sessionId: string; readonly endsAtMs: number }>(tokensMax)
  return {
    sign: async (account, sessionId) => {
      const { SignJWT } = await jose()
      const issuedAt = Math.floor(clock.now().getTime() / 1_000)
      // Names of wire §2.2. Clients display the roles; the server reads them from the database.
      return new SignJWT({
        email: account.email,
        firstname: account.firstName,
        lastname: account.lastName,
        id: account.id,
        roles: account.userRole,
        sid: sessionId,
      })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenLifeMs / 1_000)
        .sign(key)
    },
    known: (token, nowMs) => {
      const found = token.length > tokenMaxCharacters ? undefined : verified.get(token)
      return found !== undefined && found.endsAtMs > nowMs ? found.sessionId : undefined
    },
    sessionOf: async (token) => {
      if (token.length > tokenMaxCharacters) return undefined
      const { jwtVerify, errors } = await jose()
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: new Date(0) })
        return typeof payload['sid'] === 'string' ? payload['sid'] : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
    verify: async (token) => {
      if (token.length > tokenMaxCharacters) return undefined
      const now = clock.now()
      const known = verified.get(token)
      if (known !== undefined) return known.endsAtMs > now.getTime() ? known.sessionId : undefined
      const { jwtVerify, errors } = await jose()
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          requiredClaims: ['exp', 'sid'],
          currentDate: now,
        })
        const { sid, exp } = payload
        if (typeof sid !== 'string' || exp === undefined) return undefined
        verified.set(token, { sessionId: sid, endsAtMs: exp * 1_000 })
        return sid
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

/** 80 hexadecimal characters (wire §2.2), stored only as a hash. */
export function newRefreshToken(ids: Ids): string {
  return ids.hex(40)
}

/** The token is 320 random bits, so a plain hash is safe and a slow one would add nothing. */
export function refreshTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
