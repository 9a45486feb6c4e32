import { join } from 'node:path'
import type { sqlOperations } from '@common/operations/sql'
import type { Subject } from '@common/operations'
import type { Principal } from '@common/principal'
import type { Changes } from '@main/features/rows'
import type { Database } from '@main/db/database'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import { inProject, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { editableOf, type TableNamed } from './editing'
import { createEditorHandlers, resultOf } from './handlers'
import { createSqlHistory } from './history'
import { createRunToEnd, type RunToEnd } from './run-to-end'
import { createSingleQuery } from './single-query'
import { Runs, type Run } from './runs'
import { createSavedHandlers, userOf } from './saved'
import { resultFile, type ResultFile, type ResultFileOrder, type WriteWorkbook } from './result-file'
import { createSpool } from './spool'

export type { ResultFile, ResultFileOrder } from './result-file'

export interface SqlOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly schedule: Schedule
  /** Folder of the profile. */
  readonly profileFolder: string
  readonly database: (projectId: string) => Promise<Database>
  /** Opens a new file for results. */
  readonly openFile: (filename: string) => Promise<Database>
  readonly changes: Changes
  readonly tableNamed: TableNamed
  readonly authorize: (context: CallContext, permission: 'sql.write') => void
  /** Publishes that a script may have changed something. */
  readonly changed: (projectId: string, changes: readonly Subject[]) => void
  /** Reads the list of tables again after a change of the schema. */
  readonly reload: (principal: Principal, projectId: string) => Promise<unknown>
  readonly workbook: WriteWorkbook
  readonly report: (error: unknown) => void
}

export interface Sql extends FeatureModule<typeof sqlOperations> {
  readonly runToEnd: RunToEnd
  /**
   * Opens all rows of a result as a file.
   *
   * @throws AppError SQL_RUN_NOT_FOUND, SQL_RESULT_NOT_FOUND
   */
  readonly openFile: (context: CallContext, order: ResultFileOrder & ResultPlace) => Promise<ResultFile>
  readonly close: () => Promise<void>
}

/** A result of a run. */
export interface ResultPlace {
  readonly run: string
  readonly statement: number
}

const idleCheckMs = 60_000
/** Characters of a script in the audit. */
const auditedCharacters = 20_000

/** The SQL editor: runs scripts of users. The database enforces what a reading one may do. */
export function createSql(options: SqlOptions): Sql {
  const { store, clock, ids, database, tableNamed, report } = options
  const spool = createSpool({ folder: join(options.profileFolder, 'sql'), open: options.openFile, report })
  const history = createSqlHistory({ store, ids })
  const runs = new Runs({
    database,
    spool,
    clock,
    ids,
    report,
    statementDone: async (run, statement) => {
      if (statement.result === undefined) return
      const { syntax } = (await database(run.projectId)).dialect.capabilities
      const { columns } = statement.result
      statement.editable = await editableOf(statement.statement.text, syntax, columns, (name) =>
        tableNamed(run.principal, run.projectId, name),
      )
    },
    ended: (run) => {
      void ended(run).catch(report)
    },
  })

  const ended = async (run: Run): Promise<void> => {
    if (run.mode === 'write') {
      const isSchema = run.statements.some(({ nature, state }) => nature.kind === 'schema' && state !== 'skipped')
      if (isSchema) await options.reload(run.principal, run.projectId).catch(report)
      options.changed(run.projectId, isSchema ? ['schema', 'metadata', 'rows', 'views'] : ['rows'])
    }
    const affected = run.statements.flatMap((each) => each.affected ?? [])
    await history.add({
      project_id: run.projectId,
      user_id: run.userId,
      body: run.script,
      run_mode: run.mode,
      outcome: run.state,
      started_at: run.startedAt,
      elapsed_ms: Math.round(run.elapsedMs),
      row_total: run.statements.reduce((sum, { result }) => sum + (result?.rows ?? 0), 0),
      changed_rows: affected.length === 0 ? null : affected.reduce((sum, each) => sum + each, 0),
      problem: run.statements.find(({ problem }) => problem !== null)?.problem?.msg ?? null,
    })
  }

  const endIdleCheck = options.schedule.every(idleCheckMs, () => runs.dropIdle())
  return {
    openFile: async (given, { run: id, statement, ...order }) => {
      const context = inProject(given)
      const { result } = resultOf(runs.get(context.projectId, userOf(context), id), statement)
      const { dialect } = await database(context.projectId)
      return resultFile(order, { result, spool, dialect, workbook: options.workbook, signal: given.signal })
    },
    handlers: {
      ...createSingleQuery(database),
      ...createEditorHandlers({ ...options, runs, spool }),
      ...createSavedHandlers({ store, clock, ids }),
      ...history.handlers,
    },
    audit: {
      sqlRun: ({ input: { sql, mode } }) =>
        mode === 'write' ? { operation: 'SQL/RUN', details: { sql: sql.slice(0, auditedCharacters) } } : null,
      sqlCancel: null,
      sqlRunClose: null,
      // The rows record it themselves.
      sqlApplyEdits: null,
      sqlSavedCreate: ({ input: { title } }) => ({ operation: 'SQL/SAVED_CREATED', details: { title } }),
      sqlSavedUpdate: ({ output: { title } }) => ({ operation: 'SQL/SAVED_CHANGED', details: { title } }),
      sqlSavedDelete: () => ({ operation: 'SQL/SAVED_DELETED' }),
      sqlHistoryDelete: null,
    },
    runToEnd: createRunToEnd(runs, spool, database),
    close: async () => {
      endIdleCheck()
      await runs.closeAll()
      await spool.close()
    },
  }
}
