import { holdsFiles, isManyChoices } from '@common/columns/questions'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Page } from '@common/query/tree'
import { isComputed } from '@main/db/computed'
import type { Expression } from '@main/db/formula-sql'
import { raw, sql as fragment, type Fragment } from '@main/db/sql-fragment'
import type { JsonShape } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import type { Statement } from '@main/db/statement'
import { compileFilter, tableSource } from '../compile/filter'
import { orderSql } from '../compile/read'
import { compileSearch } from '../compile/search'
import { joinBalanced, selected, SqlText } from '../compile/sql-text'
import { exactColumn, groupName, isExactFunction, measureName, typeOf, type GroupPlan, type Measure } from './plan'

const outputName = (at: number): string => `~o${at}`
const measuredName = (at: number): string => `~v${at}`

/**
 * Compiles a page of groups. An inner query computes the values and the outer one groups by their names, because
 * engines treat two equal expressions with bound values as different.
 * @throws AppError COLUMN_NOT_FOUND, FILTER_INVALID, FILTER_TOO_LARGE
 */
export function compileGroups(
  dialect: Dialect,
  plan: GroupPlan,
  page: Page,
): { readonly statement: Statement; readonly shape: JsonShape } {
  const sql = new SqlText(dialect)
  const { quote } = dialect
  const { columns, measures, groups, having, order } = plan
  const by = columns.flatMap((column, at) => [
    quote(groupName(at)),
    ...(isComputed(column) ? [quote(outputName(at))] : []),
  ])
  // In the order of the text, because some engines count placeholders.
  const shown = [
    ...columns.map((column, at) =>
      isComputed(column) ? quote(outputName(at)) : selected(dialect, { ...column, name: groupName(at) }),
    ),
    ...measures.map(({ type }, at) => {
      const column = groups.table.columns[columns.length + at]
      if (type === 'number' && column) return selected(dialect, column)
      return sql.write(dialect.formula.output({ sql: raw(quote(measureName(at))), type }))
    }),
  ]
  const functions = measures.map(
    (measure, at) => `${functionSql(sql, plan, measure, 'exact')} AS ${quote(measureName(at))}`,
  )
  const rows = rowsText(sql, plan, 'exact')
  const together = by.length === 0 ? '' : ` GROUP BY ${by.join(', ')}`
  const grouped = `SELECT ${[...by, ...functions].join(', ')} FROM (${rows}) AS ${quote('~r')}${together}`
  const where = having ? ` WHERE ${compileFilter(sql, groups, having)}` : ''
  const sorted = order.map((key) => orderSql(dialect, groups, key)).join(', ')
  const orderBy = sorted === '' ? '' : ` ORDER BY ${sorted}`
  const text = `SELECT ${shown.join(', ')} FROM (${grouped}) AS ${quote('~g')}${where}${orderBy}`
  const isOrdered = sorted !== ''
  const statement = sql.statement(`${text}${dialect.page(sql.bind(page.limit), sql.bind(page.offset), isOrdered)}`)
  requireRoom(sql)
  return { statement, shape: shapeOf(columns, measures) }
}

/** Selects the values of the grouped rows with their outer names. */
function rowsText(
  sql: SqlText,
  plan: Pick<GroupPlan, 'index' | 'computed' | 'columns' | 'measured' | 'filter' | 'search'>,
  digits: Digits = 'double',
): string {
  const { quote } = sql.dialect
  const values = plan.columns.flatMap((column, at) => [
    `${keyText(sql, column)} AS ${quote(groupName(at))}`,
    ...(isComputed(column) ? [`${sql.output(column)} AS ${quote(outputName(at))}`] : []),
  ])
  const measured = plan.measured.map(
    (column, at) => `${measuredText(sql, column, digits)} AS ${quote(measuredName(at))}`,
  )
  return `SELECT ${[...values, ...measured].join(', ')} FROM ${fromText(sql, plan)}`
}

/** Selects from the table with its filter. */
function fromText(
  sql: SqlText,
  { index, computed, filter, search }: Pick<GroupPlan, 'index' | 'computed' | 'filter' | 'search'>,
): string {
  const { dialect } = sql
  const table = tableSource(sql, index, computed)
  const conditions = [
    ...(dialect.cancellation === undefined ? [] : [dialect.cancellation(index.table.rowId)]),
    ...(filter ? [compileFilter(sql, index, filter, computed)] : []),
    ...(search === undefined ? [] : [compileSearch(sql, index, search, computed)]),
  ]
  return conditions.length === 0 ? table : `${table} WHERE ${joinBalanced(conditions, 'AND')}`
}

/** Returns a grouping key: distinct values have distinct keys. */
function keyText(sql: SqlText, column: Column): string {
  if (isComputed(column)) return sql.name(column)
  const { comparison } = sql.dialect
  const name = sql.name(column)
  return comparison.finer?.(column, name) === undefined ? comparison.sortable(column, name) : name
}

/** Precision of numbers in aggregates: all digits, or doubles. */
type Digits = 'exact' | 'double'

/** Returns a value for aggregates. */
function measuredText(sql: SqlText, column: Column, digits: Digits): string {
  if (isComputed(column)) return sql.write(column.computed.expression.sql)
  const exact = digits === 'exact' ? exactColumn(sql.dialect, column, raw(sql.name(column))) : undefined
  if (exact !== undefined) return sql.write(exact)
  return sql.write(sql.dialect.formula.column(raw(sql.name(column)), column))
}

function functionSql(
  sql: SqlText,
  plan: Pick<GroupPlan, 'measured'>,
  { name, over }: Measure,
  digits: Digits = 'double',
): string {
  if (over === undefined) return 'count(*)'
  const { aggregates, convert } = sql.dialect.formula
  const type = typeOf(sql.dialect, over)
  const value: Expression = { sql: raw(sql.dialect.quote(measuredName(plan.measured.indexOf(over)))), type }
  if (digits === 'exact' && isExactFunction(name) && exactColumn(sql.dialect, over, value.sql) !== undefined) {
    const exact = sql.dialect.exactMeasures?.functions[name](value.sql, over)
    if (exact !== undefined) return sql.write(exact)
  }
  if (name === 'filled') return sql.write(aggregates.count({ ...value, sql: filledValue(over, value) }))
  const isSum = type === 'boolean' && /^(?:sum|avg)/.test(name)
  return sql.write(aggregates[name](isSum ? { ...value, sql: convert(value, 'number'), type: 'number' } : value))
}

/** Returns a value, or NULL if it is an empty text. */
export function filledValue(column: Column, { sql: value, type }: Expression): Fragment {
  if (type !== 'text') return value
  const text = fragment`NULLIF(${value}, '')`
  return holdsFiles(column) || isManyChoices(column) ? fragment`NULLIF(${text}, '[]')` : text
}

function shapeOf(columns: readonly Column[], measures: readonly Measure[]): JsonShape {
  return {
    keys: [...columns.map(({ title }) => title), ...measures.map(({ key }) => key)],
    kinds: columns.map((column) => (isComputed(column) && column.computed.many !== undefined ? 'json' : undefined)),
  }
}

/** Compiles minimum, maximum and mean of a numeric column. */
export function compileBounds(dialect: Dialect, plan: GroupPlan): Statement {
  const sql = new SqlText(dialect)
  const [over] = plan.measured
  const functions = (['min', 'max', 'avg'] as const).map((name) =>
    functionSql(sql, plan, { name, over, type: 'number', key: name }),
  )
  const text = `SELECT ${functions.join(', ')} FROM (${rowsText(sql, { ...plan, columns: [] })}) AS ${dialect.quote('~r')}`
  requireRoom(sql)
  return sql.statement(text)
}

/**
 * Compiles aggregates for each window with values, preceded by its number. A value belongs to the first window whose
 * upper bound it doesn't exceed, so no value falls between windows.
 * @param bounds  ascending
 */
export function compileWindows(dialect: Dialect, plan: GroupPlan, bounds: readonly number[]): Statement {
  const sql = new SqlText(dialect)
  const { quote } = dialect
  const value = quote(measuredName(0))
  const functions = plan.measures.map((measure) => functionSql(sql, plan, measure))
  const [first = 0, ...upper] = bounds
  const cases = [
    `WHEN ${value} < ${sql.bind(first)} THEN NULL`,
    ...upper.map((bound, at) => `WHEN ${value} <= ${sql.bind(bound)} THEN ${at}`),
  ]
  const rows = rowsText(sql, { ...plan, columns: [] })
  const placed = `SELECT CASE ${cases.join(' ')} END AS ${quote('~b')}, ${value} FROM (${rows}) AS ${quote('~r')}`
  const text = `SELECT ${[quote('~b'), ...functions].join(', ')} FROM (${placed}) AS ${quote('~p')} WHERE ${quote('~b')} IS NOT NULL GROUP BY ${quote('~b')}`
  requireRoom(sql)
  return sql.statement(text)
}

function requireRoom({ params, dialect }: SqlText): void {
  if (params.length > dialect.capabilities.maxParameters) throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
}
