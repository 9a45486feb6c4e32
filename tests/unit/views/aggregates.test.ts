import { describe, expect, it } from 'vitest'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column } from '@common/model'
import {
  aggregateAsked,
  aggregateFamily,
  aggregatesOf,
  figureOf,
  figureText,
  sumWithoutNoise,
} from '@common/views/aggregates'
import { footerAggregates, type FooterAggregate } from '@common/views'

const reader = { locale: 'en' }
const column = (uiType: Column['uiType'], options: Column['options'] = {}): Column => ({
  ...blankColumn,
  uiType,
  options,
})

describe('what the foot of a column says', () => {
  it('is offered by the kind of the column', () => {
    expect(aggregatesOf[aggregateFamily(column('Currency'))]).toContain('sum')
    expect(aggregatesOf[aggregateFamily(column('Date'))]).toContain('min')
    expect(aggregatesOf[aggregateFamily(column('Year'))]).not.toContain('sum')
    expect(aggregatesOf[aggregateFamily(column('Checkbox'))]).toEqual(['count', 'checked', 'unchecked'])
    expect(aggregatesOf[aggregateFamily(column('Lookup'), true)]).not.toContain('distinct')
    const offered = new Set(Object.values(aggregatesOf).flat())
    expect(footerAggregates.filter((aggregate) => !offered.has(aggregate))).toEqual([])
  })

  it.each<[FooterAggregate, string]>([
    ['count', '8'],
    ['filled', '6'],
    ['empty', '2'],
    ['percentFilled', '75%'],
    ['percentEmpty', '25%'],
    ['distinct', '3'],
    ['sum', '0.3'],
    ['average', '2.33'],
    ['min', '1,000'],
    ['max', '2,500'],
  ])('%s reads %s', (aggregate, text) => {
    const figures = {
      'filled(n)': 6,
      'countDistinct(n)': 3,
      'sum(n)': 0.1 + 0.2,
      'avg(n)': 2.333333,
      'min(n)': 1000,
      'max(n)': 2500,
    }
    const figure = figureOf('n', aggregate, { count: 8, figures })
    expect(figure && figureText(figure, column('Decimal'), reader)).toBe(text)
  })

  it('counts ticks, and what has none', () => {
    const answer = { count: 8, figures: { 'sum(done)': 3 } }
    expect(figureOf('done', 'checked', answer)).toEqual({ kind: 'count', value: 3 })
    expect(figureOf('done', 'unchecked', answer)).toEqual({ kind: 'count', value: 5 })
    expect(figureOf('done', 'unchecked', { count: 2, figures: { 'sum(done)': null } })).toEqual({
      kind: 'count',
      value: 2,
    })
  })

  it.each([
    [282.790000000001, 301, 282.79],
    [0.1 + 0.2, 2, 0.3],
    [12_345_678.905, 1_000_000, 12_345_678.905],
    [1 / 3, 2, 1 / 3],
    [-0.7 - 0.1, 2, -0.8],
  ])('a sum of doubles, %d of %i, reads %d', (sum, count, shown) => {
    expect(sumWithoutNoise(sum, count)).toBe(shown)
  })

  it('says nothing where there is nothing', () => {
    const none = { count: 0, figures: { 'sum(n)': null, 'avg(n)': null, 'filled(n)': 0 } }
    for (const aggregate of ['sum', 'average', 'percentFilled', 'percentEmpty', 'min'] as const)
      expect(figureOf('n', aggregate, none)).toBeUndefined()
    expect(figureOf('n', 'empty', none)).toEqual({ kind: 'count', value: 0 })
  })

  it.each<[string, Column, string]>([
    ['money', column('Currency', { currency: 'USD' }), '$1.29'],
    ['shares', column('Percent'), '1.29%'],
    ['lengths of time', column('Duration'), '0:01'],
    ['stars', column('Rating'), '1.3'],
    ['whole numbers', column('Number'), '1.29'],
  ])('writes the mean of %s in their way', (_, of, text) => {
    expect(figureText({ kind: 'mean', value: 1.2888888 }, of, reader)).toBe(text)
  })

  it('asks the server for no more than is needed', () => {
    expect(aggregateAsked('Title', 'count')).toBeUndefined()
    expect(aggregateAsked('Title', 'percentEmpty')).toEqual({ column: 'Title', function: 'filled' })
    expect(aggregateAsked('Done', 'unchecked')).toEqual({ column: 'Done', function: 'sum' })
  })
})
