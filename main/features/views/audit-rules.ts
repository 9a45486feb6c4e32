import type { viewOperations } from '@common/operations/views'
import type { AuditRules } from '@main/operations/module'

export const viewAudit: AuditRules<typeof viewOperations> = {
  viewCreate: ({ input: { table }, output: { title, kind } }) => ({
    operation: 'VIEW/CREATED',
    table,
    details: { title, kind },
  }),
  viewDuplicate: ({ input: { table }, output: { title, kind } }) => ({
    operation: 'VIEW/CREATED',
    table,
    details: { title, kind },
  }),
  viewRename: ({ output: { table, before, title } }) => ({
    operation: 'VIEW/RENAMED',
    table,
    details: { before, after: title },
  }),
  viewDelete: ({ output: { table, title } }) => ({ operation: 'VIEW/DELETED', table, details: { title } }),
  viewLock: ({ input: { table, locked } }) => ({ operation: locked ? 'VIEW/LOCKED' : 'VIEW/UNLOCKED', table }),
  viewRestore: ({ input: { table }, output: { title, kind } }) => ({
    operation: 'VIEW/CREATED',
    table,
    details: { title, kind },
  }),
  // Filters, sorts and layouts change with every click, and the user can undo them.
  viewMove: null,
  viewSettingsRevert: null,
  viewPersonalRevert: null,
  viewSettingsSave: null,
  viewSettingsCopy: null,
  viewPersonalSave: null,
  viewPersonalClear: null,
}
