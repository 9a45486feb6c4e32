import type { AggregateFunction, GroupFunction } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { FormulaType } from '@common/formula'
import { aggregateKey, type AggregateQuery, type GroupQuery } from '@common/query/group-query'
import type { Filter } from '@common/query/tree'
import { isComputed, resultColumn, type ComputedTable } from '@main/db/computed'
import { rollupType, uiTypeOf } from '@main/db/computed/result'
import type { Dialect, ExactFunction } from '@main/db/dialect'
import { raw, type Fragment } from '@main/db/sql-fragment'
import { readableByKey, tableIndex, type TableIndex } from '../plan/columns'
import type { OrderKey } from '../plan/plan'

/** An aggregate over the rows of a group. */
export interface Measure {
  readonly name: GroupFunction
  /** Its column; undefined for counting rows. */
  readonly over: Column | undefined
  /** Type of its result. */
  readonly type: FormulaType
  /** Key of the result in a group. */
  readonly key: string
}

/** Groups resolved against a table. */
export interface GroupPlan {
  readonly index: TableIndex
  readonly computed: ComputedTable | undefined
  readonly filter: Filter | undefined
  readonly search: string | undefined
  /** Grouping columns. */
  readonly columns: readonly Column[]
  /** Distinct aggregated columns; empty for counting rows. */
  readonly measured: readonly Column[]
  readonly measures: readonly Measure[]
  /** The groups as a table: its columns are `~g0` and so on, its aggregates `~f0` and so on. */
  readonly groups: TableIndex
  readonly having: Filter | undefined
  readonly order: readonly OrderKey[]
}

export const groupName = (at: number): string => `~g${at}`
export const measureName = (at: number): string => `~f${at}`

/**
 * @param counted  true to include the row count
 * @throws AppError COLUMN_NOT_FOUND, FUNCTION_INVALID
 */
export function planGroups(
  dialect: Dialect,
  index: TableIndex,
  computed: ComputedTable | undefined,
  query: GroupQuery | AggregateQuery,
  counted: boolean,
): GroupPlan {
  const named = query.columns.map((name) => readableByKey(index, computed, name))
  const { aggregates = [] } = query
  const isWhole = named.length > 0 || aggregates.length > 0
  const columns = [...new Set(isWhole ? named : [...index.table.columns, ...(computed?.columns ?? [])])]
  const measured = 'column' in query ? readableByKey(index, computed, query.column) : undefined
  const functions: readonly AggregateFunction[] = 'functions' in query ? query.functions : counted ? ['count'] : []
  const taken = new Set(columns.map(({ title }) => title))
  const measures = [
    ...functions.map((name) => measure(dialect, measured, name, freeKey(name, taken))),
    ...aggregates.map(({ column, function: name }) => {
      const over = readableByKey(index, computed, column)
      return measure(dialect, over, name, freeKey(aggregateKey({ column: over.title, function: name }), taken))
    }),
  ]
  const groups = groupsTable(dialect, index, columns, measures)
  /** Returns the group's column for a column of the table. */
  const groupColumn = (key: string): Column => {
    const isFunction = (functions as readonly string[]).includes(key)
    const known = index.byKey.has(key) || computed?.byKey.has(key) === true
    if (isFunction && !known) return columnNamed(groups, measureName((functions as readonly string[]).indexOf(key)))
    const at = columns.indexOf(readableByKey(index, computed, key))
    if (at < 0) throw new AppError('COLUMN_NOT_FOUND', { column: key.slice(0, 200), table: index.table.title })
    return columnNamed(groups, groupName(at))
  }
  return {
    index,
    computed,
    filter: query.filter,
    search: query.search,
    columns,
    measured: [...new Set(measures.flatMap(({ over }) => over ?? []))],
    measures,
    groups,
    having: query.having && renamed(query.having, (key) => groupColumn(key).name),
    order: orderOf(query, groupColumn, columns.length),
  }
}

function measure(dialect: Dialect, over: Column | undefined, name: GroupFunction, key: string): Measure {
  const type = over === undefined || name === 'filled' ? 'number' : rollupType(name, typeOf(dialect, over))
  if (type === undefined) throw new AppError('FUNCTION_INVALID', { function: name, column: over?.title })
  return { name, over, type, key }
}

/** A column can have the name of a function. */
const freeKey = (key: string, taken: ReadonlySet<string>): string => (taken.has(key) ? `_${key}` : key)

/** Returns the formula type of a column. */
export function typeOf(dialect: Dialect, column: Column): FormulaType {
  return isComputed(column) ? column.computed.expression.type : dialect.formula.typeOf(column)
}

/** Returns the exact expression of a number column; undefined where a double holds all its digits. */
export function exactColumn(dialect: Dialect, column: Column, expression: Fragment): Fragment | undefined {
  if (isComputed(column) || typeOf(dialect, column) !== 'number') return undefined
  return dialect.exactMeasures?.column(expression, column)
}

const exactFunctions: ReadonlySet<string> = new Set(['min', 'max', 'sum', 'avg', 'sumDistinct', 'avgDistinct'])
export const isExactFunction = (name: GroupFunction): name is ExactFunction => exactFunctions.has(name)

function groupsTable(
  dialect: Dialect,
  { table }: TableIndex,
  columns: readonly Column[],
  measures: readonly Measure[],
): TableIndex {
  const grouped = columns.map((column, at) => plainColumn(column, groupName(at)))
  const counted = measures.map(({ type, name, over }, at) => {
    const isExact = over && isExactFunction(name) && exactColumn(dialect, over, raw('')) !== undefined
    const native = (isExact ? dialect.exactMeasures?.nativeType : undefined) ?? dialect.formula.typeNames[type]
    return plainColumn(resultColumn(uiTypeOf(type), native, {}), measureName(at))
  })
  const all = [...grouped, ...counted]
  return tableIndex({ ...table, columns: all, virtualColumns: [], primaryKey: [], indexes: [], rowId: null })
}

/** Group values can be NULL and are no longer computed. */
function plainColumn(column: Column, name: string): Column {
  const { uiType, nativeType, options } = column
  return { ...resultColumn(uiType, nativeType, options), name, title: name }
}

function columnNamed(index: TableIndex, name: string): Column {
  const column = index.byName.get(name)
  if (!column) throw new Error(`The groups have no column ${name}`)
  return column
}

/** Completes the requested order by the grouping columns, so that pages never overlap. */
function orderOf(query: GroupQuery, groupColumn: (key: string) => Column, count: number): OrderKey[] {
  const order: OrderKey[] = []
  const add = (name: string, descending: boolean): void => {
    if (!order.some((key) => key.name === name)) order.push({ name, descending })
  }
  for (const { column, descending } of query.sort) add(groupColumn(column).name, descending)
  for (let at = 0; at < count; at += 1) add(groupName(at), false)
  return order
}

function renamed(filter: Filter, nameOf: (key: string) => string): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((inner) => renamed(inner, nameOf)) }
    case 'not':
      return { ...filter, filter: renamed(filter.filter, nameOf) }
    case 'related':
      // `having` uses the `where` grammar, which has no related tables.
      return filter
    default:
      return { ...filter, column: nameOf(filter.column) }
  }
}
