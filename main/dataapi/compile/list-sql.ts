import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { isComputed } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import type { Expression } from '@main/db/formula-sql'
import { raw } from '@main/db/sql-fragment'
import type { Statement } from '@main/db/statement'
import { compileFilter, tableSource } from './filter'
import { orderSql } from './read'
import type { ListPlan } from '../plan/plan'
import { compileSearch } from './search'
import { joinBalanced, type SqlText } from './sql-text'

/** Parts of statements that scan a whole list: searches, duplicates. */

/** The table of a list, with the alias that computed columns use. */
export function listSource(sql: SqlText, { index, computed }: ListPlan): string {
  return tableSource(sql, index, computed)
}

/** WHERE of a list, with a blank before it; empty if every row matches. */
export function listWhere(sql: SqlText, { index, computed, filter, search }: ListPlan): string {
  const conditions = [
    ...(sql.dialect.cancellation === undefined ? [] : [sql.dialect.cancellation(index.table.rowId)]),
    ...(filter ? [compileFilter(sql, index, filter, computed)] : []),
    ...(search === undefined ? [] : [compileSearch(sql, index, search, computed)]),
  ]
  return conditions.length === 0 ? '' : ` WHERE ${joinBalanced(conditions, 'AND')}`
}

/** Returns the sort keys of a list; empty for a table without a key. */
export function listOrder(sql: SqlText, { index, order }: ListPlan): string {
  return order
    .map((key) => {
      const { computed, descending } = key
      if (!computed) return orderSql(sql.dialect, index, key)
      const sortable = sql.dialect.comparison.sortable(computed, sql.name(computed))
      return sql.dialect.order(sortable, { descending, nullable: true })
    })
    .join(', ')
}

/** Returns the zero-based offset of each row in its list. */
export function listPlace(sql: SqlText, list: ListPlan): string {
  const order = listOrder(sql, list)
  return `row_number() OVER (ORDER BY ${order === '' ? '(SELECT NULL)' : order}) - 1`
}

/** Returns a column inside a statement. Stored columns are converted for the driver only in the outermost SELECT. */
export function innerOutput(sql: SqlText, column: Column): string {
  return isComputed(column) ? sql.output(column) : sql.dialect.quote(column.name)
}

/** Returns the column in the outermost SELECT, by its inner name. */
export function outerOutput(dialect: Dialect, column: Column, name: string): string {
  return isComputed(column) ? name : (dialect.selected?.(column, name) ?? name)
}

/** Returns a column's value as text of formulas. */
export function textValue({ formula, quote }: Dialect, column: Column): Expression {
  if (isComputed(column)) {
    const { expression } = column.computed
    return expression.type === 'text' ? expression : { sql: formula.convert(expression, 'text'), type: 'text' }
  }
  const name = raw(quote(column.name))
  return {
    sql: formula.typeOf(column) === 'text' ? formula.column(name, column) : formula.text(name, column),
    type: 'text',
  }
}

/** @throws AppError FILTER_TOO_LARGE */
export function finishedStatement(sql: SqlText, text: string): Statement {
  if (sql.params.length > sql.dialect.capabilities.maxParameters)
    throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
  return sql.statement(text)
}
