import type { Migration, SchemaChange } from './migration'

const indexed = ['nc_row_history', 'nc_changes', 'nc_trash'] as const

/** Change id of every entry in the change log, and the full values for undoing an update. */
export const changeLog: Migration = {
  version: 15,
  name: 'change log',
  statements: [
    ...[...indexed, 'nc_audit'].map(
      (name): SchemaChange =>
        (schema) =>
          schema.alterTable(name, (table) => void table.string('change_id', 64)),
    ),
    (schema) => schema.alterTable('nc_row_history', (table) => void table.text('exact_values', 'longtext')),
    ...indexed.map(
      (name): SchemaChange =>
        (schema) =>
          schema.alterTable(name, (table) => void table.index(['project_id', 'change_id'], `${name}_change`)),
    ),
  ],
}
