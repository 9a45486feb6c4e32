import { z } from 'zod'
import { defineOperations } from './define'

/** Ways to sign in with an account elsewhere. `oidc` is any OpenID Connect provider. */
export const providerIds = ['google', 'github', 'oidc'] as const
export type ProviderId = (typeof providerIds)[number]

const provider = z.enum(providerIds)
const ticket = z.string().min(1).max(200)
const parameter = z.string().max(4_000)
const token = z.object({ token: z.string() })

const linkedAccount = z.object({
  id: z.string(),
  provider: z.string(),
  /** Display name of the provider. */
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
})
export type LinkedAccount = z.infer<typeof linkedAccount>

const signInErrors = [
  'PROVIDER_NOT_SET_UP',
  'PROVIDER_FAILED',
  'PROVIDER_EMAIL_UNVERIFIED',
  'PROVIDER_ACCOUNT_TAKEN',
  'LINK_PASSWORD_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'ACCOUNT_SUSPENDED',
  'SIGN_IN_EXPIRED',
  'SIGN_UP_CLOSED',
  'SETUP_CODE_REQUIRED',
  'TOO_MANY_ATTEMPTS',
] as const

export const providerOperations = defineOperations({
  /** Lists the providers that this installation offers. */
  providerList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.public',
    input: z.strictObject({}),
    output: z.array(z.object({ id: provider, name: z.string() })),
    errors: [],
  },
  /**
   * Exchanges the code with which a provider sent the browser back (S1 §7, wire §2.1). The browser must be the one that
   * started. Parameters of providers that this list doesn't name are ignored.
   */
  providerEnter: {
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/:provider/genTokenByCode', summary: 'Sign in with the code of a provider' },
    input: z.strictObject({
      provider,
      code: parameter.optional(),
      state: parameter.optional(),
      scope: parameter.optional(),
      iss: parameter.optional(),
      error: parameter.optional(),
      tool: parameter.optional(),
      /** Token of an invitation for a new account. It opens a closed sign-up. */
      invitation: z.string().max(1_000).optional(),
    }),
    /**
     * `linked`: the account was linked to the signed-in one, which stays signed in. `joined`: the new account has used
     * the invitation.
     */
    output: z.union([token.extend({ joined: z.literal(true).optional() }), z.object({ linked: z.literal(true) })]),
    errors: [...signInErrors, 'INVITATION_INVALID'],
  },
  /** Confirms with the password that an account of this e-mail address belongs to the same person, and signs in. */
  providerLink: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.public',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/link', summary: 'Link an account of a provider by password' },
    input: z.strictObject({ ticket, password: z.string().max(2_000) }),
    output: token,
    errors: [
      'SIGN_IN_EXPIRED',
      'CREDENTIALS_INVALID',
      'PROVIDER_ACCOUNT_TAKEN',
      'SECOND_FACTOR_REQUIRED',
      'ACCOUNT_SUSPENDED',
      'TOO_MANY_ATTEMPTS',
    ],
  },
  /** Lists the linked accounts of the caller. */
  linkedAccountList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.array(linkedAccount),
    errors: [],
  },
  /** Returns the address at which the caller signs in to link an account. */
  linkedAccountStart: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'POST', path: '/user/linked-accounts', summary: 'Start to link an account of a provider' },
    input: z.strictObject({ provider, password: z.string().max(2_000).nullish() }),
    output: z.object({ address: z.string() }),
    errors: ['PROVIDER_NOT_SET_UP', 'PROVIDER_FAILED', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
  /** Removes a link. The last way to sign in can't be removed. */
  linkedAccountRemove: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ id: z.string().max(100), password: z.string().max(2_000).nullish() }),
    output: z.null(),
    errors: ['LINKED_ACCOUNT_NOT_FOUND', 'LAST_SIGN_IN_WAY', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
})
