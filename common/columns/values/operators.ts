import type { AggregateFunction, FilterOperator } from '@common/columns/column-type'

/** Values with an order: text, numbers, dates. */
export const orderedOperators: readonly FilterOperator[] = [
  'eq',
  'not',
  'gt',
  'ge',
  'lt',
  'le',
  'like',
  'nlike',
  'in',
  'nin',
  'is',
  'isnot',
  'btw',
  'nbtw',
]

/** Values that are only equal or not. */
export const choiceOperators: readonly FilterOperator[] = ['eq', 'not', 'like', 'nlike', 'in', 'nin', 'is', 'isnot']

/** Yes or no. */
export const flagOperators: readonly FilterOperator[] = ['eq', 'not', 'in', 'nin', 'is', 'isnot']

export const numberAggregates: readonly AggregateFunction[] = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'countDistinct',
  'sumDistinct',
  'avgDistinct',
]
export const orderedAggregates: readonly AggregateFunction[] = ['count', 'min', 'max', 'countDistinct']
export const countAggregates: readonly AggregateFunction[] = ['count', 'countDistinct']
