import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const done = z.object({ msg: z.string(), message: wireMessage })

const session = z.object({
  id: z.string(),
  /** True for the session of the call. */
  current: z.boolean(),
  /** Browser or program, such as `Firefox`; null if it is unknown. */
  program: z.string().nullable(),
  /** Operating system, such as `Linux`. */
  system: z.string().nullable(),
  /** Network address of the latest use. */
  address: z.string().nullable(),
  createdAt: z.string(),
  /** Latest use, exact to a minute. */
  seenAt: z.string(),
})
export type AccountSession = z.infer<typeof session>

/** The caller's own account. */
export const accountOperations = defineOperations({
  /** Lists the open sessions of the caller: the one of the call, then the others by their latest use. */
  sessionList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.array(session),
    errors: [],
  },
  /** Ends a session of the caller. Its tokens stop working with the next request. */
  sessionEnd: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.null(),
    errors: ['SESSION_NOT_FOUND'],
  },
  /** Ends all sessions of the caller but the one of the call. */
  sessionEndOthers: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.object({ ended: z.number() }),
    errors: [],
  },
  /** Ends all sessions of the caller and clears the cookie. */
  sessionEndAll: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'POST', path: '/auth/signout/everywhere', summary: 'End all sessions of the caller' },
    input: z.strictObject({}),
    output: z.object({ ended: z.number() }),
    errors: [],
  },
  /** Changes the password and ends all other sessions. Wire §2.1. */
  passwordChange: {
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'POST', path: '/user/password/change', summary: 'Change the password of the caller' },
    input: z.strictObject({ currentPassword: z.string().nullish(), newPassword: z.string().nullish() }),
    output: done,
    errors: [
      'PASSWORDS_MISSING',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_NOT_SET',
      'CURRENT_PASSWORD_WRONG',
      'TOO_MANY_ATTEMPTS',
    ],
  },
})
