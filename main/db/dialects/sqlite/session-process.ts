import Sqlite from 'better-sqlite3'
import type { StoredValue } from '@common/columns/column-type'
import { sqlite } from '@common/dialects'
import { AppError } from '@common/errors'
import type { SqlColumn, SqlColumnKind, SqlPlanStep } from '@common/sql/shapes'
import { codeTokens } from '@common/sql/tokens'
import { plainIntegers } from '@main/db/json-rows'
import { sessionPacketRows, type SessionPlan } from '@main/db/sql-session'
import { RowPacker } from '@main/lib/packed-rows'
import { connectToParent, endNow } from '@main/lib/parent-process'
import { registerDecimalFunctions } from './exact-decimal'
import { registerExactMeasures } from './exact-measures'
import { registerFormulaFunctions } from './formula-functions'
import { refuseLeaving } from './session-guard'
import type { SessionAnswer, SessionRequest, SessionSpec } from './session-protocol'

/*
 * Entry of a child process that runs the script of one user on one file. The server ends the process to cancel a
 * statement: nothing else interrupts SQLite.
 */

const busyTimeoutMs = 5_000

const parent = connectToParent()
const send = (answer: SessionAnswer): void => parent.send(answer)
let database: Sqlite.Database | undefined
let spec: SessionSpec | undefined
let taken: (wantsMore: boolean) => void = () => undefined

parent.onMessage((message) => {
  const request = message as SessionRequest
  if (request.kind === 'taken') taken(request.wantsMore)
  else void handle(request)
})

async function handle(request: SessionRequest): Promise<void> {
  try {
    switch (request.kind) {
      case 'open':
        spec = request
        database = openFile(request)
        send({ kind: 'opened' })
        return
      case 'run':
        await run(opened(), request.sql, request.values)
        return
      case 'explain':
        send({ kind: 'planned', plan: explain(opened(), request.sql, request.values) })
        return
      case 'close':
        database?.close()
        database = undefined
        send({ kind: 'closed' })
        return
      case 'taken':
    }
  } catch (error) {
    if (error instanceof AppError) {
      send({ kind: 'refused', code: error.code, details: error.details })
      return
    }
    const reason = error instanceof Error ? error.message : String(error)
    const sql = 'sql' in request ? request.sql : ''
    send({ kind: 'failed', reason, offset: database === undefined ? undefined : offsetOf(database, sql, reason) })
  }
}

function opened(): Sqlite.Database {
  if (database === undefined) throw new AppError('DATABASE_UNAVAILABLE')
  return database
}

function openFile({ filename, mode, readOnly }: SessionSpec): Sqlite.Database {
  // Our own files use a log, which a read-only connection couldn't empty when it closes last.
  const readonly = mode === 'inPlace' && readOnly
  const made = new Sqlite(filename, { readonly, fileMustExist: true, timeout: busyTimeoutMs })
  try {
    made.pragma('trusted_schema = OFF')
    made.pragma('synchronous = FULL')
    made.pragma('foreign_keys = ON')
    registerDecimalFunctions(made)
    registerExactMeasures(made)
    // The server ends the process instead.
    registerFormulaFunctions(made, () => undefined)
    if (readOnly) made.pragma('query_only = ON')
    return made
  } catch (error) {
    made.close()
    throw error
  }
}

async function run(file: Sqlite.Database, sql: string, values: readonly StoredValue[]): Promise<void> {
  const readOnly = spec?.readOnly !== false
  refuseLeaving(sql, readOnly)
  const statement = file.prepare<unknown[]>(sql)
  if (readOnly && !(statement.reader && statement.readonly)) throw new AppError('SQL_NOT_READING')
  // Preparing a statement can set pragmas.
  if (readOnly) file.pragma('query_only = ON')
  const before = changesOf(file)
  const done = (affected: number | null): void => send({ kind: 'done', affected, inTransaction: file.inTransaction })
  if (!statement.reader) {
    statement.run(values.map(bindable))
    done(statement.readonly || !changing.test(sql) ? null : changesOf(file) - before)
    return
  }
  // Not while rows are read: the connection is busy then.
  const columns = columnsOf(statement)
  const rows = statement.raw(true).safeIntegers(true).iterate(values.map(bindable)) as Rows
  const ahead = readAhead(rows, columns)
  send({ kind: 'columns', columns: columns.map((column, at) => typedByValues(column, ahead, at)) })
  let wantsMore = await nextTaken()
  const packer = new RowPacker(columns.length, sessionPacketRows)
  for (const row of joined(ahead, rows)) {
    // Rows beyond the limit: a writing statement still has to finish.
    if (!wantsMore && statement.readonly) break
    if (!wantsMore) continue
    for (const value of plainIntegers([row])[0] ?? []) packer.add(value)
    if (packer.count < sessionPacketRows) continue
    send({ kind: 'rows', rows: packer.take() })
    wantsMore = await nextTaken()
  }
  if (wantsMore && packer.count > 0) {
    send({ kind: 'rows', rows: packer.take() })
    await nextTaken()
  }
  done(statement.readonly ? null : changesOf(file) - before)
}

type Rows = IterableIterator<StoredValue[]>

/** Rows that show the kinds of computed columns. */
const rowsAheadMax = 100

/** Reads rows until each computed column has a value. */
function readAhead(rows: Rows, columns: readonly SqlColumn[]): StoredValue[][] {
  const ahead: StoredValue[][] = []
  const untyped = columns.flatMap((column, at) => (isUntyped(column) ? [at] : []))
  while (ahead.length < rowsAheadMax && untyped.some((at) => ahead.every((row) => (row[at] ?? null) === null))) {
    const next = rows.next()
    if (next.done === true) break
    ahead.push(next.value)
  }
  return ahead
}

function* joined(ahead: readonly StoredValue[][], rows: Rows): Generator<StoredValue[]> {
  try {
    yield* ahead
    yield* rows
  } finally {
    // Ends the statement if its reader needs no more.
    rows.return?.()
  }
}

/** SQLite declares no type for the result of an expression. */
const isUntyped = ({ type, origin }: SqlColumn): boolean => type === '' && origin === null

function typedByValues(column: SqlColumn, rows: readonly StoredValue[][], at: number): SqlColumn {
  if (!isUntyped(column)) return column
  const values = rows.map((row) => row[at] ?? null).filter((value) => value !== null)
  const isNumber = values.length > 0 && values.every((value) => typeof value === 'number' || typeof value === 'bigint')
  return isNumber ? { ...column, kind: 'number' } : column
}

const nextTaken = (): Promise<boolean> => new Promise((resolve) => (taken = resolve))

/** Other statements change rows of the schema only. */
const changing = /\b(?:insert|update|delete|replace)\b/i

const changesOf = (file: Sqlite.Database): number => Number(file.prepare('SELECT total_changes()').pluck().get())

/** The driver binds numbers as floating point; bigint stays an integer. */
function bindable(value: StoredValue): StoredValue {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function columnsOf(statement: Sqlite.Statement): SqlColumn[] {
  return statement.columns().map(({ name, column, table, database: of, type }) => ({
    name,
    type: type ?? '',
    kind: kindOf(type ?? ''),
    origin: of === 'main' && table !== null && column !== null ? { table, column } : null,
  }))
}

function kindOf(type: string): SqlColumnKind {
  if (/bool/i.test(type)) return 'boolean'
  if (/date|time/i.test(type)) return 'date'
  if (/json/i.test(type)) return 'json'
  if (/int|real|floa|doub|num|dec/i.test(type)) return 'number'
  return /blob|binary/i.test(type) ? 'binary' : 'text'
}

/** https://sqlite.org/eqp.html */
function explain(file: Sqlite.Database, sql: string, values: readonly StoredValue[]): SessionPlan {
  refuseLeaving(sql, true)
  const rows = file.prepare<unknown[]>(`EXPLAIN QUERY PLAN ${sql}`).all(...values.map(bindable)) as {
    readonly id: number
    readonly parent: number
    readonly detail: string
  }[]
  const steps: SqlPlanStep[] = []
  const byId = new Map<number, { readonly step: SqlPlanStep; readonly depth: number }>()
  const lines: string[] = []
  for (const { id, parent: above, detail } of rows) {
    const [, operation = detail, object = '', more = ''] =
      /^(SCAN|SEARCH)\s+(?:TABLE\s+)?(\S+)\s*(.*)$/s.exec(detail) ?? []
    const step = {
      operation,
      object,
      detail: more,
      rows: null,
      cost: null,
      actualRows: null,
      actualMs: null,
      steps: [],
    }
    const holder = byId.get(above)
    const depth = holder === undefined ? 0 : holder.depth + 1
    ;(holder?.step.steps ?? steps).push(step)
    byId.set(id, { step, depth })
    lines.push('  '.repeat(depth) + detail)
  }
  return { steps, text: lines.join('\n') }
}

/** The driver doesn't tell the place of an error, so the words of its message are looked for. */
function offsetOf(file: Sqlite.Database, sql: string, reason: string): number | undefined {
  const tokens = codeTokens(sql, sqlite.syntax)
  const near = /^near "(.*)": syntax error$/s.exec(reason)?.[1]
  if (near !== undefined) {
    const candidates = tokens.filter(({ from, to }) => sql.slice(from, to) === near)
    // The statement up to the wrong token fails in the same way; up to an earlier one it is only incomplete.
    const wrong =
      candidates.length === 1 ? candidates[0] : candidates.find(({ to }) => failsAlike(file, sql.slice(0, to), reason))
    return wrong?.from
  }
  if (reason === 'incomplete input') return sql.length
  const name =
    /^(?:no such (?:column|table|function|collation sequence|module|view|index|trigger)|ambiguous column name|table|misuse of aggregate): "?([^\s"]+)/
      .exec(reason)?.[1]
      ?.split('.')
      .at(-1)
  if (name === undefined) return undefined
  const wanted = name.replace(/\W+$/, '').toLowerCase()
  return tokens.find(
    ({ from, to }) =>
      sql
        .slice(from, to)
        .replaceAll(/^["'`[]|["'`\]]$/g, '')
        .toLowerCase() === wanted,
  )?.from
}

function failsAlike(file: Sqlite.Database, sql: string, reason: string): boolean {
  try {
    file.prepare(sql)
    return false
  } catch (error) {
    return error instanceof Error && error.message === reason
  }
}

process.on('uncaughtException', endNow)
