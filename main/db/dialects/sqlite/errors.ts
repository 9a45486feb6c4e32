import { AppError } from '@common/errors'
import { authorMessage } from '@main/db/author-message'
import type { Failure, Verb } from './protocol'

/** An error of SQLite from a thread: its code, its message, and the kind of statement. */
export class SqliteFailure extends Error {
  override readonly name = 'SqliteFailure'

  constructor(
    readonly code: string,
    message: string,
    readonly verb?: Verb,
  ) {
    super(message)
  }
}

/**
 * Translates an error of SQLite. Codes: https://sqlite.org/rescode.html. Takes names of tables and columns from the
 * message, their only source. Nothing else of the message reaches the caller.
 */
export function translateError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  const cause = { cause: error }
  if (code.startsWith('SQLITE_CONSTRAINT')) return constraintError(code, message, verbOf(error), cause)
  if (code === 'SQLITE_MISMATCH') return new AppError('VALUE_CHECK_FAILED', {}, cause)
  // A value exceeds the limits of SQLite, such as a formula result of many megabytes.
  if (code === 'SQLITE_TOOBIG' || message === 'string or blob too big')
    return new AppError('VALUE_TOO_LARGE', {}, cause)
  if (code === 'SQLITE_FULL') return new AppError('DISK_FULL', {}, cause)
  // SQLite reports a full file system as one of these.
  if (/^SQLITE_IOERR_(WRITE|SHMSIZE|TRUNCATE)$/.test(code)) return new AppError('DISK_FULL', {}, cause)
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return new AppError('DATABASE_BUSY', {}, cause)
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return new AppError('DATABASE_DAMAGED', {}, cause)
  if (/^SQLITE_(READONLY|PERM)/.test(code)) return new AppError('DATABASE_READ_ONLY', {}, cause)
  if (/^SQLITE_(CANTOPEN|IOERR|PROTOCOL)/.test(code)) return new AppError('DATABASE_UNAVAILABLE', {}, cause)
  return schemaError(message, cause) ?? new AppError('INTERNAL', {}, cause)
}

/** Translates schema errors, which share one code. Texts: build.c, alter.c and resolve.c of SQLite. */
function schemaError(message: string, cause: { readonly cause: unknown }): AppError | undefined {
  const taken = /^there is already (?:an index|a table|another table or index) (?:named|with this name:?) (.+)$/s.exec(
    message,
  )
  const exists = /^(?:table|view|index) (.+) already exists$/s.exec(message)
  const table = taken?.[1] ?? exists?.[1]
  // SQLite quotes the name as written.
  if (table !== undefined) return new AppError('TABLE_EXISTS', { table: nameOf(table) }, cause)
  // ALTER TABLE parses every view and trigger again. One was broken before, or would be afterwards.
  const broken = /^error in (?:view|trigger|index|table) (.+?)(?: after (?:rename|drop column|add column))?: /s.exec(
    message,
  )
  if (broken) return new AppError('SCHEMA_CHANGE_UNSUPPORTED', { by: broken[1] }, cause)
  if (message.startsWith('too many columns')) return new AppError('SCHEMA_CHANGE_UNSUPPORTED', {}, cause)
  // Names come from metadata, so the object was just dropped, or a view lost its table.
  if (message.startsWith('no such table: ')) return new AppError('TABLE_NOT_FOUND', {}, cause)
  if (message.startsWith('no such column: ')) return new AppError('COLUMN_NOT_FOUND', {}, cause)
  const unknown = /^table .+ has no column named (.+)$/s.exec(message)
  if (unknown) return new AppError('COLUMN_NOT_FOUND', { column: unknown[1] }, cause)
  return undefined
}

const nameOf = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text)

/** Translates a failure that crossed the thread boundary. */
export function failureError(failure: Failure): AppError {
  if (failure.kind === 'app') return new AppError(failure.code, failure.details)
  const error = translateError(new SqliteFailure(failure.code, failure.message, failure.verb))
  return failure.at === undefined
    ? error
    : new AppError(error.code, { ...error.details, at: failure.at }, { cause: error.cause })
}

function constraintError(
  code: string,
  message: string,
  verb: Verb | undefined,
  cause: { readonly cause: unknown },
): AppError {
  if (message.startsWith('FOREIGN KEY')) {
    // SQLite reports ON DELETE RESTRICT and ON UPDATE RESTRICT as triggers.
    const referenced = verb === 'delete' || code === 'SQLITE_CONSTRAINT_TRIGGER'
    return new AppError(referenced ? 'ROW_REFERENCED' : 'VALUE_REFERENCE_MISSING', {}, cause)
  }
  if (message.startsWith('UNIQUE')) return new AppError('VALUE_NOT_UNIQUE', uniqueDetails(message), cause)
  const notNull = /^NOT NULL constraint failed: (.+)$/s.exec(message)?.[1]
  if (notNull !== undefined) {
    const { table, name } = splitName(notNull)
    return new AppError('VALUE_REQUIRED', { table, column: name }, cause)
  }
  // STRICT tables: "cannot store TEXT value in INTEGER column t.c".
  const strict = /^cannot store \w+ value in \w+ column (.+)$/s.exec(message)?.[1]
  if (strict !== undefined) {
    const { table, name } = splitName(strict)
    return new AppError('VALUE_CHECK_FAILED', { table, column: name }, cause)
  }
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return new AppError('VALUE_CHECK_FAILED', authorMessage(message), cause)
  // Name or condition of the rule.
  const rule = /^CHECK constraint failed: (.+)$/s.exec(message)?.[1]
  return new AppError('VALUE_CHECK_FAILED', rule === undefined ? {} : { rule: rule.slice(0, 200) }, cause)
}

/** "UNIQUE constraint failed: t.a, t.b", or "index 'name'" for an index over expressions. */
function uniqueDetails(message: string): { table?: string; columns?: string[]; column?: string } {
  const list = message.slice(message.indexOf(': ') + 2)
  if (list.startsWith("index '")) return {}
  const parts = list.split(', ').map(splitName)
  const columns = parts.map(({ name }) => name)
  return { table: parts[0]?.table ?? '', columns, column: columns.join(', ') }
}

/** Splits at the first dot: SQLite quotes neither name. */
function splitName(text: string): { table: string; name: string } {
  const point = text.indexOf('.')
  return { table: text.slice(0, Math.max(point, 0)), name: text.slice(point + 1) }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

function verbOf(error: unknown): Verb | undefined {
  return error instanceof SqliteFailure ? error.verb : undefined
}
