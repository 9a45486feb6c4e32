import type { accessOperations } from '@common/operations/access'
import type { AuditRules } from '@main/operations/module'

/** Names of the wire (§14.5). */
export const accessAudit: AuditRules<typeof accessOperations> = {
  roleCreate: ({ input: { title, permissions } }) => ({
    operation: 'AUTHENTICATION/ROLES_MANAGEMENT',
    details: { created: title, permissions },
  }),
  roleUpdate: ({ input: { id, ...changed } }) => ({
    operation: 'AUTHENTICATION/ROLES_MANAGEMENT',
    details: { changed: id, ...changed },
  }),
  accessRulesSave: ({ input: { table, ...details } }) => ({ operation: 'TABLE_ACL/UPDATED', table, details }),
  accessRulesSaveBulk: ({ input: { list } }) => ({ operation: 'TABLE_ACL/UPDATED', details: { rules: list } }),
  disabledModelsSave: ({ input: { list } }) => ({ operation: 'TABLE_ACL/DISABLED', details: { models: list } }),
  roleDelete: ({ input: { id, instead } }) => ({
    operation: 'AUTHENTICATION/ROLES_MANAGEMENT',
    details: { deleted: id, ...(instead === undefined ? {} : { instead }) },
  }),
}
