import type { importOperations } from '@common/operations/imports'
import type { AuditRules } from '@main/operations/module'

export const importAudit: AuditRules<typeof importOperations> = {
  importUpload: null,
  // Recorded when the import ends, with the number of records.
  importStart: null,
  importCancel: ({ output: { name } }) => ({ operation: 'DATA/IMPORT_CANCELLED', details: { name } }),
  importDiscard: null,
}
