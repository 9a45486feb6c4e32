import { AppError, type ErrorCode, type ErrorDetails } from '@common/errors'
import { authorMessage } from '@main/db/author-message'
import { errorCode } from '@main/db/connection-failures'
import { ConnectionProblem } from '@main/db/server-driver'
import { StillSilent } from '@main/db/silence-watch'

/**
 * Maps error numbers to error codes.
 * https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors
 */
const codes: Readonly<Record<number, ErrorCode>> = {
  // Rows
  2601: 'VALUE_NOT_UNIQUE',
  2627: 'VALUE_NOT_UNIQUE',
  1505: 'VALUE_NOT_UNIQUE',
  515: 'VALUE_REQUIRED',
  // Values that don't fit
  220: 'VALUE_CHECK_FAILED',
  232: 'VALUE_CHECK_FAILED',
  241: 'VALUE_CHECK_FAILED',
  242: 'VALUE_CHECK_FAILED',
  244: 'VALUE_CHECK_FAILED',
  245: 'VALUE_CHECK_FAILED',
  248: 'VALUE_CHECK_FAILED',
  295: 'VALUE_CHECK_FAILED',
  296: 'VALUE_CHECK_FAILED',
  517: 'VALUE_CHECK_FAILED',
  2628: 'VALUE_CHECK_FAILED',
  8114: 'VALUE_CHECK_FAILED',
  8115: 'VALUE_CHECK_FAILED',
  8152: 'VALUE_CHECK_FAILED',
  8169: 'VALUE_CHECK_FAILED',
  9803: 'VALUE_CHECK_FAILED',
  206: 'VALUE_CHECK_FAILED',
  235: 'VALUE_CHECK_FAILED',
  257: 'VALUE_CHECK_FAILED',
  293: 'VALUE_CHECK_FAILED',
  511: 'VALUE_CHECK_FAILED',
  544: 'VALUE_CHECK_FAILED',
  1946: 'VALUE_CHECK_FAILED',
  3609: 'VALUE_CHECK_FAILED',
  3616: 'VALUE_CHECK_FAILED',
  8102: 'VALUE_CHECK_FAILED',
  8170: 'VALUE_CHECK_FAILED',
  9420: 'VALUE_CHECK_FAILED',
  // Locks
  1205: 'DATABASE_BUSY',
  1222: 'DATABASE_BUSY',
  3960: 'DATABASE_BUSY',
  10928: 'DATABASE_BUSY',
  10929: 'DATABASE_BUSY',
  // Resources of the server
  1101: 'DISK_FULL',
  1105: 'DISK_FULL',
  9002: 'DISK_FULL',
  823: 'DATABASE_DAMAGED',
  824: 'DATABASE_DAMAGED',
  825: 'DATABASE_DAMAGED',
  3906: 'DATABASE_READ_ONLY',
  3908: 'DATABASE_READ_ONLY',
  229: 'DATABASE_FORBIDDEN',
  230: 'DATABASE_FORBIDDEN',
  262: 'DATABASE_FORBIDDEN',
  297: 'DATABASE_FORBIDDEN',
  300: 'DATABASE_FORBIDDEN',
  1088: 'DATABASE_FORBIDDEN',
  15247: 'DATABASE_FORBIDDEN',
  596: 'DATABASE_UNAVAILABLE',
  4060: 'DATABASE_UNAVAILABLE',
  6005: 'DATABASE_UNAVAILABLE',
  18456: 'DATABASE_UNAVAILABLE',
  40197: 'DATABASE_UNAVAILABLE',
  40501: 'DATABASE_UNAVAILABLE',
  40613: 'DATABASE_UNAVAILABLE',
  // Changed or invalid schema
  208: 'TABLE_NOT_FOUND',
  4701: 'TABLE_NOT_FOUND',
  4902: 'TABLE_NOT_FOUND',
  207: 'COLUMN_NOT_FOUND',
  4924: 'COLUMN_NOT_FOUND',
  15248: 'COLUMN_NOT_FOUND',
  2714: 'TABLE_EXISTS',
  15335: 'TABLE_EXISTS',
  2705: 'COLUMN_EXISTS',
  3726: 'TABLE_IN_USE',
  1033: 'VIEW_INVALID',
  4413: 'VIEW_INVALID',
  4502: 'VIEW_INVALID',
  1702: 'SCHEMA_CHANGE_UNSUPPORTED',
  1750: 'SCHEMA_CHANGE_UNSUPPORTED',
  1769: 'SCHEMA_CHANGE_UNSUPPORTED',
  1776: 'SCHEMA_CHANGE_UNSUPPORTED',
  1778: 'SCHEMA_CHANGE_UNSUPPORTED',
  1785: 'SCHEMA_CHANGE_UNSUPPORTED',
  1911: 'SCHEMA_CHANGE_UNSUPPORTED',
  1913: 'SCHEMA_CHANGE_UNSUPPORTED',
  1919: 'SCHEMA_CHANGE_UNSUPPORTED',
  2744: 'SCHEMA_CHANGE_UNSUPPORTED',
  4922: 'SCHEMA_CHANGE_UNSUPPORTED',
  4928: 'SCHEMA_CHANGE_UNSUPPORTED',
  5074: 'SCHEMA_CHANGE_UNSUPPORTED',
  8147: 'SCHEMA_CHANGE_UNSUPPORTED',
  15336: 'SCHEMA_CHANGE_UNSUPPORTED',
}

/** Codes of the driver for failed connections. */
const lossCodes = [
  'ESOCKET',
  'ECONNCLOSED',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
const connectCodes = [...lossCodes, 'ETIMEOUT', 'ELOGIN', 'EINSTLOOKUP', 'EINVALIDSTATE', 'ADDRESS_FORBIDDEN']

/** First number of user errors: triggers and procedures raise them with THROW and RAISERROR. */
const ownErrors = 50_000

/** Translates an error of the server or the driver. The session's language is English, whatever the server's. */
export function translateError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const told = all(error)
  const conflict = told.find((one) => numberOf(one) === 547)
  if (conflict !== undefined) return conflictError(messageOf(conflict), cause)
  const raised = told.find((one) => numberOf(one) >= ownErrors)
  if (raised !== undefined) return new AppError('VALUE_CHECK_FAILED', authorMessage(messageOf(raised)), cause)
  for (const one of told) {
    const code = codes[numberOf(one)]
    // Errors after the first are consequences of it.
    if (code !== undefined) return new AppError(code, detailsOf(numberOf(one), messageOf(one)), cause)
  }
  const isUnavailable = error instanceof ConnectionProblem || told.some((one) => connectCodes.includes(errorCode(one)))
  return new AppError(isUnavailable ? 'DATABASE_UNAVAILABLE' : 'INTERNAL', {}, cause)
}

/** `The INSERT statement conflicted with the FOREIGN KEY constraint "…". … table "dbo.parents", column 'id'.` */
function conflictError(message: string, cause: { readonly cause: unknown }): AppError {
  const [, verb, kind] =
    /^The (\w+(?: TABLE)?) statement conflicted with the ((?:SAME TABLE )?REFERENCE|FOREIGN KEY(?: SAME TABLE)?|CHECK)/.exec(
      message,
    ) ?? []
  const table = /table "(?:[^".]*\.)?([^"]*)"/.exec(message)?.[1]
  const column = /column '((?:[^']|'')*)'/.exec(message)?.[1]
  if (kind === 'CHECK') {
    const rule = /constraint "([^"]*)"/.exec(message)?.[1]
    return new AppError('VALUE_CHECK_FAILED', column === undefined ? { table, rule } : { table, column }, cause)
  }
  if (verb === 'DELETE' || kind?.includes('REFERENCE') === true)
    return new AppError('ROW_REFERENCED', table === undefined ? {} : { table }, cause)
  return new AppError('VALUE_REFERENCE_MISSING', {}, cause)
}

function detailsOf(number: number, message: string): ErrorDetails {
  const quoted = [...message.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text)
  const [first = ''] = quoted
  switch (number) {
    // "Cannot insert duplicate key row in object 'dbo.t' with unique index 'i'." (2601), "Violation of UNIQUE KEY
    // constraint 'c'. Cannot insert duplicate key in object 'dbo.t'." (2627): the connection looks up its columns.
    case 2601:
    case 1505:
      return { table: unqualified(first), key: quoted[1] ?? '' }
    case 2627:
      return { table: unqualified(quoted[1] ?? ''), key: first }
    case 515:
      return { table: unqualified(quoted[1] ?? ''), column: first }
    // "String or binary data would be truncated in table 'db.dbo.t', column 'c'."
    case 2628:
      return { column: quoted[1] ?? '', limit: 'length' }
    // "Could not use view or function 'name' …" (4413), "View or function 'name' has more column names …" (4502)
    case 4413:
    case 4502:
    case 15335:
    case 2714:
      return { table: first }
    case 2705:
      return { column: first }
    case 3726:
      return { table: first, by: 'a foreign key' }
    case 5074:
    case 4922:
      return first === '' ? {} : { by: first }
    default:
      return {}
  }
}

const unqualified = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** True if the connection broke while in use, so that a read can succeed on another one. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AppError) return isConnectionLoss(error.cause)
  if (error instanceof StillSilent) return false
  return all(error).some((one) => lossCodes.includes(errorCode(one)))
}

/** True if the server rolled back because of concurrent transactions; the transaction can run again. */
export function mayRunAgain(error: unknown): boolean {
  return all(error).some((one) => [1205, 3960].includes(numberOf(one)))
}

/** The driver aggregates several errors of the server. */
function all(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? (error.errors as unknown[]) : [error]
}

export function numberOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'number' in error && typeof error.number === 'number'
    ? error.number
    : 0
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')
