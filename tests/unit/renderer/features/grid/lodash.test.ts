import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as own from '@renderer/features/grid/glide/lodash'

/** The package has no types here. */
const lodash = createRequire(import.meta.url)('lodash') as typeof own

describe('the functions of lodash that the grid package uses', () => {
  it.each([
    [5, 0, 3],
    [-1, 0, 3],
    [2, 0, 3],
    // The package clamps to the last row of an empty grid.
    [4, 0, -1],
  ])('clamp %d between %d and %d', (value, lower, upper) => {
    expect(own.clamp(value, lower, upper)).toBe(lodash.clamp(value, lower, upper))
  })

  it.each([[[3]], [[0]], [[2, 5]], [[5, 2]], [[5, 2, -1]], [[2, 2]], [[1, 7, 2]]])('range of %j', (given) => {
    const [from, to, step] = given
    expect(own.range(from ?? 0, to, step)).toEqual(lodash.range(from ?? 0, to, step))
  })

  it('flattens one level, groups, and drops repeats', () => {
    const nested = [1, [2, 3], [[4]]] as never[]
    expect(own.flatten(nested)).toEqual(lodash.flatten(nested))
    const lines = [{ color: 'red' }, { color: 'blue' }, { color: 'red' }]
    expect(own.groupBy(lines, ({ color }) => color)).toEqual(lodash.groupBy(lines, ({ color }) => color))
    expect(own.uniq([1, 2, 1, NaN, NaN])).toEqual(lodash.uniq([1, 2, 1, NaN, NaN]))
  })

  it('finds own properties only', () => {
    for (const value of [{ editor: undefined }, Object.create({ editor: 1 }) as object, undefined, null])
      expect(own.has(value, 'editor')).toBe(lodash.has(value, 'editor'))
  })
})

describe.each([
  ['lodash', lodash],
  ['our own', own],
])('calls later, by %s', (_name, { debounce, throttle }) => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('debounces a series to its last call', () => {
    const heard: number[] = []
    const call = debounce((value: number) => void heard.push(value), 20)
    call(1)
    vi.advanceTimersByTime(15)
    call(2)
    vi.advanceTimersByTime(15)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(10)
    expect(heard).toEqual([2])
  })

  it('throttles to one call at once and one at the end of each period', () => {
    const heard: number[] = []
    const call = throttle((value: number) => void heard.push(value), 20)
    call(1)
    call(2)
    call(3)
    expect(heard).toEqual([1])
    vi.advanceTimersByTime(25)
    expect(heard).toEqual([1, 3])
    vi.advanceTimersByTime(100)
    expect(heard).toEqual([1, 3])
    call(4)
    expect(heard).toEqual([1, 3, 4])
  })
})
