import type { Migration } from './migration'

/** The events that servers of a shared store exchange where the engine delivers no notices. */
export const serverEvents: Migration = {
  version: 38,
  name: 'server events',
  statements: [
    `CREATE TABLE nc_server_events (
      id varchar(64) NOT NULL PRIMARY KEY,
      server_id varchar(64) NOT NULL,
      content text NOT NULL
    )`,
  ],
}
