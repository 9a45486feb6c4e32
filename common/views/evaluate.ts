import { plainNumberOf, plainNumberText, type PlainNumber } from '@common/columns/values/numeric'
import { valueKind } from '@common/columns/value-kind'
import { hasPart, likeTest } from '@common/query/patterns'
import type { Condition, Filter, FilterValue, RelatedFilter } from '@common/query/tree'
import { assertNever } from '@common/util/assert-never'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { filterColumns } from './filter-columns'

/** A row as the REST API returns it: column titles with values, links under their key. */
export type JsonRow = Readonly<Record<string, unknown>>

/** Three-valued logic as in SQL: null if a value is missing, so neither a condition nor its negation holds. */
type Truth = boolean | null

/** Tests whether a row matches a filter. It is compiled once per filter. */
export type RowTest = (row: JsonRow) => Truth

/**
 * Compiles a filter into a test for rows of the API. Compares values like SQLite.
 *
 * @param tables  finds linked tables by their names in the database
 */
export function rowTest(filter: Filter, table: Table, tables: (name: string) => Table | undefined): RowTest {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const tests = filter.filters.map((each) => rowTest(each, table, tables))
      const decides = filter.kind === 'or'
      return (row) => {
        let unknown = false
        for (const test of tests) {
          const truth = test(row)
          if (truth === decides) return decides
          if (truth === null) unknown = true
        }
        return unknown ? null : !decides
      }
    }
    case 'not': {
      const test = rowTest(filter.filter, table, tables)
      return (row) => {
        const truth = test(row)
        return truth === null ? null : !truth
      }
    }
    case 'related':
      return relatedTest(filter, table, tables)
    case 'condition':
      return conditionTest(filter, table)
    default:
      return assertNever(filter)
  }
}

function relatedTest(filter: RelatedFilter, table: Table, tables: (name: string) => Table | undefined): RowTest {
  const link = table.virtualColumns.find(
    (column): column is Extract<VirtualColumn, { kind: 'link' }> =>
      column.kind === 'link' && column.id === filter.table,
  )
  const related = link && tables(link.link.relatedTable)
  const test = filter.filter && related && rowTest(filter.filter, related, tables)
  if (link === undefined || (filter.filter !== undefined && test === undefined)) return () => false
  return (row) => {
    const held = row[link.key]
    const rows = Array.isArray(held) ? (held as JsonRow[]) : isRow(held) ? [held] : []
    return rows.some((each) => test === undefined || test(each) === true)
  }
}

const isRow = (value: unknown): value is JsonRow =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function conditionTest(condition: Condition, table: Table): RowTest {
  const { column: title } = condition
  const found = filterColumns(table).find((column) => column.title === title)
  const column = table.columns.find((each) => each.title === title) ?? found?.column
  if (column === undefined) return () => false
  if (found?.many === true) return manyTest(condition, title, column)
  const test = valueTest(condition, column)
  return (row) => test(row[title])
}

/** A list matches if one value does. A negated operator needs at least one value, and none may match. */
function manyTest(condition: Condition, title: string, column: Column): RowTest {
  const { operator } = condition
  const opposite = ({ not: 'eq', nlike: 'like', nin: 'in', nbtw: 'btw' } as const)[operator as 'not']
  const test = valueTest(opposite === undefined ? condition : { ...condition, operator: opposite }, column)
  return (row) => {
    const values = listOf(row[title])
    const there = values.filter((value) => value !== null)
    if (operator === 'is') return there.length === 0
    if (operator === 'isnot') return there.length > 0
    const some = values.some((value) => test(value) === true)
    return opposite === undefined ? some : there.length > 0 && !some
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return value === null || value === undefined ? [] : [value]
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : [value]
  } catch {
    return [value]
  }
}

type ValueTest = (value: unknown) => Truth

function valueTest({ operator, value }: Condition, column: Column): ValueTest {
  const isMissing = (given: unknown): boolean => given === null || given === undefined
  if (operator === 'is') return isMissing
  if (operator === 'isnot') return (given) => !isMissing(given)
  const known =
    (test: (given: unknown) => boolean): ValueTest =>
    (given) =>
      isMissing(given) ? null : test(given)
  const values = Array.isArray(value) ? (value as readonly FilterValue[]) : [value as FilterValue]
  const compare = comparison(column)
  const [first = null, second = null] = values
  switch (operator) {
    case 'contains':
    case 'starts':
    case 'ends':
    case 'has':
      return known((given) => hasPart(operator, textOf(given), String(first)))
    case 'like':
    case 'nlike': {
      const isLike = likeTest(String(first))
      return known((given) => isLike(textOf(given)) === (operator === 'like'))
    }
    case 'in':
    case 'nin':
      return known((given) => values.some((each) => compare(given, each) === 0) === (operator === 'in'))
    case 'btw':
    case 'nbtw':
      return known((given) => (compare(given, first) >= 0 && compare(given, second) <= 0) === (operator === 'btw'))
    case 'eq':
      return known((given) => compare(given, first) === 0)
    case 'not':
      return known((given) => compare(given, first) !== 0)
    case 'gt':
      return known((given) => compare(given, first) > 0)
    case 'ge':
      return known((given) => compare(given, first) >= 0)
    case 'lt':
      return known((given) => compare(given, first) < 0)
    case 'le':
      return known((given) => compare(given, first) <= 0)
    default:
      return assertNever(operator)
  }
}

/** The database stores structured JSON as text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

type Compare = (given: unknown, with_: FilterValue) => number

/** Compares texts by character, numbers by value, booleans as 1 and 0. Numbers come before texts, as in SQLite. */
function comparison(column: Column): Compare {
  switch (valueKind(column)) {
    case 'boolean':
      return (given, value) => Number(flagOf(given)) - Number(flagOf(value))
    case 'number':
    case 'untyped':
      return (given, value) => {
        const [left, right] = [plainNumberOf(given), plainNumberOf(value)]
        if (left !== undefined && right !== undefined) return compareNumbers(left, right)
        if (left !== undefined || right !== undefined) return left === undefined ? 1 : -1
        return compareTexts(textOf(given), textOf(value))
      }
    default:
      return (given, value) => compareTexts(textOf(given), textOf(value))
  }
}

const flagOf = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** Compares by code points, in the order of UTF-8 bytes. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const [a, b] = [[...left], [...right]]
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareNumbers(left: PlainNumber, right: PlainNumber): number {
  const [a, b] = [Number(plainNumberText(left)), Number(plainNumberText(right))]
  if (a !== b) return a - b
  // Several long decimals can round to the same double.
  const scale = Math.max(left.fraction.length, right.fraction.length)
  const scaled = ({ negative, whole, fraction }: PlainNumber): bigint =>
    BigInt(`${whole}${fraction.padEnd(scale, '0')}`) * (negative ? -1n : 1n)
  const difference = scaled(left) - scaled(right)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
