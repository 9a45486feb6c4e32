import type { snapshotOperations } from '@common/operations/snapshots'
import type { AuditRules } from '@main/operations/module'

export const snapshotAudit: AuditRules<typeof snapshotOperations> = {
  snapshotTake: ({ output: { title, rows } }) => ({
    operation: 'PROJECT/SNAPSHOT_TAKEN',
    details: { title, rows },
  }),
  snapshotCancel: null,
  snapshotRestore: ({ output: { id, title, rows } }) => ({
    operation: 'PROJECT/SNAPSHOT_RESTORED',
    details: { project: id, title, rows },
  }),
  snapshotRestoreTables: ({ output: { created, rows } }) => ({
    operation: 'PROJECT/SNAPSHOT_RESTORED',
    details: { tables: created, rows },
  }),
  snapshotDelete: () => ({ operation: 'PROJECT/SNAPSHOT_DELETED' }),
}
