import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { Step } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { boundValue } from '../coerce'
import type { TableIndex } from '../columns'
import { columnNames } from '../compile-read'
import { boundKey } from '../row-key'
import { SqlText } from '../sql-text'

type Values = ReadonlyMap<Column, StoredValue>
const nothing: Values = new Map()

/** Inserts rows that set the same columns; answers the columns asked for. */
export function insertRows(
  dialect: Dialect,
  { table }: TableIndex,
  rows: readonly Values[],
  returned: readonly Column[],
): Step {
  const columns = [...(rows[0]?.keys() ?? [])]
  const bound = rows.map((values) =>
    columns.map((column) => boundValue(column, values.get(column) ?? null, dialect.capabilities)),
  )
  return dialect.rows.insert({ table, columns, rows: bound, returned })
}

/** Updates rows, each by its key; all set the same columns. */
export function updateRows(
  dialect: Dialect,
  index: TableIndex,
  rows: readonly {
    readonly key: readonly string[]
    readonly values: Values
    /** What the row must hold; the same columns for all. */
    readonly guard?: Values
  }[],
  returned: readonly Column[],
): Step {
  const columns = [...(rows[0]?.values.keys() ?? [])]
  const statements = rows.map(({ key, values, guard = nothing }) => {
    const sql = new SqlText(dialect)
    const set = columns.map(
      (column) =>
        `${sql.name(column)} = ${sql.bind(boundValue(column, values.get(column) ?? null, dialect.capabilities))}`,
    )
    // Parameters are bound in the order in which they stand in the statement.
    const ofRow = boundKey(sql, index, key)
    const held = [...guard].map(([column, value]) =>
      value === null
        ? `${sql.name(column)} IS NULL`
        : `${sql.name(column)} = ${sql.bind(boundValue(column, value, dialect.capabilities))}`,
    )
    return { set: set.join(', '), where: [ofRow, ...held].join(' AND '), params: sql.params }
  })
  return dialect.rows.update({
    table: index.table,
    set: statements[0]?.set ?? '',
    setCount: columns.length,
    where: statements[0]?.where ?? '',
    rows: statements.map(({ params }) => params),
    returned,
  })
}

/** Deletes rows by key; answers the columns asked for. */
export function deleteRows(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  returned: readonly Column[],
): Step {
  const statements = byKeys(dialect, index, keys)
  return dialect.rows.remove({
    table: index.table,
    where: statements[0]?.where ?? '',
    rows: statements.map(({ params }) => params),
    returned,
  })
}

/** Reads rows by key, all columns. */
export function selectRows(dialect: Dialect, index: TableIndex, keys: readonly (readonly string[])[]): Step {
  const { table } = index
  const statements = byKeys(dialect, index, keys)
  return {
    sql: `SELECT ${columnNames(dialect, table.columns)} FROM ${dialect.quote(table.name)} WHERE ${statements[0]?.where ?? ''}`,
    params: [],
    batch: statements.map(({ params }) => params),
    returns: true,
  }
}

/** Every key of a table makes the same condition. */
function byKeys(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
): { where: string; params: readonly StoredValue[] }[] {
  return keys.map((key) => {
    const sql = new SqlText(dialect)
    return { where: boundKey(sql, index, key), params: sql.params }
  })
}

/** The same step for the only row it has. */
export function single({ batch = [], ...step }: Step): Step {
  return { ...step, params: batch[0] ?? [] }
}
