import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import { fillSeries } from '@renderer/features/grid/fill/series'
import { describe, expect, it } from 'vitest'
import { column } from '../records/fixtures'

function filled(uiType: UiType, given: readonly StoredValue[], count = 4, options = { locale: 'en', turned: false }) {
  const { valueAt } = fillSeries(given, column({ title: 'x', uiType }), { locale: options.locale }, options.turned)
  return Array.from({ length: Math.abs(count) }, (_, at) => valueAt(count > 0 ? at + 1 : -(at + 1)))
}

describe('filling a range', () => {
  it.each<[string, UiType, StoredValue[], StoredValue[]]>([
    ['copies one number', 'Number', [7], [7, 7, 7, 7]],
    ['counts on by the step of two numbers', 'Number', [1, 3], [5, 7, 9, 11]],
    ['counts down', 'Number', [10, 5], [0, -5, -10, -15]],
    ['keeps every digit of decimals', 'Decimal', [0.1, 0.2], [0.3, 0.4, 0.5, 0.6]],
    [
      'keeps digits beyond doubles',
      'Number',
      [9007199254740993n, 9007199254740994n],
      [9007199254740995n, 9007199254740996n, 9007199254740997n, 9007199254740998n],
    ],
    ['repeats numbers without one step', 'Number', [1, 2, 4], [1, 2, 4, 1]],
    ['goes on by days from one date', 'Date', ['2026-02-27'], ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']],
    [
      'goes on by weeks',
      'Date',
      ['2026-01-01', '2026-01-08'],
      ['2026-01-15', '2026-01-22', '2026-01-29', '2026-02-05'],
    ],
    [
      'goes on by months, on the same day',
      'Date',
      ['2026-01-15', '2026-02-15'],
      ['2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15'],
    ],
    [
      'keeps the last day of months',
      'Date',
      ['2026-01-31', '2026-02-28'],
      ['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ],
    [
      'goes on by years',
      'Date',
      ['2024-02-29', '2025-02-28'],
      ['2026-02-28', '2027-02-28', '2028-02-29', '2029-02-28'],
    ],
    [
      'leaves weekends out after a row of working days',
      'Date',
      ['2026-01-01', '2026-01-02', '2026-01-05'],
      ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'],
    ],
    [
      'repeats dates without one step',
      'Date',
      ['2026-01-01', '2026-01-02', '2026-01-10'],
      ['2026-01-01', '2026-01-02', '2026-01-10', '2026-01-01'],
    ],
    [
      'goes on by days from a moment',
      'DateTime',
      ['2026-01-01 10:00:00'],
      ['2026-01-02 10:00:00', '2026-01-03 10:00:00', '2026-01-04 10:00:00', '2026-01-05 10:00:00'],
    ],
    [
      'goes on by the time between moments',
      'DateTime',
      ['2026-01-01 22:00:00', '2026-01-01 23:30:00'],
      ['2026-01-02 01:00:00', '2026-01-02 02:30:00', '2026-01-02 04:00:00', '2026-01-02 05:30:00'],
    ],
    ['goes on by hours, past midnight', 'Time', ['22:30:00'], ['23:30:00', '00:30:00', '01:30:00', '02:30:00']],
    ['counts a name on', 'SingleLineText', ['Item 1'], ['Item 2', 'Item 3', 'Item 4', 'Item 5']],
    ['keeps the zeros of numbered names', 'SingleLineText', ['A-008'], ['A-009', 'A-010', 'A-011', 'A-012']],
    [
      'counts on by the step of two names',
      'SingleLineText',
      ['10 boxes', '20 boxes'],
      ['30 boxes', '40 boxes', '50 boxes', '60 boxes'],
    ],
    ['copies digits alone', 'SingleLineText', ['7'], ['7', '7', '7', '7']],
    ['repeats names that differ', 'SingleLineText', ['Item 1', 'Thing 2'], ['Item 1', 'Thing 2', 'Item 1', 'Thing 2']],
    ['goes on with weekdays', 'SingleLineText', ['Fri'], ['Sat', 'Sun', 'Mon', 'Tue']],
    [
      'goes on with months in their letters',
      'SingleLineText',
      ['NOVEMBER'],
      ['DECEMBER', 'JANUARY', 'FEBRUARY', 'MARCH'],
    ],
    ['goes on by the step of two months', 'SingleLineText', ['Jan', 'Apr'], ['Jul', 'Oct', 'Jan', 'Apr']],
    ['copies other texts', 'SingleLineText', ['Low Water'], ['Low Water', 'Low Water', 'Low Water', 'Low Water']],
    ['copies options', 'SingleSelect', ['Folk', 'Jazz'], ['Folk', 'Jazz', 'Folk', 'Jazz']],
    ['copies references', 'ForeignKey', [1, 2], [1, 2, 1, 2]],
    ['copies ratings', 'Rating', [1, 2], [1, 2, 1, 2]],
    ['repeats where a value is missing', 'Number', [1, null], [1, null, 1, null]],
  ])('%s', (_, uiType, given, expected) => {
    expect(filled(uiType, given)).toEqual(expected)
  })

  it('goes backwards above and to the left', () => {
    expect(filled('Number', [5, 7], -3)).toEqual([3, 1, -1])
    expect(filled('Date', ['2026-03-01'], -2)).toEqual(['2026-02-28', '2026-02-27'])
    expect(filled('SingleLineText', ['Item 1', 'Item 2'], -3)).toEqual(['Item 0', 'Item 1', 'Item 2'])
    expect(filled('SingleLineText', ['Mon'], -2)).toEqual(['Sun', 'Sat'])
    expect(filled('SingleSelect', ['a', 'b', 'c'], -4)).toEqual(['c', 'b', 'a', 'c'])
  })

  it('is turned round by Ctrl', () => {
    expect(filled('Number', [7], 3, { locale: 'en', turned: true })).toEqual([8, 9, 10])
    expect(filled('Date', ['2026-01-01'], 2, { locale: 'en', turned: true })).toEqual(['2026-01-01', '2026-01-01'])
    expect(filled('Number', [1, 2], 3, { locale: 'en', turned: true })).toEqual([1, 2, 1])
    expect(filled('SingleSelect', ['a'], 1, { locale: 'en', turned: true })).toEqual(['a'])
  })

  it('knows the names of the reader’s language, and English ones', () => {
    expect(filled('SingleLineText', ['Montag'], 2, { locale: 'de', turned: false })).toEqual(['Dienstag', 'Mittwoch'])
    expect(filled('SingleLineText', ['janvier'], 2, { locale: 'fr', turned: false })).toEqual(['février', 'mars'])
    expect(filled('SingleLineText', ['Monday'], 1, { locale: 'de', turned: false })).toEqual(['Tuesday'])
  })

  it('stops at the end of the calendar', () => {
    expect(filled('Date', ['9999-12-31'], 2)).toEqual([null, null])
  })
})
