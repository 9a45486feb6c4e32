import { describe, expect, it } from 'vitest'
import { bucketsOf, dayBounds, numberBounds } from '@renderer/features/grid/statistics/buckets'

describe('buckets of numbers', () => {
  it.each([
    [0, 100],
    [3, 97],
    [-250, 1_000_000],
    [0.001, 0.019],
    [1e12, 1e12 + 5],
  ])('from %d to %d hold every number and are of one round width', (min, max) => {
    const bounds = numberBounds(min, max, Number.isInteger(min) && Number.isInteger(max))
    expect(bounds[0]).toBeLessThanOrEqual(min)
    expect(bounds.at(-1)).toBeGreaterThanOrEqual(max)
    expect(bounds.length).toBeGreaterThan(2)
    expect(bounds.length).toBeLessThanOrEqual(26)
    const widths = new Set(bucketsOf(bounds).map(({ from, to }) => Number((to - from).toPrecision(6))))
    expect(widths.size).toBe(1)
  })

  it('of whole numbers are never parts of one', () => {
    expect(numberBounds(1, 5, true)).toEqual([1, 2, 3, 4, 5])
  })

  it('are none where all numbers are the same', () => {
    expect(numberBounds(4, 4, true)).toEqual([])
    expect(numberBounds(Number.NaN, 4, true)).toEqual([])
  })
})

describe('buckets of days', () => {
  it.each([
    ['2026-03-01', '2026-03-01', '2026-03-01', '2026-03-02', 1],
    ['2026-03-01', '2026-03-10', '2026-03-01', '2026-03-11', 10],
    ['2026-01-15', '2026-12-02T10:00:00Z', '2026-01-01', '2027-01-01', 12],
    ['2020-05-05', '2025-05-05', '2020-04-01', '2025-07-01', 21],
    ['2010-05-05', '2025-05-05', '2010-01-01', '2026-01-01', 16],
    ['0099-12-31', '2026-01-01', '0000-01-01', '2100-01-01', 21],
  ])('from %s to %s begin on %s and end on %s', (min, max, first, end, count) => {
    const bounds = dayBounds(min, max)
    expect([bounds[0], bounds.at(-1), bounds.length - 1]).toEqual([first, end, count])
    expect(bounds).toEqual(bounds.toSorted())
  })

  it('are none without days', () => {
    expect(dayBounds('soon', 'later')).toEqual([])
  })
})
