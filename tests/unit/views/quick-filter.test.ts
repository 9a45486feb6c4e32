import { describe, expect, it } from 'vitest'
import { blankColumn } from '@common/columns/values/blank-column'
import type { UiType } from '@common/columns/ui-types'
import type { Column, Table } from '@common/model'
import {
  filterColumn,
  matchesFilter,
  quickCondition,
  withCondition,
  withSortKey,
  type FilterReader,
  type ViewCondition,
} from '@common/views'

const column = (name: string, uiType: UiType, nativeType = 'TEXT'): Column => ({
  ...blankColumn,
  name,
  title: name,
  uiType,
  nativeType,
})
const table: Table = {
  name: 'T',
  title: 'T',
  type: 'table',
  order: 1,
  columns: [
    column('text', 'SingleLineText'),
    column('number', 'Number', 'INTEGER'),
    column('tags', 'MultiSelect'),
    column('day', 'Date'),
    column('moment', 'DateTime'),
    column('time', 'Time'),
    column('done', 'Checkbox', 'BOOLEAN'),
    column('data', 'JSON'),
    column('files', 'Attachment'),
    column('open', 'Button'),
  ],
  virtualColumns: [],
  primaryKey: [],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}
const reader: FilterReader = {
  now: new Date('2026-09-18T10:00:00Z'),
  timeZone: 'Europe/Berlin',
  locale: 'de-DE',
  email: '',
}

describe('a filter by the value of a cell', () => {
  it.each<[string, unknown, string, unknown]>([
    ['text', 'a', 'is', 'a'],
    ['text', '', 'isEmpty', undefined],
    ['text', null, 'isEmpty', undefined],
    ['number', 2, 'equals', 2],
    ['number', '12345678901234567890', 'equals', '12345678901234567890'],
    ['tags', 'a, b', 'hasAllOf', ['a', 'b']],
    ['day', '2026-09-18', 'is', '2026-09-18'],
    // In Berlin it is the next day already.
    ['moment', '2026-09-17 22:30:00', 'is', '2026-09-18'],
    ['time', '08:00:00', 'is', '08:00:00'],
    ['done', 1, 'isChecked', undefined],
    ['done', null, 'isNotChecked', undefined],
    ['data', { a: 1 }, 'contains', '{"a":1}'],
    ['files', '[{}]', 'isNotEmpty', undefined],
  ])('%s %j: %s %j, and finds the row itself; without it, all others', (name, value, operator, given) => {
    const found = filterColumn(table, name)
    if (found === undefined) throw new Error(name)
    const row = { [name]: value }
    const condition = quickCondition(found, row, false, reader)
    expect(condition).toEqual({ column: name, operator, ...(given !== undefined && { value: given }) })
    const fits = (each: ViewCondition | undefined): boolean =>
      matchesFilter({ join: 'and', filters: each ? [each] : [] }, row, table, reader)
    expect(fits(condition)).toBe(true)
    expect(fits(quickCondition(found, row, true, reader))).toBe(false)
  })

  it('is not offered of a button', () => {
    expect(filterColumn(table, 'open')).toBeUndefined()
  })

  it('adds to what is filtered by, and narrows it', () => {
    const a: ViewCondition = { column: 'text', operator: 'is', value: 'a' }
    const b: ViewCondition = { column: 'text', operator: 'is', value: 'b' }
    expect(withCondition({ join: 'and', filters: [] }, a)).toEqual({ join: 'and', filters: [a] })
    expect(withCondition({ join: 'and', filters: [a] }, a)).toEqual({ join: 'and', filters: [a] })
    expect(withCondition({ join: 'or', filters: [a] }, b)).toEqual({ join: 'and', filters: [a, b] })
    const either = { join: 'or', filters: [a, b] } as const
    expect(withCondition(either, a)).toEqual({ join: 'and', filters: [either, a] })
  })
})

describe('a click on a header with Shift', () => {
  it('adds a key, turns it round, and takes it away', () => {
    const one = withSortKey([{ column: 'a', descending: true }], 'b')
    expect(one).toEqual([
      { column: 'a', descending: true },
      { column: 'b', descending: false },
    ])
    const two = withSortKey(one, 'b')
    expect(two[1]).toEqual({ column: 'b', descending: true })
    expect(withSortKey(two, 'b')).toEqual([{ column: 'a', descending: true }])
  })
})
