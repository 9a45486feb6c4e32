import type { Migration } from './migration'

/** The order that people chose for the columns of a table; null for a column that they said nothing of. */
export const columnPlaces: Migration = {
  version: 4,
  name: 'column places',
  statements: [
    (schema) => schema.alterTable('nc_columns', (table) => void table.specificType('place', 'double precision')),
  ],
}
