import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const done = z.object({ msg: z.string(), message: wireMessage })
/** Accepts any form: a wrong token gets the same answer as a used one. */
const token = z.string().max(1_000)

/** New passwords and confirmed addresses, by links for one use. */
export const recoveryOperations = defineOperations({
  /**
   * Sends a link to set a new password. Wire §2.1. The response is the same for known and unknown addresses, and doesn't
   * wait for the mail.
   */
  passwordForgot: {
    door: 'legacy',
    changes: [],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/password/forgot', summary: 'Ask for a link to set a new password' },
    input: z.strictObject({ email: z.string().nullish() }),
    output: done,
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_ATTEMPTS'],
  },
  /** Returns bare `true` for a link that can still set a password. Wire §2.1. */
  passwordTokenValidate: {
    door: 'legacy',
    reads: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: {
      method: 'GET',
      alsoMethods: ['POST'],
      path: '/auth/token/validate/:token',
      summary: 'Check a link to set a new password',
    },
    input: z.strictObject({ token }),
    output: z.literal(true),
    errors: ['RESET_TOKEN_INVALID', 'TOO_MANY_ATTEMPTS'],
  },
  /** Sets a new password and ends all sessions of the account. The link works once. Wire §2.1. */
  passwordReset: {
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/password/reset/:token', summary: 'Set a new password with a link' },
    input: z.strictObject({ token, password: z.string().nullish() }),
    output: done.extend({ email: z.string() }),
    errors: [
      'RESET_TOKEN_INVALID',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'TOO_MANY_ATTEMPTS',
    ],
  },
  /** Returns a link to set a new password, for an administrator to pass on. */
  passwordResetLinkCreate: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId: z.int() }),
    output: z.object({ email: z.string(), link: z.string(), expiresAt: z.string() }),
    errors: ['ACCOUNT_NOT_FOUND'],
  },
  /** Sends the caller a link that confirms the e-mail address. `sent` is false without a mail server. */
  emailValidationSend: {
    changes: [],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.object({ sent: z.boolean() }),
    errors: ['TOO_MANY_ATTEMPTS'],
  },
  /** Confirms an e-mail address. Wire §2.1. */
  emailValidate: {
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/email/validate/:token', summary: 'Confirm an e-mail address' },
    input: z.strictObject({ token }),
    output: done.extend({ email: z.string() }),
    errors: ['EMAIL_TOKEN_INVALID', 'TOO_MANY_ATTEMPTS'],
  },
})
