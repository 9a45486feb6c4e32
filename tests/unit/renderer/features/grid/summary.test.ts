import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import { gather, summarize } from '@renderer/features/grid/summary/figures'
import { selectedColumns } from '@renderer/features/grid/summary/selected'
import { describe, expect, it } from 'vitest'
import { column } from '../records/fixtures'

type Given = readonly [uiType: UiType, values: readonly StoredValue[], options?: ColumnOptions]
const of = (...columns: readonly Given[]) =>
  summarize(
    columns.map(([uiType, values, options = {}]) => gather(column({ title: 'x', uiType, options }), values)),
    { locale: 'en-US' },
  )

describe('what the status bar tells of selected cells', () => {
  it('adds up numbers as their type writes them', () => {
    expect(of(['Currency', [1.29, 0.99, null], { currency: 'USD' }])).toEqual({
      count: '2',
      sum: '$2.28',
      average: '$1.14',
      min: '$0.99',
      max: '$1.29',
    })
    expect(of(['Duration', [228, 252]])).toMatchObject({ sum: '8:00', average: '4:00', min: '3:48', max: '4:12' })
    expect(of(['Percent', [10, 15]])).toMatchObject({ average: '12.5%' })
    expect(of(['Number', [1, 2]])).toMatchObject({ sum: '3', average: '1.5' })
    expect(of(['Decimal', [0.1, 0.2]])).toMatchObject({ sum: '0.3', average: '0.15' })
    expect(of(['Number', ['9007199254740993']])).toMatchObject({ min: '9,007,199,254,740,993' })
  })

  it('adds up numbers without a unit together, and only counts what is of different kinds', () => {
    expect(of(['Decimal', [1.5]], ['Number', [2]])).toMatchObject({ sum: '3.5', max: '2' })
    const dollars: Given = ['Currency', [1.5], { currency: 'USD' }]
    for (const other of [
      ['Number', [2]],
      ['Currency', [2], { currency: 'EUR' }],
      ['Percent', [2]],
      ['Date', ['2026-01-01']],
    ] satisfies Given[])
      expect(of(dollars, other)).toEqual({ count: '2' })
    expect(of(['Date', ['2026-01-01']], ['DateTime', ['2026-01-01 10:00:00']])).toEqual({ count: '2' })
    expect(of(dollars, dollars)).toMatchObject({ sum: '$3.00' })
    expect(of(['SingleLineText', ['a', 'b']], ['Number', [2]])).toMatchObject({ count: '3', sum: '2' })
  })

  it('tells the first and the last of dates, and nothing it could not mean', () => {
    expect(of(['Date', ['2026-09-18', '2025-01-02', null]])).toEqual({
      count: '2',
      min: '2 Jan 2025',
      max: '18 Sep 2026',
    })
    expect(of(['Time', ['14:05:00', '09:00:00']])).toMatchObject({ min: '09:00', max: '14:05' })
    expect(of(['Year', [2020, 2022]])).toEqual({ count: '2', average: '2021', min: '2020', max: '2022' })
    expect(of(['SingleLineText', ['a', '', null]])).toEqual({ count: '1' })
    expect(of(['ForeignKey', [1, 2]])).toEqual({ count: '2' })
  })

  it('leaves out what is no number in a column of numbers', () => {
    expect(of(['Decimal', ['n/a', 2]])).toMatchObject({ count: '2', sum: '2', min: '2', average: '2' })
  })
})

describe('the selected cells', () => {
  const columns = ['a', 'b', 'c'].map((title): DataGridColumn => ({ ...shown, id: title, title }))
  const rows = (selection: Parameters<typeof selectedColumns>[0]): unknown =>
    selectedColumns(selection, columns, 100).map((each) => [each.column.id, each.rows])

  it('count once, however many ranges they are in', () => {
    const range = (row: number, high: number, at: number, wide: number) => ({
      row,
      rows: high,
      column: at,
      columns: wide,
    })
    expect(
      rows({ active: { row: 0, column: 0 }, range: range(2, 4, 0, 2), others: [range(0, 3, 1, 2)], rows: [] }),
    ).toEqual([
      ['a', [{ from: 2, to: 6 }]],
      ['b', [{ from: 0, to: 6 }]],
      ['c', [{ from: 0, to: 3 }]],
    ])
  })

  it('are those of whole rows, as far as there are rows', () => {
    expect(rows({ active: undefined, range: undefined, rows: [{ from: 90, to: 200 }] })).toEqual(
      ['a', 'b', 'c'].map((name) => [name, [{ from: 90, to: 100 }]]),
    )
  })

  it('are nothing to add up when they are one', () => {
    const one = { row: 1, rows: 1, column: 1, columns: 1 }
    expect(rows({ active: { row: 1, column: 1 }, range: one, rows: [] })).toEqual([])
  })
})

const shown: DataGridColumn = {
  id: '',
  title: '',
  width: 100,
  column: column({ title: 'x' }),
  display: 'text',
  align: 'start',
  sort: undefined,
  editable: true,
}
