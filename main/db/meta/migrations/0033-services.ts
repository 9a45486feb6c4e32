import type { Migration } from './migration'

const text = 'text'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Services of the installation, and where each file of a cell is. */
export const services: Migration = {
  version: 33,
  name: 'services',
  statements: [
    `CREATE TABLE nc_services (
      service ${word} NOT NULL PRIMARY KEY,
      active integer NOT NULL,
      input ${text} NOT NULL,
      sealed ${text} NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    `CREATE TABLE nc_file_moves (
      id ${id} NOT NULL PRIMARY KEY,
      place ${word} NOT NULL,
      state ${word} NOT NULL,
      total integer NOT NULL,
      moved integer NOT NULL,
      bytes bigint NOT NULL,
      failed integer NOT NULL,
      problem ${text},
      lease_owner ${word},
      lease_until ${time},
      started_at ${time} NOT NULL,
      ended_at ${time}
    )`,
    // Copies of moved files that are still to be deleted.
    `CREATE TABLE nc_file_copies (
      id ${id} NOT NULL PRIMARY KEY,
      place ${word} NOT NULL,
      project_id varchar(255) NOT NULL,
      file_id ${id} NOT NULL
    )`,
    (schema) =>
      schema.alterTable('nc_attachments', (table) => {
        table.string('place', 40).notNullable().defaultTo('local')
        table.string('sha256', 64)
      }),
    (schema) =>
      schema.alterTable('nc_attachments', (table) => void table.index(['place', 'id'], 'nc_attachments_place')),
  ],
}
