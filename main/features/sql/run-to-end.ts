import { sqlTimeLimitMs, type SqlParameters, type SqlValue } from '@common/sql/shapes'
import { AppError, type ErrorCode } from '@common/errors'
import { permits } from '@common/principal'
import type { Database } from '@main/db/database'
import { inProject, type CallContext } from '@main/operations/context'
import { statementsOf } from './handlers'
import type { Runs } from './runs'
import { userOf } from './saved'
import { shownValue } from './values'
import type { Spool } from './types'

/** Rows in one answer. */
const rowsMax = 10_000

export type RunToEnd = (
  context: CallContext,
  script: string,
  parameters?: SqlParameters,
) => Promise<readonly Readonly<Record<string, SqlValue>>[]>

/** Returns a function that runs a script to its end and returns the rows of its last result, by column name. */
export function createRunToEnd(runs: Runs, spool: Spool, database: (projectId: string) => Promise<Database>): RunToEnd {
  return async (given, script, parameters = {}) => {
    const { projectId, principal, signal } = inProject(given)
    const run = await runs.start({
      projectId,
      userId: userOf(inProject(given)),
      principal,
      script,
      mode: permits(principal, 'sql.write') ? 'write' : 'read',
      statements: statementsOf(await database(projectId), script, parameters),
      onError: 'stop',
      timeLimitMs: sqlTimeLimitMs,
      rowsMax,
    })
    const onAbort = (): void => runs.cancel(run)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      while (run.state === 'running') {
        await runs.news(run, run.version, signal)
        if (signal.aborted) throw new AppError('QUERY_CANCELLED')
      }
      const problem = run.statements.find((each) => each.problem !== null)?.problem
      if (problem)
        throw new AppError(problem.code as ErrorCode, problem.reason === '' ? {} : { reason: problem.reason })
      const result = run.statements.at(-1)?.result
      if (result === undefined) return []
      const { rows } = await spool.window(result, { offset: 0, limit: rowsMax, sort: [], filters: [] })
      const { columns } = result
      return rows.map((row) =>
        Object.fromEntries(
          row.map((value, at) => [columns[at]?.name ?? '', shownValue(value, columns[at]?.kind ?? 'text')]),
        ),
      )
    } finally {
      signal.removeEventListener('abort', onAbort)
      await runs.close(run)
    }
  }
}
