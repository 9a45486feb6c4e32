import { createHash } from 'node:crypto'
import type { Ids } from './ids'

const tokenBytes = 32

/** Returns the secret of a link: 256 random bits as hexadecimal text. The server stores its hash only. */
export const newLinkToken = (ids: Ids): string => ids.hex(tokenBytes)

/** Returns the stored form of a token. A plain hash is enough, because the token can't be guessed. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
