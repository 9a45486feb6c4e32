import type { Migration } from './migration'

/** The servers of a shared store and how they reach each other. */
export const servers: Migration = {
  version: 39,
  name: 'servers',
  statements: [
    `CREATE TABLE nc_servers (
      id varchar(64) NOT NULL PRIMARY KEY,
      address varchar(255) NOT NULL,
      secret varchar(64) NOT NULL,
      seen_at varchar(30) NOT NULL
    )`,
  ],
}
