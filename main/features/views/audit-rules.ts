import type { viewOperations } from '@common/operations/views'
import type { AuditRules } from '@main/operations/module'

export const viewAudit: AuditRules<typeof viewOperations> = {
  xcVirtualTableCreate: ({ input: { parent_model_title: table, title, show_as } }) => ({
    operation: 'VIEW/CREATED',
    table,
    details: { title, kind: show_as },
  }),
  viewDuplicate: ({ input: { tn, title }, output }) => ({
    operation: 'VIEW/CREATED',
    table: tn,
    details: { title, kind: output.show_as },
  }),
  xcVirtualTableRename: ({ input: { old_title: before, title: after, parent_model_title } }) => ({
    operation: 'VIEW/RENAMED',
    ...tableNamed(parent_model_title),
    details: { before, after },
  }),
  xcVirtualTableDelete: ({ input: { id, title, view_name, parent_model_title } }) => ({
    operation: 'VIEW/DELETED',
    ...tableNamed(parent_model_title),
    details: { title: title ?? view_name ?? id },
  }),
  viewLock: ({ input: { tn, locked } }) => ({ operation: locked ? 'VIEW/LOCKED' : 'VIEW/UNLOCKED', table: tn }),
  // Filters, sorts and layouts change with every click, and the user can undo them.
  xcVirtualTableUpdate: null,
  xcModelViewOrderSet: null,
  viewSettingsSave: null,
  viewSettingsCopy: null,
  viewPersonalSave: null,
  viewPersonalClear: null,
}

const tableNamed = (table: string | null | undefined): { readonly table?: string } =>
  typeof table === 'string' ? { table } : {}
