import type { accessOperations } from '@common/operations/access'
import type { AuditRules } from '@main/operations/module'

/** Names of the wire (§14.5). */
export const accessAudit: AuditRules<typeof accessOperations> = {
  roleCreate: ({ input: { title, permissions } }) => ({
    operation: 'AUTHENTICATION/ROLES_MANAGEMENT',
    details: { created: title, permissions },
  }),
  // The handlers add the values before and after.
  roleUpdate: () => ({ operation: 'AUTHENTICATION/ROLES_MANAGEMENT' }),
  accessRulesSave: ({ input: { table } }) => ({ operation: 'TABLE_ACL/UPDATED', table }),
  accessRulesSaveBulk: () => ({ operation: 'TABLE_ACL/UPDATED' }),
  disabledModelsSave: () => ({ operation: 'TABLE_ACL/DISABLED' }),
  roleDelete: ({ input: { instead } }) => ({
    operation: 'AUTHENTICATION/ROLES_MANAGEMENT',
    ...(instead !== undefined && { details: { instead } }),
  }),
}
