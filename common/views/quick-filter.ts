import { isoMoment, isoDayText, clockOf, clockText } from '@common/columns/values/calendar'
import { splitOptions } from '@common/columns/values/options'
import { toZone } from '@common/columns/values/time-zone'
import { nameColumn, type FilterColumn } from './filter-columns'
import type { JsonRow } from './evaluate'
import type { ConditionValue, ViewCondition, ViewFilterGroup, ViewOperator } from './settings'
import type { FilterReader } from './filter-reader'

/** Adds a condition that must also hold. Returns the same filter if it already has this condition. */
export function withCondition(group: ViewFilterGroup, condition: ViewCondition): ViewFilterGroup {
  const said = JSON.stringify(condition)
  if (group.join === 'or' && group.filters.length > 1) return { join: 'and', filters: [group, condition] }
  if (group.filters.some((each) => JSON.stringify(each) === said)) return group
  return { join: 'and', filters: [...group.filters, condition] }
}

/**
 * Returns the condition that matches, or excludes, the value of a cell.
 *
 * @returns undefined if no condition can distinguish the column's values
 */
export function quickCondition(
  column: FilterColumn,
  row: JsonRow,
  exclude: boolean,
  reader: FilterReader,
): ViewCondition | undefined {
  const made = (operator: ViewOperator, opposite: ViewOperator, value?: ConditionValue): ViewCondition => ({
    column: column.id,
    operator: exclude ? opposite : operator,
    ...(value !== undefined && { value }),
  })
  const whenEmpty = made('isEmpty', 'isNotEmpty')
  if (column.link !== undefined) {
    const names = linkedNames(column.link, row, reader)
    if (names === undefined) return undefined
    return names.length === 0 ? whenEmpty : made('isAnyOf', 'isNoneOf', names)
  }
  const value = column.many ? firstOf(row[column.title]) : row[column.title]
  if (column.family === 'flag')
    return isTrue(value) ? made('isChecked', 'isNotChecked') : made('isNotChecked', 'isChecked')
  if (value === null || value === undefined || value === '') return whenEmpty
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  switch (column.family) {
    case 'number':
      return made('equals', 'differs', typeof value === 'number' ? value : text)
    case 'choices':
      return made('hasAllOf', 'hasNoneOf', splitOptions(text))
    case 'date':
      return made('is', 'isNot', text.slice(0, 10))
    case 'dateTime': {
      const moment = isoMoment(text)
      const local = moment && toZone(moment, column.column.options.timeZone ?? reader.timeZone)
      return local && made('is', 'isNot', isoDayText(local.moment.day))
    }
    case 'time': {
      const clock = clockOf(text)
      return clock && made('is', 'isNot', clockText(clock))
    }
    case 'structure':
      return made('contains', 'doesNotContain', text)
    case 'files':
      return made('isNotEmpty', 'isEmpty')
    default:
      return made('is', 'isNot', text)
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1'

/** Returns the names of the linked records in a row. */
function linkedNames(
  { key, link }: NonNullable<FilterColumn['link']>,
  row: JsonRow,
  reader: FilterReader,
): string[] | undefined {
  const table = reader.tables?.(link.relatedTable)
  const name = table && nameColumn(table)
  if (name === undefined) return undefined
  const held = row[key]
  const rows = Array.isArray(held)
    ? (held as JsonRow[])
    : typeof held === 'object' && held !== null
      ? [held as JsonRow]
      : []
  const [keyName] = table?.primaryKey ?? []
  const keyTitle = table?.columns.find((column) => column.name === keyName)?.title
  return rows.flatMap((each) => {
    const named = each[name.title] ?? (keyTitle === undefined ? undefined : each[keyTitle])
    return typeof named === 'string' || typeof named === 'number' ? [String(named)] : []
  })
}

function firstOf(value: unknown): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? value[0] : value
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list[0] : value
  } catch {
    return value
  }
}
