import type { Clock } from '@main/lib/clock'
import { Lru } from '@main/lib/lru'
import type { SecretBox } from '@main/lib/secret-box'
import type { StoredShare } from './repository'

/** Life of a token. Pages renew it while they are open. */
export const visitorTokenLifeMs = 60 * 60_000
/** Renewals end this long after the password was entered. */
export const visitMaxMs = 24 * 60 * 60_000

export interface VisitorToken {
  readonly token: string
  /** ISO 8601. */
  readonly expires: string
}

/** Tokens of visitors who have opened a link. Each belongs to one link, one address and one password. */
export interface VisitorTokens {
  /** @param openedAtMs  when the visitor opened the link, for a renewal */
  readonly make: (share: StoredShare, openedAtMs?: number) => VisitorToken
  /** Returns when the visitor opened the link; undefined for a token that is forged, foreign or expired. */
  readonly openedAtMs: (share: StoredShare, token: string) => number | undefined
}

const place = 'share visitor'
const tokensCached = 2_000

interface Content {
  readonly share: string
  readonly link: string
  readonly passwordVersion: number
  readonly openedAtMs: number
  readonly endsAtMs: number
}

export function createVisitorTokens(box: SecretBox, clock: Clock): VisitorTokens {
  const known = new Lru<string, Content>(tokensCached)

  const contentOf = (token: string): Content | undefined => {
    const cached = known.get(token)
    if (cached !== undefined) return cached
    const text = box.open(token, place)
    if (text === undefined) return undefined
    const [share, link, passwordVersion, openedAtMs, endsAtMs] = JSON.parse(text) as [
      string,
      string,
      number,
      number,
      number,
    ]
    const content = { share, link, passwordVersion, openedAtMs, endsAtMs }
    known.set(token, content)
    return content
  }

  return {
    make: ({ id, link, passwordVersion }, openedAtMs) => {
      const now = clock.now().getTime()
      const begun = openedAtMs ?? now
      const ends = Math.min(now + visitorTokenLifeMs, begun + visitMaxMs)
      const token = box.seal(JSON.stringify([id, link, passwordVersion, begun, ends]), place)
      return { token, expires: new Date(ends).toISOString() }
    },
    openedAtMs: ({ id, link, passwordVersion }, token) => {
      const content = contentOf(token)
      const isOurs = content?.share === id && content.link === link && content.passwordVersion === passwordVersion
      return isOurs && content.endsAtMs > clock.now().getTime() ? content.openedAtMs : undefined
    },
  }
}
