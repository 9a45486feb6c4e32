import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Filter, Page } from '@common/query/tree'
import type { JsonShape } from '@main/db/database'
import { isComputed, rowAlias, type ComputedTable } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import type { Statement } from '@main/db/statement'
import { boundKey } from '../parse/row-key'
import { compileFilter, tableSource } from './filter'
import type { TableIndex } from '../plan/columns'
import type { ListPlan } from '../plan/plan'
import { compileSearch } from './search'
import { joinBalanced, selected, SqlText } from './sql-text'

/** A compiled list without its page, which is bound last. */
export interface CompiledList {
  readonly sql: string
  readonly params: Statement['params']
  readonly shape: JsonShape
  /** Shape of a single row. */
  readonly firstShape: JsonShape
}

/** @throws AppError COLUMN_NOT_FOUND, FILTER_INVALID, FILTER_TOO_LARGE */
export function compileList(dialect: Dialect, plan: ListPlan): CompiledList {
  const sql = new SqlText(dialect)
  return {
    sql: isLate(plan) ? lateText(sql, plan) : selectText(sql, plan, outputs(sql, plan.columns)),
    params: sql.params,
    ...shapesOf(plan.columns),
  }
}

const shapes = new WeakMap<readonly Column[], Pick<CompiledList, 'shape' | 'firstShape'>>()

/** Returns the same objects for the same columns, by which the database caches its serializers. */
function shapesOf(columns: readonly Column[]): Pick<CompiledList, 'shape' | 'firstShape'> {
  const known = shapes.get(columns)
  if (known) return known
  const shape = jsonShape(columns)
  const made = { shape, firstShape: { ...shape, single: true, empty: '' } }
  shapes.set(columns, made)
  return made
}

/** @param columns  compiled SELECT list; its values are bound first */
function selectText(sql: SqlText, plan: ListPlan, columns: string): string {
  const { dialect } = sql
  const from = source(sql, plan)
  const where = compileWhere(sql, plan, !plan.bounded)
  const order = plan.order.map((key) => orderText(sql, plan.index, key)).join(', ')
  const limit = dialect.placeholder(sql.params.length + 1)
  const offset = dialect.placeholder(sql.params.length + 2)
  return `SELECT ${columns} FROM ${from}${where}${order === '' ? '' : ` ORDER BY ${order}`}${dialect.page(limit, offset, order !== '')}`
}

/** True if columns are computed after paging, because engines would compute them for skipped rows too. */
function isLate({ columns, order }: ListPlan): boolean {
  return columns.some(isComputed) && !order.some(({ computed }) => computed)
}

function lateText(sql: SqlText, plan: ListPlan): string {
  const { quote } = sql.dialect
  const { index, computed, columns } = plan
  const shown = outputs(sql, columns)
  const names = new Set([
    ...columns.filter((column) => !isComputed(column)).map(({ name }) => name),
    ...(computed?.needs ?? []),
    ...plan.order.map(({ name }) => name),
  ])
  const page = selectText(sql, plan, [...names].map(quote).join(', '))
  const order = plan.order.map((key) => orderText(sql, index, key)).join(', ')
  return `SELECT ${shown} FROM (${page}) AS ${quote(rowAlias)}${order === '' ? '' : ` ORDER BY ${order}`}`
}

/** The table, with the alias that computed columns use. */
function source(sql: SqlText, { index, computed }: Pick<ListPlan, 'index' | 'computed'>): string {
  return tableSource(sql, index, computed)
}

function outputs(sql: SqlText, columns: readonly Column[]): string {
  return columns.some(isComputed)
    ? columns.map((column) => sql.output(column)).join(', ')
    : columnNames(sql.dialect, columns)
}

function orderText(sql: SqlText, index: TableIndex, key: ListPlan['order'][number]): string {
  const { computed, descending } = key
  if (!computed) return orderSql(sql.dialect, index, key)
  return sql.dialect.order(sql.dialect.comparison.sortable(computed, sql.name(computed)), {
    descending,
    nullable: true,
  })
}

/** The row id of a table without a key has no column and is never NULL. */
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

/** Compiles the row ids of a whole list, in order; undefined for tables without them. */
export function compileKeys(dialect: Dialect, plan: ListPlan): Statement | undefined {
  const { rowId, type } = plan.index.table
  if (rowId === null || type === 'view') return undefined
  const sql = new SqlText(dialect)
  const from = source(sql, plan)
  const where = compileWhere(sql, plan, true)
  const order = plan.order.map((key) => orderText(sql, plan.index, key)).join(', ')
  return sql.statement(`SELECT ${dialect.quote(rowId)} FROM ${from}${where} ORDER BY ${order}`)
}

/** Compiles the rows with these row ids, in list format and order. */
export function compileRows(dialect: Dialect, plan: ListPlan, keys: readonly number[]): Statement {
  const sql = new SqlText(dialect)
  const shown = outputs(sql, plan.columns)
  const from = source(sql, plan)
  const places = keys.map((key) => sql.bind(key)).join(', ')
  const order = plan.order.map((key) => orderText(sql, plan.index, key)).join(', ')
  return sql.statement(
    `SELECT ${shown} FROM ${from} WHERE ${dialect.quote(plan.index.table.rowId ?? '')} IN (${places}) ORDER BY ${order}`,
  )
}

/** Compiles a count of matching rows. */
export function compileCount(
  dialect: Dialect,
  index: TableIndex,
  filter: Filter | undefined,
  search: string | undefined,
  computed?: ComputedTable,
): Statement {
  const sql = new SqlText(dialect)
  // Counting a whole table uses its smallest index; any addition would prevent that.
  const { type, sight } = index.table
  const scans = filter !== undefined || search !== undefined || type === 'view' || sight.rows !== undefined
  const from = source(sql, { index, computed })
  const where = compileWhere(sql, { index, filter, search, computed }, scans)
  return sql.statement(`SELECT count(*) FROM ${from}${where}`)
}

/** Compiles a row by key, with all columns. */
export function compileByKey(
  dialect: Dialect,
  index: TableIndex,
  key: readonly string[],
  computed?: ComputedTable,
): Statement {
  const sql = new SqlText(dialect)
  const columns = outputs(sql, wholeRow(index, computed))
  const from = source(sql, { index, computed })
  return { ...sql.statement(`SELECT ${columns} FROM ${from} WHERE ${boundKey(sql, index, key)}`), repeats: true }
}

/** Returns all columns of a row, computed ones last. */
export function wholeRow({ table }: TableIndex, computed?: ComputedTable): readonly Column[] {
  return computed ? [...table.columns, ...computed.columns] : table.columns
}

const rowShapes = new WeakMap<TableIndex, { readonly computed: ComputedTable | undefined; readonly shape: JsonShape }>()

/** Returns the shape of a whole row, always the same object, by which the database caches its serializer. */
export function rowShape(index: TableIndex, computed?: ComputedTable): JsonShape {
  const known = rowShapes.get(index)
  if (known !== undefined && known.computed === computed) return known.shape
  const shape = { ...jsonShape(wholeRow(index, computed)), single: true }
  rowShapes.set(index, { computed, shape })
  return shape
}

const namesOfColumns = new WeakMap<readonly Column[], string>()

/** Cached per list of columns, because nearly every statement contains one. */
export function columnNames(dialect: Dialect, columns: readonly Column[]): string {
  const known = namesOfColumns.get(columns)
  if (known !== undefined) return known
  const names = columns.map((column) => selected(dialect, column)).join(', ')
  namesOfColumns.set(columns, names)
  return names
}

/**
 * Returns the JSON shape of columns. Keys are titles. Booleans stay in the engine's format, JSON columns stay text
 * (wire §9.4, §14.6); values of several linked rows are a list.
 */
export function jsonShape(columns: readonly Column[]): JsonShape {
  const keys = columns.map(({ title }) => title)
  const isList = columns.map((column) => isComputed(column) && column.computed.many !== undefined)
  return isList.includes(true) ? { keys, kinds: isList.map((list) => (list ? 'json' : undefined)) } : { keys }
}

function compileWhere(
  sql: SqlText,
  { index, filter, search, computed }: Pick<ListPlan, 'index' | 'filter' | 'search' | 'computed'>,
  cancellable: boolean,
): string {
  const conditions = [
    ...(cancellable && sql.dialect.cancellation !== undefined ? [sql.dialect.cancellation(index.table.rowId)] : []),
    ...(filter ? [compileFilter(sql, index, filter, computed)] : []),
    ...(search === undefined ? [] : [compileSearch(sql, index, search, computed)]),
  ]
  // Leaves two parameters for the page.
  if (sql.params.length > sql.dialect.capabilities.maxParameters - 2)
    throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
  return conditions.length === 0 ? '' : ` WHERE ${joinBalanced(conditions, 'AND')}`
}
