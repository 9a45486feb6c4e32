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

/** Inserts rows that set the same columns; answers the columns asked for. */
export function insertRows(
  dialect: Dialect,
  index: TableIndex,
  rows: readonly Values[],
  returned: readonly Column[],
): Step {
  const columns = [...(rows[0]?.keys() ?? [])]
  const table = dialect.quote(index.table.name)
  const returning = returned.length > 0 ? ` RETURNING ${columnNames(dialect, returned)}` : ''
  const target =
    columns.length === 0
      ? 'DEFAULT VALUES'
      : `(${columnNames(dialect, columns)}) VALUES (${columns.map((_, at) => dialect.placeholder(at + 1)).join(', ')})`
  const bound = rows.map((values) =>
    columns.map((column) => boundValue(column, values.get(column) ?? null, dialect.capabilities)),
  )
  return withRows(`INSERT INTO ${table} ${target}${returning}`, bound, returned.length > 0)
}

/** Updates rows, each by its key; all set the same columns. */
export function updateRows(
  dialect: Dialect,
  index: TableIndex,
  rows: readonly { readonly key: readonly string[]; readonly values: Values }[],
  returned: readonly Column[],
): Step {
  const columns = [...(rows[0]?.values.keys() ?? [])]
  const returning = returned.length > 0 ? ` RETURNING ${columnNames(dialect, returned)}` : ''
  const statements = rows.map(({ key, values }) => {
    const sql = new SqlText(dialect)
    const set = columns.map(
      (column) =>
        `${sql.name(column)} = ${sql.bind(boundValue(column, values.get(column) ?? null, dialect.capabilities))}`,
    )
    return sql.statement(
      `UPDATE ${sql.name(index.table)} SET ${set.join(', ')} WHERE ${boundKey(sql, index, key)}${returning}`,
    )
  })
  return withRows(
    statements[0]?.sql ?? '',
    statements.map(({ params }) => params),
    returned.length > 0,
  )
}

/** Deletes rows by key; answers their key. */
export function deleteRows(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  returned: readonly Column[],
): Step {
  return byKeys(
    dialect,
    index,
    keys,
    (where, table) => `DELETE FROM ${table} WHERE ${where} RETURNING ${columnNames(dialect, returned)}`,
  )
}

/** Reads rows by key, all columns. */
export function selectRows(dialect: Dialect, index: TableIndex, keys: readonly (readonly string[])[]): Step {
  const columns = columnNames(dialect, index.table.columns)
  return byKeys(dialect, index, keys, (where, table) => `SELECT ${columns} FROM ${table} WHERE ${where}`)
}

function byKeys(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  write: (where: string, table: string) => string,
): Step {
  const statements = keys.map((key) => {
    const sql = new SqlText(dialect)
    return sql.statement(write(boundKey(sql, index, key), sql.name(index.table)))
  })
  return withRows(
    statements[0]?.sql ?? '',
    statements.map(({ params }) => params),
    true,
  )
}

function withRows(sql: string, rows: readonly (readonly StoredValue[])[], returns: boolean): Step {
  return { sql, params: [], batch: rows, returns }
}

/** The same step for the only row it has. */
export function single({ batch = [], ...step }: Step): Step {
  return { ...step, params: batch[0] ?? [] }
}
