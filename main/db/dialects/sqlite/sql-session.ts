import { AppError } from '@common/errors'
import {
  SqlFailure,
  type ResultSink,
  type SessionOutcome,
  type SessionPlan,
  type SessionStatement,
  type SqlSession,
} from '@main/db/sql-session'
import type { ChildProcess } from '@main/lib/child-process'
import type { SessionAnswer, SessionRequest, SessionSpec } from './session-protocol'

/** Starts the process of a session. */
export type StartSession = (events: {
  readonly message: (message: unknown) => void
  readonly exit: (cause: unknown) => void
}) => ChildProcess

/** Timeout of closing the file. Afterwards the process is killed, which rolls back like closing does. */
const closeGraceMs = 2_000

/** Opens a session in a process of its own. */
export async function openSqliteSession(
  start: StartSession,
  spec: SessionSpec,
  ended: () => void,
): Promise<SqlSession> {
  const session = new SqliteSession(start, ended)
  try {
    await session.open(spec)
    return session
  } catch (error) {
    await session.close()
    throw error instanceof SqlFailure ? new AppError('DATABASE_UNAVAILABLE', {}, { cause: error }) : error
  }
}

class SqliteSession implements SqlSession {
  readonly #child: ChildProcess
  #isGone = false
  #isCancelled = false
  #answered: (answer: SessionAnswer) => void = () => undefined
  #lost: (error: AppError) => void = () => undefined
  #sink: ResultSink | undefined

  constructor(
    start: StartSession,
    private readonly ended: () => void,
  ) {
    this.#child = start({
      message: (message) => this.#onAnswer(message as SessionAnswer),
      exit: (cause) => {
        this.#isGone = true
        this.#lost(new AppError(this.#isCancelled ? 'QUERY_CANCELLED' : 'DATABASE_UNAVAILABLE', {}, { cause }))
      },
    })
    this.#child.keepAlive(true)
  }

  open = async (spec: SessionSpec): Promise<void> => {
    await this.#ask({ kind: 'open', ...spec })
  }

  run = async ({ sql, values }: SessionStatement, sink: ResultSink): Promise<SessionOutcome> => {
    this.#sink = sink
    const answer = await this.#ask({ kind: 'run', sql, values })
    if (answer.kind !== 'done') throw new AppError('INTERNAL')
    return { affected: answer.affected, messages: [], inTransaction: answer.inTransaction }
  }

  /** SQLite measures no plans. */
  explain = async ({ sql, values }: SessionStatement): Promise<SessionPlan> => {
    const answer = await this.#ask({ kind: 'explain', sql, values })
    if (answer.kind !== 'planned') throw new AppError('INTERNAL')
    return answer.plan
  }

  cancel = (): void => {
    this.#isCancelled = true
    this.#child.kill()
  }

  close = async (): Promise<void> => {
    if (!this.#isGone && !this.#isCancelled) {
      const closed = this.#ask({ kind: 'close' }).catch(() => undefined)
      let timer: NodeJS.Timeout | undefined
      await Promise.race([closed, new Promise((resolve) => (timer = setTimeout(resolve, closeGraceMs)))])
      clearTimeout(timer)
    }
    this.#child.kill()
    this.ended()
  }

  #ask(request: SessionRequest): Promise<SessionAnswer> {
    if (this.#isCancelled) return Promise.reject(new AppError('QUERY_CANCELLED'))
    if (this.#isGone) return Promise.reject(new AppError('DATABASE_UNAVAILABLE'))
    return new Promise<SessionAnswer>((resolve, reject) => {
      this.#lost = reject
      this.#answered = (answer) => {
        if (answer.kind === 'refused') reject(new AppError(answer.code, answer.details))
        else if (answer.kind === 'failed') reject(new SqlFailure(answer.reason, answer.offset))
        else resolve(answer)
      }
      this.#child.send(request)
    })
  }

  #onAnswer(answer: SessionAnswer): void {
    if (answer.kind !== 'columns' && answer.kind !== 'rows') {
      this.#answered(answer)
      return
    }
    const taken =
      answer.kind === 'columns' ? this.#sink?.columns(answer.columns).then(() => true) : this.#sink?.rows(answer.rows)
    void taken?.then(
      (wantsMore) => this.#child.send({ kind: 'taken', wantsMore } satisfies SessionRequest),
      // The result can't be stored.
      (error: unknown) => {
        this.#lost(error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error }))
        this.cancel()
      },
    )
  }
}
