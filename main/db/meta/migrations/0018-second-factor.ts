import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const hash = 'varchar(64)'
const time = 'varchar(30)'

/** Second factors of accounts, accounts at sign-in providers, and steps of a sign-in that is not complete. */
export const secondFactor: Migration = {
  version: 18,
  name: 'second factor',
  statements: [
    `CREATE TABLE nc_authenticators (
      user_id integer NOT NULL PRIMARY KEY REFERENCES xc_users (id) ON DELETE CASCADE,
      secret ${text} NOT NULL,
      confirmed_at ${time},
      last_step integer NOT NULL,
      created_at ${time} NOT NULL
    )`,
    `CREATE TABLE nc_recovery_codes (
      code_hash ${hash} NOT NULL PRIMARY KEY,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_recovery_codes_user ON nc_recovery_codes (user_id)',
    `CREATE TABLE nc_passkeys (
      id_hash ${hash} NOT NULL PRIMARY KEY,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      credential_id ${text} NOT NULL,
      public_key ${text} NOT NULL,
      uses integer NOT NULL,
      transports ${name} NOT NULL,
      title ${name} NOT NULL,
      created_at ${time} NOT NULL,
      used_at ${time}
    )`,
    'CREATE INDEX nc_passkeys_user ON nc_passkeys (user_id)',
    `CREATE TABLE nc_linked_accounts (
      subject_hash ${hash} NOT NULL PRIMARY KEY,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      provider ${name} NOT NULL,
      email ${name} NOT NULL,
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_linked_accounts_user ON nc_linked_accounts (user_id)',
    `CREATE TABLE nc_tickets (
      ticket_hash ${hash} NOT NULL PRIMARY KEY,
      purpose ${name} NOT NULL,
      user_id integer,
      facts ${text} NOT NULL,
      expires_at ${time} NOT NULL
    )`,
  ],
}
