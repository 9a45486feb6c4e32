import { authTypes } from '@common/model/auth-type'
import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

/** The service rejects missing and malformed values with the texts of S1 §5. */
const email = z.string().nullish()
const password = z.string().nullish()
const token = z.object({ token: z.string() })
/** `?tool=1` is accepted everywhere without effect (wire §2.1). */
const tool = z.string().optional()

/** One flag for each role of the user, as the page reads them (wire §2.3). */
const roleFlags = z.record(z.string(), z.literal(true))

export const authOperations = defineOperations({
  /**
   * Creates an account; the first of an installation becomes super admin. Wire §2.1. An address that already has an
   * account gets the same response as a new one: the right password signs in, another one creates a separate account.
   */
  authSignUp: {
    withoutRefresh: true,
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/signup', summary: 'Create an account' },
    input: z.strictObject({
      email,
      password,
      tool,
      firstname: z.string().max(120).nullish(),
      lastname: z.string().max(120).nullish(),
      token: z.string().nullish(),
      setupCode: z.string().max(200).nullish(),
      ignore_subscribe: z.unknown().optional(),
    }),
    output: token,
    errors: [
      'EMAIL_REQUIRED',
      'EMAIL_INVALID',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_SHORT',
      'SETUP_CODE_REQUIRED',
      'SETUP_CODE_WRONG',
      'SIGN_UP_CLOSED',
      'INVITATION_INVALID',
      'SECOND_FACTOR_REQUIRED',
      'ACCOUNT_SUSPENDED',
      'TOO_MANY_ATTEMPTS',
    ],
  },
  authSignIn: {
    withoutRefresh: true,
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/signin', summary: 'Sign in with an e-mail address and a password' },
    input: z.strictObject({ email, password, tool }),
    output: token,
    errors: [
      'EMAIL_REQUIRED',
      'EMAIL_INVALID',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_SHORT',
      'CREDENTIALS_INVALID',
      'SECOND_FACTOR_REQUIRED',
      'ACCOUNT_SUSPENDED',
      'TOO_MANY_ATTEMPTS',
    ],
  },
  /** Exchanges the refresh cookie for a new access token and a new cookie. Requires our own Origin. */
  authRefreshToken: {
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/refresh-token', summary: 'Get a new token for the refresh cookie' },
    input: z.strictObject({ tool }),
    output: token,
    errors: ['REFRESH_TOKEN_MISSING', 'REFRESH_TOKEN_INVALID', 'ORIGIN_NOT_ALLOWED'],
  },
  /** Ends the session of the token and clears the cookie. */
  authSignOut: {
    withoutRefresh: true,
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/signout', summary: 'End the session of this token' },
    input: z.strictObject({ tool }),
    output: z.object({ msg: z.string() }),
    errors: [],
  },
  /** Returns the caller; `{roles: {guest: true}}` for anonymous callers. Wire §2.3. */
  userMe: {
    withoutPreview: true,
    door: 'legacy',
    reads: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'GET', path: '/user/me', summary: 'Get the caller and their roles' },
    input: z.strictObject({ project_id: z.string().optional() }),
    output: z.object({
      isAuthorized: z.boolean().optional(),
      /** True for visitors of a shared base. */
      isPublicBase: z.literal(true).optional(),
      id: z.number().optional(),
      email: z.string().optional(),
      email_verified: z.boolean().optional(),
      firstname: z.string().nullish(),
      lastname: z.string().nullish(),
      isSuperAdmin: z.boolean().optional(),
      roles: roleFlags,
    }),
    errors: ['PROJECT_ACCESS_DENIED'],
  },
  /** Returns how users sign in, and if an account exists. Wire §2.4. */
  authType: {
    door: 'legacy',
    reads: ['account'],
    scope: 'installation',
    permission: 'installation.read',
    ownPathOnly: true,
    http: { method: 'GET', path: '/auth/type', summary: 'Get the ways to sign in', aliases: ['/dashboard/auth/type'] },
    input: z.strictObject({}),
    output: z.object({
      authType: z.enum(authTypes),
      projectHasAdmin: z.boolean(),
      firstUser: z.boolean(),
      projectHasDb: z.boolean(),
      type: z.string(),
      env: z.string(),
      googleAuthEnabled: z.boolean(),
      githubAuthEnabled: z.boolean(),
      oneClick: z.boolean(),
      connectToExternalDB: z.boolean(),
      version: z.string(),
      defaultLimit: z.number(),
      timezone: z.string(),
      /** True if the first account needs the setup code. */
      setupCodeRequired: z.boolean(),
      signUpClosed: z.boolean(),
      /** Interval in which a window asks for its user. */
      userPollSeconds: z.number(),
      /** Consecutive responses 504 after which the window forgets its user. */
      userPollRetries: z.number(),
    }),
    errors: [],
  },
  /** Returns bare `true` for the master key of the installation. Wire §2.1. */
  authAdminVerify: {
    door: 'legacy',
    reads: ['account'],
    scope: 'installation',
    permission: 'installation.read',
    ownPathOnly: true,
    http: {
      method: 'POST',
      path: '/auth/admin/verify',
      summary: 'Check the master key',
      aliases: ['/dashboard/auth/admin/verify'],
    },
    input: z.strictObject({ secret: z.string().max(1_000).nullish() }),
    output: z.boolean(),
    errors: ['TOO_MANY_ATTEMPTS'],
  },
  /** States that this server has no referrals. S1 §7 shows no body. */
  referralCreate: {
    door: 'legacy',
    reads: [],
    scope: 'installation',
    permission: 'installation.read',
    ownPathOnly: true,
    http: { method: 'POST', path: '/referral', summary: 'Answer that there are no referrals' },
    input: z.strictObject({}),
    output: z.object({ available: z.literal(false), msg: z.string(), message: wireMessage }),
    errors: [],
  },
  /** States that this server has no plans. S1 §7 shows no body. */
  subscriptionRead: {
    door: 'legacy',
    reads: [],
    scope: 'installation',
    permission: 'installation.read',
    ownPathOnly: true,
    http: { method: 'GET', path: '/subscription', summary: 'Answer that there are no plans' },
    input: z.strictObject({}),
    output: z.object({ plan: z.null(), msg: z.string(), message: wireMessage }),
    errors: [],
  },
  /** Returns the ability rules of S1 §3. */
  uiAbility: {
    door: 'legacy',
    reads: [],
    scope: 'installation',
    permission: 'installation.read',
    ownPathOnly: true,
    http: { method: 'GET', path: '/ui_ability', summary: 'Get the limits of the interface' },
    input: z.strictObject({}),
    output: z.object({
      darkTheme: z.boolean(),
      maxTables: z.number(),
      maxTabs: z.number(),
      disableGA: z.boolean(),
      disableTelemetry: z.boolean(),
    }),
    errors: [],
  },
})
