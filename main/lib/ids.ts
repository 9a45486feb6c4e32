import { randomBytes, randomFillSync } from 'node:crypto'

/** Random identifiers, so that tests can foresee them. */
export interface Ids {
  /** `bytes` random bytes as hexadecimal text, twice as long. */
  readonly hex: (bytes: number) => string
  /** `length` characters of `[0-9a-z]`. */
  readonly word: (length: number) => string
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Pools random bytes, because requesting many at once costs the system hardly more than a few. */
const pool = Buffer.alloc(4_096)
let used = pool.length

function randomHex(bytes: number): string {
  if (bytes > pool.length) return randomBytes(bytes).toString('hex')
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const text = pool.toString('hex', used, used + bytes)
  // Ids of sessions are secrets: they do not stay here.
  pool.fill(0, used, used + bytes)
  used += bytes
  return text
}

export const randomIds: Ids = {
  hex: randomHex,
  word: (length) => {
    let text = ''
    while (text.length < length) {
      for (const byte of randomBytes(length * 2)) {
        // 252 is the largest multiple of 36 in a byte: above it, letters would not be equally likely.
        if (byte < 252 && text.length < length) text += alphabet[byte % alphabet.length] ?? ''
      }
    }
    return text
  },
}
