import type { memberOperations } from '@common/operations/members'
import type { AuditFacts, AuditRules } from '@main/operations/module'

/** Name of the wire (§14.5) for every change of roles. */
const operation = 'AUTHENTICATION/ROLES_MANAGEMENT'

const roleOf = (email: string, role: string | null): AuditFacts => ({ operation, details: { title: email, role } })

export const memberAudit: AuditRules<typeof memberOperations> = {
  memberRoleSet: ({ input, output }) => roleOf(output.email, input.role),
  memberRemove: ({ output }) => ({ operation: 'AUTHENTICATION/MEMBER_REMOVED', details: { title: output.email } }),
  projectLeave: () => ({ operation: 'AUTHENTICATION/MEMBER_LEFT' }),
  projectTransfer: ({ output }) => roleOf(output.email, 'owner'),
}
