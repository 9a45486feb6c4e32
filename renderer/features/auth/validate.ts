import { passwordMinLength } from '@common/constants'

export const credentialFields = ['email', 'password', 'setupCode'] as const
export type CredentialField = (typeof credentialFields)[number]

/** Keys of the messages of S1 §5. */
export type CredentialProblem =
  | 'auth.emailRequired'
  | 'auth.emailInvalid'
  | 'auth.passwordRequired'
  | 'auth.passwordTooShort'
  | 'auth.setupCodeRequired'

/** A rough check for the form; the server validates strictly. */
const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Returns the problem of a field, or null (S1 §5). */
export function problemOf(field: CredentialField, value: string): CredentialProblem | null {
  if (field === 'email') {
    const email = value.trim()
    if (email === '') return 'auth.emailRequired'
    return emailShape.test(email) ? null : 'auth.emailInvalid'
  }
  if (field === 'setupCode') return value.trim() === '' ? 'auth.setupCodeRequired' : null
  if (value === '') return 'auth.passwordRequired'
  return Array.from(value).length < passwordMinLength ? 'auth.passwordTooShort' : null
}
