import { limits, passwordMinLength } from '@common/constants'
import { AppError } from '@common/errors'

/** Validated and normalized credentials of an account. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** One `@`, no blanks or brackets, a dot in the domain. Only a mail server can check more. */
const emailPattern = /^[^\s@"(),:;<>[\\\]\p{Cc}]+@[^\s@"(),:;<>[\\\]\p{Cc}.]+(?:\.[^\s@"(),:;<>[\\\]\p{Cc}.]+)+$/u
const emailMaxCharacters = 254

/**
 * Checks in form order, with the texts of S1 §5.
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

/**
 * Returns a normalized address.
 *
 * @throws AppError EMAIL_REQUIRED, EMAIL_INVALID
 */
export function checkEmail(given: string | null | undefined): string {
  const email = normaliseEmail(given ?? '')
  if (email === '') throw new AppError('EMAIL_REQUIRED')
  if (email.length > emailMaxCharacters || !emailPattern.test(email)) throw new AppError('EMAIL_INVALID')
  return email
}

/** @throws AppError PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG */
export function checkPassword(password: string | null | undefined): string {
  if (password === undefined || password === null || password === '') throw new AppError('PASSWORD_REQUIRED')
  // First, because the other checks cost work for each character.
  if (password.length > limits.passwordMaxBytes)
    throw new AppError('PASSWORD_TOO_LONG', { limit: limits.passwordMaxBytes })
  if (Array.from(password).length < passwordMinLength) throw new AppError('PASSWORD_TOO_SHORT')
  // Longer passwords are rejected, never truncated.
  if (new TextEncoder().encode(password).length > limits.passwordMaxBytes)
    throw new AppError('PASSWORD_TOO_LONG', { limit: limits.passwordMaxBytes })
  return password
}
