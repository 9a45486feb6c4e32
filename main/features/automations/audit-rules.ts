import type { automationOperations } from '@common/operations/automations'
import type { AuditRules } from '@main/operations/module'

/** The steps stay out, as they may name secrets. */
export const automationAudit: AuditRules<typeof automationOperations> = {
  automationSave: ({ input: { id }, output: { title } }) => ({
    operation: id === undefined ? 'AUTOMATION/CREATED' : 'AUTOMATION/UPDATED',
    details: { title },
  }),
  automationActivate: ({ output: { title, active } }) => ({
    operation: active ? 'AUTOMATION/CONTINUED' : 'AUTOMATION/PAUSED',
    details: { title },
  }),
  automationDelete: ({ output: { title } }) => ({ operation: 'AUTOMATION/DELETED', details: { title } }),
  automationAddress: () => ({ operation: 'AUTOMATION/ADDRESS_CHANGED' }),
  automationResend: () => ({ operation: 'AUTOMATION/RESENT' }),
  automationTest: null,
}
