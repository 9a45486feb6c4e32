import type { metadataOperations } from '@common/operations/metadata'
import type { AuditRules } from '@main/operations/module'

export const copyAudit: AuditRules<typeof metadataOperations> = {
  projectImport: ({ output: { id, title, created, rows } }) => ({
    operation: 'PROJECT/IMPORTED',
    projectId: id,
    details: { title, tables: created, rows },
  }),
  metadataImport: ({ output: { created, changed, rows } }) => ({
    operation: 'PROJECT/METADATA_IMPORTED',
    details: { tables: created, changed, rows },
  }),
  metadataFolderImport: ({ output: { created, changed } }) => ({
    operation: 'PROJECT/METADATA_IMPORTED',
    details: { tables: created, changed },
  }),
  metadataClear: ({ output: { backup } }) => ({ operation: 'PROJECT/METADATA_CLEARED', details: { backup } }),
}
