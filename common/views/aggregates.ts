import type { FormatOptions, GroupFunction, StoredValue } from '@common/columns/column-type'
import type { AggregateFamily } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import { aggregateKey, type GroupAggregate } from '@common/query/group-query'
import type { FooterAggregate } from './settings'

const counts = ['count', 'empty', 'filled', 'percentEmpty', 'percentFilled'] as const
const distinct = ['count', 'empty', 'filled', 'distinct', 'percentEmpty', 'percentFilled'] as const

/** Aggregates that the foot of a column offers, in the order of the menu. */
export const aggregatesOf: Readonly<Record<AggregateFamily, readonly FooterAggregate[]>> = {
  amount: [...distinct, 'sum', 'average', 'min', 'max'],
  ordered: [...distinct, 'min', 'max'],
  flag: ['count', 'checked', 'unchecked'],
  text: distinct,
  list: counts,
  // The row stores nothing, so only the count is possible.
  link: ['count'],
}

/**
 * Returns the family that decides a column's footer aggregates.
 *
 * @param isList  true if each cell holds several values, such as a lookup over many linked records
 */
export function aggregateFamily({ uiType }: Pick<Column, 'uiType'>, isList = false): AggregateFamily {
  return isList ? 'list' : columnType(uiType).family
}

const functions: Readonly<Record<FooterAggregate, GroupFunction | undefined>> = {
  count: undefined,
  empty: 'filled',
  filled: 'filled',
  percentEmpty: 'filled',
  percentFilled: 'filled',
  distinct: 'countDistinct',
  sum: 'sum',
  average: 'avg',
  min: 'min',
  max: 'max',
  checked: 'sum',
  unchecked: 'sum',
}

/** Returns the aggregate to request from the server; undefined if the number of rows is enough. */
export function aggregateAsked(title: string, aggregate: FooterAggregate): GroupAggregate | undefined {
  const name = functions[aggregate]
  return name && { column: title, function: name }
}

/** A computed value in the footer of a column or the header of a group. */
export type Figure =
  | { readonly kind: 'count'; readonly value: number }
  /** From 0 to 100. */
  | { readonly kind: 'percent'; readonly value: number }
  | { readonly kind: 'mean'; readonly value: number }
  /** A value of the column's type. */
  | { readonly kind: 'value'; readonly value: StoredValue }

/**
 * Reads an aggregate from the server's response for a group, or for all rows.
 *
 * @returns undefined if there is no figure, such as the sum of no values
 */
export function figureOf(
  title: string,
  aggregate: FooterAggregate,
  { count, figures }: { readonly count: number; readonly figures: Readonly<Record<string, unknown>> },
): Figure | undefined {
  const asked = aggregateAsked(title, aggregate)
  const value = asked && figures[aggregateKey(asked)]
  const number = Number(value ?? 0)
  switch (aggregate) {
    case 'count':
      return { kind: 'count', value: count }
    case 'filled':
    case 'distinct':
    case 'checked':
      return { kind: 'count', value: number }
    case 'empty':
    case 'unchecked':
      return { kind: 'count', value: Math.max(0, count - number) }
    case 'percentFilled':
      return count === 0 ? undefined : { kind: 'percent', value: (number / count) * 100 }
    case 'percentEmpty':
      return count === 0 ? undefined : { kind: 'percent', value: ((count - number) / count) * 100 }
    case 'average':
      return value === null || value === undefined ? undefined : { kind: 'mean', value: number }
    case 'sum':
      return isStored(value)
        ? { kind: 'value', value: typeof value === 'number' ? sumWithoutNoise(value, count) : value }
        : undefined
    default:
      return isStored(value) ? { kind: 'value', value } : undefined
  }
}

/**
 * Removes rounding noise from a sum of doubles: 282.79 for 282.790000000001, in whichever order the database added.
 * Returns the shortest number within the possible error.
 */
export function sumWithoutNoise(sum: number, count: number): number {
  if (Number.isInteger(sum) || !Number.isFinite(sum)) return sum
  const noise = Math.abs(sum) * Number.EPSILON * Math.max(16, 4 * Math.sqrt(count))
  for (let decimals = 0; decimals <= 12; decimals += 1) {
    const rounded = Number(sum.toFixed(decimals))
    if (Math.abs(sum - rounded) <= noise) return rounded
  }
  return sum
}

const isStored = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Writes a figure in the format of its column. */
export function figureText(figure: Figure, column: Column, reader: FormatOptions): string {
  const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
    new Intl.NumberFormat(reader.locale, options).format(value)
  switch (figure.kind) {
    case 'count':
      return number(figure.value)
    case 'percent':
      return number(figure.value / 100, { style: 'percent', maximumFractionDigits: 1 })
    case 'mean':
      return meanText(figure.value, column, reader, number)
    case 'value':
      return columnType(column.uiType).format(figure.value, column, reader)
  }
}

/** Writes a mean with two decimals, or as many as the column shows. */
function meanText(
  value: number,
  column: Column,
  reader: FormatOptions,
  number: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const { settings, unit, format } = columnType(column.uiType)
  if (settings.includes('precision'))
    return format(Number(value.toFixed(column.options.precision ?? 2)), column, reader)
  if (unit === 'seconds') return format(Math.round(value), column, reader)
  return number(value, { maximumFractionDigits: unit === 'stars' ? 1 : 2 })
}
