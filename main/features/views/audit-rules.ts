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
  // The handlers add the title and the values before and after.
  viewLock: ({ input: { table, locked } }) => ({ operation: locked ? 'VIEW/LOCKED' : 'VIEW/UNLOCKED', table }),
  viewRestore: ({ input: { table }, output: { title, kind } }) => ({
    operation: 'VIEW/CREATED',
    table,
    details: { title, kind },
  }),
  viewMove: () => ({ operation: 'VIEW/MOVED' }),
  viewSettingsSave: ({ input: { table } }) => ({ operation: 'VIEW/UPDATED', table }),
  viewSettingsCopy: ({ input: { table } }) => ({ operation: 'VIEW/UPDATED', table }),
  viewSettingsRevert: ({ input: { table } }) => ({ operation: 'VIEW/UPDATED', table }),
  // Only their own user sees personal settings.
  viewPersonalRevert: null,
  viewPersonalSave: null,
  viewPersonalClear: null,
}
