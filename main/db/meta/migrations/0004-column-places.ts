import type { Migration } from './migration'

/** User-defined order of a table's columns; null for a column without one. */
export const columnPlaces: Migration = {
  version: 4,
  name: 'column places',
  statements: [
    (schema) => schema.alterTable('nc_columns', (table) => void table.specificType('place', 'double precision')),
  ],
}
