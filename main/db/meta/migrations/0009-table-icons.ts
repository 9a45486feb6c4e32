import type { Migration } from './migration'

/** User-defined icon of a table; null for the default. */
export const tableIcons: Migration = {
  version: 9,
  name: 'table icons',
  statements: [(schema) => schema.alterTable('nc_models', (table) => void table.string('icon', 40))],
}
