import { picturesAtOnce } from '@common/constants'
import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const done = z.object({ msg: z.string(), message: wireMessage })

export const accountSession = z.object({
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
export type AccountSession = z.infer<typeof accountSession>

/** A name without line feeds and other control characters; empty for none. */
const name = z
  .string()
  .max(120)
  .regex(/^\P{Cc}*$/u)
  .nullish()

/** The caller's own account. */
export const accountOperations = defineOperations({
  /** Lists the open sessions of the caller: the one of the call, then the others by their latest use. */
  sessionList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.array(accountSession),
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
    withoutRefresh: true,
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
  /** Changes the given names of the caller. Wire §2.1. */
  userUpdate: {
    door: 'legacy',
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    ownPathOnly: true,
    http: { method: 'PUT', path: '/user', summary: 'Change the name of the caller' },
    input: z.strictObject({ firstname: name, lastname: name }),
    output: done,
    errors: [],
  },
  /** Stores the picture of the caller: a square PNG, JPEG or WebP as Base64. */
  pictureSave: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ picture: z.string().max(200_000) }),
    output: z.null(),
    errors: ['PICTURE_INVALID'],
  },
  pictureRemove: {
    changes: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({}),
    output: z.null(),
    errors: [],
  },
  /**
   * Returns pictures of people by e-mail address: of the caller and of people with a project in common. A super admin
   * gets all. Others have none.
   */
  pictureList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ emails: z.array(z.string().max(255)).max(picturesAtOnce) }),
    /** `picture` is a `data:` address. */
    output: z.array(z.object({ email: z.string(), picture: z.string() })),
    errors: [],
  },
})
