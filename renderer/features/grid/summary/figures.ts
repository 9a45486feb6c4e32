import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { isSameType } from '@common/columns/ui-types'
import { plainNumberOf } from '@common/columns/values/numeric'
import type { Column } from '@common/model'
import type { Figures } from './figure-names'

/** Figures of the values of one column. */
export interface ColumnFigures {
  readonly column: Column
  /** Number of values that aren't empty. */
  readonly filled: number
  /** Number of values that are numbers, days or times. */
  readonly measured: number
  readonly sum: number
  readonly min: StoredValue
  readonly max: StoredValue
}

/** Numbers have sums and means; days, moments and times only a first and a last. */
type Measure = 'number' | 'time' | 'none'
export function measureOf(column: Column): Measure {
  const { sort, display } = columnType(column.uiType)
  if (hasRole(column, 'key', 'reference') || display === 'link') return 'none'
  return sort === 'number' ? 'number' : sort === 'time' ? 'time' : 'none'
}

/** True if a sum makes sense: years can be compared and averaged, but not added. */
const isAdded = ({ uiType }: Column): boolean => columnType(uiType).unit !== 'years'

export function gather(column: Column, values: Iterable<StoredValue>): ColumnFigures {
  const measure = measureOf(column)
  let [filled, measured, sum] = [0, 0, 0]
  let min: StoredValue = null
  let max: StoredValue = null
  for (const value of values) {
    if (value === null || value === '' || value === '[]') continue
    filled += 1
    if (measure === 'none') continue
    if (measure === 'number') {
      if (plainNumberOf(value) === undefined) continue
      sum += Number(value)
    }
    measured += 1
    if (min === null || isBefore(value, min, measure)) min = value
    if (max === null || isBefore(max, value, measure)) max = value
  }
  return { column, filled, measured, sum, min, max }
}

function isBefore(one: StoredValue, other: StoredValue, measure: Measure): boolean {
  return measure === 'number' ? Number(one) < Number(other) : String(one) < String(other)
}

/**
 * Returns the figures of all selected columns in the format of their type. Columns of different kinds, such as money and
 * percent, are only counted: their sum would mean nothing.
 */
export function summarize(columns: readonly ColumnFigures[], reader: FormatOptions): Figures {
  const filled = columns.reduce((total, each) => total + each.filled, 0)
  const count = new Intl.NumberFormat(localeOf(reader)).format(filled)
  const used = columns.filter(({ min }) => min !== null)
  const [first] = used
  if (!first || used.some(({ column }) => kindOf(column) !== kindOf(first.column))) return { count }
  const isNumber = measureOf(first.column) === 'number'
  const shown = used.every(({ column }) => isAlike(column, first.column))
    ? first.column
    : plainColumn(first.column, isNumber)
  const write = (value: StoredValue): string => columnType(shown.uiType).format(value, shown, reader)
  const extreme = (name: 'min' | 'max'): StoredValue => {
    const measure: Measure = isNumber ? 'number' : 'time'
    return used
      .map((each) => each[name])
      .reduce((best, value) =>
        (name === 'min' ? isBefore(value, best, measure) : isBefore(best, value, measure)) ? value : best,
      )
  }
  const ends = { min: write(extreme('min')), max: write(extreme('max')) }
  if (!isNumber) return { count, ...ends }
  const sum = used.reduce((total, each) => total + each.sum, 0)
  const values = used.reduce((total, each) => total + each.measured, 0)
  return {
    count,
    ...ends,
    ...(used.every(({ column }) => isAdded(column)) && { sum: write(tidy(sum, shown, 0)) }),
    average: write(tidy(sum / values, shown, 2)),
  }
}

/** Kind of values that can be compared and added. Numbers without a unit are one kind. */
function kindOf({ uiType, options: { currency = '' } }: Column): string {
  const type = columnType(uiType)
  if (type.sort === 'time') return type.storage
  return type.unit === 'money' ? `money ${currency}` : type.unit
}

/** Rounds noise away from sums, and means to two decimals or those of the column. */
function tidy(value: number, column: Column, extra: number): number {
  if (columnType(column.uiType).unit === 'seconds') return Math.round(value)
  const whole = Math.abs(value) < 1e15 ? Number(value.toPrecision(15)) : value
  return extra === 0 ? whole : Number(whole.toFixed(Math.max(extra, column.options.precision ?? 0)))
}

function isAlike(one: Column, other: Column): boolean {
  return (
    isSameType(one, other) &&
    one.options.currency === other.options.currency &&
    one.options.dateFormat === other.options.dateFormat &&
    one.options.timeFormat === other.options.timeFormat &&
    one.options.timeZone === other.options.timeZone
  )
}

function plainColumn(column: Column, isNumber: boolean): Column {
  return isNumber ? { ...column, uiType: typeFor.decimal, options: {} } : { ...column, options: {} }
}

const localeOf = ({ locale }: FormatOptions): string => locale.replaceAll('_', '-')
