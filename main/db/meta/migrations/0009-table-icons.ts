import type { Migration } from './migration'

/** The icon that people chose for a table; null for one that looks like every other. */
export const tableIcons: Migration = {
  version: 9,
  name: 'table icons',
  statements: [(schema) => schema.alterTable('nc_models', (table) => void table.string('icon', 40))],
}
