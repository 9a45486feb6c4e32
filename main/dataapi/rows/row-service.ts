import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { systemPrincipal } from '@common/principal'
import type { Clock } from '@main/lib/clock'
import type { Database, Step, StepResult } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import type { TableIndex } from '../plan/columns'
import type { DataApiPorts } from '../ports'
import { compileByKey, rowShape } from '../compile/read'
import type { UnparsedJson } from '../rest/contract'
import { keyFromRow, keyOfRow, keyParts, partOf, requireKey } from '../parse/row-key'
import type { ChangeEvent, ChangeEvents, StoredRow } from './change-events'
import { alongOf, dependentsOf, selectDependents, type Dependent } from './dependents'
import { refuseChanged, refuseDifferent, refuseOthersChanged, type Expected } from './expected'
import { insertPlainRows } from './plain-rows'
import { isPrevented } from './prevented'
import { objectOf, readChanges, readNewRow } from './row-input'
import { explainReferenced } from './referenced'
import { rowJson, storedRow } from '../shape/row-json'
import { atRow, boundedList, eachRow, refuseKeyChange, refuseReadOnly, runsOf, signature } from './row-lists'
import { childTables, ownRows, selectFromChildren } from './stored-in'
import { deleteRows, insertRows, selectRows, single, typedPlaces, updateRows } from './row-statements'

/** A write to one table; the permission was checked. */
export interface WriteCall {
  readonly projectId: string
  readonly database: Database
  readonly index: TableIndex
  readonly context: CallContext
  /** Source of the change, for the change event. */
  readonly why: string
  /** Receives the ignored keys of the body: computed columns and nested rows. */
  readonly ignored?: Set<string>
}

/** Stored values of a row in column order. */
export type RowValues = readonly StoredValue[]

/**
 * The row service: the only code that writes rows. Validates by column type, runs one transaction and publishes one
 * change event after the commit. REST, GraphQL, imports and undo use it.
 */
export interface RowService {
  /** Returns the stored row. @throws AppError ROW_INVALID and errors of the database */
  readonly create: (call: WriteCall, body: unknown) => Promise<RowValues>
  /**
   * Writes only the sent columns. Returns the whole row; undefined without a row with this key.
   * @param expected  guard: values that the row must have
   * @throws AppError VALUE_CHANGED if it has others; nothing was written
   */
  readonly update: (
    call: WriteCall,
    key: readonly string[],
    body: unknown,
    expected?: Expected,
  ) => Promise<RowValues | undefined>
  /** Returns true if the row existed. */
  readonly remove: (call: WriteCall, key: readonly string[]) => Promise<boolean>
  /** Atomic. Returns the key of each row; empty lists for a table without one. */
  readonly createMany: (call: WriteCall, body: unknown) => Promise<StoredValue[][]>
  /** Like `createMany` for an unparsed body: the writer thread parses and validates plain rows. */
  readonly createManyUnparsed: (call: WriteCall, body: UnparsedJson) => Promise<StoredValue[][]>
  /** Atomic; finds each row by its key. Returns for each if it existed. */
  readonly updateMany: (call: WriteCall, body: unknown) => Promise<boolean[]>
  readonly removeMany: (call: WriteCall, body: unknown) => Promise<boolean[]>
}

/** Attempts for a row that satisfies the guard but isn't matched by the statement. */
const expectTries = 2

/** @param ports  look-ups of the system: a delete changes linked rows that the principal may not see */
export function createRowService(events: ChangeEvents, clock: Clock, ports: Pick<DataApiPorts, 'tables'>): RowService {
  const tableNamed = (projectId: string, name: string): Promise<Table | undefined> =>
    ports.tables(systemPrincipal).named(projectId, name)
  /** Effects of a delete, if there are listeners. */
  const reached = async ({ index, projectId }: WriteCall): Promise<readonly Dependent[]> =>
    events.heard ? dependentsOf(index.table, (name) => tableNamed(projectId, name)) : []

  /** Deletes rows. If other records link to one, the error names them. */
  const removing = async (
    call: WriteCall,
    keys: readonly (readonly string[])[],
    steps: readonly Step[],
  ): Promise<StepResult[]> => {
    const { database, index, projectId } = call
    try {
      return await transact(call, steps)
    } catch (error) {
      throw await explainReferenced(error, {
        database,
        index,
        keys,
        tableNamed: (name) => tableNamed(projectId, name),
      })
    }
  }

  const inherited = async ({ index, projectId }: WriteCall): Promise<readonly Table[]> =>
    events.heard ? childTables(index.table, (name) => tableNamed(projectId, name)) : []

  const publish = (
    call: WriteCall,
    change: Pick<ChangeEvent, 'kind' | 'keys' | 'before' | 'after' | 'along' | 'own' | 'set'>,
  ): void => {
    const { projectId, index, why, context } = call
    const when = clock.now().toISOString()
    events.publish({ ...change, typed: true, projectId, table: index.table, when, why }, context)
  }

  return {
    async create(call, body) {
      requireWritable(call, 'create')
      const { index } = call
      const { values } = readNewRow(index, body === undefined ? {} : body, { now: clock.now(), ignored: call.ignored })
      const [result] = await transact(call, [
        single(insertRows(call.database.dialect, index, [values], index.table.columns, typedPlaces)),
      ])
      const row = result?.rows[0]
      if (!row) throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      publish(call, { kind: 'create', keys: [keyOf(index, row)], before: [], after: [stored(index, row)] })
      return row
    },

    async update(call, key, body, expected) {
      requireWritable(call, 'change')
      const { index } = call
      const [held] = await read(call, key)
      const input = readChanges(index, body, key, { now: clock.now(), ignored: call.ignored }, held)
      if (held === undefined) return undefined
      if (input.values.size === 0) {
        if (expected) refuseDifferent(expected, answeredRow(index, held))
        return held
      }
      const { dialect } = call.database
      const newKey = index.key.map((column, at) => {
        const value = input.values.get(column)
        return value === undefined || value === null ? (key[at] ?? '') : partOf(column, value)
      })
      const write = (guard: Expected['guard'] | undefined): Promise<StepResult[]> =>
        transact(call, [
          single(selectRows(dialect, index, [key], typedPlaces)),
          single(updateRows(dialect, index, [{ key, values: input.values, ...(guard && { guard }) }], [], typedPlaces)),
          single(selectRows(dialect, index, [newKey], typedPlaces)),
        ])
      if (expected !== undefined && expected.looked.size > 0) refuseOthersChanged(expected, await answered(call, key))
      let [before, written, after] = await write(expected?.guard)
      // The guard failed in the transaction that read the row. If the row satisfies it now, either another client wrote
      // in between, which the next attempt shows, or the database compares the values differently.
      for (
        let tries = 1;
        expected !== undefined && before?.rows[0] !== undefined && written?.changes === 0;
        tries += 1
      ) {
        if (tries > expectTries) break
        refuseChanged(expected, answeredRow(index, before.rows[0]))
        ;[before, written, after] = await write(tries < expectTries ? expected.guard : undefined)
      }
      const [was] = before?.rows ?? []
      const [is] = after?.rows ?? []
      if (!was || !is) return undefined
      if (isPrevented(index, input.values, was, is, written?.changes))
        throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      publish(call, {
        kind: 'update',
        keys: [keyOf(index, was)],
        before: [stored(index, was)],
        after: [stored(index, is)],
        set: namesOf(input.values.keys()),
      })
      return is
    },

    async remove(call, key) {
      requireWritable(call, 'delete')
      const { index } = call
      const { dialect } = call.database
      const [dependents, children] = await Promise.all([reached(call), inherited(call)])
      const results = await removing(
        call,
        [key],
        [
          ...dependents.map((dependent) => single(selectDependents(dialect, index, [key], dependent))),
          ...selectFromChildren(dialect, index, children, [key]),
          single(deleteRows(dialect, index, [key], index.table.columns)),
        ],
      )
      const [was] = results.at(-1)?.rows ?? []
      if (!was) return false
      const own = ownRows(index, children, results.slice(dependents.length), [was])
      publish(call, {
        kind: 'delete',
        keys: [keyOf(index, was)],
        before: [stored(index, was)],
        after: [],
        along: alongOf(dependents, results),
        ...(own !== undefined && { own }),
      })
      await events.stored()
      return true
    },

    async createMany(call, body) {
      requireWritable(call, 'create')
      const { index } = call
      const now = clock.now()
      const rows = await eachRow(
        boundedList(body),
        (row, at) => readNewRow(index, row, { row: at, now, ignored: call.ignored }).values,
      )
      const returned = events.heard ? index.table.columns : index.key
      const steps = runsOf(rows, (values) => signature(index, values)).map((run) => ({
        ...insertRows(call.database.dialect, index, run, returned, typedPlaces),
        ...(returned.length > 0 && { expectRows: run.length, tooFew: 'WRITE_PREVENTED' as const }),
      }))
      const results = (await transact(call, steps)).flatMap((result) => result.rows)
      const keys = rows.map((_, at) => index.key.map((column) => results[at]?.[returned.indexOf(column)] ?? null))
      publish(call, {
        kind: 'create',
        keys: keys.map((key) => keyParts(index, key)),
        before: [],
        after: events.heard ? results.map((row) => stored(index, row)) : [],
      })
      return keys
    },

    async createManyUnparsed(call, body) {
      requireWritable(call, 'create')
      const made = await insertPlainRows(call, { json: body.bytes, now: clock.now() })
      // A row needs the ordinary path, which finds and explains its error.
      if (made === undefined) return this.createMany(call, body.parse())
      publish(call, { kind: 'create', keys: made.map(([key]) => [String(key)]), before: [], after: [] })
      return made
    },

    async updateMany(call, body) {
      requireWritable(call, 'change')
      requireKey(call.index)
      const { index } = call
      const now = clock.now()
      const { dialect } = call.database
      const rows = boundedList(body).map((row, at) => ({ row, key: atRow(at, () => keyFromRow(index, objectOf(row))) }))
      const sent = rows.map(({ key }) => key)
      const present = await heldRows(call.database, index, sent, call.context.signal)
      const seen = new Set<string>()
      const checked = await eachRow(rows, ({ row, key }, at) => {
        // In a list with the same row twice, the second entry may write the stored values back.
        const text = keyText(key)
        const held = seen.has(text) ? undefined : present.get(text)
        seen.add(text)
        const input = readChanges(index, row, key, { row: at, now, ignored: call.ignored }, held)
        refuseReadOnly(input, at)
        refuseKeyChange(index, input, at)
        return { key, values: input.values }
      })
      const changes = checked.filter(({ values }) => values.size > 0)
      const keys = changes.map(({ key }) => key)
      const writes = runsOf(changes, ({ values }) => signature(index, values)).map((run) =>
        updateRows(dialect, index, run, index.key, typedPlaces),
      )
      const reads = events.heard && keys.length > 0 ? [selectRows(dialect, index, keys, typedPlaces)] : []
      const results = await transact(call, [...reads, ...writes, ...reads])
      const found = new Set(
        results
          .slice(reads.length, reads.length + writes.length)
          .flatMap(({ rows: of }) =>
            of.map((row) => keyText(keyOfRow(index, (column) => row[index.key.indexOf(column)]))),
          ),
      )
      const read = (at: number): StoredRow[] =>
        reads.length === 0 ? [] : (results.at(at)?.rows ?? []).map((row) => stored(index, row))
      const isThere = (key: readonly string[]): boolean => found.has(keyText(key))
      const set = namesOf(new Set(changes.flatMap(({ values }) => [...values.keys()])))
      publish(call, { kind: 'update', keys: keys.filter(isThere), before: read(0), after: read(-1), set })
      return checked.map(({ key, values }) => (values.size === 0 ? present.has(keyText(key)) : isThere(key)))
    },

    async removeMany(call, body) {
      requireWritable(call, 'delete')
      requireKey(call.index)
      const { index } = call
      const keys = boundedList(body).map((row, at) => atRow(at, () => keyFromRow(index, objectOf(row))))
      if (keys.length === 0) return []
      const returned = events.heard ? index.table.columns : index.key
      const { dialect } = call.database
      const [dependents, children] = await Promise.all([reached(call), inherited(call)])
      const results = await removing(call, keys, [
        ...dependents.map((dependent) => selectDependents(dialect, index, keys, dependent)),
        ...selectFromChildren(dialect, index, children, keys),
        deleteRows(dialect, index, keys, returned),
      ])
      const rows = results.at(-1)?.rows ?? []
      const found = rows.map((row) => keyOfRow(index, (column) => row[returned.indexOf(column)]))
      const gone = new Set(found.map(keyText))
      const own = events.heard ? ownRows(index, children, results.slice(dependents.length), rows) : undefined
      publish(call, {
        kind: 'delete',
        keys: found,
        before: events.heard ? rows.map((row) => stored(index, row)) : [],
        after: [],
        along: alongOf(dependents, results),
        ...(own !== undefined && { own }),
      })
      await events.stored()
      // A key sent twice is deleted once.
      return keys.map((key) => gone.delete(keyText(key)))
    },
  }
}

/** Reads the current row. */
async function read({ database, index }: WriteCall, key: readonly string[]): Promise<StoredValue[][]> {
  const { sql, params } = single(selectRows(database.dialect, index, [key]))
  return database.read({ sql, params }, { lane: 'short' })
}

/** Returns rows by the text of their key. */
export async function heldRows(
  database: Database,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<Map<string, RowValues>> {
  if (keys.length === 0) return new Map()
  const [held] = await database.transact([selectRows(database.dialect, index, keys)], { signal })
  return new Map((held?.rows ?? []).map((row) => [keyText(keyOf(index, row)), row]))
}

const answeredRow = ({ table }: TableIndex, row: RowValues): Readonly<Record<string, unknown>> =>
  JSON.parse(rowJson(table.columns, row)) as Record<string, unknown>

/** Returns a row in the format of lists, without computed columns. */
async function answered(
  { database, index, context }: WriteCall,
  key: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const statement = compileByKey(database.dialect, index, key)
  const bytes = await database.readJson(statement, rowShape(index), { signal: context.signal })
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
}

/** @throws AppError VIEW_READ_ONLY; NOT_ALLOWED without the right, or if the table hides columns or rows */
function requireWritable({ index }: WriteCall, right: 'create' | 'change' | 'delete'): void {
  const { sight } = index.table
  if (!sight[right] || sight.restricted) throw new AppError('NOT_ALLOWED')
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

/** Adds the row's position, counted over the batches that write. */
function withRow(steps: readonly Step[], error: AppError): AppError {
  const { at, ...details } = error.details
  if (typeof at !== 'object' || at === null || !('step' in at) || !('row' in at)) return error
  const before = steps.slice(0, Number(at.step)).filter(changes)
  const row = before.reduce((sum, step) => sum + (step.batch?.length ?? 1), Number(at.row))
  return new AppError(error.code, { ...details, row }, { cause: error })
}

const changes = ({ sql }: Step): boolean => !sql.startsWith('SELECT')

/** Replaces column names in an error of the database by titles. */
export function withTitles(index: TableIndex, given: AppError): AppError {
  const error = withLimit(index, given)
  const { columns, column } = error.details
  const names = Array.isArray(columns) ? columns.map(String) : typeof column === 'string' ? [column] : []
  if (names.length === 0) return error
  const titles = names.map((name) => index.byName.get(name)?.title ?? name)
  const details = { ...error.details, column: titles.join(', '), ...(columns !== undefined && { columns: titles }) }
  return new AppError(error.code, details, { cause: error })
}

/** Adds the exceeded limit of the column's type. The database names the column, or several candidates. */
function withLimit(index: TableIndex, error: AppError): AppError {
  const { limit, candidates, ...details } = error.details
  if (limit === undefined) return error
  const names = Array.isArray(candidates)
    ? candidates.map(String)
    : [typeof details['column'] === 'string' ? details['column'] : '']
  const limited = names
    .flatMap((name) => index.byName.get(name) ?? [])
    .filter(({ nativeType }) => isLimited(nativeType, limit))
  const [only] = limited
  if (only === undefined || limited.length > 1) return new AppError(error.code, details, { cause: error })
  const length = /\((\d+)\)/.exec(only.nativeType)?.[1]
  const what = limit === 'length' && length !== undefined ? { maxLength: Number(length) } : { type: only.nativeType }
  return new AppError(error.code, { ...details, column: only.name, ...what }, { cause: error })
}

const isLimited = (nativeType: string, limit: unknown): boolean =>
  limit === 'length'
    ? /char|binary|bit|text|blob/i.test(nativeType)
    : /int|serial|numeric|decimal|real|float|double/i.test(nativeType)

/** Returns the names of columns. */
export const namesOf = (columns: Iterable<Column>): string[] => Array.from(columns, ({ name }) => name)

function keyOf(index: TableIndex, row: RowValues): string[] {
  return keyOfRow(index, (column) => row[index.table.columns.indexOf(column)])
}

function keyText(key: readonly string[]): string {
  return JSON.stringify(key)
}

function stored(index: TableIndex, row: RowValues): StoredRow {
  return storedRow(index.table.columns, row)
}
