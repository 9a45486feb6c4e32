import { placeOfLine, steppedLine } from '@renderer/features/grid/record/stepped-line'
import { describe, expect, it } from 'vitest'

describe('the record before and after another one', () => {
  it('is that of the model where nothing else is drawn', () => {
    expect([steppedLine(1, 1, undefined, 3), steppedLine(1, -1, undefined, 3)]).toEqual([2, 0])
    expect([steppedLine(2, 1, undefined, 3), steppedLine(0, -1, undefined, 3)]).toEqual([undefined, undefined])
    expect(placeOfLine(2, undefined)).toBe(2)
  })

  it('is the one that is drawn there', () => {
    const drawn = [4, 2, 0, 7]
    expect([steppedLine(2, 1, drawn, 9), steppedLine(2, -1, drawn, 9)]).toEqual([0, 4])
    expect([steppedLine(7, 1, drawn, 9), steppedLine(4, -1, drawn, 9)]).toEqual([undefined, undefined])
    expect(placeOfLine(0, drawn)).toBe(2)
  })

  it('is the first or the last one for what is not drawn, and none where nothing is', () => {
    expect([steppedLine(5, 1, [4, 2], 9), steppedLine(5, -1, [4, 2], 9)]).toEqual([4, 2])
    expect([steppedLine(5, 1, [], 9), placeOfLine(5, [])]).toEqual([undefined, 5])
  })
})
