import type { migrationOperations } from '@common/operations/migrations'
import type { AuditRules } from '@main/operations/module'

export const migrationAudit: AuditRules<typeof migrationOperations> = {
  migrationStart: () => ({ operation: 'MIGRATION/STARTED' }),
  migrationApply: ({ output: { migrations } }) => ({ operation: 'MIGRATION/APPLIED', details: { migrations } }),
  migrationRollBack: ({ output: { migrations } }) => ({ operation: 'MIGRATION/ROLLED_BACK', details: { migrations } }),
  migrationMark: ({ output: { name } }) => ({ operation: 'MIGRATION/MARKED', details: { title: name } }),
  migrationRecord: ({ output: { migrations } }) => ({ operation: 'MIGRATION/RECORDED', details: { migrations } }),
  schemaScriptApply: ({ input: { target, source }, output: { statements } }) => ({
    operation: 'MIGRATION/SCHEMA_APPLIED',
    details: { title: target, like: source, statements },
  }),
}
