import { AppError } from '@common/errors'
import type { StoredValue } from '@common/columns/column-type'
import { addResult, withEarlierValues } from '@main/db/earlier-values'
import { plainIntegers } from '@main/db/json-rows'
import type { Step, StepResult } from '@main/db/statement'
import type { Failure, Params, Verb } from './protocol'
import { bindable, type Connection } from './worker-connection'
import { continueJob, startJob, stopIfCancelled } from './worker-slots'
import { makesSuchSql, NeedsGuard } from './write-guard'

export interface WriteJob {
  readonly slot: number
  readonly steps: readonly Step[]
}
export type Outcome = { readonly results: StepResult[] } | { readonly failure: Failure }

/** Number of bulk rows between two checks for cancellation. */
const rowsBetweenChecks = 64

/**
 * Runs jobs in one transaction, so that they share one disk sync. A failed job is rolled back alone. Results are final
 * only when this returns.
 */
export function runWrites(connection: Connection, jobs: readonly WriteJob[]): Outcome[] {
  const [first] = jobs
  if (first === undefined) return []
  if (jobs.length === 1) return [startJob(first.slot) ? runAlone(connection, first) : cancelled]
  const started = jobs.map((job) => startJob(job.slot))
  const together = runTogether(connection, jobs, started)
  if (together !== undefined) return together
  // The whole transaction was rolled back, perhaps because of one job. Runs each job alone.
  return jobs.map((job, at) => (started[at] === true ? runAlone(connection, job) : cancelled))
}

export const cancelled: Outcome = { failure: { kind: 'app', code: 'QUERY_CANCELLED', details: {} } }

/** @returns undefined if nothing was committed and the jobs should run one by one */
function runTogether(
  connection: Connection,
  jobs: readonly WriteJob[],
  started: readonly boolean[],
): Outcome[] | undefined {
  const { database } = connection
  try {
    connection.refuseReplaced()
    run(connection, 'BEGIN IMMEDIATE')
    connection.refuseUnguarded()
  } catch (error) {
    rollBack(connection)
    return jobs.map(() => ({ failure: failureOf(error) }))
  }
  const outcomes: Outcome[] = []
  for (const [at, job] of jobs.entries()) {
    if (started[at] !== true) {
      outcomes.push(cancelled)
      continue
    }
    const outcome = runInSavepoint(connection, job)
    // Some errors (disk full, ON CONFLICT ROLLBACK) end the whole transaction.
    if (!database.inTransaction) return undefined
    outcomes.push(outcome)
  }
  try {
    connection.refuseReplaced()
    run(connection, 'COMMIT')
    return outcomes
  } catch (error) {
    rollBack(connection)
    // A deferred constraint of one job, or not enough space for all. Waiting for a lock again wouldn't help.
    if (/^SQLITE_(CONSTRAINT|FULL|IOERR)/.test(codeOf(error))) return undefined
    return outcomes.map((outcome) => ('failure' in outcome ? outcome : { failure: failureOf(error) }))
  }
}

function runInSavepoint(connection: Connection, job: WriteJob): Outcome {
  continueJob(job.slot)
  run(connection, 'SAVEPOINT job')
  const progress: Progress = {}
  try {
    const results = runSteps(connection, job.steps, progress)
    run(connection, 'RELEASE job')
    return { results }
  } catch (error) {
    if (connection.database.inTransaction) {
      run(connection, 'ROLLBACK TO job')
      run(connection, 'RELEASE job')
    }
    return { failure: failureOf(error, progress) }
  }
}

function runAlone(connection: Connection, job: WriteJob): Outcome {
  continueJob(job.slot)
  const progress: Progress = {}
  try {
    connection.refuseReplaced()
    run(connection, 'BEGIN IMMEDIATE')
    connection.refuseUnguarded()
    const results = runSteps(connection, job.steps, progress)
    connection.refuseReplaced()
    run(connection, 'COMMIT')
    return { results }
  } catch (error) {
    rollBack(connection)
    return { failure: failureOf(error, progress) }
  }
}

/**
 * Runs a schema change with foreign keys off, so that tables can be rebuilt. Rejects the change if it leaves more
 * dangling references than before. https://sqlite.org/lang_altertable.html §7
 */
export function runSchemaChange(connection: Connection, job: WriteJob): Outcome {
  if (!startJob(job.slot)) return cancelled
  const { database } = connection
  const progress: Progress = {}
  try {
    // Inside a transaction, SQLite silently ignores this.
    database.pragma('foreign_keys = OFF')
    connection.refuseReplaced()
    run(connection, 'BEGIN IMMEDIATE')
    connection.refuseUnguarded()
    if (!connection.isGuarded && job.steps.some(makesSuchSql)) throw new NeedsGuard()
    let results = runSteps(connection, job.steps, progress)
    const broken = job.steps.some(mayBreakReferences) ? brokenReferences(connection) : 0
    if (broken > 0) {
      // A user's file can contain dangling references from before.
      rollBack(connection)
      run(connection, 'BEGIN IMMEDIATE')
      if (broken > brokenReferences(connection)) throw new AppError('VALUE_REFERENCE_MISSING')
      results = runSteps(connection, job.steps, progress)
    }
    connection.refuseReplaced()
    run(connection, 'COMMIT')
    return { results }
  } catch (error) {
    rollBack(connection)
    return { failure: failureOf(error, progress) }
  } finally {
    connection.forgetStatements()
    database.pragma('legacy_alter_table = OFF')
    database.pragma('foreign_keys = ON')
  }
}

/** Checking all references takes long. Only changes that move rows or add a referencing column need it. */
function mayBreakReferences({ sql }: Step): boolean {
  return /^\s*(?:INSERT|REPLACE|UPDATE|DELETE|DROP\s+TABLE|ALTER\s+TABLE\b.*\bREFERENCES)\b/is.test(sql)
}

/** Counts dangling references, and tables with invalid foreign keys. */
function brokenReferences(connection: Connection): number {
  const tables = connection.rows(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`, [], false, false)
  let broken = 0
  for (const [name] of tables) {
    try {
      const [counted] = connection.rows('SELECT count(*) FROM pragma_foreign_key_check(?)', [name ?? ''], false, false)
      broken += Number(counted?.[0])
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_ERROR') throw error
      broken += 1
    }
  }
  return broken
}

/** The running statement, for errors. */
interface Progress {
  sql?: string
  step?: number
  /** Zero-based row in the step's batch; absent outside one. */
  row?: number | undefined
}

function runSteps(connection: Connection, steps: readonly Step[], progress: Progress): StepResult[] {
  const results: StepResult[] = []
  for (const [at, step] of steps.entries()) {
    stopIfCancelled()
    progress.sql = step.sql
    progress.step = at
    progress.row = undefined
    const result = runStep(connection, withEarlierValues(step, results), progress)
    if (step.expectRows !== undefined && Math.max(result.changes, result.rows.length) < step.expectRows)
      throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
    addResult(results, step, step.returns === true ? result : { changes: result.changes, rows: [] })
  }
  return results
}

function runStep(connection: Connection, step: Step, progress: Progress): StepResult {
  if (step.batch !== undefined) progress.row = 0
  const statement = connection.prepare(step.sql)
  const rows: StoredValue[][] = []
  let changes = 0
  let bound = 0
  const bind = (params: Params): Params => bindable(params, step.asStored?.params)
  for (const params of step.batch ?? [step.params]) {
    if (step.batch !== undefined) progress.row = bound
    if (++bound % rowsBetweenChecks === 0) stopIfCancelled()
    if (statement.reader) {
      statement.safeIntegers(true)
      const returned = statement.all(bind(params)) as StoredValue[][]
      // RETURNING yields one row per changed row.
      if (!statement.readonly) changes += returned.length
      rows.push(...plainIntegers(returned, step.asStored?.columns))
    } else {
      changes += statement.run(bind(params)).changes
    }
  }
  return { changes, rows }
}

function run(connection: Connection, sql: string): void {
  connection.prepare(sql).run()
}

export function rollBack(connection: Connection): void {
  if (connection.database.inTransaction) run(connection, 'ROLLBACK')
}

/** Converts an error into a value that can cross to the server. */
export function failureOf(error: unknown, progress: Progress = {}): Failure {
  if (error instanceof AppError) return { kind: 'app', code: error.code, details: error.details }
  const message = error instanceof Error ? error.message : String(error)
  const { step, row } = progress
  const at = step === undefined || row === undefined ? undefined : { step, row }
  return { kind: 'driver', code: codeOf(error), message, verb: verbIn(progress.sql), at }
}

function verbIn(sql: string | undefined): Verb | undefined {
  const word = /\b(insert|replace|update|delete)\b/i.exec(sql ?? '')?.[1]?.toLowerCase()
  return word === 'replace' ? 'insert' : (word as Verb | undefined)
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
