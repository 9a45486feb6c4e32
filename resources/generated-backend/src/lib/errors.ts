import type { FastifyReply, FastifyRequest } from 'fastify'

/** A problem that the caller can solve. */
export class RequestError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const notFound = (): RequestError => new RequestError(404, 'There is no such row')

const taken = { statusCode: 409, message: 'Another row has these values already' }
const linked = { statusCode: 409, message: 'The row refers to one that does not exist, or other rows refer to it' }
const unfit = { statusCode: 400, message: 'The database does not accept these values' }

/** Answers to errors of the drivers, by code. */
const violations: Readonly<Record<string, { readonly statusCode: number; readonly message: string }>> = {
  // SQLite
  SQLITE_CONSTRAINT_UNIQUE: taken,
  SQLITE_CONSTRAINT_PRIMARYKEY: taken,
  SQLITE_CONSTRAINT_FOREIGNKEY: linked,
  SQLITE_CONSTRAINT_TRIGGER: linked,
  SQLITE_CONSTRAINT_NOTNULL: unfit,
  SQLITE_CONSTRAINT_CHECK: unfit,
  SQLITE_CONSTRAINT_DATATYPE: unfit,
  // PostgreSQL: unique, foreign key, not null, check; too long, out of range, wrong format
  '23505': taken,
  '23503': linked,
  '23502': unfit,
  '23514': unfit,
  '22001': unfit,
  '22003': unfit,
  '22007': unfit,
  '22008': unfit,
  '22P02': unfit,
  // MySQL and MariaDB
  ER_DUP_ENTRY: taken,
  ER_NO_REFERENCED_ROW_2: linked,
  ER_ROW_IS_REFERENCED_2: linked,
  ER_BAD_NULL_ERROR: unfit,
  ER_CHECK_CONSTRAINT_VIOLATED: unfit,
  ER_DATA_TOO_LONG: unfit,
  ER_WARN_DATA_OUT_OF_RANGE: unfit,
  ER_TRUNCATED_WRONG_VALUE: unfit,
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: unfit,
  WARN_DATA_TRUNCATED: unfit,
  // SQL Server
  '2601': taken,
  '2627': taken,
  '547': linked,
  '515': unfit,
  '2628': unfit,
  '8115': unfit,
  '8152': unfit,
}

/** Sends an error as JSON. Texts of the database stay in the log: they may show values of other rows. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, message } = answerTo(error)
  if (statusCode >= 500) request.log.error(error)
  return reply.code(statusCode).send({ message })
}

function answerTo(error: unknown): { readonly statusCode: number; readonly message: string } {
  const internal = { statusCode: 500, message: 'Something went wrong' }
  if (!(error instanceof Error)) return internal
  const { statusCode, code, number } = error as Error & { statusCode?: number; code?: string; number?: number }
  if (statusCode !== undefined && statusCode < 500) return { statusCode, message: error.message }
  return violations[code ?? ''] ?? violations[number ?? ''] ?? internal
}
