import type { Migration } from './migration'

/** The icon that people chose for a table; null for one that looks like every other. */
export const tableIcons: Migration = {
  version: 9,
  name: 'table icons',
  statements: ['ALTER TABLE nc_models ADD COLUMN icon varchar(40)'],
}
