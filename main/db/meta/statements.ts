import type { Knex } from 'knex'
import type { StoredValue } from '@common/columns/column-type'
import type { QueryCompiler } from '@main/db/query-compiler'
import type { MetaRow, MetaTable, NewMetaRow } from './meta-table'
import type { Step } from '../statement'

/** Builds a query with knex. `slots` are placeholders for the values of `params`, in order. */
export type BuildQuery = (compiler: QueryCompiler, slots: readonly number[]) => Knex.QueryBuilder | Knex.Raw

/** A meta store query before compilation for an engine. */
export interface MetaQuery {
  /** Cache key: names everything that the SQL depends on, so that queries of one shape compile once. */
  readonly shape: string
  readonly build: BuildQuery
  readonly params: readonly StoredValue[]
}

/** A write of the meta store. */
export interface MetaWrite extends MetaQuery, Pick<Step, 'expectRows' | 'tooFew' | 'batch'> {
  readonly table: string
}

/** A step of a transaction: a write, or SQL for all engines with `?` for each value. */
export type MetaStep = MetaWrite | Step

/** Columns that equal values, joined with AND. null finds NULL. */
export type MetaWhere<T extends MetaTable> = Partial<MetaRow<T>>

export interface SelectOptions<T extends MetaTable> {
  readonly orderBy?: readonly (keyof MetaRow<T> & string)[]
}

type WriteOptions = Pick<Step, 'expectRows'>

/** Inserts a row. */
export function insertInto<T extends MetaTable>(table: T, row: NewMetaRow<T>): MetaWrite {
  const { names, values } = given(table, row)
  return {
    table: table.name,
    shape: `insert ${table.name} ${names.join()}`,
    build: ({ from }, slots) => from(table.name).insert(slotted(names, slots)),
    params: values,
  }
}

/** Inserts a row, or updates the one with the same key. `key` names the columns of a unique index. */
export function insertOrUpdate<T extends MetaTable>(
  table: T,
  key: readonly (keyof MetaRow<T>)[],
  row: NewMetaRow<T>,
): MetaWrite {
  const { names, values } = given(table, row)
  const keys = key.map(String)
  const changed = names.filter((name) => !keys.includes(name))
  return {
    table: table.name,
    shape: `upsert ${table.name} ${keys.join()} ${names.join()}`,
    build: ({ from }, slots) => {
      const insert = from(table.name).insert(slotted(names, slots)).onConflict(keys)
      return changed.length === 0 ? insert.ignore() : insert.merge(changed)
    },
    params: values,
  }
}

/** Inserts a row unless one with the same key exists. `key` names the columns of a unique index. */
export function insertOrIgnore<T extends MetaTable>(
  table: T,
  key: readonly (keyof MetaRow<T>)[],
  row: NewMetaRow<T>,
): MetaWrite {
  const { names, values } = given(table, row)
  const keys = key.map(String)
  return {
    table: table.name,
    shape: `insert or ignore ${table.name} ${keys.join()} ${names.join()}`,
    build: ({ from }, slots) => from(table.name).insert(slotted(names, slots)).onConflict(keys).ignore(),
    params: values,
  }
}

/** Updates the rows that a condition finds: equal columns, or SQL that all engines share, with `?` for each of `params`. */
export function updateIn<T extends MetaTable>(
  table: T,
  row: Partial<MetaRow<T>>,
  where: MetaWhere<T>,
  options?: WriteOptions,
): MetaWrite
export function updateIn<T extends MetaTable>(
  table: T,
  row: Partial<MetaRow<T>>,
  where: string,
  params: readonly StoredValue[],
  options?: WriteOptions,
): MetaWrite
export function updateIn<T extends MetaTable>(
  table: T,
  row: Partial<MetaRow<T>>,
  where: MetaWhere<T> | string,
  ...rest: readonly (readonly StoredValue[] | WriteOptions | undefined)[]
): MetaWrite {
  const { names, values } = given(table, row)
  const condition = conditionOf(table, where, rest)
  return {
    table: table.name,
    shape: `update ${table.name} ${names.join()} ${condition.shape}`,
    build: ({ from }, slots) =>
      condition.add(from(table.name), slots.slice(names.length)).update(slotted(names, slots)),
    params: [...values, ...condition.values],
    ...rest.find((each): each is WriteOptions => each !== undefined && !Array.isArray(each)),
  }
}

/** Deletes the rows that a condition finds: equal columns, or SQL that all engines share. */
export function deleteFrom<T extends MetaTable>(table: T, where: MetaWhere<T>): MetaWrite
export function deleteFrom(table: MetaTable, where: string, params: readonly StoredValue[]): MetaWrite
export function deleteFrom<T extends MetaTable>(
  table: T,
  where: MetaWhere<T> | string,
  ...rest: readonly (readonly StoredValue[])[]
): MetaWrite {
  const condition = conditionOf(table, where, rest)
  return {
    table: table.name,
    shape: `delete ${table.name} ${condition.shape}`,
    build: ({ from }, slots) => condition.add(from(table.name), slots).delete(),
    params: condition.values,
  }
}

/** Selects all columns of the rows with equal columns. */
export function selectFrom<T extends MetaTable>(
  table: T,
  where: MetaWhere<T>,
  { orderBy = [] }: SelectOptions<T> = {},
): MetaQuery {
  const condition = conditionOf(table, where, [])
  return {
    shape: `select ${table.name} ${condition.shape} ${orderBy.join()}`,
    build: ({ from }, slots) =>
      condition.add(from(table.name).select(Object.keys(table.columns)), slots).orderBy([...orderBy]),
    params: condition.values,
  }
}

/** SQL that all engines share, with `?` for each value. It holds no text in quotes with a question mark. */
export function rawQuery(sql: string, params: readonly StoredValue[]): MetaQuery {
  return { shape: sql, build: ({ raw }, slots) => raw(sql, slots), params }
}

interface Condition {
  readonly shape: string
  readonly values: readonly StoredValue[]
  readonly add: (query: Knex.QueryBuilder, slots: readonly number[]) => Knex.QueryBuilder
}

function conditionOf<T extends MetaTable>(
  table: T,
  where: MetaWhere<T> | string,
  [params]: readonly unknown[],
): Condition {
  if (typeof where === 'string') {
    const values = params as readonly StoredValue[]
    return { shape: where, values, add: (query, slots) => query.whereRaw(where, slots) }
  }
  const { names, values } = given(table, where)
  // A column without a value would silently find every row.
  if (names.length < Object.keys(where).length) throw new Error(`A condition on ${table.name} has no value`)
  const isNull = values.map((value) => value === null)
  return {
    shape: names.map((name, at) => (isNull[at] === true ? `${name} null` : name)).join(),
    values: values.filter((value) => value !== null),
    add: (query, slots) => {
      const left = [...slots]
      for (const [at, name] of names.entries())
        if (isNull[at] === true) void query.whereNull(name)
        else void query.where(name, left.shift() ?? 0)
      return query
    },
  }
}

/** Returns columns with a value, in the given order. */
function given(
  table: MetaTable,
  row: Readonly<Record<string, StoredValue | undefined>>,
): { readonly names: readonly string[]; readonly values: readonly StoredValue[] } {
  const names = Object.keys(row).filter((name) => row[name] !== undefined)
  for (const name of names)
    if (!Object.hasOwn(table.columns, name)) throw new Error(`The meta table ${table.name} has no column ${name}`)
  return { names, values: names.map((name) => row[name] ?? null) }
}

const slotted = (names: readonly string[], slots: readonly number[]): Record<string, number> =>
  Object.fromEntries(names.map((name, at) => [name, slots[at] ?? 0]))
