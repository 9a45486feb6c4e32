import type { Migration } from './migration'

const text = 'text'
const id = 'varchar(64)'
const indexed = ['nc_row_history', 'nc_changes', 'nc_trash'] as const

/** Id of the change on every entry of the change log, and the values that an undo of an update needs in full. */
export const changeLog: Migration = {
  version: 15,
  name: 'change log',
  statements: [
    ...[...indexed, 'nc_audit'].map((table) => `ALTER TABLE ${table} ADD COLUMN change_id ${id}`),
    `ALTER TABLE nc_row_history ADD COLUMN exact_values ${text}`,
    ...indexed.map((table) => `CREATE INDEX ${table}_change ON ${table} (project_id, change_id)`),
  ],
}
