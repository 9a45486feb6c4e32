import { AppError, type ErrorCode } from '@common/errors'

/*
 * Statements that contain SQL of a user, from the query of a query table. Each database runs them like those of the SQL
 * editor: in a read-only transaction that is rolled back, one statement at a time. The mark is part of the SQL, so no
 * path from a query to the database can lose it.
 */

const begin = '/* basalt:begin */'
const end = '/* basalt:end */'

/** Marks SQL of a user inside a statement. A comment at its end doesn't hide the mark. */
export const isolated = (sql: string): string => `${begin} ${sql}\n${end}`

export const isIsolated = (sql: string): boolean => sql.includes(begin)

/** True if SQL of a user contains a mark itself. */
export const hasMark = (sql: string): boolean => sql.includes('basalt:')

/** Returns the parts of a statement that users wrote. */
export function isolatedParts(sql: string): string[] {
  return sql
    .split(begin)
    .slice(1)
    .map((part) => part.split(end)[0] ?? part)
}

/** Errors that don't come from the SQL itself. */
const ownErrors: readonly ErrorCode[] = [
  'QUERY_TIMEOUT',
  'QUERY_CANCELLED',
  'DATABASE_UNAVAILABLE',
  'DATABASE_REFUSED',
  'DATABASE_DAMAGED',
  'DATABASE_BUSY',
  'TOO_MANY_REQUESTS',
]

/** Hides the words of the database: they may name tables and values that the reader must not see. */
export function isolatedError(error: unknown): unknown {
  if (error instanceof AppError && ownErrors.includes(error.code)) return error
  return new AppError('QUERY_TABLE_FAILED', {}, { cause: error })
}
