import type { GridModel } from '@renderer/features/records/model/grid-model'
import { placeOfLine, recordLine, steppedLine, steppedRecord } from '@renderer/features/records/record/stepped-line'
import type { Row } from '@renderer/features/records/rows/row-key'
import { describe, expect, it } from 'vitest'
import { idColumn, tableOf } from '../fixtures'

const lines = (...all: readonly number[]) => all.map((line) => ({ line, id: String(line) }))

describe('the record before and after another one', () => {
  it('is that of the model where nothing else is drawn', () => {
    expect([steppedLine(1, 1, undefined, 3), steppedLine(1, -1, undefined, 3)]).toEqual([2, 0])
    expect([steppedLine(2, 1, undefined, 3), steppedLine(0, -1, undefined, 3)]).toEqual([undefined, undefined])
    expect(placeOfLine(2, undefined)).toBe(2)
  })

  it('is the one that is drawn there', () => {
    const drawn = lines(4, 2, 0, 7)
    expect([steppedLine(2, 1, drawn, 9), steppedLine(2, -1, drawn, 9)]).toEqual([0, 4])
    expect([steppedLine(7, 1, drawn, 9), steppedLine(4, -1, drawn, 9)]).toEqual([undefined, undefined])
    expect(placeOfLine(0, drawn)).toBe(2)
  })

  it('is the first or the last one for what is not drawn, and none where nothing is', () => {
    expect([steppedLine(5, 1, lines(4, 2), 9), steppedLine(5, -1, lines(4, 2), 9)]).toEqual([4, 2])
    expect([steppedLine(5, 1, [], 9), placeOfLine(5, [])]).toEqual([undefined, 5])
  })
})

describe('a key that comes before moved rows are drawn', () => {
  /** A model whose rows have these keys, in this order. */
  const modelOf = (keys: readonly string[]) => {
    const rows: readonly Row[] = keys.map((Id) => ({ Id }))
    return {
      table: tableOf([idColumn]),
      rowCount: rows.length,
      keyAt: (line: number) => keys[line],
      draftAt: () => undefined,
      rows: { length: rows.length, find: (matches: (row: Row) => boolean) => rows.findIndex(matches) },
    } as unknown as GridModel
  }
  const drawnBefore = modelOf(['b', 'c', 'a'])
  const movedSince = modelOf(['a', 'b', 'c'])

  it('goes to the record that is drawn next', () => {
    const drawn = [0, 2, 1].map((line) => recordLine(drawnBefore, line))
    const shown = recordLine(drawnBefore, 0)
    const first = steppedRecord(movedSince, shown, 1, drawn)
    expect(first).toEqual({ line: 0, id: 'a' })
    expect(first && steppedRecord(movedSince, first, 1, drawn)).toEqual({ line: 2, id: 'c' })
  })

  it('counts from where the record is now, in a grid', () => {
    const shown = recordLine(drawnBefore, 0)
    expect(steppedRecord(movedSince, shown, 1, undefined)).toEqual({ line: 2, id: 'c' })
    expect(steppedRecord(movedSince, shown, -1, undefined)).toEqual({ line: 0, id: 'a' })
  })
})
