import { passwordMinLength } from '@common/constants'

export type CredentialField = 'email' | 'password'

/** Keys of the sentences of S1 §5. */
export type CredentialProblem =
  | 'auth.emailRequired'
  | 'auth.emailInvalid'
  | 'auth.passwordRequired'
  | 'auth.passwordTooShort'

/** As far as a form can tell; the server looks more closely. */
const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** What is wrong with a field, or null (S1 §5). */
export function problemOf(field: CredentialField, value: string): CredentialProblem | null {
  if (field === 'email') {
    const email = value.trim()
    if (email === '') return 'auth.emailRequired'
    return emailShape.test(email) ? null : 'auth.emailInvalid'
  }
  if (value === '') return 'auth.passwordRequired'
  return Array.from(value).length < passwordMinLength ? 'auth.passwordTooShort' : null
}
