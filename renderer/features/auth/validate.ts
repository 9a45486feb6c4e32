import { passwordMinLength } from '@common/constants'

export const credentialFields = ['email', 'password', 'setupCode'] as const
export type CredentialField = (typeof credentialFields)[number]

/** Keys of the sentences of S1 §5. */
export type CredentialProblem =
  | 'auth.emailRequired'
  | 'auth.emailInvalid'
  | 'auth.passwordRequired'
  | 'auth.passwordTooShort'
  | 'auth.setupCodeRequired'

/** As far as a form can tell; the server looks more closely. */
const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** What is wrong with a field, or null (S1 §5). */
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
