import { AppError, type ErrorCode, type ErrorDetails } from '@common/errors'
import { authorMessage } from '@main/db/author-message'
import { errorCode } from '@main/db/connection-failures'
import { ConnectionProblem } from '@main/db/server-driver'
import { StillSilent } from '@main/db/silence-watch'

/**
 * Maps error numbers to error codes. https://mariadb.com/kb/en/mariadb-error-code-reference/, equal in MySQL below 1900
 */
const codes: Readonly<Record<number, ErrorCode>> = {
  // Rows
  1062: 'VALUE_NOT_UNIQUE',
  1586: 'VALUE_NOT_UNIQUE',
  // A row that a key change cascades to.
  1557: 'VALUE_NOT_UNIQUE',
  1761: 'VALUE_NOT_UNIQUE',
  1762: 'VALUE_NOT_UNIQUE',
  1048: 'VALUE_REQUIRED',
  1364: 'VALUE_REQUIRED',
  1263: 'VALUE_REQUIRED',
  1216: 'VALUE_REFERENCE_MISSING',
  1452: 'VALUE_REFERENCE_MISSING',
  1217: 'ROW_REFERENCED',
  1451: 'ROW_REFERENCED',
  // Values that don't fit
  1264: 'VALUE_CHECK_FAILED',
  1265: 'VALUE_CHECK_FAILED',
  1292: 'VALUE_CHECK_FAILED',
  1300: 'VALUE_CHECK_FAILED',
  1366: 'VALUE_CHECK_FAILED',
  1369: 'VALUE_CHECK_FAILED',
  1406: 'VALUE_CHECK_FAILED',
  1411: 'VALUE_CHECK_FAILED',
  1416: 'VALUE_CHECK_FAILED',
  1425: 'VALUE_CHECK_FAILED',
  1441: 'VALUE_CHECK_FAILED',
  1442: 'VALUE_CHECK_FAILED',
  1690: 'VALUE_CHECK_FAILED',
  3140: 'VALUE_CHECK_FAILED',
  3819: 'VALUE_CHECK_FAILED',
  4025: 'VALUE_CHECK_FAILED',
  // Locks
  1020: 'DATABASE_BUSY',
  1205: 'DATABASE_BUSY',
  1213: 'DATABASE_BUSY',
  1040: 'DATABASE_BUSY',
  1203: 'DATABASE_BUSY',
  1226: 'DATABASE_BUSY',
  1461: 'DATABASE_BUSY',
  1615: 'DATABASE_BUSY',
  3058: 'DATABASE_BUSY',
  // Cancelled statements
  1317: 'QUERY_TIMEOUT',
  1969: 'QUERY_TIMEOUT',
  3024: 'QUERY_TIMEOUT',
  // Resources of the server
  1021: 'DISK_FULL',
  1041: 'DATABASE_BUSY',
  1114: 'DISK_FULL',
  1034: 'DATABASE_DAMAGED',
  1035: 'DATABASE_DAMAGED',
  1194: 'DATABASE_DAMAGED',
  1195: 'DATABASE_DAMAGED',
  1712: 'DATABASE_DAMAGED',
  1036: 'DATABASE_READ_ONLY',
  1142: 'DATABASE_FORBIDDEN',
  1143: 'DATABASE_FORBIDDEN',
  // The definer of a view no longer exists, so the view is unreadable.
  1449: 'DATABASE_FORBIDDEN',
  1227: 'DATABASE_FORBIDDEN',
  1290: 'DATABASE_READ_ONLY',
  1792: 'DATABASE_READ_ONLY',
  1836: 'DATABASE_READ_ONLY',
  1053: 'DATABASE_UNAVAILABLE',
  1077: 'DATABASE_UNAVAILABLE',
  1927: 'DATABASE_UNAVAILABLE',
  // A node of a cluster that isn't ready, or that lost the others.
  1047: 'DATABASE_UNAVAILABLE',
  // A commit that a cluster couldn't finish. Its outcome is unknown.
  1180: 'DATABASE_UNAVAILABLE',
  // Rejected connections
  1044: 'DATABASE_UNAVAILABLE',
  1045: 'DATABASE_UNAVAILABLE',
  1049: 'DATABASE_UNAVAILABLE',
  1129: 'DATABASE_UNAVAILABLE',
  1130: 'DATABASE_UNAVAILABLE',
  1698: 'DATABASE_UNAVAILABLE',
  4031: 'DATABASE_UNAVAILABLE',
  // Changed or invalid schema
  1051: 'TABLE_NOT_FOUND',
  1054: 'COLUMN_NOT_FOUND',
  1146: 'TABLE_NOT_FOUND',
  1050: 'TABLE_EXISTS',
  1060: 'COLUMN_EXISTS',
  // Indexes
  1061: 'TABLE_EXISTS',
  1069: 'SCHEMA_CHANGE_UNSUPPORTED',
  1070: 'SCHEMA_CHANGE_UNSUPPORTED',
  1071: 'SCHEMA_CHANGE_UNSUPPORTED',
  1074: 'SCHEMA_CHANGE_UNSUPPORTED',
  1089: 'SCHEMA_CHANGE_UNSUPPORTED',
  1101: 'SCHEMA_CHANGE_UNSUPPORTED',
  1105: 'SCHEMA_CHANGE_UNSUPPORTED',
  1117: 'SCHEMA_CHANGE_UNSUPPORTED',
  1118: 'SCHEMA_CHANGE_UNSUPPORTED',
  1170: 'SCHEMA_CHANGE_UNSUPPORTED',
  1291: 'SCHEMA_CHANGE_UNSUPPORTED',
  1356: 'VIEW_INVALID',
  1439: 'SCHEMA_CHANGE_UNSUPPORTED',
  1553: 'SCHEMA_CHANGE_UNSUPPORTED',
  1822: 'SCHEMA_CHANGE_UNSUPPORTED',
  1823: 'SCHEMA_CHANGE_UNSUPPORTED',
  1825: 'SCHEMA_CHANGE_UNSUPPORTED',
  1826: 'SCHEMA_CHANGE_UNSUPPORTED',
  1832: 'SCHEMA_CHANGE_UNSUPPORTED',
  1833: 'SCHEMA_CHANGE_UNSUPPORTED',
  1901: 'SCHEMA_CHANGE_UNSUPPORTED',
  3780: 'SCHEMA_CHANGE_UNSUPPORTED',
}

/** SIGNAL of a trigger or routine. */
const signal = 1644

/** Codes of the network and the driver for failed connections. */
const networkCodes = [
  'ADDRESS_FORBIDDEN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
]

/**
 * Translates an error of the server or the driver. Error numbers identify the problem; the message contains quoted
 * names of columns and indexes in any language.
 */
export function translateError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const number = errorNumber(error)
  if (number === signal || textOf(error, 'sqlState') === '45000')
    return new AppError('VALUE_CHECK_FAILED', authorMessage(textOf(error, 'sqlMessage')), cause)
  const code = codes[number]
  if (code !== undefined) return new AppError(code, detailsOf(number, quotedNames(error)), cause)
  return new AppError(isUnavailable(error) ? 'DATABASE_UNAVAILABLE' : 'INTERNAL', {}, cause)
}

/** True if the connection failed, not a statement. */
function isUnavailable(error: unknown): boolean {
  return error instanceof AggregateError || error instanceof ConnectionProblem || isConnectionLoss(error)
}

/** True if the connection broke while in use, so that a read can succeed on another one. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof StillSilent) return false
  if (codes[errorNumber(error)] === 'DATABASE_UNAVAILABLE' || networkCodes.includes(errorCode(error))) return true
  // The driver closes the connection after these errors, except after rejections by the server.
  return typeof error === 'object' && error !== null && 'fatal' in error && error.fatal === true
}

/**
 * True if the server rolled back because of concurrent transactions, so that the transaction can run again. A Galera
 * cluster reports those of other nodes with 1213 too, at the commit.
 */
export function mayRunAgain(error: unknown): boolean {
  return [1020, 1213, 1615].includes(errorNumber(error))
}

/** True if a server rejected a write because it is a replica now (`read_only`). It changed no transactional table. */
export function isReplica(error: unknown): boolean {
  const number = errorNumber(error)
  // 1290 has other reasons too. The server translates all of its message but the option's name.
  return number === 1836 || (number === 1290 && error instanceof Error && /--(?:super-)?read-only/.test(error.message))
}

/** True if a statement was cancelled from outside. */
export function isInterrupted(error: unknown): boolean {
  return [1317, 1969, 3024].includes(errorNumber(error))
}

/** Returns quoted names: `Column 'name' cannot be null`, `Duplicate entry 'Ada' for key 'name'`. */
function quotedNames(error: unknown): string[] {
  const message = error instanceof Error ? error.message : ''
  return [...message.matchAll(/'((?:[^']|'')*)'(?!\w)|`((?:[^`]|``)*)`/g)].map((match) => match[1] ?? match[2] ?? '')
}

function detailsOf(number: number, names: readonly string[]): ErrorDetails {
  switch (number) {
    case 1048:
    case 1364:
    case 1265:
      return columnDetails(names[0])
    case 1406:
      return { ...columnDetails(names[0]), limit: 'length' }
    case 1264:
      return { ...columnDetails(names[0]), limit: 'range' }
    // "Incorrect integer value: 'x' for column `db`.`table`.`name` at row 1"; older servers write 'name'.
    case 1366:
    case 1292:
      return names.length >= 2 ? columnDetails(names.at(-1)) : {}
    // "CONSTRAINT `positive` failed for `db`.`table`"; MySQL: "Check constraint 'positive' is violated."
    case 4025:
    case 3819:
      return { rule: names[0] ?? '' }
    case 1062:
    case 1586:
      return { key: keyName(names.at(-1)) }
    case 1050:
    case 1061:
      return { table: names[0] ?? '' }
    case 1060:
      return { column: names[0] ?? '' }
    // "View 'db.name' references invalid table(s) …"
    case 1356:
      return { table: names[0]?.slice(names[0].indexOf('.') + 1) ?? '' }
    default:
      return {}
  }
}

const columnDetails = (name: string | undefined): ErrorDetails =>
  name === undefined || name === '' ? {} : { column: name }

/** MySQL 8 writes `table.key`, others `key`. */
const keyName = (name: string | undefined): string => name ?? ''

function textOf(error: unknown, key: 'sqlState' | 'sqlMessage'): string {
  if (typeof error !== 'object' || error === null || !(key in error)) return ''
  const value = (error as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}

export function errorNumber(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errno' in error && typeof error.errno === 'number'
    ? error.errno
    : 0
}
