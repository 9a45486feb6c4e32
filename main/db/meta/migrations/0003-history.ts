import type { Migration } from './migration'

/** The audit reads the history of a whole project, newest first; cleanup purges the oldest. */
export const history: Migration = {
  version: 3,
  name: 'history',
  statements: [
    (schema) =>
      schema.alterTable('nc_row_history', (table) => void table.index(['project_id', 'id'], 'nc_row_history_project')),
  ],
}
