import { AppError, type ErrorCode } from '@common/errors'

/** What the failing statement did: the server says only that a foreign key failed, and in its own language which way. */
export type Verb = 'insert' | 'update' | 'delete'

/** SQLSTATE → ours, whole codes first, then classes. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const codes: Readonly<Record<string, ErrorCode>> = {
  '23001': 'ROW_REFERENCED',
  '23514': 'VALUE_CHECK_FAILED',
  '23P01': 'VALUE_CHECK_FAILED',
  '25006': 'DATABASE_READ_ONLY',
  '40001': 'DATABASE_BUSY',
  '40P01': 'DATABASE_BUSY',
  '42501': 'DATABASE_READ_ONLY',
  '53100': 'DISK_FULL',
  '55P03': 'DATABASE_BUSY',
  '57014': 'QUERY_TIMEOUT',
  '3D000': 'DATABASE_UNAVAILABLE',
  '3F000': 'DATABASE_UNAVAILABLE',
  '57P01': 'DATABASE_UNAVAILABLE',
  '57P02': 'DATABASE_UNAVAILABLE',
  '57P03': 'DATABASE_UNAVAILABLE',
  '57P05': 'DATABASE_UNAVAILABLE',
  XX001: 'DATABASE_DAMAGED',
  XX002: 'DATABASE_DAMAGED',
}
const classes: Readonly<Record<string, ErrorCode>> = {
  '08': 'DATABASE_UNAVAILABLE',
  '22': 'VALUE_CHECK_FAILED',
  '28': 'DATABASE_UNAVAILABLE',
  '53': 'DATABASE_BUSY',
  '58': 'DATABASE_UNAVAILABLE',
}
/** Of the operating system, when the server cannot be reached. */
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ENOENT',
]

/** An error of the server or the driver → ours. */
export function translateError(error: unknown, verb?: Verb): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const code = text(error, 'code')
  if (code === '23505') return new AppError('VALUE_NOT_UNIQUE', uniqueDetails(error), cause)
  if (code === '23502')
    return new AppError('VALUE_REQUIRED', { table: text(error, 'table'), column: text(error, 'column') }, cause)
  if (code === '23503') {
    const referenced = verb === 'delete' || text(error, 'detail').includes('still referenced')
    return new AppError(referenced ? 'ROW_REFERENCED' : 'VALUE_REFERENCE_MISSING', {}, cause)
  }
  const known = codes[code] ?? classes[code.slice(0, 2)]
  if (known !== undefined && code.length === 5) return new AppError(known, {}, cause)
  return new AppError(isConnectionLoss(error) ? 'DATABASE_UNAVAILABLE' : 'INTERNAL', {}, cause)
}

/** Whether the connection, not the statement, failed: the same read may succeed on another one. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  const code = text(error, 'code')
  if (networkCodes.includes(code) || /^(08|57P0)/.test(code)) return true
  // The driver gives these neither code nor class.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

/** The server undid the transaction because of others; it may be run again. */
export function mayRunAgain(error: unknown): boolean {
  return ['40001', '40P01'].includes(text(error, 'code'))
}

/** "Key (a, b)=(1, 2) already exists.", in the server's language: the brackets are the same in all. */
function uniqueDetails(error: unknown): { table: string; columns?: string[]; column?: string } {
  const table = text(error, 'table')
  const list = /\((.*?)\)=\(/s.exec(text(error, 'detail'))?.[1]
  if (list === undefined) return { table }
  const columns = list.split(', ').map((name) => name.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'))
  return { table, columns, column: columns.join(', ') }
}

function text(error: unknown, key: 'code' | 'detail' | 'table' | 'column'): string {
  if (typeof error !== 'object' || error === null || !(key in error)) return ''
  const value = (error as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}
