import type { Migration } from './migration'

/** Idempotency keys of writes, so that a retry doesn't write again. `answer` is null until the write succeeds. */
export const idempotency: Migration = {
  version: 10,
  name: 'idempotency',
  statements: [
    `CREATE TABLE nc_idempotency (
      project_id varchar(255) NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      name varchar(255) NOT NULL,
      answer text,
      created_at varchar(30) NOT NULL,
      PRIMARY KEY (project_id, name)
    )`,
    'CREATE INDEX nc_idempotency_age ON nc_idempotency (created_at)',
  ],
}
