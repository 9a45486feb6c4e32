import { z } from 'zod'
import { namedRole, roleReferenceInput } from './access'
import { defineOperations } from './define'

const userId = z.number().int()

const member = z.object({
  userId: z.number(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  ...namedRole,
  joinedAt: z.string(),
  /** Exact to a minute; null if the member has never used Basalt since joining. */
  lastSeenAt: z.string().nullable(),
  /** True while a super admin has suspended the account. */
  suspended: z.boolean(),
})
export type ListedMember = z.infer<typeof member>

export const memberOperations = defineOperations({
  /** Lists the members of the project, the most powerful first. */
  memberList: {
    reads: ['projects', 'account'],
    scope: 'project',
    permission: 'member.manage',
    input: z.strictObject({}),
    output: z.object({ list: z.array(member) }),
    errors: [],
  },
  /** Gives another member a role up to the caller's own. */
  memberRoleSet: {
    changes: ['projects', 'tokens'],
    scope: 'project',
    permission: 'member.manage',
    input: z.strictObject({ userId, role: roleReferenceInput }),
    output: z.object({ email: z.string() }),
    errors: ['ROLE_NOT_FOUND', 'MEMBER_NOT_FOUND', 'MEMBER_SELF', 'MEMBER_CHANGED', 'ROLE_ABOVE_OWN', 'LAST_OWNER'],
  },
  /** Removes another member and deletes the member's API tokens. */
  memberRemove: {
    changes: ['projects', 'tokens'],
    scope: 'project',
    permission: 'member.manage',
    input: z.strictObject({ userId }),
    output: z.object({ email: z.string() }),
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_SELF', 'MEMBER_CHANGED', 'ROLE_ABOVE_OWN', 'LAST_OWNER'],
  },
  /** Ends the caller's membership and deletes the caller's API tokens. The last owner can't leave. */
  projectLeave: {
    changes: ['projects', 'tokens'],
    scope: 'project',
    permission: 'project.read',
    input: z.strictObject({}),
    output: z.null(),
    errors: ['LAST_OWNER'],
  },
  /** Makes another member the owner. The caller becomes a creator. */
  projectTransfer: {
    changes: ['projects', 'tokens'],
    scope: 'project',
    permission: 'member.transfer',
    input: z.strictObject({ userId }),
    output: z.object({ email: z.string() }),
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_SELF', 'MEMBER_CHANGED'],
  },
})
