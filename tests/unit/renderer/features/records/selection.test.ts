import {
  cellSelection,
  clipRange,
  columnSelection,
  countRows,
  emptySelection,
  isInRange,
  mergeSpans,
  moveCell,
  rowIndexes,
  rowIsSelected,
  wholeColumns,
} from '@renderer/features/records/painter/selection'
import { describe, expect, it } from 'vitest'

describe('selected rows', () => {
  it('are kept as spans that never touch', () => {
    expect(
      mergeSpans([
        { from: 5, to: 7 },
        { from: 0, to: 2 },
        { from: 2, to: 3 },
        { from: 6, to: 9 },
        { from: 4, to: 4 },
      ]),
    ).toEqual([
      { from: 0, to: 3 },
      { from: 5, to: 9 },
    ])
  })

  it('count without being listed', () => {
    expect(countRows([{ from: 0, to: 1_000_000 }])).toBe(1_000_000)
  })

  it('are listed in order', () => {
    expect(
      rowIndexes([
        { from: 1, to: 3 },
        { from: 7, to: 8 },
      ]),
    ).toEqual([1, 2, 7])
  })

  it('know their rows', () => {
    const selection = { ...emptySelection, rows: [{ from: 2, to: 4 }] }
    expect([1, 2, 3, 4].map((row) => rowIsSelected(selection, row))).toEqual([false, true, true, false])
  })
})

describe('a range', () => {
  it('is cut at the edge of the grid', () => {
    expect(clipRange({ column: 1, row: 8, columns: 5, rows: 5 }, 3, 10)).toEqual({
      column: 1,
      row: 8,
      columns: 2,
      rows: 2,
    })
  })

  it('beside the grid is none', () => {
    expect(clipRange({ column: 1, row: 10, columns: 1, rows: 1 }, 3, 10)).toBeUndefined()
  })

  it('knows its cells', () => {
    const range = { column: 1, row: 1, columns: 2, rows: 1 }
    expect(isInRange(range, { column: 2, row: 1 })).toBe(true)
    expect(isInRange(range, { column: 3, row: 1 })).toBe(false)
    expect(isInRange(undefined, { column: 0, row: 0 })).toBe(false)
  })
})

it('a moving cell stays inside the grid', () => {
  const size = { columns: 3, rows: 2 }
  expect(moveCell({ column: 2, row: 1 }, { columns: 1, rows: 1 }, size)).toEqual({ column: 2, row: 1 })
  expect(moveCell({ column: 0, row: 0 }, { columns: -1, rows: 1 }, size)).toEqual({ column: 0, row: 1 })
})

describe('a whole column', () => {
  const size = { rows: 100, top: 40 }

  it('is selected without scrolling: the active cell is the first on the screen', () => {
    expect(columnSelection(emptySelection, 2, size)).toEqual({
      active: { column: 2, row: 40 },
      range: { column: 2, row: 0, columns: 1, rows: 100 },
      rows: [],
    })
  })

  it('extends to the left and to the right of the active cell', () => {
    const from = columnSelection(emptySelection, 2, size)
    const how = { extends: true, adds: false }
    expect(columnSelection(from, 0, size, how).range).toEqual({ column: 0, row: 0, columns: 3, rows: 100 })
    expect(columnSelection(columnSelection(from, 0, size, how), 3, size, how)).toMatchObject({
      active: { column: 2, row: 40 },
      range: { column: 2, row: 0, columns: 2, rows: 100 },
    })
  })

  it('joins what is selected', () => {
    const added = columnSelection(columnSelection(emptySelection, 2, size), 0, size, { extends: false, adds: true })
    expect(added.range).toMatchObject({ column: 0 })
    expect(added.others).toEqual([{ column: 2, row: 0, columns: 1, rows: 100 }])
  })

  it('is what a range grows to', () => {
    const grown = wholeColumns(cellSelection({ column: 1, row: 7 }), 100)
    expect(grown).toEqual({
      active: { column: 1, row: 7 },
      range: { column: 1, row: 0, columns: 1, rows: 100 },
      rows: [],
    })
    expect(wholeColumns(emptySelection, 100)).toBe(emptySelection)
  })

  it('of an empty grid is nothing', () => {
    expect(columnSelection(emptySelection, 0, { rows: 0, top: 0 })).toBe(emptySelection)
  })
})
