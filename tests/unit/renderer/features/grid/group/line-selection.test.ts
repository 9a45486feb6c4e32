import { GroupLines } from '@common/views/group-lines'
import { groupTree } from '@common/views/group-tree'
import { linesOfSelection, plainRows, rowsOfSelection } from '@renderer/features/grid/group/line-selection'
import { cellSelection, emptySelection, type GridSelection } from '@renderer/features/records/painter/selection'
import { describe, expect, it } from 'vitest'

/**
 * Two groups of three records, the first with a new record, each with an "add" line:
 * 0 head, 1–3 records, 4 new, 5 add, 6 head, 7–9 records, 10 add.
 */
const lines = new GroupLines(groupTree([[3, 3].map((count, at) => ({ values: [at], count, figures: {} }))]), {
  isOpen: () => true,
  adds: true,
  drafts: ['[0]'],
  more: false,
})

const range = (row: number, rows: number, active = row): GridSelection => ({
  active: { column: 1, row: active },
  range: { column: 1, row, columns: 2, rows },
  rows: [],
})

describe('a selection between rows and lines', () => {
  it.each<[string, GridSelection, GridSelection]>([
    ['one cell', cellSelection({ column: 1, row: 3 }), cellSelection({ column: 1, row: 7 })],
    ['a record that is being made', cellSelection({ column: 0, row: 6 }), cellSelection({ column: 0, row: 4 })],
    ['a range over a head', range(1, 4), range(2, 7)],
    [
      'whole rows',
      { ...emptySelection, rows: [{ from: 2, to: 4 }] },
      { ...emptySelection, rows: [{ from: 3, to: 8 }] },
    ],
  ])('%s is the same in both', (_, inRows, inLines) => {
    expect(linesOfSelection(inRows, lines)).toEqual(inLines)
    expect(rowsOfSelection(inLines, lines, emptySelection)).toEqual(inRows)
  })

  it('of whole lines takes the records in them', () => {
    const all = rowsOfSelection({ ...emptySelection, rows: [{ from: 0, to: 11 }] }, lines, emptySelection)
    expect(all.rows).toEqual([{ from: 0, to: 6 }])
  })

  it('that is drawn onto a head goes on to the next record', () => {
    const before = range(1, 2)
    // Down: from lines 2–3 onto the new record, and on to the head.
    expect(rowsOfSelection(range(2, 3), lines, before)).toEqual(range(1, 3))
    // Up: from the first record of the second group onto its head.
    expect(rowsOfSelection(range(6, 2, 7), lines, range(3, 1))).toEqual(range(2, 2, 3))
  })

  it('that is drawn back leaves the records that it leaves', () => {
    expect(rowsOfSelection(range(2, 4), lines, range(1, 3))).toEqual(range(1, 2))
  })

  it('on a line that is no record selects nothing', () => {
    expect(rowsOfSelection(cellSelection({ column: 0, row: 6 }), lines, emptySelection)).toEqual(emptySelection)
  })

  it('says which records lie within a range of lines', () => {
    expect(plainRows({ column: 0, row: 3, columns: 1, rows: 5 }, lines)).toEqual({
      column: 0,
      row: 2,
      columns: 1,
      rows: 2,
    })
  })
})
