import { clockOf, clockText, isoDay, isoDayText, isoMoment, laterBy, momentText } from '@common/columns/values/calendar'
import type { Condition, Filter } from '@common/query/tree'
import type { FilterColumn, Ask } from './filter-columns'
import { countedTimes } from './filter-operators'
import { addDays, dayAt, relativeDays, startOfDay } from './relative-dates'
import type { ConditionValue, ViewOperator } from './settings'
import type { FilterReader } from './filter-reader'

/** A range of moments as the column stores them; `to` is exclusive. */
interface Span {
  readonly from: string
  readonly to: string
  /** The last moment in the range, to the microsecond. */
  readonly until: string
}

/**
 * Translates a condition on days or moments. Relative dates such as `this week` become half-open ranges in the reader's
 * time zone.
 */
export function dateFilter(
  column: FilterColumn,
  ask: Ask,
  operator: ViewOperator,
  value: ConditionValue,
  reader: FilterReader,
): Filter | undefined {
  if (operator === 'between') {
    const [low, high] = Array.isArray(value) ? value.map((each) => spanOf(column, each, reader)) : []
    return low && high && within(column, ask, { ...high, from: low.from })
  }
  const span = spanOf(column, value, reader)
  if (span === undefined) return undefined
  switch (operator) {
    case 'is':
    case 'isWithin':
      return within(column, ask, span)
    case 'isBefore':
      return ask('lt', span.from)
    case 'isAfter':
      return ask('ge', span.to)
    case 'isOnOrBefore':
      return ask('lt', span.to)
    case 'isOnOrAfter':
      return ask('ge', span.from)
    default:
      return undefined
  }
}

/** One value of a list must lie in the range. Two separate conditions could match two different values. */
function within({ many }: FilterColumn, ask: Ask, { from, to, until }: Span): Filter {
  return many ? ask('btw', [from, until]) : { kind: 'and', filters: [ask('ge', from), ask('lt', to)] }
}

function spanOf({ column, family }: FilterColumn, value: ConditionValue, reader: FilterReader): Span | undefined {
  // A column with a fixed time zone uses it for all readers.
  const timeZone = column.options.timeZone ?? reader.timeZone
  if (typeof value === 'string') {
    const day = isoDay(value)
    if (day !== undefined) return spanOfDays(family, { from: day, to: addDays(day, 1) }, timeZone)
    const moment = isoMoment(value)
    const next = moment && laterBy(moment, 1)
    if (moment === undefined || next === undefined) return undefined
    if (family === 'date') return spanOfDays(family, { from: moment.day, to: addDays(moment.day, 1) }, timeZone)
    return { from: momentText(moment), to: momentText(next), until: `${momentText(moment).slice(0, 19)}.999999` }
  }
  if (typeof value !== 'object' || value === null || !('relative' in value)) return undefined
  const { relative, count } = value
  if (count === undefined && countedTimes.includes(relative)) return undefined
  const today = dayAt(reader.now, timeZone)
  return spanOfDays(family, relativeDays(relative, count ?? 0, today, reader.locale), timeZone)
}

function spanOfDays(
  family: FilterColumn['family'],
  { from, to }: ReturnType<typeof relativeDays>,
  timeZone: string,
): Span {
  const last = `${isoDayText(addDays(to, -1))} 23:59:59.999999`
  if (family === 'date') return { from: isoDayText(from), to: isoDayText(to), until: last }
  const end = startOfDay(to, timeZone)
  const moment = isoMoment(end)
  const before = moment && laterBy(moment, -1)
  return { from: startOfDay(from, timeZone), to: end, until: before ? `${momentText(before)}.999999` : last }
}

const timeOperators: Partial<Record<ViewOperator, Condition['operator']>> = {
  is: 'eq',
  isBefore: 'lt',
  isAfter: 'gt',
  isOnOrBefore: 'le',
  isOnOrAfter: 'ge',
}

/** Translates a condition on a time of day. */
export function timeFilter(ask: Ask, operator: ViewOperator, value: ConditionValue): Filter | undefined {
  const time = (given: ConditionValue | undefined): string | undefined => {
    const clock = typeof given === 'string' ? clockOf(given) : undefined
    return clock && clockText(clock)
  }
  if (operator === 'between') {
    const [low, high] = Array.isArray(value) ? value.map(time) : []
    return low === undefined || high === undefined ? undefined : ask('btw', [low, high])
  }
  const asked = timeOperators[operator]
  const given = time(value)
  return asked === undefined || given === undefined ? undefined : ask(asked, given)
}
