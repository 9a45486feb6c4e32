import type { Migration } from './migration'

const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** API tokens of projects, stored as hashes. The times of their use are apart, so that a use changes no rights. */
export const apiTokens: Migration = {
  version: 21,
  name: 'api tokens',
  statements: [
    `CREATE TABLE nc_api_tokens (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      title ${name} NOT NULL,
      role ${word} NOT NULL,
      token_hash ${id} NOT NULL UNIQUE,
      ending ${word} NOT NULL,
      expires_at ${time},
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_api_tokens_project ON nc_api_tokens (project_id, user_id)',
    'CREATE INDEX nc_api_tokens_user ON nc_api_tokens (user_id)',
    `CREATE TABLE nc_api_token_uses (
      token_id ${id} NOT NULL PRIMARY KEY REFERENCES nc_api_tokens (id) ON DELETE CASCADE,
      used_at ${time}
    )`,
  ],
}
