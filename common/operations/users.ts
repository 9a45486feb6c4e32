import { usersPageMax } from '@common/constants'
import { projectRoles } from '@common/permissions'
import { z } from 'zod'
import { accountSession } from './account'
import { defineOperations } from './define'

/** Role of a user in the installation. `user_new` creates no projects, until an invitation or a super admin allows it. */
export const installationRoles = ['super', 'user', 'user_new'] as const
export type InstallationRole = (typeof installationRoles)[number]

export const userFilters = ['all', 'super', 'suspended'] as const
export type UserFilter = (typeof userFilters)[number]

const userId = z.int()
const name = z
  .string()
  .max(120)
  .regex(/^\P{Cc}*$/u)
  .nullable()

const user = z.object({
  id: z.number(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(installationRoles),
  suspendedAt: z.string().nullable(),
  createdAt: z.string(),
  /** Latest use of an open session. */
  seenAt: z.string().nullable(),
  /** True if sign-in needs a second factor. */
  secondFactor: z.boolean(),
  /** Number of projects of which the user is a member. */
  projects: z.number(),
})
export type ListedUser = z.infer<typeof user>

const membership = z.object({
  id: z.string(),
  title: z.string(),
  /** For a custom role, the system role nearest to it. */
  role: z.enum(projectRoles),
  /** Name of a custom role. */
  customRole: z.string().nullable(),
  /** True if the project has no other owner. */
  onlyOwner: z.boolean(),
})

const details = user.extend({
  memberships: z.array(membership),
  sessions: z.array(accountSession),
  /** False for users who sign in with a provider only. */
  hasPassword: z.boolean(),
})
export type UserDetails = z.infer<typeof details>

/** All users of the installation, for super admins. They can't change their own role, nor suspend or remove themselves. */
export const userOperations = defineOperations({
  /** Lists users by address. `search` is a part of the address or of a name. */
  userList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({
      search: z.string().max(200).default(''),
      filter: z.enum(userFilters).default('all'),
      offset: z.int().min(0).max(1_000_000_000).default(0),
      limit: z.int().min(1).max(usersPageMax).default(25),
    }),
    output: z.object({ list: z.array(user), count: z.number() }),
    errors: [],
  },
  userRead: {
    reads: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId }),
    output: details,
    errors: ['USER_NOT_FOUND'],
  },
  /** Changes the given names and the role. */
  userSave: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({
      userId,
      firstName: name.optional(),
      lastName: name.optional(),
      role: z.enum(installationRoles).optional(),
    }),
    output: z.null(),
    errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT'],
  },
  /** Locks a user out: ends the sessions, and rejects sign-in and API tokens. */
  userSuspend: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId }),
    output: z.null(),
    errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT'],
  },
  userUnsuspend: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId }),
    output: z.null(),
    errors: ['USER_NOT_FOUND'],
  },
  /** Deletes an account. Projects without another owner need `newOwnerId`: a user who becomes their owner. */
  userRemove: {
    changes: ['account', 'projects'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId, newOwnerId: userId.optional() }),
    output: z.object({ email: z.string() }),
    errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'USER_OWNS_PROJECTS', 'NEW_OWNER_INVALID'],
  },
  /** Ends all sessions of a user. */
  userSessionsEnd: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ userId }),
    output: z.object({ ended: z.number() }),
    errors: ['USER_NOT_FOUND'],
  },
})
