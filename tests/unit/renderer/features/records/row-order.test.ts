import { plainSettings } from '@common/views'
import type { Table } from '@common/model'
import { blankColumn } from '@common/columns/values/blank-column'
import { describe, expect, it } from 'vitest'
import { orderColumnOf, placeBefore } from '@renderer/features/records/operations/row-order'

const column = (name: string, more: object = {}) => ({ ...blankColumn, name, title: name, ...more })
const table = {
  columns: [
    column('id', { uiType: 'ID', primaryKey: true, autoIncrement: true }),
    column('place', { uiType: 'Number' }),
    column('weight', { uiType: 'Decimal' }),
    column('name', { uiType: 'SingleLineText' }),
  ],
} as unknown as Table
const sortedBy = (...sorts: { column: string; descending: boolean }[]) => ({ ...plainSettings, sorts })

describe('the column that rows are put in order by', () => {
  it('is the one number that the view is sorted by', () => {
    expect(orderColumnOf(table, sortedBy({ column: 'place', descending: false }))).toMatchObject({ whole: true })
    expect(orderColumnOf(table, sortedBy({ column: 'weight', descending: false }))).toMatchObject({ whole: false })
  })
  it.each([
    ['without a sort', sortedBy()],
    ['sorted by a text', sortedBy({ column: 'name', descending: false })],
    ['sorted by the key', sortedBy({ column: 'id', descending: false })],
    ['sorted downwards', sortedBy({ column: 'place', descending: true })],
    ['sorted by two', sortedBy({ column: 'place', descending: false }, { column: 'weight', descending: false })],
    [
      'in groups',
      { ...sortedBy({ column: 'place', descending: false }), groups: [{ column: 'name', descending: false }] },
    ],
  ])('is none in a view %s', (_how, settings) => {
    expect(orderColumnOf(table, settings)).toBeUndefined()
  })
})

describe('the number of a row between others', () => {
  const place = (numbers: (number | null)[], at: number, whole = true, end = true) => {
    const found = placeBefore(numbers, at, whole, end)
    return found && [found.number, [...found.others]]
  }
  it('lies in the gap', () => {
    expect(place([10, 20], 1)).toEqual([15, []])
    expect(place([1, 2], 1, false)).toEqual([1.5, []])
  })
  it('comes before the first and after the last', () => {
    expect(place([5], 0)).toEqual([4, []])
    expect(place([5], 1)).toEqual([6, []])
    expect(place([], 0)).toEqual([1, []])
  })
  it('moves those behind where there is none, as few as possible', () => {
    expect(place([1, 2, 3, 7], 1)).toEqual([
      2,
      [
        [1, 3],
        [2, 4],
      ],
    ])
  })
  it('parts rows that have the same number', () => {
    expect(place([3, 3, 3], 1)).toEqual([
      4,
      [
        [1, 5],
        [2, 6],
      ],
    ])
  })
  it('passes over rows without a number', () => {
    expect(place([1, null, null], 2)).toEqual([2, []])
  })
  it('is not told where what lies behind is not known', () => {
    expect(place([1, 2, 3], 1, true, false)).toBeUndefined()
    expect(place([1, 2], 2, true, false)).toBeUndefined()
  })
})
