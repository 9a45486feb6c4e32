import { AppError } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { Principal } from '@common/principal'
import { sqlReadWaitMs, sqlRunIdleMs, type SqlRunView } from '@common/sql/shapes'
import type { Database } from '@main/db/database'
import type { ResultSink, SqlSession } from '@main/db/sql-session'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { englishNotes } from '@main/lib/messages'
import { firstRows, sizeOfRows } from './spool'
import { problemOf, statementView, type StatementState } from './statement-state'
import type { Spool, StoredResult } from './types'

/** Running scripts of one user, and of all. Each holds a connection. */
const runningOfOneMax = 4
const runningMax = 24
/** Finished runs per user whose results stay. */
const heldMax = 30
/** Stored bytes of one run. */
const bytesMax = 1024 ** 3
/** Interval of versions while rows arrive. */
const progressMs = 100

export interface RunOrder {
  readonly projectId: string
  readonly userId: number
  readonly principal: Principal
  readonly script: string
  readonly mode: 'read' | 'write'
  readonly statements: readonly StatementState[]
  readonly onError: 'stop' | 'continue'
  readonly timeLimitMs: number
  readonly rowsMax: number
}

export interface Run extends RunOrder {
  readonly id: string
  readonly startedAt: string
  readonly startedMs: number
  version: number
  state: SqlRunView['state']
  elapsedMs: number
  notes: readonly Message[]
  session: SqlSession | undefined
  isCancelled: boolean
  usedMs: number
  bytes: number
}

export interface RunsOptions {
  readonly database: (projectId: string) => Promise<Database>
  readonly spool: Spool
  readonly clock: Clock
  readonly ids: Ids
  /** Called after a statement has finished, to complete its facts. */
  readonly statementDone: (run: Run, statement: StatementState) => Promise<void>
  /** Called when a run has ended. */
  readonly ended: (run: Run) => void
  readonly report: (error: unknown) => void
}

/** The runs of all users. */
export class Runs {
  readonly #runs = new Map<string, Run>()
  readonly #waiting = new Map<Run, Set<() => void>>()
  readonly #progress = new Map<Run, NodeJS.Timeout>()
  readonly #ending = new Set<Promise<void>>()
  #isClosed = false

  constructor(private readonly options: RunsOptions) {}

  /** @throws AppError SQL_TOO_MANY_RUNS, and errors of connecting */
  async start(order: RunOrder): Promise<Run> {
    if (this.#isClosed) throw new AppError('DATABASE_UNAVAILABLE')
    const { clock, ids } = this.options
    const running = [...this.#runs.values()].filter(({ state }) => state === 'running')
    const ofUser = running.filter(({ userId }) => userId === order.userId)
    if (running.length >= runningMax || ofUser.length >= runningOfOneMax) throw new AppError('SQL_TOO_MANY_RUNS')
    const run: Run = {
      ...order,
      id: ids.hex(12),
      startedAt: clock.now().toISOString(),
      startedMs: clock.monotonicMs(),
      version: 1,
      state: 'running',
      elapsedMs: 0,
      notes: [],
      session: undefined,
      isCancelled: false,
      usedMs: clock.monotonicMs(),
      bytes: 0,
    }
    // Counts from now on: connecting takes time.
    this.#runs.set(run.id, run)
    try {
      const database = await this.options.database(order.projectId)
      if (database.openSqlSession === undefined) throw new AppError('NOT_SUPPORTED')
      run.session = await database.openSqlSession({ readOnly: order.mode === 'read' })
    } catch (error) {
      this.#runs.delete(run.id)
      throw error
    }
    const ending = this.#execute(run, run.session)
      .catch(this.options.report)
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
    void this.#dropOldest(order.userId).catch(this.options.report)
    return run
  }

  /** @throws AppError SQL_RUN_NOT_FOUND, also for runs of others */
  get(projectId: string, userId: number, id: string): Run {
    const run = this.#runs.get(id)
    if (run === undefined || run.projectId !== projectId || run.userId !== userId)
      throw new AppError('SQL_RUN_NOT_FOUND')
    run.usedMs = this.options.clock.monotonicMs()
    return run
  }

  /** Resolves when the run is newer than a version, or after a while. */
  async news(run: Run, after: number, signal: AbortSignal): Promise<void> {
    if (run.version > after || run.state !== 'running' || signal.aborted) return
    const waiting = this.#waiting.get(run) ?? new Set()
    this.#waiting.set(run, waiting)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        waiting.delete(done)
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, sqlReadWaitMs)
      signal.addEventListener('abort', done, { once: true })
      waiting.add(done)
    })
  }

  view(run: Run): SqlRunView {
    const nowMs = this.options.clock.monotonicMs()
    return {
      run: run.id,
      version: run.version,
      mode: run.mode,
      state: run.state,
      startedAt: run.startedAt,
      elapsedMs: Math.round(run.state === 'running' ? nowMs - run.startedMs : run.elapsedMs),
      ...englishNotes(run.notes),
      statements: run.statements.map((each) => statementView(each, nowMs)),
    }
  }

  cancel(run: Run): void {
    if (run.state !== 'running') return
    run.isCancelled = true
    run.session?.cancel()
  }

  async close(run: Run): Promise<void> {
    this.cancel(run)
    this.#runs.delete(run.id)
    if (run.state === 'running') return
    await this.#drop(run)
  }

  /** Deletes results without a recent request. */
  dropIdle(): void {
    const before = this.options.clock.monotonicMs() - sqlRunIdleMs
    for (const run of this.#runs.values())
      if (run.state !== 'running' && run.usedMs < before) void this.close(run).catch(this.options.report)
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true
    for (const run of this.#runs.values()) this.cancel(run)
    await Promise.all(this.#ending)
    this.#runs.clear()
  }

  async #drop(run: Run): Promise<void> {
    const results = run.statements.flatMap(({ result }) => result ?? [])
    if (results.length > 0) await this.options.spool.drop(results)
  }

  async #dropOldest(userId: number): Promise<void> {
    const finished = [...this.#runs.values()].filter((run) => run.userId === userId && run.state !== 'running')
    const oldest = finished.toSorted((a, b) => a.usedMs - b.usedMs).slice(0, Math.max(0, finished.length - heldMax))
    for (const run of oldest) await this.close(run)
  }

  async #execute(run: Run, session: SqlSession): Promise<void> {
    let isStopped = false
    let inTransaction = false
    for (const statement of run.statements) {
      if (run.isCancelled || isStopped) {
        statement.state = run.isCancelled ? 'cancelled' : 'skipped'
        continue
      }
      const outcome = await this.#runOne(run, session, statement)
      inTransaction = outcome.inTransaction
      // A lost or timed-out session runs no further statement.
      isStopped = outcome.isFailed && (run.onError === 'stop' || outcome.isSessionOver)
    }
    await session.close().catch(this.options.report)
    if (inTransaction && run.mode === 'write') run.notes = [message('sqlNotes.openTransaction')]
    const failed = run.statements.some(({ state }) => state === 'failed')
    run.elapsedMs = this.options.clock.monotonicMs() - run.startedMs
    run.state = run.isCancelled ? 'cancelled' : failed ? 'failed' : 'done'
    this.#changed(run)
    this.options.ended(run)
    // Closed while it ran.
    if (!this.#runs.has(run.id)) await this.#drop(run)
  }

  async #runOne(
    run: Run,
    session: SqlSession,
    statement: StatementState,
  ): Promise<{ readonly isFailed: boolean; readonly isSessionOver: boolean; readonly inTransaction: boolean }> {
    const { clock } = this.options
    statement.state = 'running'
    statement.startedMs = clock.monotonicMs()
    this.#changed(run)
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      session.cancel()
    }, run.timeLimitMs)
    try {
      const { sql, values } = statement.bound
      const outcome = await session.run({ sql, values }, this.#sink(run, statement))
      statement.affected = outcome.affected
      statement.messages = outcome.messages
      statement.state = 'done'
      return { isFailed: false, isSessionOver: false, inTransaction: outcome.inTransaction }
    } catch (given) {
      const error = isTimedOut ? new AppError('SQL_TIME_LIMIT', { seconds: Math.round(run.timeLimitMs / 1000) }) : given
      statement.state = run.isCancelled ? 'cancelled' : 'failed'
      if (!run.isCancelled) {
        if (error instanceof AppError && error.code === 'INTERNAL') this.options.report(error)
        statement.problem = problemOf(error, run.script, statement)
      }
      const isOver =
        isTimedOut || run.isCancelled || (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE')
      return { isFailed: true, isSessionOver: isOver, inTransaction: false }
    } finally {
      clearTimeout(timer)
      statement.elapsedMs = clock.monotonicMs() - statement.startedMs
      if (statement.result !== undefined) statement.result.isComplete = true
      await this.options.statementDone(run, statement).catch(this.options.report)
      this.#changed(run)
    }
  }

  #sink(run: Run, statement: StatementState): ResultSink {
    const { spool } = this.options
    return {
      columns: async (columns) => {
        statement.result = await spool.create(columns)
        this.#changed(run)
      },
      rows: async (rows) => {
        const result: StoredResult | undefined = statement.result
        if (result === undefined) return false
        const left = run.rowsMax - result.rows
        if (left > 0) await spool.append(result, firstRows(rows, left))
        run.bytes += sizeOfRows(rows)
        statement.isCut = rows.count > left || run.bytes > bytesMax
        this.#progressed(run)
        return !statement.isCut
      },
    }
  }

  #changed(run: Run): void {
    clearTimeout(this.#progress.get(run))
    this.#progress.delete(run)
    run.version++
    for (const wake of this.#waiting.get(run) ?? []) wake()
    if (run.state !== 'running') this.#waiting.delete(run)
  }

  #progressed(run: Run): void {
    if (this.#progress.has(run)) return
    this.#progress.set(
      run,
      setTimeout(() => this.#changed(run), progressMs),
    )
  }
}
