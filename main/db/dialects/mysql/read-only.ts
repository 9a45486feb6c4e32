import type { Connection } from 'mysql2'
import { mysql } from '@common/dialects'
import { AppError } from '@common/errors'
import { codeTokens, wordOf } from '@common/sql/tokens'
import { abandonConnection, command } from './pool'

/** First words of statements that read. The read-only transaction rejects writes of these. */
const reading = new Set(['SELECT', 'WITH', 'VALUES', 'EXPLAIN', 'TABLE', 'SHOW', 'DESCRIBE', 'DESC'])

/**
 * Read-only transactions allow files of the server, and functions of plugins that run SQL or programs. Comments can hide
 * the words around these, not the words.
 */
const outside = /outfile|dumpfile|load_file|spider_\w*direct_sql|spider_copy_tables|\bsys_(?:exec|eval|set|get)\b/i

export const firstWord = (sql: string): string =>
  wordOf(
    sql,
    codeTokens(sql, mysql.syntax).find(({ kind }) => kind !== 'mark'),
  )

/** @throws AppError SQL_NOT_READING */
export function refuseWriting(sql: string): void {
  if (!reading.has(firstWord(sql)) || outside.test(sql)) throw new AppError('SQL_NOT_READING')
}

/** Begins a read-only transaction for SQL of a user. The connection takes one statement at a time, so none can end it. */
export async function beginReadOnly(connection: Connection): Promise<void> {
  await command(connection, 'START TRANSACTION READ ONLY')
}

/**
 * Ends what `beginReadOnly` began on a connection of a pool, and resets the session: rolls back, releases locks, and clears
 * the variables and settings that the SQL and its functions have changed. Closes the connection if that fails.
 *
 * @param prepare  prepares the connection like a new one
 */
export async function resetSession(
  connection: Connection,
  prepare: (connection: Connection) => Promise<void>,
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      connection.reset((error) => (error ? reject(error) : resolve()))
    })
    await prepare(connection)
  } catch {
    abandonConnection(connection)
    // Until the pool knows that it is closed.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Rolls back. If that fails, the connection is lost and the server rolls back. Locks of GET_LOCK outlive it. */
export async function endReadOnly(connection: Connection): Promise<void> {
  await command(connection, 'ROLLBACK').catch(() => undefined)
  await command(connection, 'DO RELEASE_ALL_LOCKS()').catch(() => undefined)
}
