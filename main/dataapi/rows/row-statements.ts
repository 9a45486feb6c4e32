import type { StoredValue } from '@common/columns/column-type'
import { isReadAsStored, keepsNumberTypes } from '@common/columns/value-kind'
import type { Column } from '@common/model'
import type { Dialect } from '@main/db/dialect'
import type { Statement, Step } from '@main/db/statement'
import { boundValue, writtenValue } from '../parse/coerce'
import type { TableIndex } from '../plan/columns'
import { tableSource } from '../compile/filter'
import { columnNames } from '../compile/read'
import { boundKey } from '../parse/row-key'
import { joinBalanced, SqlText } from '../compile/sql-text'

type Values = ReadonlyMap<Column, StoredValue>
const nothing: Values = new Map()

/**
 * Inserts rows that set the same columns; returns the requested columns.
 *
 * @param exact  the columns whose values come from a step with `asStored`, or are typed like those of one
 */
export function insertRows(
  dialect: Dialect,
  { table }: TableIndex,
  rows: readonly Values[],
  returned: readonly Column[],
  exact: Places = noPlaces,
): Step {
  const columns = [...(rows[0]?.keys() ?? [])]
  const bound = rows.map((values) => columns.map((column) => written(dialect, column, values.get(column) ?? null)))
  const step = dialect.rows.insert({ table, columns, rows: bound, returned })
  return exactly(step, { params: exact(columns), columns: typedPlaces(returned) })
}

/** Returns the value to bind for a write. */
function written(dialect: Dialect, column: Column, value: StoredValue): StoredValue {
  dialect.rows.refuseCut?.(column, value)
  return writtenValue(column, value, dialect)
}

/**
 * Updates rows, each by its key; all set the same columns.
 *
 * @param exact  the columns whose values come from a step with `asStored`, or are typed like those of one
 */
export function updateRows(
  dialect: Dialect,
  index: TableIndex,
  rows: readonly {
    readonly key: readonly string[]
    readonly values: Values
    /** Guard; the same columns for all rows. */
    readonly guard?: Values
  }[],
  returned: readonly Column[],
  exact: Places = noPlaces,
): Step {
  const columns = [...(rows[0]?.values.keys() ?? [])]
  const assigned = dialect.rows.assigned ?? ((_column: Column, placeholder: string) => placeholder)
  const statements = rows.map(({ key, values, guard }) => {
    const sql = new SqlText(dialect)
    const set = columns.map(
      (column) =>
        `${sql.name(column)} = ${assigned(column, sql.bind(written(dialect, column, values.get(column) ?? null)))}`,
    )
    // Parameters are bound in the order of the statement.
    return { set: set.join(', '), where: guardedKey(sql, index, key, guard), params: sql.params }
  })
  const step = dialect.rows.update({
    table: index.table,
    set: statements[0]?.set ?? '',
    setCount: columns.length,
    where: statements[0]?.where ?? '',
    rows: statements.map(({ params }) => params),
    returned,
  })
  return exactly(step, { params: exact(columns) })
}

/** Returns the condition that matches a row by key, if it still holds the values of the guard. */
function guardedKey(sql: SqlText, index: TableIndex, key: readonly string[], guard: Values = nothing): string {
  const { dialect } = sql
  const holds =
    dialect.comparison.holds ?? ((_column: Column, name: string, placeholder: string) => `${name} = ${placeholder}`)
  const ofRow = boundKey(sql, index, key)
  const held = [...guard].map(([column, value]) =>
    value === null
      ? `${sql.name(column)} IS NULL`
      : holds(column, sql.name(column), sql.bind(boundValue(column, value, dialect.capabilities))),
  )
  return [ofRow, ...held].join(' AND ')
}

/**
 * Deletes rows by key; returns the requested columns.
 *
 * @param guards  values that the rows must hold; the same columns for all, with null in the same ones
 */
export function deleteRows(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  returned: readonly Column[],
  guards: readonly Values[] = [],
): Step {
  const statements = keys.map((key, at) => {
    const sql = new SqlText(dialect)
    return { where: guardedKey(sql, index, key, guards[at]), params: sql.params }
  })
  const step = dialect.rows.remove({
    table: index.table,
    where: statements[0]?.where ?? '',
    rows: statements.map(({ params }) => params),
    returned,
  })
  return { ...step, asStored: { columns: exactPlaces(returned) } }
}

/** Positions of columns whose values would lose digits, or their number type, as JavaScript numbers. */
export function exactPlaces(columns: readonly Column[]): number[] {
  return columns.flatMap((column, at) => (isReadAsStored(column) ? [at] : []))
}

/** Positions of columns that tell 1 from 1.0: integers there are bigint, and numbers are floating point. */
export function typedPlaces(columns: readonly Column[]): number[] {
  return columns.flatMap((column, at) => (keepsNumberTypes(column) ? [at] : []))
}

/** Finds positions among columns. */
type Places = (columns: readonly Column[]) => number[]
const noPlaces: Places = () => []

function exactly(step: Step, places: { readonly params?: number[]; readonly columns?: number[] }): Step {
  const asStored = Object.fromEntries(Object.entries(places).filter(([, list]) => list.length > 0))
  return Object.keys(asStored).length === 0 ? step : { ...step, asStored }
}

/**
 * Reads rows by key, all columns. Rows that are hidden from the caller are not among them.
 *
 * @param exact  the columns to read `asStored`
 */
export function selectRows(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  exact: Places = noPlaces,
): Step {
  const { table } = index
  const statements = keys.map((key) => {
    const sql = new SqlText(dialect)
    const source = visibleSource(sql, index)
    return {
      sql: `SELECT ${columnNames(dialect, table.columns)} FROM ${source} WHERE ${boundKey(sql, index, key)}`,
      params: sql.params,
    }
  })
  const step: Step = {
    sql: statements[0]?.sql ?? '',
    params: [],
    batch: statements.map(({ params }) => params),
    returns: true,
  }
  return exactly(step, { columns: exact(table.columns) })
}

/**
 * Reads rows as `selectRows` does, for an update in the same transaction. Locks them where several clients write at once,
 * so that the update replaces exactly these values.
 */
export function lockedRows(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  exact: Places = noPlaces,
): Step {
  const step = selectRows(dialect, index, keys, exact)
  const { lock } = dialect.rows
  // The steps that check a row rule have locked the rows.
  if (lock === undefined || index.seen !== undefined) return step
  const [first] = byKeys(dialect, index, keys.slice(0, 1))
  return { ...step, sql: lock(index.table, first?.where ?? '', columnNames(dialect, index.table.columns)) }
}

/** Hidden rows don't exist for the caller of a write. */
function visibleSource(sql: SqlText, { table, seen }: TableIndex): string {
  return seen === undefined ? sql.dialect.quote(table.name) : tableSource(sql, seen)
}

/** Reads rows by key in one statement, all columns, in any order. */
export function rowsByKey(dialect: Dialect, index: TableIndex, keys: readonly (readonly string[])[]): Statement {
  const { table } = index
  const sql = new SqlText(dialect)
  const wanted = joinBalanced(
    keys.map((key) => `(${boundKey(sql, index, key)})`),
    'OR',
  )
  return sql.statement(
    `SELECT ${columnNames(dialect, table.columns)} FROM ${dialect.quote(table.name)} WHERE ${wanted}`,
  )
}

/** The condition is the same for every key of a table. */
export function byKeys(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
): { where: string; params: readonly StoredValue[] }[] {
  return keys.map((key) => {
    const sql = new SqlText(dialect)
    return { where: boundKey(sql, index, key), params: sql.params }
  })
}

/** Converts a batch of one row to a plain step, which has the same text for other rows. */
export function single({ batch = [], ...step }: Step): Step {
  return { ...step, params: batch[0] ?? [], repeats: true }
}
