import type { Migration } from './migration'

/** The servers of a shared store, and the events that they exchange where the engine delivers no notices. */
export const servers: Migration = {
  version: 38,
  name: 'servers',
  statements: [
    `CREATE TABLE nc_servers (
      id varchar(64) NOT NULL PRIMARY KEY,
      address varchar(255),
      seen_at varchar(30) NOT NULL
    )`,
    `CREATE TABLE nc_server_events (
      id varchar(64) NOT NULL PRIMARY KEY,
      server_id varchar(64) NOT NULL,
      content text NOT NULL
    )`,
  ],
}
