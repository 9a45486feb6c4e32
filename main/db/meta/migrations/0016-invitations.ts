import type { Migration } from './migration'

const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Invitations, links that prove an e-mail address, and mails about answers of forms. Tokens are stored as hashes. */
export const invitations: Migration = {
  version: 16,
  name: 'invitations',
  statements: [
    `CREATE TABLE nc_invitations (
      id ${id} NOT NULL PRIMARY KEY,
      email ${name} NOT NULL,
      token_hash ${id} NOT NULL UNIQUE,
      project_id ${name} REFERENCES nc_projects (id) ON DELETE CASCADE,
      role ${word},
      mailed integer NOT NULL,
      invited_by integer,
      inviter ${name},
      created_at ${time} NOT NULL,
      expires_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_invitations_email ON nc_invitations (email)',
    'CREATE INDEX nc_invitations_project ON nc_invitations (project_id)',
    `CREATE TABLE nc_account_tokens (
      token_hash ${id} NOT NULL PRIMARY KEY,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      kind ${word} NOT NULL,
      mailed integer NOT NULL,
      created_at ${time} NOT NULL,
      expires_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_account_tokens_user ON nc_account_tokens (user_id, kind)',
    `CREATE TABLE nc_form_mails (
      view_id ${id} NOT NULL REFERENCES nc_views (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      created_at ${time} NOT NULL,
      PRIMARY KEY (view_id, user_id)
    )`,
  ],
}
