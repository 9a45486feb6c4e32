import { AppError } from '@common/errors'
import type { SqlParameters } from '@common/sql/shapes'

/**
 * Rejects SQL and parameters with the character NUL. SQLite ends the SQL there, PostgreSQL closes the connection, and only
 * MariaDB accepts it.
 *
 * @throws AppError SQL_HAS_NUL, with the name of the parameter
 */
export function checkWithoutNul(sql: string, parameters: SqlParameters = {}): void {
  if (sql.includes('\0')) throw new AppError('SQL_HAS_NUL')
  for (const [name, value] of Object.entries(parameters))
    if (typeof value === 'string' && value.includes('\0')) throw new AppError('SQL_HAS_NUL', { name })
}
