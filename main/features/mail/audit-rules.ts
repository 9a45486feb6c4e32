import type { mailOperations } from '@common/operations/mail'
import type { AuditRules } from '@main/operations/module'

export const mailAudit: AuditRules<typeof mailOperations> = {
  mailSettingsSave: () => ({ operation: 'MAIL/SETTINGS' }),
  mailSettingsDelete: () => ({ operation: 'MAIL/OFF' }),
  mailTest: ({ output }) => ({ operation: 'MAIL/TEST', details: { to: output.to, sent: output.sent } }),
}
