import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Filter, Page } from '@common/query/tree'
import type { JsonShape, Statement } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { boundKey } from './row-key'
import { compileFilter } from './compile-filter'
import type { TableIndex } from './columns'
import type { ListPlan } from './plan'
import { compileSearch } from './search'
import { joinBalanced, SqlText } from './sql-text'

/** A statement of a list without its page: that is bound last, for each call anew. */
export interface CompiledList {
  readonly sql: string
  readonly params: Statement['params']
  readonly shape: JsonShape
  /** Of the first row alone. */
  readonly firstShape: JsonShape
}

/** @throws AppError COLUMN_NOT_FOUND, FILTER_INVALID, FILTER_TOO_LARGE */
export function compileList(dialect: Dialect, plan: ListPlan): CompiledList {
  const sql = new SqlText(dialect)
  const where = compileWhere(sql, plan.index, plan.filter, plan.search, !plan.bounded)
  const order = plan.order.map((key) => orderSql(dialect, plan.index, key)).join(', ')
  const limit = dialect.placeholder(sql.params.length + 1)
  const offset = dialect.placeholder(sql.params.length + 2)
  return {
    sql: `SELECT ${columnNames(dialect, plan.columns)} FROM ${sql.name(plan.index.table)}${where}${order === '' ? '' : ` ORDER BY ${order}`}${dialect.page(limit, offset, order !== '')}`,
    params: sql.params,
    shape: jsonShape(plan.columns),
    firstShape: { ...jsonShape(plan.columns), single: true, empty: '' },
  }
}

/** The row id of a table without a key has no column, and is never missing. */
export function orderSql(dialect: Dialect, index: TableIndex, { name, descending }: ListPlan['order'][number]): string {
  const column = index.byName.get(name)
  const quoted = dialect.quote(name)
  const nullable = column !== undefined && !column.required && !column.primaryKey && !column.autoIncrement
  if (column === undefined) return dialect.order(quoted, { descending, nullable })
  const { sortable, finer } = dialect.comparison
  const first = dialect.order(sortable(column, quoted), { descending, nullable })
  const second = finer?.(column, quoted)
  return second === undefined ? first : `${first}, ${dialect.order(second, { descending, nullable: false })}`
}

export function withPage(list: CompiledList, page: Page): Statement {
  return { sql: list.sql, params: [...list.params, page.limit, page.offset] }
}

/** One row, of one column: how many rows match. */
export function compileCount(
  dialect: Dialect,
  index: TableIndex,
  filter: Filter | undefined,
  search: string | undefined,
): Statement {
  const sql = new SqlText(dialect)
  // Counting a whole table is one step through its smallest index: nothing may be added to that.
  const scans = filter !== undefined || search !== undefined || index.table.type === 'view'
  const where = compileWhere(sql, index, filter, search, scans)
  return sql.statement(`SELECT count(*) FROM ${sql.name(index.table)}${where}`)
}

/** All columns of the row with this key. */
export function compileByKey(dialect: Dialect, index: TableIndex, key: readonly string[]): Statement {
  const sql = new SqlText(dialect)
  const { table } = index
  return sql.statement(
    `SELECT ${columnNames(dialect, table.columns)} FROM ${sql.name(table)} WHERE ${boundKey(sql, index, key)}`,
  )
}

const rowShapes = new WeakMap<TableIndex, JsonShape>()

/** The shape of one whole row, always the same object: the database keeps its writer by it. */
export function rowShape(index: TableIndex): JsonShape {
  const known = rowShapes.get(index)
  if (known) return known
  const shape = { ...jsonShape(index.table.columns), single: true }
  rowShapes.set(index, shape)
  return shape
}

export function columnNames(dialect: Dialect, columns: readonly Column[]): string {
  return columns.map(({ name }) => dialect.quote(name)).join(', ')
}

/** Keys are titles. Booleans stay as the engine keeps them, JSON columns stay text (wire §9.4, §14.6). */
function jsonShape(columns: readonly Column[]): JsonShape {
  return { keys: columns.map(({ title }) => title) }
}

function compileWhere(
  sql: SqlText,
  index: TableIndex,
  filter: Filter | undefined,
  search: string | undefined,
  cancellable: boolean,
): string {
  const conditions = [
    ...(cancellable && sql.dialect.cancellation !== undefined ? [sql.dialect.cancellation(index.table.rowId)] : []),
    ...(filter ? [compileFilter(sql, index, filter)] : []),
    ...(search === undefined ? [] : [compileSearch(sql, index, search)]),
  ]
  // The page of a list still has to fit.
  if (sql.params.length > sql.dialect.capabilities.maxParameters - 2)
    throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
  return conditions.length === 0 ? '' : ` WHERE ${joinBalanced(conditions, 'AND')}`
}
