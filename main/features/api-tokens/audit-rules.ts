import type { apiTokenOperations } from '@common/operations/api-tokens'
import type { AuditRules } from '@main/operations/module'

/** The value of a token stays out. */
export const apiTokenAudit: AuditRules<typeof apiTokenOperations> = {
  apiTokenCreate: ({ output: { title, role, expiresAt } }) => ({
    operation: 'API_TOKEN/CREATED',
    details: { title, role, ...(expiresAt !== null && { until: expiresAt }) },
  }),
  apiTokenRename: () => ({ operation: 'API_TOKEN/RENAMED' }),
  apiTokenDelete: ({ output: { title } }) => ({ operation: 'API_TOKEN/DELETED', details: { title } }),
}
