import { createHash, randomBytes } from 'node:crypto'

export const recoveryCodeCount = 10
const codeBytes = 10
const groupLength = 4
/** Crockford's alphabet: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bitsPerCharacter = 5

/** Returns new codes such as `7Q4K-0BWN-M2XD-V9RT`: 80 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const bits = Array.from(randomBytes(codeBytes), (byte) => byte.toString(2).padStart(8, '0')).join('')
    const characters = (bits.match(new RegExp(`.{${bitsPerCharacter}}`, 'g')) ?? []).map(
      (part) => alphabet[Number.parseInt(part, 2)] ?? '',
    )
    return (characters.join('').match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
  })
}

/** Returns the hash of a code as typed: dashes, blanks and letter case don't matter, O is 0, I and L are 1. */
export function recoveryCodeHash(typed: string): string {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(code).digest('hex')
}
