import type { Migration } from './migration'

/** The audit reads the history of a whole project, newest first, and the oldest of it goes first. */
export const history: Migration = {
  version: 3,
  name: 'history',
  statements: ['CREATE INDEX nc_row_history_project ON nc_row_history (project_id, id)'],
}
