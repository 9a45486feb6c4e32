import { figuresOf, type Measured } from '@common/api-client/performance'
import { expect, it } from 'vitest'

const measured = (times: readonly number[]): Measured => ({
  seconds: 2,
  connections: 1,
  times: Float64Array.from(times),
  perSecond: [1, 2],
  statuses: { 500: 1, 200: 3 },
  bytes: 1_000,
  errors: 0,
  timeouts: 0,
})

it('counts responses by time, up to the 99th percentile and beyond', () => {
  const { histogram, latency, requestsPerSecond, bytesPerSecond } = figuresOf(
    measured(Array.from({ length: 1_000 }, (_, at) => 1_000 - at)),
  )
  expect(histogram).toHaveLength(25)
  expect(histogram.at(-1)).toEqual({ from: 990, to: 1_000, count: 10 })
  expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(1_000)
  expect(latency).toMatchObject({ min: 1, max: 1_000, mean: 500.5 })
  expect(latency?.percentiles.map(({ ms }) => ms)).toEqual([500, 750, 900, 975, 990, 999])
  expect([requestsPerSecond, bytesPerSecond]).toEqual([500, 500])
})

it('has one bar for equal times, and none without a response', () => {
  expect(figuresOf(measured([5, 5, 5])).histogram).toEqual([{ from: 5, to: 5, count: 3 }])
  expect(figuresOf(measured([]))).toMatchObject({ histogram: [], latency: null, requestsPerSecond: 0 })
})

it('lists statuses in their order', () => {
  expect(figuresOf(measured([1])).statuses).toEqual([
    { status: 200, count: 3 },
    { status: 500, count: 1 },
  ])
})
