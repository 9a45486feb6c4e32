import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { assertNever } from '@common/util/assert-never'
import type { Column } from '@common/model'
import { wholeSight, type SightedTable } from '@common/principal/sight'
import { escapeSign, partPatterns, type PartOperator } from '@common/query/patterns'
import type { Condition, Filter, FilterValue, RelatedFilter } from '@common/query/tree'
import {
  computedOf,
  hasComputed,
  isComputed,
  rowAlias,
  setVisibleRows,
  type ComputedColumn,
  type ComputedTable,
  type ManyValues,
} from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import { bytesOf, filterValue, numberOf } from '../parse/coerce'
import { boundKey } from '../parse/row-key'
import { readableByKey, tableIndex, valueKind, type TableIndex } from '../plan/columns'
import { asksRelated, relatedRows, resolveRelated } from '../plan/related'
import { namedSource } from './query-source'
import { fragmentOf, joinBalanced, type SqlText } from './sql-text'
import type { TableNamed } from '../nested/ends'

/** Maximum characters of a pattern. Engines reject larger ones or take very long (SQLite: 50,000 bytes). */
const patternCharacters = 1_000
/** The condition of an empty list, which matches nothing. */
const never = '(1 = 0)'
const always = '(1 = 1)'
const comparisons = { eq: '=', not: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** Computed columns that the row filter of a table uses, found before its statements are compiled. */
const filterColumns = new WeakMap<SightedTable, { readonly computed: ComputedTable | undefined }>()

/**
 * Prepares the row filter of a table for `tableSource`.
 *
 * @param tables  look-ups of the system: the filter may use hidden columns and tables
 */
export async function prepareRows(dialect: Dialect, table: SightedTable, tables: TableNamed): Promise<void> {
  const { rows, whole } = table.sight
  if (rows === undefined || filterColumns.has(table)) return
  const index = tableIndex(wholeSight(whole))
  await resolveRelated(dialect, index, rows, tables)
  const computed = hasComputed(whole) ? await computedOf(dialect, whole, tables) : undefined
  filterColumns.set(table, { computed })
  // No link leads to a query table, and its values come later.
  if (whole.query !== undefined) return
  setVisibleRows(
    table,
    fragmentOf(dialect, (sql) => visibleRowsText(sql, table)),
  )
}

/** Gives a table the prepared row filter of another one, with the same rows. */
export function sharePreparedRows(from: SightedTable, to: SightedTable): void {
  const prepared = filterColumns.get(from)
  if (prepared !== undefined) filterColumns.set(to, prepared)
}

/** True if the row filter of a table is prepared, or there is none. */
export const rowsAreReady = (table: SightedTable): boolean => table.sight.rows === undefined || filterColumns.has(table)

/** True if the same rows are visible until a row changes: the filter asks no other table and no clock. */
export function hasSteadyRows(table: SightedTable): boolean {
  const { rows } = table.sight
  return rows === undefined || (!asksRelated(rows) && filterColumns.get(table)?.computed?.volatile !== true)
}

/**
 * Returns the table in a FROM clause, with the alias that computed columns use. All statements over visible rows get
 * their table here: if rows are hidden, it is a subquery without them. Its values are bound, so call it in the order of
 * the text.
 */
export function tableSource(sql: SqlText, { table }: TableIndex, computed?: ComputedTable): string {
  const { quote } = sql.dialect
  const { rows } = table.sight
  const alias = computed === undefined ? undefined : quote(rowAlias)
  if (rows === undefined) {
    const own = namedSource(sql, table)
    if (table.query !== undefined) return `${own} AS ${alias ?? quote(table.name)}`
    return alias === undefined ? own : `${own} AS ${alias}`
  }
  return `${visibleRowsText(sql, table)} AS ${alias ?? quote(table.name)}`
}

/** The visible rows of a table with all columns, as a subquery. */
function visibleRowsText(sql: SqlText, table: SightedTable): string {
  const { quote } = sql.dialect
  const { rows, whole } = table.sight
  const prepared = filterColumns.get(table)
  // Fails instead of showing hidden rows.
  if (rows === undefined || prepared === undefined) throw new Error(`The rows of ${table.name} were not prepared`)
  const index = tableIndex(wholeSight(whole))
  const row = quote(rowAlias)
  const shown = whole.rowId === null ? `${row}.*` : `${row}.${quote(whole.rowId)}, ${row}.*`
  // Values are bound in the order of the text.
  const source = namedSource(sql, whole)
  const visible = compileFilter(sql, index, rows, prepared.computed)
  return `(SELECT ${shown} FROM ${source} AS ${row} WHERE ${visible})`
}

/**
 * Compiles a filter to an SQL condition; resolves names and binds values.
 * @throws AppError COLUMN_NOT_FOUND, FILTER_INVALID
 */
export function compileFilter(sql: SqlText, index: TableIndex, filter: Filter, computed?: ComputedTable): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return joinBalanced(
        filter.filters.map((inner) => compileFilter(sql, index, inner, computed)),
        filter.kind === 'and' ? 'AND' : 'OR',
      )
    case 'not':
      return `(NOT ${compileFilter(sql, index, filter.filter, computed)})`
    case 'related':
      return compileRelated(sql, index, filter, computed)
    case 'condition':
      if (filter.key !== undefined) return boundKey(sql, index, filter.key)
      return compileCondition(sql, readableByKey(index, computed, filter.column), filter)
    default:
      return assertNever(filter)
  }
}

/** Compiles a condition on linked rows. NULLs and duplicates don't affect it, and `NOT` inverts it exactly. */
function compileRelated(sql: SqlText, own: TableIndex, filter: RelatedFilter, computed?: ComputedTable): string {
  const { from, to, through, ...related } = relatedRows(filter)
  const { cancellation } = sql.dialect
  const rows: RowsText = (as) => {
    const names = to.map((column) => sql.name(column))
    const { index } = related
    const table = tableSource(sql, index, related.computed)
    const conditions = [
      ...names.map((name) => `${name} IS NOT NULL`),
      ...(cancellation ? [cancellation(index.table.rowId)] : []),
      ...(related.filter ? [compileFilter(sql, index, related.filter, related.computed)] : []),
    ]
    return `SELECT ${names.map(as).join(', ')} FROM ${table} WHERE ${joinBalanced(conditions, 'AND')}`
  }
  if (!through) return isAmong(sql, own, from, computed, rows)
  return isAmong(sql, own, from, computed, (as) => {
    const names = through.from.map((column) => sql.name(column))
    const there = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
    const table = tableSource(sql, through.index)
    const paired = isAmong(sql, through.index, through.to, undefined, rows)
    return `SELECT ${names.map(as).join(', ')} FROM ${table} WHERE ${there} AND ${paired}`
  })
}

/** Rows with values of some columns, each in the given format. */
type RowsText = (as: (name: string, at: number) => string) => string

/** True if the row's values occur in a subquery. Not every engine compares several values at once. */
function isAmong(
  sql: SqlText,
  { table }: TableIndex,
  columns: readonly Column[],
  computed: ComputedTable | undefined,
  rows: RowsText,
): string {
  const [only] = columns
  if (only !== undefined && columns.length === 1)
    return `(${sql.name(only)} IS NOT NULL AND ${sql.name(only)} IN (${rows((name) => name)}))`
  const { quote } = sql.dialect
  const key = (at: number): string => quote(`~k${at}`)
  const row = computed ? quote(rowAlias) : sql.name(table)
  const equal = columns.map((column, at) => `${quote('~x')}.${key(at)} = ${row}.${sql.name(column)}`)
  const selected = rows((name, at) => `${name} AS ${key(at)}`)
  return `EXISTS (SELECT 1 FROM (${selected}) AS ${quote('~x')} WHERE ${equal.join(' AND ')})`
}

/** Negated operators with their positive form, for lists of values. */
const opposites: Partial<Record<Condition['operator'], Condition['operator']>> = {
  not: 'eq',
  nlike: 'like',
  nin: 'in',
  nbtw: 'btw',
}

/**
 * Compiles a condition on values of linked rows. One matching value is enough; a negated operator needs at least one
 * value, and none may match.
 */
function compileMany(sql: SqlText, many: ManyValues, condition: Condition): string {
  const { operator } = condition
  const some = (each: Condition): string => `EXISTS (SELECT 1 FROM ${manyWhere(sql, many, each)})`
  if (operator === 'is') return `(NOT ${some({ ...condition, operator: 'isnot' })})`
  const opposite = opposites[operator]
  if (opposite === undefined) return some(condition)
  return `(${some({ ...condition, operator: 'isnot' })} AND NOT ${some({ ...condition, operator: opposite })})`
}

function manyWhere(sql: SqlText, { tables, condition: linked, item }: ManyValues, condition: Condition): string {
  return `${sql.write(tables)} WHERE ${sql.write(linked)} AND ${compileCondition(sql, item, condition)}`
}

const manyOf = (column: Column): ManyValues | undefined =>
  isComputed(column) ? (column satisfies ComputedColumn).computed.many : undefined

function compileCondition(sql: SqlText, column: Column, condition: Condition): string {
  const { operator, value } = condition
  const many = manyOf(column)
  if (many) return compileMany(sql, many, condition)
  if (condition.stored !== undefined && condition.stored !== null)
    return compileStored(sql, column, operator, condition.stored)
  switch (operator) {
    case 'is':
      return `${sql.name(column)} IS NULL`
    case 'isnot':
      return `${sql.name(column)} IS NOT NULL`
    case 'like':
    case 'nlike':
      return sql.like(column, likePattern(single(value, column), column), operator === 'nlike')
    case 'contains':
    case 'starts':
    case 'ends':
    case 'has':
      return compilePart(sql, column, operator, String(single(value, column)))
    case 'in':
    case 'nin':
      return compileList(sql, column, list(value, column), operator === 'nin')
    case 'btw':
    case 'nbtw': {
      const [low, high] = list(value, column)
      if (low === undefined || high === undefined) throw new AppError('FILTER_INVALID', { expected: 'twoValues' })
      const { left, right } = compared(sql, column, [low, high], 'order')
      const range = `${left} BETWEEN ${right.join(' AND ')}`
      return operator === 'nbtw' ? `(NOT (${range}))` : `(${range})`
    }
    case 'eq':
    case 'not':
      if (valueKind(column) === 'untyped') return compileList(sql, column, [single(value, column)], operator === 'not')
      return compareWith(sql, column, comparisons[operator], single(value, column))
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return compareWith(sql, column, comparisons[operator], single(value, column))
    default:
      return assertNever(operator)
  }
}

/** Compiles a comparison with a stored value by the sort order of rows. */
function compileStored(
  sql: SqlText,
  column: Column,
  operator: Condition['operator'],
  stored: NonNullable<StoredValue>,
): string {
  if (!Object.hasOwn(comparisons, operator)) throw new Error(`No row stands behind another by ${operator}`)
  const { left, right } = bound(sql, column, [stored], 'order')
  return `${left} ${comparisons[operator as keyof typeof comparisons]} ${right.join('')}`
}

function compilePart(sql: SqlText, column: Column, operator: PartOperator, text: string): string {
  const patterns = partPatterns(operator, text)
  return joinBalanced(
    patterns.map((pattern) => sql.like(column, likePattern(pattern, column), false, escapeSign)),
    'OR',
  )
}

function compileList(sql: SqlText, column: Column, values: readonly FilterValue[], negated: boolean): string {
  const kind = valueKind(column)
  // `(Price,in,)` is a list with an empty text, which no number equals.
  const sensible = kind === 'number' || kind === 'boolean' ? values.filter((value) => value !== '') : values
  const hasNull = sensible.includes(null)
  const plainValues = sensible
    .filter((value) => value !== null)
    .flatMap((value) => {
      const plain = filterValue(column, value, sql.dialect.capabilities)
      return kind === 'untyped' ? [plain, numberOf(value), bytesOf(value)].filter((one) => one !== undefined) : [plain]
    })
  const { left, right } = bound(sql, column, plainValues)
  const parts = [
    ...(right.length > 0 ? [`${left} ${negated ? 'NOT IN' : 'IN'} (${right.join(', ')})`] : []),
    ...(hasNull ? [`${sql.name(column)} IS ${negated ? 'NOT NULL' : 'NULL'}`] : []),
  ]
  if (parts.length === 0) return negated ? always : never
  return joinBalanced(parts, negated ? 'AND' : 'OR')
}

function compareWith(sql: SqlText, column: Column, operator: string, value: FilterValue): string {
  const by = operator === '=' || operator === '<>' ? 'equality' : 'order'
  const { left, right } = compared(sql, column, [value], by)
  return `${left} ${operator} ${right.join('')}`
}

/** In an untyped column, a value that looks like a number is also compared as one. */
function compared(sql: SqlText, column: Column, values: readonly FilterValue[], by: 'equality' | 'order'): Sides {
  const untyped = valueKind(column) === 'untyped'
  return bound(
    sql,
    column,
    values.map(
      (value) => (untyped ? numberOf(value) : undefined) ?? filterValue(column, value, sql.dialect.capabilities),
    ),
    by,
  )
}

/** A column and values in the syntax of the dialect. */
interface Sides {
  readonly left: string
  readonly right: readonly string[]
}

function bound(
  sql: SqlText,
  column: Column,
  values: readonly StoredValue[],
  by: 'equality' | 'order' = 'equality',
): Sides {
  const sides = sql.dialect.comparison.sides(column, sql.name(column), values, by)
  return { left: sides.column, right: values.map((value) => sides.value(sql.bind(value), value)) }
}

function likePattern(value: FilterValue, column: Column): string {
  const pattern = String(value)
  if (pattern.length > patternCharacters) throw new AppError('FILTER_TOO_LARGE', { limit: 'characters' })
  // SQLite reads patterns up to the first NUL, which would match too much.
  if (pattern.includes('\0')) throw new AppError('FILTER_INVALID', { expected: 'textWithoutNul', column: column.title })
  return pattern
}

function single(value: Condition['value'], column: Column): FilterValue {
  if (isList(value)) throw new AppError('FILTER_INVALID', { expected: 'value', column: column.title })
  return value
}

function list(value: Condition['value'], column: Column): readonly FilterValue[] {
  if (!isList(value)) throw new AppError('FILTER_INVALID', { expected: 'list', column: column.title })
  return value
}

function isList(value: Condition['value']): value is readonly FilterValue[] {
  return Array.isArray(value)
}
