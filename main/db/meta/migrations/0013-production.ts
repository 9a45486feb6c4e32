import type { Migration } from './migration'

/** Marks projects whose database is in production: 1, else null. */
export const production: Migration = {
  version: 13,
  name: 'production',
  statements: [(schema) => schema.alterTable('nc_projects', (table) => void table.integer('production'))],
}
