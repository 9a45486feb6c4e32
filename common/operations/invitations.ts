import { z } from 'zod'
import { namedRole, roleReferenceInput } from './access'
import { defineOperations } from './define'

const token = z.string().max(1_000)
const emails = z.array(z.string().max(500)).min(1).max(100)
/** Both are null for an invitation to the installation alone. */
const givenRole = { role: namedRole.role.nullable(), roleTitle: namedRole.roleTitle }
const id = z.string().min(1).max(64)

/**
 * Outcome for an invited address. added: the account has the role now. member: it had a role already, which stays.
 * mailed: a mail with the link is on its way. link: Basalt sends no mail, so the inviting person passes the link on.
 */
export const inviteOutcomes = ['added', 'member', 'mailed', 'link'] as const

const invited = z.object({ email: z.string(), outcome: z.enum(inviteOutcomes), link: z.string().optional() })
export type InvitedPerson = z.infer<typeof invited>
const people = z.object({ people: z.array(invited) })

const pending = z.object({
  id: z.string(),
  email: z.string(),
  ...givenRole,
  /** E-mail address of the person who invited. */
  inviter: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
  mailed: z.boolean(),
})
export type PendingInvitation = z.infer<typeof pending>
const pendingList = z.object({ list: z.array(pending) })

export const invitationOperations = defineOperations({
  /** Returns an invitation to the person with its link. */
  invitationRead: {
    reads: ['account'],
    scope: 'installation',
    permission: 'account.public',
    input: z.strictObject({ token }),
    output: z.object({
      email: z.string(),
      /** Title of the project; null for an invitation to the installation alone. */
      project: z.string().nullable(),
      ...givenRole,
      inviter: z.string().nullable(),
    }),
    errors: ['INVITATION_INVALID', 'TOO_MANY_ATTEMPTS'],
  },
  /** Accepts an invitation with the caller's account, which must have the invited address. */
  invitationAccept: {
    changes: ['account', 'projects'],
    scope: 'installation',
    permission: 'account.self',
    input: z.strictObject({ token }),
    output: z.object({ projectId: z.string().nullable() }),
    errors: ['INVITATION_INVALID', 'TOO_MANY_ATTEMPTS'],
  },
  /** Invites people into the project. An account with the address gets the role at once. */
  memberInvite: {
    changes: ['account', 'projects'],
    scope: 'project',
    permission: 'member.invite',
    input: z.strictObject({ emails, role: roleReferenceInput }),
    output: people,
    errors: ['EMAIL_INVALID', 'EMAILS_INVALID', 'ROLE_NOT_FOUND', 'ROLE_ABOVE_OWN'],
  },
  /** Lists the open invitations into the project, newest first. Expired ones can be sent again. */
  memberInvitationList: {
    reads: ['account'],
    scope: 'project',
    permission: 'member.invite',
    input: z.strictObject({}),
    output: pendingList,
    errors: [],
  },
  /** Makes a new link. The earlier one stops working. */
  memberInvitationResend: {
    changes: ['account'],
    scope: 'project',
    permission: 'member.invite',
    input: z.strictObject({ id }),
    output: invited,
    errors: ['INVITATION_NOT_FOUND', 'ROLE_ABOVE_OWN'],
  },
  /** Changes the role that an open invitation gives. Its link stays the same. */
  memberInvitationRoleSet: {
    changes: ['account'],
    scope: 'project',
    permission: 'member.invite',
    input: z.strictObject({ id, role: roleReferenceInput }),
    output: z.object({ email: z.string() }),
    errors: ['INVITATION_NOT_FOUND', 'ROLE_NOT_FOUND', 'ROLE_ABOVE_OWN'],
  },
  memberInvitationRevoke: {
    changes: ['account'],
    scope: 'project',
    permission: 'member.invite',
    input: z.strictObject({ id }),
    output: z.null(),
    errors: ['INVITATION_NOT_FOUND', 'ROLE_ABOVE_OWN'],
  },
  /** Invites people to this Basalt without a project. They can create projects. */
  invitationCreate: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ emails }),
    output: people,
    errors: ['EMAIL_INVALID', 'EMAILS_INVALID'],
  },
  /** Lists the open invitations without a project, newest first. */
  invitationList: {
    reads: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({}),
    output: pendingList,
    errors: [],
  },
  invitationResend: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ id }),
    output: invited,
    errors: ['INVITATION_NOT_FOUND'],
  },
  invitationRevoke: {
    changes: ['account'],
    scope: 'installation',
    permission: 'installation.users',
    input: z.strictObject({ id }),
    output: z.null(),
    errors: ['INVITATION_NOT_FOUND'],
  },
})
