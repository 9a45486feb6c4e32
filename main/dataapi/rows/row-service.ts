import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Clock } from '@main/lib/clock'
import type { Database, Step, StepResult } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import { computedOf, type TableNamed } from '@main/db/computed'
import type { TableIndex } from '../columns'
import type { DataApiPorts } from '../ports'
import { compileByKey, rowShape } from '../compile-read'
import { keyFromRow, keyOfRow, requireKey } from '../row-key'
import type { ChangeEvent, ChangeEvents, StoredRow } from './change-events'
import { alongOf, dependentsOf, selectDependents, type Dependent } from './dependents'
import { refuseChanged, refuseOthersChanged, type Expected } from './expected'
import { fieldProblem, objectOf, readChanges, readNewRow, rowInvalid, type RowInput } from './row-input'
import { rowJson, storedRow, valueJson } from './row-json'
import { atRow, boundedList, eachRow, refuseKeyChange, refuseReadOnly, runsOf, signature } from './row-lists'
import { deleteRows, insertRows, selectRows, single, updateRows } from './row-statements'

/** A write to one table of one project; the permission was checked. */
export interface WriteCall {
  readonly projectId: string
  readonly database: Database
  readonly index: TableIndex
  readonly context: CallContext
  /** Where links of the table lead: for comparing what was sent of computed columns. */
  readonly tableNamed?: TableNamed
  /** What asks: goes into the change event. */
  readonly why: string
}

/** Stored values of one row, in the order of the table's columns. */
export type RowValues = readonly StoredValue[]

/**
 * The only place that writes rows: checked by column type, one transaction, one change event after the
 * commit. Whatever asks (REST, GraphQL, import, undo) comes through here.
 */
export interface RowService {
  /** Answers the stored row. @throws AppError ROW_INVALID and what the database refuses */
  readonly create: (call: WriteCall, body: unknown) => Promise<RowValues>
  /**
   * Writes only the columns sent. Answers the whole row, undefined when there is none with this key.
   *
   * @param expected  what the row must hold now
   * @throws AppError VALUE_CHANGED when it holds something else: then nothing was written
   */
  readonly update: (
    call: WriteCall,
    key: readonly string[],
    body: unknown,
    expected?: Expected,
  ) => Promise<RowValues | undefined>
  /** Answers whether there was such a row. */
  readonly remove: (call: WriteCall, key: readonly string[]) => Promise<boolean>
  /** All rows or none. Answers the key of each; empty lists for a table without one. */
  readonly createMany: (call: WriteCall, body: unknown) => Promise<StoredValue[][]>
  /** All rows or none, each found by the key in it. Answers for each whether it was there. */
  readonly updateMany: (call: WriteCall, body: unknown) => Promise<boolean[]>
  readonly removeMany: (call: WriteCall, body: unknown) => Promise<boolean[]>
}

/** How often a row that holds what is expected, and yet is not found by it, is asked. */
const expectTries = 2

/** @param tableNamed  where links lead: for what a delete does elsewhere */
export function createRowService(
  events: ChangeEvents,
  clock: Clock,
  tableNamed: DataApiPorts['tableNamed'] = () => Promise.resolve(undefined),
): RowService {
  /** What a delete does elsewhere, where somebody wants to know. */
  const reached = async ({ index, projectId }: WriteCall): Promise<readonly Dependent[]> =>
    events.heard ? dependentsOf(index.table, (name) => tableNamed(projectId, name)) : []

  const publish = (
    call: WriteCall,
    change: Pick<ChangeEvent, 'kind' | 'keys' | 'before' | 'after' | 'along'>,
  ): void => {
    events.publish({
      ...change,
      projectId: call.projectId,
      table: call.index.table,
      who: call.context.actor,
      when: clock.now().toISOString(),
      why: call.why,
    })
  }

  return {
    async create(call, body) {
      requireWritable(call)
      const { index } = call
      const { values } = readNewRow(index, body === undefined ? {} : body, { now: clock.now() })
      const [result] = await transact(call, [
        single(insertRows(call.database.dialect, index, [values], index.table.columns)),
      ])
      const row = result?.rows[0]
      if (!row) throw new AppError('INTERNAL', {}, { cause: new Error('An insert returned no row') })
      publish(call, { kind: 'create', keys: [keyOf(index, row)], before: [], after: [stored(index, row)] })
      return row
    },

    async update(call, key, body, expected) {
      requireWritable(call)
      const { index } = call
      const input = readChanges(index, body, key, { now: clock.now() })
      if (input.unchanged.length > 0 && !(await isUnchanged(call, key, input.unchanged))) return undefined
      if (input.values.size === 0) return (await read(call, key))[0]
      const { dialect } = call.database
      const newKey = index.key.map((column, at) => {
        const value = input.values.get(column)
        return value === undefined || value === null ? (key[at] ?? '') : String(value)
      })
      const write = (guard: Expected['guard'] | undefined): Promise<StepResult[]> =>
        transact(call, [
          single(selectRows(dialect, index, [key])),
          single(updateRows(dialect, index, [{ key, values: input.values, ...(guard && { guard }) }], [])),
          single(selectRows(dialect, index, [newKey])),
        ])
      if (expected !== undefined && expected.looked.size > 0 && (await read(call, key)).length > 0)
        refuseOthersChanged(expected, await answered(call, key))
      let [before, written, after] = await write(expected?.guard)
      // What the row held was read in the transaction that found something else in it. Where that is what was expected,
      // either somebody wrote between the two, which the next try tells, or it is only compared in another way.
      for (
        let tries = 1;
        expected !== undefined && before?.rows[0] !== undefined && written?.changes === 0;
        tries += 1
      ) {
        if (tries > expectTries) break
        refuseChanged(expected, JSON.parse(rowJson(index.table.columns, before.rows[0])) as Record<string, unknown>)
        ;[before, written, after] = await write(tries < expectTries ? expected.guard : undefined)
      }
      const [was] = before?.rows ?? []
      const [is] = after?.rows ?? []
      if (!was || !is) return undefined
      publish(call, { kind: 'update', keys: [key], before: [stored(index, was)], after: [stored(index, is)] })
      return is
    },

    async remove(call, key) {
      requireWritable(call)
      const { index } = call
      const { dialect } = call.database
      const dependents = await reached(call)
      const results = await transact(call, [
        ...dependents.map((dependent) => single(selectDependents(dialect, index, [key], dependent))),
        single(deleteRows(dialect, index, [key], index.table.columns)),
      ])
      const [was] = results.at(-1)?.rows ?? []
      if (!was) return false
      publish(call, {
        kind: 'delete',
        keys: [key],
        before: [stored(index, was)],
        after: [],
        along: alongOf(dependents, results),
      })
      return true
    },

    async createMany(call, body) {
      requireWritable(call)
      const { index } = call
      const now = clock.now()
      const rows = await eachRow(boundedList(body), (row, at) => readNewRow(index, row, { row: at, now }).values)
      const returned = events.heard ? index.table.columns : index.key
      const steps = runsOf(rows, (values) => signature(index, values)).map((run) =>
        insertRows(call.database.dialect, index, run, returned),
      )
      const results = (await transact(call, steps)).flatMap((result) => result.rows)
      const keys = rows.map((_, at) => index.key.map((column) => results[at]?.[returned.indexOf(column)] ?? null))
      publish(call, {
        kind: 'create',
        keys: keys.map((key) => key.map(String)),
        before: [],
        after: events.heard ? results.map((row) => stored(index, row)) : [],
      })
      return keys
    },

    async updateMany(call, body) {
      requireWritable(call)
      requireKey(call.index)
      const { index } = call
      const now = clock.now()
      const changes = await eachRow(boundedList(body), (row, at) => {
        const key = atRow(at, () => keyFromRow(index, objectOf(row)))
        const input = readChanges(index, row, key, { row: at, now })
        refuseReadOnly(input, at)
        refuseKeyChange(index, input, at)
        return { key, values: input.values }
      })
      const { dialect } = call.database
      const keys = changes.map(({ key }) => key)
      const writes = runsOf(changes, ({ values }) => signature(index, values)).map((run) =>
        updateRows(dialect, index, run, index.key),
      )
      const reads = events.heard && keys.length > 0 ? [selectRows(dialect, index, keys)] : []
      const results = await transact(call, [...reads, ...writes, ...reads])
      const found = new Set(
        results
          .slice(reads.length, reads.length + writes.length)
          .flatMap(({ rows }) => rows.map((row) => keyText(row.map(String)))),
      )
      const read = (at: number): StoredRow[] =>
        reads.length === 0 ? [] : (results.at(at)?.rows ?? []).map((row) => stored(index, row))
      const there = keys.map((key) => found.has(keyText(key)))
      publish(call, {
        kind: 'update',
        keys: keys.filter((_, at) => there[at]),
        before: read(0),
        after: read(-1),
      })
      return there
    },

    async removeMany(call, body) {
      requireWritable(call)
      requireKey(call.index)
      const { index } = call
      const keys = boundedList(body).map((row, at) => atRow(at, () => keyFromRow(index, objectOf(row))))
      if (keys.length === 0) return []
      const returned = events.heard ? index.table.columns : index.key
      const { dialect } = call.database
      const dependents = await reached(call)
      const results = await transact(call, [
        ...dependents.map((dependent) => selectDependents(dialect, index, keys, dependent)),
        deleteRows(dialect, index, keys, returned),
      ])
      const rows = results.at(-1)?.rows ?? []
      const found = rows.map((row) => keyOfRow(index, (column) => row[returned.indexOf(column)]))
      const gone = new Set(found.map(keyText))
      publish(call, {
        kind: 'delete',
        keys: found,
        before: events.heard ? rows.map((row) => stored(index, row)) : [],
        after: [],
        along: alongOf(dependents, results),
      })
      // A key sent twice is deleted once.
      return keys.map((key) => gone.delete(keyText(key)))
    },
  }
}

/** The row as it is now. */
async function read({ database, index }: WriteCall, key: readonly string[]): Promise<StoredValue[][]> {
  const { sql, params } = single(selectRows(database.dialect, index, [key]))
  return database.read({ sql, params }, { lane: 'short' })
}

/**
 * Values that may not be set, or do not fit, are right in a body only when they are what the row holds, as
 * when a whole row is read, changed in one place and sent back.
 *
 * @returns false when there is no such row
 * @throws AppError ROW_INVALID
 */
async function isUnchanged(call: WriteCall, key: readonly string[], sent: RowInput['unchanged']): Promise<boolean> {
  const [row] = await read(call, key)
  if (!row) return false
  const computed = await computedValues(call, key, sent)
  const changed = sent.filter(({ column, value }) => {
    if (!call.index.position.has(column)) return JSON.stringify(computed[column.title]) !== JSON.stringify(value)
    const stored = row[call.index.position.get(column) ?? -1] ?? null
    return valueJson(stored) !== JSON.stringify(value)
  })
  if (changed.length > 0) throw rowInvalid(changed.map(fieldProblem), {})
  return true
}

/** A row as lists answer it, without what is computed. */
async function answered(
  { database, index, context }: WriteCall,
  key: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const statement = compileByKey(database.dialect, index, key)
  const bytes = await database.readJson(statement, rowShape(index), { signal: context.signal })
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
}

/** Values of the computed columns that were sent, as rows answer them. */
async function computedValues(
  { database, index, tableNamed, context }: WriteCall,
  key: readonly string[],
  sent: RowInput['unchanged'],
): Promise<Readonly<Record<string, unknown>>> {
  if (tableNamed === undefined || sent.every(({ column }) => index.position.has(column))) return {}
  const computed = await computedOf(database.dialect, index.table, tableNamed)
  const statement = compileByKey(database.dialect, index, key, computed)
  const bytes = await database.readJson(statement, rowShape(index, computed), { signal: context.signal })
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
}

function requireWritable({ index }: WriteCall): void {
  if (index.table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: index.table.title })
}

async function transact({ database, context, index }: WriteCall, steps: readonly Step[]): Promise<StepResult[]> {
  if (steps.length === 0) return []
  try {
    return await database.transact(steps, { signal: context.signal })
  } catch (error) {
    throw error instanceof AppError ? withTitles(index, withRow(steps, error)) : error
  }
}

/** Which row of the list it was, counted over the batches that change something. */
function withRow(steps: readonly Step[], error: AppError): AppError {
  const { at, ...details } = error.details
  if (typeof at !== 'object' || at === null || !('step' in at) || !('row' in at)) return error
  const before = steps.slice(0, Number(at.step)).filter(changes)
  const row = before.reduce((sum, step) => sum + (step.batch?.length ?? 1), Number(at.row))
  return new AppError(error.code, { ...details, row }, { cause: error })
}

const changes = ({ sql }: Step): boolean => !sql.startsWith('SELECT')

/** What the database refuses names columns as it knows them; people know their titles. */
export function withTitles(index: TableIndex, error: AppError): AppError {
  const { columns, column } = error.details
  const names = Array.isArray(columns) ? columns.map(String) : typeof column === 'string' ? [column] : []
  if (names.length === 0) return error
  const titles = names.map((name) => index.byName.get(name)?.title ?? name)
  const details = { ...error.details, column: titles.join(', '), ...(columns !== undefined && { columns: titles }) }
  return new AppError(error.code, details, { cause: error })
}

function keyOf(index: TableIndex, row: RowValues): string[] {
  return keyOfRow(index, (column) => row[index.table.columns.indexOf(column)])
}

function keyText(key: readonly string[]): string {
  return JSON.stringify(key)
}

function stored(index: TableIndex, row: RowValues): StoredRow {
  return storedRow(index.table.columns, row)
}
