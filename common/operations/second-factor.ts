import { z } from 'zod'
import { defineOperations } from './define'

/** Ways to prove the second step of a sign-in. */
export const secondFactors = ['authenticator', 'recoveryCode', 'passkey'] as const
export type SecondFactor = (typeof secondFactors)[number]

const password = z.string().max(2_000).nullish()
const ticket = z.string().min(1).max(200)
/** Data of the browser's WebAuthn functions, as JSON. The server's library checks it. */
const webAuthn = z.record(z.string(), z.unknown())
const token = z.object({ token: z.string() })

export const passkeyTitleMax = 100
const title = z.string().trim().min(1).max(passkeyTitleMax)

const passkey = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** Shown once: the server stores hashes. Null if the account has codes already. */
const recoveryCodes = z.array(z.string()).nullable()

export const secondFactorOperations = defineOperations({
  /** Returns the second factors of the caller. */
  secondFactorRead: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.object({
      authenticator: z.boolean(),
      recoveryCodes: z.number(),
      passkeys: z.array(passkey),
      /** False for accounts that sign in with a provider only. */
      hasPassword: z.boolean(),
    }),
    errors: [],
  },
  /** Creates the secret of an authenticator app. It counts after `authenticatorConfirm`. */
  authenticatorStart: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ password }),
    output: z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** `otpauth://` address, for a QR code. */
      address: z.string(),
    }),
    errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
  /** Confirms the app with its first code. From then on, sign-in needs a code. */
  authenticatorConfirm: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ code: z.string().max(100) }),
    output: z.object({ recoveryCodes }),
    errors: ['SECOND_FACTOR_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
  authenticatorRemove: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ password }),
    output: z.null(),
    errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
  /** Replaces all recovery codes. */
  recoveryCodesRenew: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ password }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS', 'SECOND_FACTOR_MISSING'],
  },
  /** Returns the options with which the browser creates a passkey. */
  passkeyStart: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'POST', path: '/user/passkeys/options', summary: 'Start to add a passkey' },
    input: z.strictObject({ password }),
    output: z.object({ ticket, options: webAuthn }),
    errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS', 'PASSKEY_ADDRESS_INVALID'],
  },
  /** Stores a passkey that the browser created. */
  passkeyAdd: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'POST', path: '/user/passkeys', summary: 'Add a passkey' },
    input: z.strictObject({ ticket, title, response: webAuthn }),
    output: z.object({ passkey, recoveryCodes }),
    errors: ['SIGN_IN_EXPIRED', 'PASSKEY_INVALID', 'PASSKEY_ADDRESS_INVALID'],
  },
  passkeyRename: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ id: z.string().max(100), title }),
    output: z.null(),
    errors: ['PASSKEY_NOT_FOUND'],
  },
  passkeyRemove: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ id: z.string().max(100), password }),
    output: z.null(),
    errors: ['PASSKEY_NOT_FOUND', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
  /** Removes all second factors of another account, whose user lost them. */
  secondFactorReset: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId: z.int() }),
    output: z.null(),
    errors: ['USER_NOT_FOUND'],
  },
  /** Completes a sign-in with a code of the authenticator app, or with a recovery code. */
  authSecondFactor: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/second-factor', summary: 'Complete a sign-in with a code' },
    input: z.strictObject({ ticket, code: z.string().max(100) }),
    output: token,
    errors: ['SIGN_IN_EXPIRED', 'SECOND_FACTOR_WRONG', 'ACCOUNT_SUSPENDED', 'TOO_MANY_ATTEMPTS'],
  },
  /** Returns the options with which the browser asks for a passkey. Without a ticket, the passkey replaces the password. */
  passkeySignInStart: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/passkey/options', summary: 'Start to sign in with a passkey' },
    input: z.strictObject({ ticket: ticket.optional() }),
    output: z.object({ challenge: ticket, options: webAuthn }),
    errors: ['SIGN_IN_EXPIRED', 'PASSKEY_ADDRESS_INVALID'],
  },
  passkeySignIn: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/passkey', summary: 'Sign in with a passkey' },
    input: z.strictObject({ challenge: ticket, response: webAuthn }),
    output: token,
    errors: ['SIGN_IN_EXPIRED', 'PASSKEY_INVALID', 'PASSKEY_ADDRESS_INVALID', 'ACCOUNT_SUSPENDED'],
  },
})
