import { plainNumberOf } from '@common/columns/values/numeric'
import { valueKind } from '@common/columns/value-kind'
import type { Column, Table } from '@common/model'
import type { Condition, Filter, FilterValue } from '@common/query/tree'
import { nameColumn, type FilterColumn, type Ask } from './filter-columns'
import { dateFilter, timeFilter } from './filter-dates'
import type { ConditionValue, ViewCondition, ViewOperator } from './settings'
import type { FilterReader } from './filter-reader'

const not = (filter: Filter): Filter => ({ kind: 'not', filter })
const all = (filters: readonly Filter[]): Filter => ({ kind: 'and', filters })
const any = (filters: readonly Filter[]): Filter => ({ kind: 'or', filters })

/**
 * Translates one condition for the engine. Negated operators (is not, does not contain, none of) also match rows
 * without a value, as users expect.
 *
 * @returns undefined while the value is missing or doesn't fit the column
 */
export function conditionFilter(
  column: FilterColumn,
  condition: ViewCondition,
  reader: FilterReader,
): Filter | undefined {
  if (column.link !== undefined) return linkFilter(column, column.link, condition, reader)
  const { operator, value } = condition
  const ask: Ask = (asked, operand) => ({ kind: 'condition', column: column.title, operator: asked, value: operand })
  // For lists, the engine negates over all values. For a single value, a missing value must match explicitly.
  const without = (filter: Filter | undefined): Filter | undefined =>
    filter && (column.many ? not(filter) : any([ask('is', null), not(filter)]))
  switch (operator) {
    case 'isEmpty':
      return emptiness(column, ask)
    case 'isNotEmpty':
      return emptiness(column, ask) && not(emptiness(column, ask))
    case 'isNull':
      return ask('is', null)
    case 'isNotNull':
      return ask('isnot', null)
    case 'isChecked':
      return ask('eq', true)
    case 'isNotChecked':
      return without(ask('eq', true))
    case 'isNot':
      return without(positive(column, ask, 'is', value, reader))
    case 'doesNotContain':
      return without(positive(column, ask, 'contains', value, reader))
    case 'differs':
      return without(positive(column, ask, 'equals', value, reader))
    case 'isNoneOf':
      return without(positive(column, ask, 'isAnyOf', value, reader))
    case 'hasNoneOf':
      return without(positive(column, ask, 'hasAnyOf', value, reader))
    default:
      return positive(column, ask, operator, value, reader)
  }
}

/** Matches missing values, and empty texts in text columns. */
function emptiness(column: FilterColumn, ask: Ask): Filter {
  const missing = ask('is', null)
  if (column.many) return missing
  switch (column.family) {
    case 'text':
    case 'choice':
    case 'choices':
    case 'person':
    case 'structure':
      return valueKind(column.column) === 'text' ? any([missing, ask('eq', '')]) : missing
    case 'files':
      return any([missing, ask('in', ['', '[]'])])
    default:
      return missing
  }
}

function positive(
  column: FilterColumn,
  ask: Ask,
  operator: ViewOperator,
  value: ConditionValue | undefined,
  reader: FilterReader,
): Filter | undefined {
  if (value === undefined) return undefined
  switch (column.family) {
    case 'number':
      return numberFilter(ask, operator, value)
    case 'date':
    case 'dateTime':
      return dateFilter(column, ask, operator, value, reader)
    case 'time':
      return timeFilter(ask, operator, value)
    default:
      return textFilter(ask, operator, value, reader)
  }
}

function textFilter(ask: Ask, operator: ViewOperator, value: ConditionValue, reader: FilterReader): Filter | undefined {
  const one = textValue(value, reader)
  const several = textValues(value)
  switch (operator) {
    case 'is':
      return one === undefined ? undefined : ask('eq', one)
    case 'contains':
      return one === undefined ? undefined : ask('contains', one)
    case 'startsWith':
      return one === undefined ? undefined : ask('starts', one)
    case 'endsWith':
      return one === undefined ? undefined : ask('ends', one)
    case 'isAnyOf':
      return several && ask('in', several)
    case 'hasAnyOf':
      return several && any(several.map((item) => ask('has', item)))
    case 'hasAllOf':
      return several && all(several.map((item) => ask('has', item)))
    default:
      return undefined
  }
}

/** @returns undefined for nothing, and for what is no text */
function textValue(value: ConditionValue, reader: FilterReader): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value !== 'object' || value === null || !('currentUser' in value)) return undefined
  // Without an e-mail address, `me` matches nothing: no value is a single blank.
  return reader.email === '' ? ' ' : reader.email.toLowerCase()
}

function textValues(value: ConditionValue): string[] | undefined {
  const given = Array.isArray(value) ? value : [value]
  const texts = given.flatMap((item) => (typeof item === 'string' && item !== '' ? [item] : []))
  return texts.length === 0 ? undefined : texts
}

const numberOperators: Partial<Record<ViewOperator, Condition['operator']>> = {
  equals: 'eq',
  greater: 'gt',
  greaterOrEqual: 'ge',
  less: 'lt',
  lessOrEqual: 'le',
}

function numberFilter(ask: Ask, operator: ViewOperator, value: ConditionValue): Filter | undefined {
  if (operator === 'between') {
    const [low, high] = Array.isArray(value) ? value.map(numberValue) : []
    return low === undefined || high === undefined ? undefined : ask('btw', [low, high])
  }
  const number = numberValue(value)
  const asked = numberOperators[operator]
  return number === undefined || asked === undefined ? undefined : ask(asked, number)
}

/** Returns a number; as text if it has more digits than a double holds. */
function numberValue(value: ConditionValue): FilterValue | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return plainNumberOf(value) === undefined ? undefined : value
}

/** Filters by the names of linked records. The foreign key or the link itself tells if a record is linked. */
function linkFilter(
  { id, title }: FilterColumn,
  link: NonNullable<FilterColumn['link']>,
  { operator, value }: ViewCondition,
  reader: FilterReader,
): Filter | undefined {
  const related = (filter?: Filter): Filter => ({
    kind: 'related',
    table: link.id,
    relation: link.link.kind,
    ...(filter && { filter }),
  })
  const isReference = id !== link.id
  const isMissing = operator === 'isEmpty' || operator === 'isNull'
  if (isMissing || operator === 'isNotEmpty' || operator === 'isNotNull') {
    if (!isReference) return isMissing ? not(related()) : related()
    return { kind: 'condition', column: title, operator: isMissing ? 'is' : 'isnot', value: null }
  }
  const table = reader.tables?.(link.link.relatedTable)
  const name = table && nameColumn(table)
  if (table === undefined || name === undefined || value === undefined) return undefined
  const key = keyBehind(table, name)
  const ask: Ask = (asked, operand) => {
    const named = askOf(name, asked, operand)
    if (key === undefined) return related(named)
    const nameless = any([askOf(name, 'is', null), askOf(name, 'eq', '')])
    return related(any([named, all([nameless, askOf(key, asked, operand)])]))
  }
  const byName = (asked: ViewOperator): Filter | undefined => textFilter(ask, asked, value, reader)
  const without = (asked: ViewOperator): Filter | undefined => {
    const filter = byName(asked)
    return filter && not(filter)
  }
  switch (operator) {
    case 'isNot':
      return without('is')
    case 'doesNotContain':
      return without('contains')
    case 'isNoneOf':
      return without('isAnyOf')
    default:
      return byName(operator)
  }
}

/** Returns the key column that identifies records without a name. */
function keyBehind({ primaryKey, columns }: Table, name: Column): Column | undefined {
  if (name.required || primaryKey.length !== 1 || primaryKey[0] === name.name) return undefined
  return columns.find((column) => column.name === primaryKey[0])
}

/** Creates a condition on a column of any type. A value that the column can't hold matches no row. */
function askOf(column: Column, operator: Condition['operator'], operand: Condition['value']): Filter {
  const isNumber = valueKind(column) === 'number'
  const fits = (each: FilterValue): boolean => each === null || !isNumber || plainNumberOf(each) !== undefined
  const values = Array.isArray(operand) ? (operand as readonly FilterValue[]) : [operand as FilterValue]
  const condition = { kind: 'condition', column: column.title } as const
  if (operator === 'in' || (operator === 'eq' && !values.every(fits)))
    return { ...condition, operator: 'in', value: values.filter(fits) }
  return { ...condition, operator, value: operand }
}
