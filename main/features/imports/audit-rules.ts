import type { importOperations } from '@common/operations/imports'
import type { AuditRules } from '@main/operations/module'

export const importAudit: AuditRules<typeof importOperations> = {
  importUpload: null,
  // Recorded when the import ends and the number of records is known.
  importStart: null,
  importCancel: ({ output: { name } }) => ({ operation: 'DATA/IMPORT_CANCELLED', details: { name } }),
  importDiscard: null,
}
