import type { Connection } from 'mysql2'
import { limits } from '@common/constants'
import { errorNumber } from './errors'
import { command } from './pool'

/** The two families of servers with this protocol. */
export type Flavour = 'mariadb' | 'mysql'

export interface ServerVersion {
  readonly flavour: Flavour
  /** Major and minor as one number: 1011 is 10.11, 800 is 8.0. */
  readonly number: number
  /** As the server writes it, without its name. */
  readonly text: string
}

/** `10.11.6-MariaDB-1` or `8.0.36`; some hosts write `5.5.5-` before the version of MariaDB. */
export function serverVersion(text: string): ServerVersion {
  const flavour = /mariadb/i.test(text) ? 'mariadb' : 'mysql'
  const plain = text.replace(/^5\.5\.5-(?=\d+\.)/, '')
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(plain) ?? []
  return { flavour, number: Number(major) * 100 + Number(minor), text: /^[\d.]+/.exec(plain)?.[0] ?? plain }
}

/** Collation in which texts are equal only if all characters are, including trailing blanks. */
export function exactCollation({ flavour, number }: ServerVersion): string {
  if (flavour === 'mariadb') return 'utf8mb4_nopad_bin'
  return number >= 800 ? 'utf8mb4_0900_bin' : 'utf8mb4_bin'
}

/**
 * On a node of a Galera cluster, a statement sees all commits of the other nodes from before it began. Servers of the
 * same store may use different nodes.
 *
 * @returns false if the server knows no clusters
 */
async function waitForOtherNodes(connection: Connection): Promise<boolean> {
  // Bits: reads, updates and deletes, inserts.
  return command(connection, 'SET SESSION wsrep_sync_wait = 7').then(
    () => true,
    (error: unknown) => {
      if (errorNumber(error) !== unknownVariable) throw error
      return false
    },
  )
}
const unknownVariable = 1193

/** Lock timeout in seconds. Below the statement limit, so that the server reports the lock. */
const lockTimeoutSeconds = 10
/** Limit of a statement whose cancellation didn't arrive. */
const abandonedAfterMs = 3 * limits.statementTimeoutMs

/** Returns a function that prepares each connection to a server. */
export function sessionPreparer(version: ServerVersion): (connection: Connection) => Promise<void> {
  let mayBeNode = true
  return async (connection) => {
    await setVariables(connection, version)
    mayBeNode &&= await waitForOtherNodes(connection)
    // Each statement sees earlier commits of others, as in PostgreSQL; key ranges aren't locked.
    await command(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  }
}

/**
 * Sets up a session independently of the server's settings: UTC, strict values, no backslash escapes, 0 as an ordinary
 * number.
 */
async function setVariables(connection: Connection, version: ServerVersion): Promise<void> {
  await command(
    connection,
    `SET NAMES utf8mb4 COLLATE ${exactCollation(version)},
      @@session.sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO',
      @@session.time_zone = '+00:00',
      @@session.autocommit = 1,
      @@session.sql_auto_is_null = 0,
      @@session.lock_wait_timeout = ${lockTimeoutSeconds},
      @@session.innodb_lock_wait_timeout = ${lockTimeoutSeconds},
      @@session.group_concat_max_len = 1073741824,
      @@session.${version.flavour === 'mariadb' ? `max_statement_time = ${abandonedAfterMs / 1_000}` : `max_execution_time = ${abandonedAfterMs}`}`,
  )
}
