import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Dialect } from '@main/db/dialect'
import { isComputed } from '@main/db/computed'
import type { Statement } from '@main/db/statement'
import { compileFilter, tableSource } from '../compile/filter'
import { orderSql } from '../compile/read'
import { outerOutput } from '../compile/list-sql'
import { joinBalanced, selected, SqlText } from '../compile/sql-text'
import type { TableIndex } from '../plan/columns'
import type { OrderKey } from '../plan/plan'
import type { NestedPlan } from './plan'

/** A statement for the linked rows of some rows. Each result starts with the link's key values. */
export interface NestedStatement extends Statement {
  /** Number of key values before the columns of a linked row. */
  readonly keySize: number
}

/**
 * Compiles one statement for the linked rows of a whole list, found by a list of keys. If each row shows a limited
 * number, they are numbered per key.
 * @param keys  distinct values of the columns that the link starts from
 * @throws AppError FILTER_TOO_LARGE, COLUMN_NOT_FOUND, FILTER_INVALID
 */
export function compileNested(
  dialect: Dialect,
  plan: NestedPlan,
  keys: readonly (readonly StoredValue[])[],
): NestedStatement {
  const sql = new SqlText(dialect)
  const { columns, order, query } = plan
  const { quote } = dialect
  const linking = linkingNames(dialect, plan)
  const names = columns.map(({ name }) => quote(name))
  const outputs = columns.map((column) => (isComputed(column) ? quote(column.name) : selected(dialect, column)))
  if (hasPagesOfKeys(dialect, plan))
    return { ...checked(sql, pagesOfKeys(sql, plan, keys, linking)), keySize: linking.length }
  const source = plan.through === undefined ? directRows(sql, plan, keys) : pairedRows(sql, plan, keys)
  // A key leads to one parent, so nothing needs numbering or sorting.
  if (plan.link.kind === 'belongsTo' && isUnique(plan.index, plan.to)) {
    const shown = [...linkingOutputs(dialect, plan), ...outputs].join(', ')
    return { ...checked(sql, `SELECT ${shown} FROM (${source}) AS ${quote('~r')}`), keySize: linking.length }
  }
  const sorted = order.map((key, at) => sortKey(dialect, plan, key, at)).join(', ')
  // SQL Server numbers rows only in an order.
  const number = `row_number() OVER (PARTITION BY ${linking.join(', ')} ORDER BY ${sorted === '' ? '(SELECT NULL)' : sorted})`
  const counted = `SELECT ${[...linking, ...names].join(', ')}, ${number} AS ${quote('~n')} FROM (${source}) AS ${quote('~r')}`
  const { limit, offset } = plan.link.kind === 'belongsTo' ? { limit: 1, offset: 0 } : query.page
  const above = sql.bind(offset)
  const upTo = sql.bind(offset + limit)
  const page = `${quote('~n')} > ${above} AND ${quote('~n')} <= ${upTo}`
  const shown = [...linkingOutputs(dialect, plan), ...outputs].join(', ')
  const text = `SELECT ${shown} FROM (${counted}) AS ${quote('~w')} WHERE ${page} ORDER BY ${quote('~n')}`
  return { ...checked(sql, text), keySize: linking.length }
}

/**
 * Like `compileNested` without counting, for many-to-many links to few rows. Reads the rows of all keys in order, at
 * most `most` plus one. Counting takes the database twice as long as reading.
 *
 * @throws as `compileNested`
 */
export function compileUncounted(
  dialect: Dialect,
  plan: NestedPlan,
  keys: readonly (readonly StoredValue[])[],
  most: number,
): NestedStatement {
  const sql = new SqlText(dialect)
  const { columns, order } = plan
  const linking = linkingOutputs(dialect, plan)
  const shown = [...linking, ...columns.map(({ name }) => dialect.quote(name))].join(', ')
  const rows = pairedRows(sql, plan, keys)
  const sorted = order.map((key, at) => sortKey(dialect, plan, key, at)).join(', ')
  const by = sorted === '' ? '' : ` ORDER BY ${sorted}`
  const page = dialect.page(sql.bind(most + 1), sql.bind(0), sorted !== '')
  const text = `SELECT ${shown} FROM (${rows}) AS ${dialect.quote('~r')}${by}${page}`
  return { ...checked(sql, text), keySize: linking.length }
}

const linkingColumns = ({ through, to }: NestedPlan): readonly Column[] => through?.from ?? to

/** Returns the names of the key values inside the statement. */
const linkingNames = ({ quote }: Dialect, plan: NestedPlan): string[] =>
  linkingColumns(plan).map((_, at) => quote(`~k${at}`))

/** Returns the key values in the format of rows, so that they match those of the list. */
const linkingOutputs = (dialect: Dialect, plan: NestedPlan): string[] =>
  linkingColumns(plan).map((column, at) => outerOutput(dialect, column, dialect.quote(`~k${at}`)))

/** Without an index, each key would scan the whole table. */
const hasPagesOfKeys = (dialect: Dialect, { through, computed, index, link, bounded }: NestedPlan): boolean =>
  dialect.pagesOfKeys === true &&
  bounded &&
  through === undefined &&
  computed === undefined &&
  index.table.rowId !== null &&
  index.table.sight.rows === undefined &&
  link.kind === 'hasMany'

/** Finds the rows of each key separately, up to the limit, without numbering. */
function pagesOfKeys(
  sql: SqlText,
  plan: NestedPlan,
  keys: readonly (readonly StoredValue[])[],
  linking: readonly string[],
): string {
  const { dialect } = sql
  const { columns, order, query, index, to } = plan
  const table = sql.name(index.table)
  const rowId = dialect.quote(index.table.rowId ?? '')
  const sides = to.map((column, at) =>
    dialect.comparison.sides(
      column,
      sql.name(column),
      keys.map((key) => key[at] ?? null),
    ),
  )
  // Pads the list of keys to few lengths; NULL matches nothing.
  const none = to.map(() => null)
  const padded = [...keys, ...Array.from({ length: toPowerOfTwo(keys).length - keys.length }, () => none)]
  const values = padded.map((key) => {
    const row = sides.map(({ value }, at) => value(sql.bind(key[at] ?? null), key[at] ?? null))
    return `(${row.join(', ')})`
  })
  const own = sides.map(({ column }, at) => `${column} = ${linking[at]}`)
  const sorted = order.map((key) => sortKey(dialect, plan, key, 0)).join(', ')
  const by = sorted === '' ? '' : ` ORDER BY ${sorted}`
  const where = conditions(sql, plan, own)
  const page = dialect.page(sql.bind(query.page.limit), sql.bind(query.page.offset), sorted !== '')
  const shown = [...linking, ...columns.map(({ name }) => dialect.quote(name))].join(', ')
  const rows = `SELECT ${rowId} FROM ${table}${where}${by}${page}`
  return `WITH ${dialect.quote('~k')} (${linking.join(', ')}) AS (VALUES ${values.join(', ')}) SELECT ${shown} FROM ${dialect.quote('~k')} CROSS JOIN ${table} ON ${table}.${rowId} IN (${rows})${by}`
}

/** @throws AppError FILTER_TOO_LARGE */
function checked(sql: SqlText, text: string): Statement {
  if (sql.params.length > sql.dialect.capabilities.maxParameters)
    throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
  return sql.statement(text)
}

function isUnique({ table }: TableIndex, columns: readonly Column[]): boolean {
  const [only] = columns
  if (only === undefined || columns.length > 1) return false
  return (
    (table.primaryKey.length === 1 && table.primaryKey[0] === only.name) ||
    table.indexes.some((index) => index.unique && index.columns.length === 1 && index.columns[0] === only.name)
  )
}

/** Counts the linked rows of each key; keys without any are absent. @throws as `compileNested` */
export function compileNestedCount(
  dialect: Dialect,
  plan: NestedPlan,
  keys: readonly (readonly StoredValue[])[],
): NestedStatement {
  const sql = new SqlText(dialect)
  const linking = linkingNames(dialect, plan).join(', ')
  const shown = linkingOutputs(dialect, plan).join(', ')
  const source = plan.through === undefined ? directRows(sql, plan, keys) : pairedRows(sql, plan, keys)
  return {
    ...checked(sql, `SELECT ${shown}, count(*) FROM (${source}) AS ${dialect.quote('~r')} GROUP BY ${linking}`),
    keySize: linkingColumns(plan).length,
  }
}

/** Selects rows of the related table, with its own names and those of the key values. */
function directRows(sql: SqlText, plan: NestedPlan, keys: readonly (readonly StoredValue[])[]): string {
  const { quote } = sql.dialect
  const linking = plan.to.map((column, at) => `${sql.name(column)} AS ${quote(`~k${at}`)}`)
  // In the order of the text, because some engines count placeholders.
  const needed = neededColumns(sql, plan).map(({ text }) => text)
  const from = tableSource(sql, plan.index, plan.computed)
  const where = conditions(sql, plan, [matches(sql, plan.to, keys)])
  return `SELECT ${[...linking, ...needed].join(', ')} FROM ${from}${where}`
}

/** Selects rows of the related table, once for each pair of the junction table. */
function pairedRows(sql: SqlText, plan: NestedPlan, keys: readonly (readonly StoredValue[])[]): string {
  const { quote } = sql.dialect
  const { through } = plan
  if (through === undefined) throw new Error('Only a many-to-many has an association table')
  const [pair, row] = [quote('~t'), quote('~o')]
  const pairColumns = [
    ...through.from.map((column, at) => `${sql.name(column)} AS ${quote(`~k${at}`)}`),
    ...through.to.map((column, at) => `${sql.name(column)} AS ${quote(`~j${at}`)}`),
  ]
  const pairs = `SELECT ${pairColumns.join(', ')} FROM ${tableSource(sql, through.index)} WHERE ${matches(sql, through.from, keys)}`
  const targets = plan.to.map((column, at) => `${sql.name(column)} AS ${quote(`~j${at}`)}`)
  const needed = neededColumns(sql, plan)
  const columns = [...targets, ...needed.map(({ text }) => text)].join(', ')
  const rows = `SELECT ${columns} FROM ${tableSource(sql, plan.index, plan.computed)}${conditions(sql, plan, [])}`
  const joined = plan.to.map((_, at) => `${pair}.${quote(`~j${at}`)} = ${row}.${quote(`~j${at}`)}`).join(' AND ')
  const shown = [
    ...through.from.map((_, at) => `${pair}.${quote(`~k${at}`)}`),
    ...needed.map(({ name }) => `${row}.${name}`),
  ]
  return `SELECT ${shown.join(', ')} FROM (${pairs}) AS ${pair} JOIN (${rows}) AS ${row} ON ${joined}`
}

/** Returns the visible columns and those of the order, with their outer names. */
function neededColumns(sql: SqlText, { columns, order }: NestedPlan): { name: string; text: string }[] {
  const { quote } = sql.dialect
  const stored = [
    ...columns.filter((column) => !isComputed(column)).map(({ name }) => name),
    ...order.filter(({ computed }) => !computed).map(({ name }) => name),
  ]
  const shown = columns.filter(isComputed).map((column) => ({ name: quote(column.name), sql: sql.output(column) }))
  const sorted = order.flatMap(({ computed }, at) =>
    computed ? [{ name: quote(`~s${at}`), sql: sql.name(computed) }] : [],
  )
  return [
    ...[...new Set(stored)].map(quote).map((name) => ({ name, text: name })),
    ...[...shown, ...sorted].map(({ name, sql: text }) => ({ name, text: `${text} AS ${name}` })),
  ]
}

function sortKey(dialect: Dialect, plan: NestedPlan, key: OrderKey, at: number): string {
  const { computed, descending } = key
  if (!computed) return orderSql(dialect, plan.index, key)
  const value = dialect.comparison.sortable(computed, dialect.quote(`~s${at}`))
  return dialect.order(value, { descending, nullable: true })
}

function conditions(sql: SqlText, plan: NestedPlan, first: readonly string[]): string {
  const { cancellation } = sql.dialect
  const all = [
    ...first,
    ...(plan.query.filter ? [compileFilter(sql, plan.index, plan.query.filter, plan.computed)] : []),
    ...(plan.bounded || cancellation === undefined ? [] : [cancellation(plan.index.table.rowId)]),
  ]
  return all.length === 0 ? '' : ` WHERE ${joinBalanced(all, 'AND')}`
}

/** Matches rows whose columns have one of these values. */
function matches(sql: SqlText, columns: readonly Column[], keys: readonly (readonly StoredValue[])[]): string {
  const padded = toPowerOfTwo(keys)
  const [only] = columns
  if (only !== undefined && columns.length === 1) {
    const values = padded.map(([value = null]) => value)
    const sides = sql.dialect.comparison.sides(only, sql.name(only), values)
    return `${sides.column} IN (${values.map((value) => sides.value(sql.bind(value), value)).join(', ')})`
  }
  return joinBalanced(
    padded.map((key) => `(${columns.map((column, at) => equals(sql, column, key[at] ?? null)).join(' AND ')})`),
    'OR',
  )
}

function equals(sql: SqlText, column: Column, value: StoredValue): string {
  const sides = sql.dialect.comparison.sides(column, sql.name(column), [value])
  return `${sides.column} = ${sides.value(sql.bind(value), value)}`
}

/** Pads lists to few lengths, so that the database can reuse prepared statements. */
function toPowerOfTwo<T>(keys: readonly T[]): readonly T[] {
  const last = keys.at(-1)
  if (last === undefined) return keys
  let size = 1
  while (size < keys.length) size *= 2
  // At most a page of rows, so that padding never exceeds a limit of the engine.
  return [...keys, ...Array.from({ length: Math.min(size, 1_000) - keys.length }, () => last)]
}
