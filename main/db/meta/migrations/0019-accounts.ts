import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Devices and latest uses of sessions, pictures, and suspended accounts. */
export const accounts: Migration = {
  version: 19,
  name: 'accounts',
  statements: [
    // A table of its own: writes to `nc_sessions` invalidate all cached rights, and uses are written every minute.
    `CREATE TABLE nc_session_uses (
      session_id ${id} NOT NULL PRIMARY KEY REFERENCES nc_sessions (id) ON DELETE CASCADE,
      agent ${name},
      address ${id},
      seen_at ${time} NOT NULL
    )`,
    `INSERT INTO nc_session_uses (session_id, seen_at)
      SELECT s.id, s.refreshed_at FROM nc_sessions s
      WHERE NOT EXISTS (SELECT 1 FROM nc_session_uses u WHERE u.session_id = s.id)`,
    `CREATE TABLE nc_pictures (
      user_id integer NOT NULL PRIMARY KEY REFERENCES xc_users (id) ON DELETE CASCADE,
      media_type ${word} NOT NULL,
      content ${text} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    (schema) => schema.alterTable('xc_users', (table) => void table.string('suspended_at', 30)),
  ],
}
