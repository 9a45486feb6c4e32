import { describe, expect, it } from 'vitest'
import { orderStep } from '@common/views'
import { placeByHand } from '@renderer/features/records/operations/row-order'

const step = orderStep

/** The numbers in their order after a row was put before a place. */
function after(numbers: (number | null)[], at: number): (number | null)[] {
  const { number, others } = placeByHand(numbers, at)
  const changed = numbers.map((each, place) => others.get(place) ?? each)
  return [...changed.slice(0, at), number, ...changed.slice(at)]
}
const isRising = (numbers: readonly (number | null)[]): boolean => {
  const known = numbers.filter((number) => number !== null)
  return known.every((number, at) => at === 0 || number > (known[at - 1] ?? 0))
}

describe('a row in an order by hand', () => {
  it('gets a number in the gap, before the first and behind the last', () => {
    expect(after([step, 2 * step], 1)).toEqual([step, 1.5 * step, 2 * step])
    expect(after([step], 0)).toEqual([0, step])
    expect(after([step], 1)).toEqual([step, 2 * step])
    expect(after([], 0)).toEqual([step])
  })

  it('stands before rows that were never put anywhere', () => {
    expect(after([step, null, null], 1)).toEqual([step, 2 * step, null, null])
  })

  it('between such rows gives those before it a number', () => {
    expect(after([step, null, null, null], 3)).toEqual([step, 2 * step, 3 * step, 4 * step, null])
    expect(after([null, null], 1)).toEqual([step, 2 * step, null])
  })

  it('takes one write while there is a gap, and spreads few rows when there is none', () => {
    let numbers: (number | null)[] = Array.from({ length: 100 }, (_, at) => (at + 1) * step)
    let written = 0
    for (let times = 0; times < 500; times += 1) {
      const { others } = placeByHand(numbers, 1)
      written += others.size + 1
      numbers = after(numbers, 1)
      expect(isRising(numbers)).toBe(true)
    }
    expect(numbers.every((number) => Number.isSafeInteger(number))).toBe(true)
    expect(written).toBeLessThan(500 * 30)
  })

  it('parts rows with the same number, such as a copy from its original', () => {
    const numbers = after([step, step, 2 * step], 1)
    expect(isRising(numbers)).toBe(true)
    expect(new Set(numbers).size).toBe(4)
    expect(isRising(after([step, step], 1))).toBe(true)
  })
})
