import type { memberOperations } from '@common/operations/members'
import type { AuditFacts, AuditRules } from '@main/operations/module'

/** Name of the wire (§14.5) for every change of roles. */
const operation = 'AUTHENTICATION/ROLES_MANAGEMENT'

/** The handlers add the role before and after. */
const roleOf = (email: string): AuditFacts => ({ operation, details: { title: email } })

export const memberAudit: AuditRules<typeof memberOperations> = {
  memberRoleSet: ({ output }) => roleOf(output.email),
  memberRemove: ({ output }) => ({ operation: 'AUTHENTICATION/MEMBER_REMOVED', details: { title: output.email } }),
  projectLeave: () => ({ operation: 'AUTHENTICATION/MEMBER_LEFT' }),
  projectTransfer: ({ output }) => roleOf(output.email),
}
