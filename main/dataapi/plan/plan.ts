import type { Column } from '@common/model'
import type { Filter, ListQuery } from '@common/query/tree'
import { isComputed, type ComputedColumn, type ComputedTable } from '@main/db/computed'
import type { Comparison } from '@main/db/dialect'
import { readableByKey, type TableIndex } from './columns'

/** A resolved sort key. The row id of a table without a key has no column. */
export interface OrderKey {
  readonly name: string
  readonly descending: boolean
  readonly computed?: ComputedColumn
}

/** A list resolved against its table. */
export interface ListPlan {
  readonly index: TableIndex
  /** Computed columns of the table, if any. */
  readonly computed?: ComputedTable | undefined
  readonly columns: readonly Column[]
  readonly filter: Filter | undefined
  readonly search: string | undefined
  readonly order: readonly OrderKey[]
  /** True if the time doesn't grow with the table, apart from the offset. */
  readonly bounded: boolean
  /** True if an index leads to the matching rows, which are probably few. */
  readonly likelyBounded: boolean
}

/** Maximum offset of a short query: some milliseconds. */
export const shortOffsetRows = 20_000

/**
 * Resolves the names of a query and decides how to run it.
 * @param comparison  sort expressions; an index applies only if the expression is the column itself
 * @throws AppError COLUMN_NOT_FOUND
 */
export function planList(
  index: TableIndex,
  query: ListQuery,
  comparison?: Pick<Comparison, 'sortable'>,
  computed?: ComputedTable,
): ListPlan {
  const order = planOrder(index, query.sort, computed)
  const isFound = isBounded({ index, computed, comparison }, query.filter, order)
  return {
    index,
    computed,
    columns: planColumns(index, query.fields, computed),
    filter: query.filter,
    search: query.search,
    order,
    bounded: query.search === undefined && isFound && computed?.bounded !== false,
    likelyBounded: query.search === undefined && isFoundByIndex(index, computed, query.filter),
  }
}

/** Returns the requested columns in order. The key is always included, at the front unless requested. */
function planColumns(
  index: TableIndex,
  fields: ListQuery['fields'],
  computed: ComputedTable | undefined,
): readonly Column[] {
  if (!fields) return computed ? [...index.table.columns, ...computed.columns] : index.table.columns
  const named = fields.filter((field) => index.leftOut?.has(field) !== true)
  const asked = [...new Set(named.map((field) => readableByKey(index, computed, field)))]
  return [...index.key.filter((column) => !asked.includes(column)), ...asked]
}

/**
 * Completes the requested order by the key, so that pages never overlap. The key takes the direction of the previous
 * column: then one index serves both directions.
 */
function planOrder(index: TableIndex, sort: ListQuery['sort'], computed: ComputedTable | undefined): OrderKey[] {
  const order: OrderKey[] = []
  for (const { column, descending } of sort) {
    const key = readableByKey(index, computed, column)
    if (order.some(({ name }) => name === key.name)) continue
    order.push({ name: key.name, descending, ...(isComputed(key) && { computed: key }) })
  }
  const descending = order.at(-1)?.descending ?? false
  const { rowId, sight } = index.table
  // A hidden key still breaks ties, so that pages don't overlap.
  const hiddenKey = sight.restricted && rowId === null ? sight.whole.primaryKey : []
  const keyNames = index.key.map(({ name }) => name)
  const last = [keyNames, [rowId].filter((name) => name !== null), hiddenKey].find((names) => names.length > 0) ?? []
  for (const name of last) if (!order.some((key) => key.name === name)) order.push({ name, descending })
  return order
}

/** True if an index leads to the first row of the page and from row to row. */
function isBounded(of: Readable, filter: Filter | undefined, order: readonly OrderKey[]): boolean {
  const { index, comparison } = of
  if (index.table.type === 'view' || index.table.sight.rows !== undefined) return false
  if (filter) return isUniqueMatch(of, filter)
  const [first] = order
  if (!first) return true
  if (first.computed) return false
  if (first.name === index.table.rowId) return true
  const column = index.byName.get(first.name)
  const isItself = column === undefined || comparison === undefined || comparison.sortable(column, '') === ''
  return isItself && leadingColumns(index).has(first.name)
}

/** True if the filter requires certain values of the first column of an index. */
export function isFoundByIndex(
  index: TableIndex,
  computed: ComputedTable | undefined,
  filter: Filter | undefined,
): boolean {
  const { type, sight } = index.table
  if (filter === undefined || type === 'view' || sight.rows !== undefined || computed?.bounded === false) return false
  if (filter.kind === 'and') return filter.filters.some((inner) => isFoundByIndex(index, computed, inner))
  if (filter.kind !== 'condition' || (filter.operator !== 'eq' && filter.operator !== 'in')) return false
  const column = readableByKey(index, computed, filter.column)
  return !isComputed(column) && leadingColumns(index).has(column.name)
}

/** A table that can be read. */
interface Readable {
  readonly index: TableIndex
  readonly computed: ComputedTable | undefined
  readonly comparison: Pick<Comparison, 'sortable'> | undefined
}

function leadingColumns({ table }: TableIndex): Set<string> {
  return new Set(
    [table.primaryKey[0], ...table.indexes.map(({ columns }) => columns[0])].filter((name) => name !== undefined),
  )
}

/** True if the filter requires certain values of a unique column. */
function isUniqueMatch(of: Readable, filter: Filter): boolean {
  if (filter.kind === 'and') return filter.filters.some((inner) => isUniqueMatch(of, inner))
  if (filter.kind !== 'condition' || (filter.operator !== 'eq' && filter.operator !== 'in')) return false
  if (filter.key !== undefined) return true
  const column = readableByKey(of.index, of.computed, filter.column)
  if (isComputed(column)) return false
  const { name } = column
  const { primaryKey, indexes } = of.index.table
  return (
    (primaryKey.length === 1 && primaryKey[0] === name) ||
    indexes.some(({ unique, columns }) => unique && columns.length === 1 && columns[0] === name)
  )
}
