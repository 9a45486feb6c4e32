import type { Migration } from './migration'

/** The language of a user's page, for mails. */
export const languages: Migration = {
  version: 37,
  name: 'languages',
  statements: [(schema) => schema.alterTable('nc_session_uses', (table) => void table.string('language', 40))],
}
