import type { StoredValue } from '@common/columns/column-type'
import { AppError, type ErrorCode, type ErrorDetails } from '@common/errors'
import { authorMessage } from '@main/db/author-message'
import { StillSilent } from '@main/db/silence-watch'

/**
 * Kind of the failed statement. The server reports the direction of a failed foreign key only in its own language. In a
 * schema change, errors that would be internal mean that the schema forbids the change.
 */
export type Verb = 'insert' | 'update' | 'delete' | 'schema'

/** Maps SQLSTATE codes, then classes, to error codes. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const codes: Readonly<Record<string, ErrorCode>> = {
  '23001': 'ROW_REFERENCED',
  '25006': 'DATABASE_READ_ONLY',
  '40001': 'DATABASE_BUSY',
  '40P01': 'DATABASE_BUSY',
  // Names come from metadata, so the object was just dropped.
  '42P01': 'TABLE_NOT_FOUND',
  '42703': 'COLUMN_NOT_FOUND',
  // A read-only view, a computed column, a rule of a view, or a trigger's error.
  '55000': 'TABLE_READ_ONLY',
  '428C9': 'VALUE_CHECK_FAILED',
  '44000': 'VALUE_CHECK_FAILED',
  '42501': 'DATABASE_FORBIDDEN',
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
/** Errors of schema changes: values that don't fit, taken or missing names, and dependencies. */
const schemaCodes: Readonly<Record<string, ErrorCode>> = {
  '22': 'COLUMN_VALUES_NOT_CONVERTIBLE',
  '0A': 'SCHEMA_CHANGE_UNSUPPORTED',
  '2B': 'SCHEMA_CHANGE_UNSUPPORTED',
  '42': 'SCHEMA_CHANGE_UNSUPPORTED',
  '54': 'SCHEMA_CHANGE_UNSUPPORTED',
  '55': 'SCHEMA_CHANGE_UNSUPPORTED',
}
const classes: Readonly<Record<string, ErrorCode>> = {
  '08': 'DATABASE_UNAVAILABLE',
  '28': 'DATABASE_UNAVAILABLE',
  '53': 'DATABASE_BUSY',
  '58': 'DATABASE_UNAVAILABLE',
}
/** Codes of the operating system for an unreachable server. */
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

/**
 * Translates an error of the server or the driver.
 *
 * @param sql  the failed statement, if it writes rows; it names the column of a rejected value
 * @param params  its values, to find the one that is too long or too large
 */
export function translateError(
  error: unknown,
  verb?: Verb,
  sql?: string,
  params: readonly StoredValue[] = [],
): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const code = text(error, 'code')
  if (code === '23505') return new AppError('VALUE_NOT_UNIQUE', keyDetails(error), cause)
  if (code === '23502')
    return new AppError('VALUE_REQUIRED', { table: text(error, 'table'), column: text(error, 'column') }, cause)
  if (code === '23503') {
    const referenced = verb === 'delete' || text(error, 'detail').includes('still referenced')
    const details = referenced ? { table: text(error, 'table') } : keyDetails(error)
    return new AppError(referenced ? 'ROW_REFERENCED' : 'VALUE_REFERENCE_MISSING', details, cause)
  }
  if (code === 'P0001') return new AppError('VALUE_CHECK_FAILED', authorMessage(messageOf(error)), cause)
  if (code === '23P01')
    return new AppError('VALUE_CHECK_FAILED', { ...keyDetails(error), rule: text(error, 'constraint') }, cause)
  if (code === '55000' && verb === undefined) return new AppError('VIEW_NOT_POPULATED', {}, cause)
  if (code === '23514') return new AppError('VALUE_CHECK_FAILED', checkDetails(error), cause)
  if (verb === 'schema' && code === '42P07') return new AppError('TABLE_EXISTS', { table: quotedName(error) }, cause)
  if (verb === 'schema' && code === '42701') return new AppError('COLUMN_EXISTS', { column: quotedName(error) }, cause)
  // The row doesn't fit a page, or the text is too long for an index.
  if (code === '54000' && verb !== 'schema') return new AppError('VALUE_CHECK_FAILED', {}, cause)
  // A text grew beyond a gigabyte. The server doesn't translate this one.
  if (code === 'XX000' && error instanceof Error && error.message.startsWith('invalid memory alloc request size'))
    return new AppError('VALUE_TOO_LARGE', {}, cause)
  if (verb !== 'schema' && (code === '22001' || code === '22003'))
    return new AppError('VALUE_CHECK_FAILED', limitDetails(error, code, sql, params), cause)
  // Types of extensions report invalid text as a syntax error; our own statements have none. A trigger can fail in any
  // way.
  const isBadText = code === '42601' && (verb === 'insert' || verb === 'update')
  const isTriggers =
    verb !== undefined && verb !== 'schema' && /^(?:PL\/|SQL (?:function|statement))/.test(text(error, 'where'))
  if ((code.startsWith('22') && verb !== 'schema') || isBadText)
    return new AppError('VALUE_CHECK_FAILED', valueDetails(error, sql), cause)
  const ofSchema = verb === 'schema' ? schemaCodes[code.slice(0, 2)] : undefined
  const known = codes[code] ?? ofSchema ?? classes[code.slice(0, 2)]
  if (known !== undefined && code.length === 5) return new AppError(known, {}, cause)
  if (isTriggers) return new AppError('VALUE_CHECK_FAILED', {}, cause)
  return new AppError(isConnectionLoss(error) ? 'DATABASE_UNAVAILABLE' : 'INTERNAL', {}, cause)
}

/** True if the connection failed, so that a read can succeed on another one. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof StillSilent) return false
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  const code = text(error, 'code')
  if (networkCodes.includes(code) || /^(08|57P0)/.test(code)) return true
  // The driver gives these neither code nor class.
  return (
    error instanceof Error &&
    /^(Connection terminated|Client has encountered a connection error|timeout expired)/.test(error.message)
  )
}

/** True if the server rolled back because of concurrent transactions; the transaction can run again. */
export function mayRunAgain(error: unknown): boolean {
  return ['40001', '40P01'].includes(text(error, 'code'))
}

/** True if a server rejected a write because it is a standby now. Nothing was changed. */
export const isStandby = (error: unknown): boolean => text(error, 'code') === '25006'

/** Parses "Key (a, b)=(1, 2) already exists." in any language; the brackets are always the same. */
function keyDetails(error: unknown): { table: string; columns?: string[]; column?: string } {
  const table = text(error, 'table')
  const list = /\((.*?)\)=\(/s.exec(text(error, 'detail'))?.[1]
  if (list === undefined) return { table }
  const columns = list.split(', ').map((name) => name.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'))
  return { table, columns, column: columns.join(', ') }
}

/** Generated names of checks are `table_column_check`; other names come from users. */
function checkDetails(error: unknown): { table: string; column?: string; rule?: string } {
  const table = text(error, 'table')
  const rule = text(error, 'constraint')
  const column = rule.startsWith(`${table}_`) ? /^(.+)_check\d*$/.exec(rule.slice(table.length + 1))?.[1] : undefined
  return { table, ...(column === undefined ? { rule } : { column }) }
}

/** Parses "unnamed portal parameter $2 = '…'" in any language: the parameter of the invalid value. */
function valueDetails(error: unknown, sql: string | undefined): { column?: string } {
  const number = Number(/\$(\d+)/.exec(text(error, 'where'))?.[1])
  const column = Number.isNaN(number) ? undefined : columnOf(sql, number)
  return column === undefined ? {} : { column }
}

/** Returns the column to which one of our statements binds a parameter. */
function columnOf(sql: string | undefined, number: number): string | undefined {
  if (sql === undefined) return undefined
  const name = '"(?:[^"]|"")+"'
  const list = new RegExp(`^INSERT INTO ${name} \\((${name}(?:, ${name})*)\\)`).exec(sql)?.[1]
  const quoted =
    list === undefined
      ? new RegExp(`(${name}) = \\$${number}(?!\\d)`).exec(sql)?.[1]
      : (list.match(new RegExp(name, 'g')) ?? [])[number - 1]
  return quoted?.slice(1, -1).replaceAll('""', '"')
}

/**
 * Returns the kind of limit in "value too long for type character varying(20)", "A field with precision 5, scale 2 …"
 * and "smallint out of range". The server doesn't name the column, so lists all columns whose value exceeds the limit.
 */
function limitDetails(
  error: unknown,
  code: string,
  sql: string | undefined,
  params: readonly StoredValue[],
): ErrorDetails {
  const given = valueDetails(error, sql)
  const limit = code === '22001' ? 'length' : 'range'
  if (given.column !== undefined) return { ...given, limit }
  const [first, second = '0'] = `${messageOf(error)} ${text(error, 'detail')}`.match(/\d+/g) ?? []
  const isBeyond = (value: StoredValue): boolean => {
    if (limit === 'length') return typeof value === 'string' && [...value].length > Number(first)
    const size = Math.abs(Number(value))
    return first === undefined ? size >= 2 ** 15 : size >= 10 ** (Number(first) - Number(second)) - 0.5
  }
  const candidates = params.flatMap((value, at) =>
    value !== null && isBeyond(value) ? (columnOf(sql, at + 1) ?? []) : [],
  )
  return { limit, candidates: [...new Set(candidates)] }
}

/** Returns the first quoted name in the message, in the quotes of any language. */
function quotedName(error: unknown): string {
  return /["“”«»„'](.+?)["“”«»']/.exec(error instanceof Error ? error.message : '')?.[1]?.trim() ?? ''
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

function text(error: unknown, key: 'code' | 'detail' | 'table' | 'column' | 'constraint' | 'where'): string {
  if (typeof error !== 'object' || error === null || !(key in error)) return ''
  const value = (error as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}
