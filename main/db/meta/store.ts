import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Database, Notices, ReadOptions } from '@main/db/database'
import type { QueryCompiler } from '@main/db/query-compiler'
import type { MetaKind, MetaRow, MetaTable } from './meta-table'
import {
  rawQuery,
  selectFrom,
  type MetaQuery,
  type MetaStep,
  type MetaWhere,
  type MetaWrite,
  type SelectOptions,
} from './statements'
import type { Statement, Step, StepResult } from '../statement'

/**
 * Accounts, projects and metadata. Repositories of the features build queries (`statements.ts`) or write SQL that all
 * our engines share, with `?` for each value. knex compiles both for the engine, each shape once.
 */
export interface MetaStore {
  /**
   * True if only this process writes here, so that reads can be cached until `version` changes. Servers share a store
   * on a database server, so read each time there.
   */
  readonly exclusive: boolean
  /** Display name of the engine. */
  readonly engine: string
  /**
   * Returns rows of one table as typed objects.
   *
   * @param where  equal columns, or the SQL after the table's name: `WHERE id > ? ORDER BY id`
   */
  readonly select: SelectRows
  /** Returns the first row of `select`, or undefined. */
  readonly find: FindRow
  /** Returns rows of any query as arrays, in the order of the selected columns. */
  readonly read: (
    sql: string,
    params?: readonly StoredValue[],
    options?: Pick<ReadOptions, 'lane'>,
  ) => Promise<StoredValue[][]>
  /**
   * Runs the steps in one atomic transaction. Resolves when they are durable.
   *
   * @throws AppError TEXT_HAS_NUL for a value with the character NUL
   */
  readonly transact: (steps: readonly MetaStep[]) => Promise<StepResult[]>
  /**
   * Returns a number that grows with every write to any of the tables. Take it before a read; the cached result is
   * fresh while the number stays the same.
   */
  readonly version: (...tables: readonly MetaTable[]) => number
  /** Texts between the servers of a shared store, if its engine delivers them. */
  readonly notices?: Notices | undefined
  readonly close: () => Promise<void>
}

interface SelectRows {
  <T extends MetaTable>(table: T, where: MetaWhere<T>, options?: SelectOptions<T>): Promise<MetaRow<T>[]>
  <T extends MetaTable>(table: T, tail: string, params?: readonly StoredValue[]): Promise<MetaRow<T>[]>
}

interface FindRow {
  <T extends MetaTable>(table: T, where: MetaWhere<T>): Promise<MetaRow<T> | undefined>
  <T extends MetaTable>(table: T, tail: string, params?: readonly StoredValue[]): Promise<MetaRow<T> | undefined>
}

/** Returns the meta store of an open database whose migrations have run. */
export function createMetaStore(database: Database, options: { readonly exclusive: boolean }): MetaStore {
  const versions = new Map<string, number>()
  const compile = statementCompiler(database)

  const touch = (steps: readonly MetaStep[]): void => {
    for (const step of steps) {
      const name = 'table' in step ? step.table : writtenTable(step.sql)
      if (name !== undefined) versions.set(name, (versions.get(name) ?? 0) + 1)
    }
  }

  const run = async (
    query: MetaQuery,
    { lane = 'short' }: Pick<ReadOptions, 'lane'> = {},
  ): Promise<StoredValue[][]> => {
    const { sql, params } = await compile({ ...query, params: query.params.map(withoutNul) })
    return database.read({ sql, params, repeats: true }, { lane })
  }

  const select = async <T extends MetaTable>(
    table: T,
    where: MetaWhere<T> | string,
    more: SelectOptions<T> | readonly StoredValue[] = [],
  ): Promise<MetaRow<T>[]> => {
    const names = Object.keys(table.columns)
    const query =
      typeof where === 'string'
        ? rawQuery(`SELECT ${names.join(', ')} FROM ${table.name} ${where}`, more as readonly StoredValue[])
        : selectFrom(table, where, more as SelectOptions<T>)
    const rows = await run(query)
    return rows.map((row) => rowObject(table, names, row))
  }
  const find = async <T extends MetaTable>(
    table: T,
    where: MetaWhere<T> | string,
    params?: readonly StoredValue[],
  ): Promise<MetaRow<T> | undefined> => {
    const rows = typeof where === 'string' ? select(table, where, params) : select(table, where)
    return (await rows)[0]
  }

  return {
    exclusive: options.exclusive,
    engine: database.dialect.name,
    read: (sql, params = [], options) => run(rawQuery(sql, params), options),
    select,
    find,
    transact: async (steps) => {
      // Invalidates before and after: reads during the write may be stale.
      touch(steps)
      try {
        return await database.transact(await Promise.all(steps.map(compile)))
      } finally {
        touch(steps)
      }
    },
    version: (...tables) => {
      // Called several times per request.
      let sum = 0
      for (const { name } of tables) sum += versions.get(name) ?? 0
      return sum
    },
    notices: database.notices,
    close: () => database.close(),
  }
}

interface Compiled {
  readonly sql: string
  /** Index of the value for each binding. */
  readonly order: readonly number[]
}

/** Statements are few and fixed. The limit guards against one built from data by mistake. */
const shapesCached = 2_000

/** Returns a function that compiles queries and steps for the engine, each shape once. */
function statementCompiler({ dialect }: Database): (step: MetaQuery | MetaStep) => Promise<Step & Statement> {
  const cache = new Map<string, Compiled>()
  let loading: Promise<QueryCompiler> | undefined

  const compiled = async ({ shape, build, params }: MetaQuery): Promise<Compiled> => {
    if (dialect.loadQueryCompiler === undefined) throw new Error(`No meta store on ${dialect.name}`)
    const compiler = await (loading ??= dialect.loadQueryCompiler())
    // The values are their places: knex sorts columns and may use a value twice.
    const { sql, bindings } = build(compiler, [...params.keys()])
      .toSQL()
      .toNative()
    const known = { sql, order: bindings.map(Number) }
    if (cache.size < shapesCached) cache.set(shape, known)
    return known
  }

  return async (step) => {
    const query = 'shape' in step ? step : rawQuery(step.sql, step.batch?.[0] ?? step.params)
    const { sql, order } = cache.get(query.shape) ?? (await compiled(query))
    const ordered = (params: readonly StoredValue[]): StoredValue[] => {
      // PostgreSQL can't store it. A store must be able to move there, so the others don't either.
      if (params.some(hasNul)) throw new AppError('TEXT_HAS_NUL')
      return order.map((at) => params[at] ?? null)
    }
    if (!('shape' in step)) {
      const { batch, params } = step
      return batch === undefined
        ? { ...step, sql, params: ordered(params) }
        : { ...step, sql, params: [], batch: batch.map(ordered) }
    }
    const { batch, expectRows, tooFew, params } = step as Partial<MetaWrite> & MetaQuery
    const bound = batch === undefined ? { params: ordered(params) } : { params: [], batch: batch.map(ordered) }
    return {
      sql,
      repeats: true,
      ...bound,
      ...(expectRows !== undefined && { expectRows }),
      ...(tooFew !== undefined && { tooFew }),
    }
  }
}

const hasNul = (value: StoredValue): boolean => typeof value === 'string' && value.includes('\0')

/** No stored text has NUL, so nothing equals a value with it. PostgreSQL would reject the value. */
const withoutNul = (value: StoredValue): StoredValue =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value

function writtenTable(sql: string): string | undefined {
  return /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1]?.toLowerCase()
}

function rowObject<T extends MetaTable>(table: T, names: readonly string[], row: readonly StoredValue[]): MetaRow<T> {
  const kinds: Readonly<Record<string, MetaKind>> = table.columns
  const entries = names.map((name, at) => [name, valueOf(kinds[name] ?? 'text?', row[at] ?? null)])
  return Object.fromEntries(entries) as MetaRow<T>
}

/** Some drivers hand out large or exact numbers as text or bigint; the meta store has neither. */
function valueOf(kind: MetaKind, value: StoredValue): string | number | null {
  if (value === null) return null
  return kind.startsWith('text') ? String(value) : Number(value)
}
