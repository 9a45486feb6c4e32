import { passwordMinLength } from '@common/constants'

/** How hard a password is to guess, by its length and variety. A hint for people; the server only checks the length. */
export type PasswordStrength = 'short' | 'weak' | 'good' | 'strong'

const goodLength = 12
const strongLength = 16
/** Different letters of a passphrase. */
const variedLetters = 8

export function passwordStrength(password: string): PasswordStrength {
  const letters = Array.from(password)
  if (letters.length < passwordMinLength) return 'short'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length
  const isVaried = new Set(letters).size >= Math.min(letters.length / 2, variedLetters)
  const score = letters.length + (kinds - 1) * 2
  if (!isVaried) return 'weak'
  return score >= strongLength ? 'strong' : score >= goodLength ? 'good' : 'weak'
}
