import { AppError, errorMessage } from '@common/errors'
import { positionAt, type BoundStatement, type SqlNature, type SqlStatement } from '@common/sql'
import type { SqlProblem, SqlStatementView } from '@common/sql/shapes'
import { SqlFailure } from '@main/db/sql-session'
import { englishBeside } from '@main/lib/messages'
import type { StoredResult } from './types'

/** One statement of a run, with its progress. */
export interface StatementState {
  readonly statement: SqlStatement
  readonly bound: BoundStatement
  readonly nature: SqlNature
  state: SqlStatementView['state']
  startedMs: number | undefined
  elapsedMs: number
  result: StoredResult | undefined
  isCut: boolean
  affected: number | null
  messages: readonly string[]
  problem: SqlProblem | null
  editable: SqlStatementView['editable']
}

export const newStatement = (statement: SqlStatement, bound: BoundStatement, nature: SqlNature): StatementState => ({
  statement,
  bound,
  nature,
  state: 'waiting',
  startedMs: undefined,
  elapsedMs: 0,
  result: undefined,
  isCut: false,
  affected: null,
  messages: [],
  problem: null,
  editable: null,
})

export function statementView(each: StatementState, nowMs: number): SqlStatementView {
  const { statement, state, startedMs, elapsedMs, result, isCut, affected, messages, problem, editable } = each
  return {
    from: statement.from,
    to: statement.to,
    state,
    elapsedMs: Math.round(state === 'running' && startedMs !== undefined ? nowMs - startedMs : elapsedMs),
    hasResult: result !== undefined,
    columns: [...(result?.columns ?? [])],
    rows: result?.rows ?? 0,
    isCut,
    affected,
    messages: [...messages],
    problem,
    editable,
  }
}

/** Returns an error of a statement, with its place in the script. */
export function problemOf(error: unknown, script: string, { statement, bound }: StatementState): SqlProblem {
  const failure = error instanceof SqlFailure ? error : undefined
  const code = failure === undefined ? (error instanceof AppError ? error.code : 'INTERNAL') : 'SQL_FAILED'
  const details = failure === undefined ? (error instanceof AppError ? error.details : {}) : { reason: failure.reason }
  const offset =
    failure?.offset === undefined
      ? null
      : Math.min(statement.to, statement.from + Math.max(0, bound.offsetOf(failure.offset)))
  const place = offset === null ? { line: null, column: null } : positionAt(script, offset)
  return {
    code,
    ...englishBeside('msg', errorMessage(code, details)),
    reason: failure?.reason ?? '',
    offset,
    ...place,
  }
}
