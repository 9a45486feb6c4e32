import { describe, expect, it } from 'vitest'
import { reached } from '@renderer/features/grid/cells/reached-selection'
import { isoDay, nowIn } from '@renderer/features/grid/cells/now'
import { cellSelection } from '@renderer/features/records/painter/selection'
import { columnOf } from '@tests/unit/columns/column'

const size = { columns: 5, rows: 100, page: 21 }

describe('keys with Shift', () => {
  const one = cellSelection({ column: 2, row: 50 })
  const grown = (from: typeof one, key: string) => reached(from, { key, control: false, shift: true }, size)
  const range = (key: string, from = one) => grown(from, key)?.range

  it('lead to the ends of the row and by pages, from the active cell', () => {
    expect(range('Home')).toEqual({ column: 0, row: 50, columns: 3, rows: 1 })
    expect(range('End')).toEqual({ column: 2, row: 50, columns: 3, rows: 1 })
    expect(range('PageDown')).toEqual({ column: 2, row: 50, columns: 1, rows: 21 })
    expect(range('PageUp')).toEqual({ column: 2, row: 30, columns: 1, rows: 21 })
    expect(range('a')).toBeUndefined()
  })

  it('go on from the far corner, turn round at the active cell, and end with the table', () => {
    const down = grown(one, 'PageDown') ?? one
    expect(range('PageDown', down)).toEqual({ column: 2, row: 50, columns: 1, rows: 41 })
    expect(range('PageUp', down)).toEqual({ column: 2, row: 50, columns: 1, rows: 1 })
    expect(range('End', down)).toEqual({ column: 2, row: 50, columns: 3, rows: 21 })
    const far = ['PageDown', 'PageDown', 'PageDown'].reduce((now, key) => grown(now, key) ?? now, one)
    expect(far.range).toEqual({ column: 2, row: 50, columns: 1, rows: 50 })
    expect(far.active).toEqual({ column: 2, row: 50 })
  })

  it('do nothing where nothing is selected', () => {
    expect(grown({ active: undefined, range: undefined, rows: [] }, 'Home')).toBeUndefined()
  })
})

describe('keys with Ctrl', () => {
  const from = cellSelection({ column: 2, row: 50 })
  const to = (key: string, shift = false) => reached(from, { key, control: true, shift }, size)

  it('lead to the first and the last cell, and to the ends of rows and columns', () => {
    const places = ['Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map((key) => to(key)?.active)
    expect(places.map((place) => `${place?.column} ${place?.row}`)).toEqual([
      '0 0',
      '4 99',
      '2 0',
      '2 99',
      '0 50',
      '4 50',
    ])
    expect(to('c')).toBeUndefined()
  })

  it('take the range along with Shift', () => {
    expect(to('End', true)).toEqual({
      active: { column: 2, row: 50 },
      range: { column: 2, row: 50, columns: 3, rows: 50 },
      rows: [],
    })
    expect(to('ArrowUp', true)?.range).toEqual({ column: 2, row: 0, columns: 1, rows: 51 })
  })

  it('leave plain Home and End to the painter', () => {
    expect(reached(from, { key: 'End', control: false, shift: false }, size)).toBeUndefined()
  })
})

describe('now', () => {
  const now = new Date(2026, 8, 5, 7, 3, 9)

  it('is the day, the moment, the time or the year of a column', () => {
    expect(isoDay(now)).toBe('2026-09-05')
    expect(nowIn(columnOf('Date'), now)).toEqual({ kind: 'text', text: '2026-09-05' })
    expect(nowIn(columnOf('Time'), now)).toEqual({ kind: 'text', text: '07:03' })
    expect(nowIn(columnOf('Year'), now)).toEqual({ kind: 'json', value: 2026 })
    expect(nowIn(columnOf('DateTime'), new Date('2026-09-05T07:03:09.5Z'))).toEqual({
      kind: 'json',
      value: '2026-09-05T07:03:09Z',
    })
  })

  it('is nothing in a text, nor where Basalt keeps the time', () => {
    for (const uiType of ['SingleLineText', 'Number', 'CreateTime', 'LastModifiedTime'] as const)
      expect(nowIn(columnOf(uiType), now)).toBeUndefined()
  })
})
