import { limits, passwordMinLength } from '@common/constants'
import { AppError } from '@common/errors'

/** What people sign in with, checked and written the one way in which accounts are kept. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** One `@`, no blanks or brackets, a dot in the domain. What really arrives is known only to the mail server. */
const emailPattern = /^[^\s@"(),:;<>[\\\]\p{Cc}]+@[^\s@"(),:;<>[\\\]\p{Cc}.]+(?:\.[^\s@"(),:;<>[\\\]\p{Cc}.]+)+$/u
const emailMaxCharacters = 254

/**
 * Checks in the order of the form, with the sentences of S1 §5.
 *
 * @throws AppError EMAIL_REQUIRED, EMAIL_INVALID, PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG
 */
export function checkCredentials(input: {
  readonly email?: string | null | undefined
  readonly password?: string | null | undefined
}): Credentials {
  return { email: checkEmail(input.email), password: checkPassword(input.password) }
}

/** Trimmed and in lower case: sign-up, sign-in and throttling must all mean the same account. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

function checkEmail(given: string | null | undefined): string {
  const email = normaliseEmail(given ?? '')
  if (email === '') throw new AppError('EMAIL_REQUIRED')
  if (email.length > emailMaxCharacters || !emailPattern.test(email)) throw new AppError('EMAIL_INVALID')
  return email
}

function checkPassword(password: string | null | undefined): string {
  if (password === undefined || password === null || password === '') throw new AppError('PASSWORD_REQUIRED')
  if (Array.from(password).length < passwordMinLength) throw new AppError('PASSWORD_TOO_SHORT')
  // No silent cut: what is longer is refused, not shortened.
  if (new TextEncoder().encode(password).length > limits.passwordMaxBytes)
    throw new AppError('PASSWORD_TOO_LONG', { limit: limits.passwordMaxBytes })
  return password
}
