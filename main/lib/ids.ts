import { randomBytes } from 'node:crypto'

/** Random identifiers, so that tests can foresee them. */
export interface Ids {
  /** `bytes` random bytes as hexadecimal text, twice as long. */
  readonly hex: (bytes: number) => string
  /** `length` characters of `[0-9a-z]`. */
  readonly word: (length: number) => string
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

export const randomIds: Ids = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
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
