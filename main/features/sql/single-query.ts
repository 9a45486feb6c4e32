import { sqlResultRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { sqlOperations } from '@common/operations/sql'
import type { Database } from '@main/db/database'
import { inProject, type Handlers } from '@main/operations/context'
import { checkWithoutNul } from './nul'
import { shownValue } from './values'

/** Statements that begin otherwise change something, or leave the database: ATTACH, COPY, SET. */
const reading = /^(?:select|with|values|explain|table|show|describe|\()/i
/** Comments and blanks before a statement. */
const leading = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/

/** Returns the handler of `sqlQuery`: one statement that only reads. */
export function createSingleQuery(
  databaseOf: (projectId: string) => Promise<Database>,
): Pick<Handlers<typeof sqlOperations>, 'sqlQuery'> {
  return {
    sqlQuery: async (context, { sql }) => {
      const database = await databaseOf(inProject(context).projectId)
      if (database.query === undefined) throw new AppError('NOT_SUPPORTED')
      checkWithoutNul(sql)
      if (!reading.test(sql.replace(leading, ''))) throw new AppError('SQL_NOT_READING')
      const rowsMax = sqlResultRowsMax + 1
      const { names, rows } = await database.query(sql, { rowsMax, signal: context.signal }).catch((error: unknown) => {
        throw sqlError(error)
      })
      return {
        columns: [...names],
        rows: rows.slice(0, sqlResultRowsMax).map((row) => row.map((value) => shownValue(value, 'text'))),
        isCut: rows.length > sqlResultRowsMax,
      }
    },
  }
}

/** The user wrote the statement, so the words of the database help. Lost connections and timeouts keep their own errors. */
function sqlError(error: unknown): unknown {
  const ownErrors = ['QUERY_TIMEOUT', 'QUERY_CANCELLED', 'DATABASE_UNAVAILABLE', 'DATABASE_DAMAGED', 'DATABASE_BUSY']
  if (error instanceof AppError && (ownErrors.includes(error.code) || !(error.cause instanceof Error))) return error
  const cause = error instanceof AppError ? error.cause : error
  return cause instanceof Error ? new AppError('SQL_FAILED', { reason: cause.message }, { cause }) : error
}
