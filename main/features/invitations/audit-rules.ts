import type { InvitedPerson, invitationOperations } from '@common/operations/invitations'
import type { AuditFacts, AuditRules } from '@main/operations/module'

/** Names and values of the wire (§14.5). Links are secrets and stay out. */
const invited = (operation: string, people: readonly InvitedPerson[], role?: string): AuditFacts => ({
  operation,
  details: { title: people.map(({ email }) => email).join(', '), ...(role === undefined ? {} : { role }) },
})

export const invitationAudit: AuditRules<typeof invitationOperations> = {
  invitationAccept: ({ output: { projectId } }) => ({
    operation: 'AUTHENTICATION/INVITATION_ACCEPTED',
    ...(projectId === null ? {} : { projectId }),
  }),
  memberInvite: ({ input, output }) => invited('AUTHENTICATION/INVITE', output.people, input.role),
  memberInvitationResend: ({ output }) => invited('AUTHENTICATION/RESEND_INVITE', [output]),
  memberInvitationRoleSet: ({ output: { email } }) => ({
    operation: 'AUTHENTICATION/ROLES_MANAGEMENT',
    details: { title: email },
  }),
  memberInvitationRevoke: () => ({ operation: 'AUTHENTICATION/INVITATION_REVOKED' }),
  invitationCreate: ({ output }) => invited('AUTHENTICATION/INVITE', output.people),
  invitationResend: ({ output }) => invited('AUTHENTICATION/RESEND_INVITE', [output]),
  invitationRevoke: () => ({ operation: 'AUTHENTICATION/INVITATION_REVOKED' }),
}
