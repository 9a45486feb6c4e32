import { AppError } from '@common/errors'
import type { sqlEditorOperations } from '@common/operations/sql-editor'
import { bindParameters, classify, splitScript } from '@common/sql'
import { sqlStatementsMax, type SqlParameters } from '@common/sql/shapes'
import type { Database } from '@main/db/database'
import { SqlFailure } from '@main/db/sql-session'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { applyEdits, type EditingOptions } from './editing'
import type { Run, Runs } from './runs'
import { userOf } from './saved'
import { checkWithoutNul } from './nul'
import { newStatement, type StatementState } from './statement-state'
import { shownValue } from './values'

/** Time limit of a plan. */
const explainMs = 60_000

export interface EditorHandlerOptions extends EditingOptions {
  readonly runs: Runs
  readonly database: (projectId: string) => Promise<Database>
  readonly authorize: (context: CallContext, permission: 'sql.write') => void
}

/** Handlers of runs, their results and plans. */
export function createEditorHandlers(options: EditorHandlerOptions): Handlers<typeof sqlEditorOperations> {
  const { runs, database, authorize, spool } = options

  const runOf = (given: CallContext, id: string): Run => {
    const context = inProject(given)
    return runs.get(context.projectId, userOf(context), id)
  }

  return {
    sqlRun: async (given, { sql, mode, parameters, onError, timeLimitMs, rowsMax }) => {
      const context = inProject(given)
      if (mode === 'write') authorize(context, 'sql.write')
      const { projectId } = context
      const statements = statementsOf(await database(projectId), sql, parameters)
      const order = { projectId, userId: userOf(context), principal: context.principal, script: sql, mode }
      const run = await runs.start({ ...order, statements, onError, timeLimitMs, rowsMax })
      return { run: run.id }
    },

    sqlRunRead: async (context, { run: id, after }) => {
      const run = runOf(context, id)
      if (after !== undefined) await runs.news(run, after, context.signal)
      return runs.view(run)
    },

    sqlCancel: (context, { run }) => {
      runs.cancel(runOf(context, run))
      return {}
    },

    sqlRunClose: async (context, { run }) => {
      await runs.close(runOf(context, run))
      return {}
    },

    sqlResultRows: async (context, { run, statement, ...window }) => {
      const { result } = resultOf(runOf(context, run), statement)
      const { rows, positions, total } = await spool.window(result, { ...window, signal: context.signal })
      return {
        rows: rows.map((row) => row.map((value, at) => shownValue(value, result.columns[at]?.kind ?? 'text'))),
        positions,
        total,
      }
    },

    sqlApplyEdits: async (given, { run, statement: at, edits, preview }) => {
      const { statement, result } = resultOf(runOf(given, run), at)
      if (statement.editable === null) throw new AppError('SQL_RESULT_NOT_EDITABLE')
      const context = inProject(given)
      return applyEdits(options, { context, result, editable: statement.editable, edits, preview })
    },

    sqlExplain: async (given, { sql, parameters, analyze }) => {
      const { projectId } = inProject(given)
      const opened = await database(projectId)
      if (opened.openSqlSession === undefined) throw new AppError('NOT_SUPPORTED')
      const [statement] = statementsOf(opened, sql, parameters)
      const session = await opened.openSqlSession({ readOnly: true })
      let isTimedOut = false
      const timer = setTimeout(() => {
        isTimedOut = true
        session.cancel()
      }, explainMs)
      const onAbort = (): void => session.cancel()
      given.signal.addEventListener('abort', onAbort, { once: true })
      try {
        const { sql: text = '', values = [] } = statement?.bound ?? {}
        const { steps, text: plan } = await session.explain({ sql: text, values }, { analyze })
        return { plan: steps, text: plan }
      } catch (error) {
        if (isTimedOut) throw new AppError('QUERY_TIMEOUT', {}, { cause: error })
        if (error instanceof SqlFailure) throw new AppError('SQL_FAILED', { reason: error.reason }, { cause: error })
        throw error
      } finally {
        clearTimeout(timer)
        given.signal.removeEventListener('abort', onAbort)
        await session.close()
      }
    },
  }
}

/** @throws AppError SQL_RESULT_NOT_FOUND */
export function resultOf(run: Run, at: number) {
  const statement = run.statements[at]
  if (statement?.result === undefined) throw new AppError('SQL_RESULT_NOT_FOUND')
  return { statement, result: statement.result }
}

/** @throws AppError SQL_EMPTY, SQL_HAS_NUL, SQL_TOO_MANY_STATEMENTS, SQL_PARAMETER_MISSING */
export function statementsOf({ dialect }: Database, script: string, parameters: SqlParameters): StatementState[] {
  checkWithoutNul(script, parameters)
  const { syntax } = dialect.capabilities
  const statements = splitScript(script, syntax)
  if (statements.length === 0) throw new AppError('SQL_EMPTY')
  if (statements.length > sqlStatementsMax) throw new AppError('SQL_TOO_MANY_STATEMENTS', { max: sqlStatementsMax })
  return statements.map((statement) => {
    const bound = bindParameters(statement.text, syntax, parameters)
    if ('missing' in bound) throw new AppError('SQL_PARAMETER_MISSING', { name: bound.missing })
    return newStatement(statement, bound, classify(statement.text, syntax))
  })
}
