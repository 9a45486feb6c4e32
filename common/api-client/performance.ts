import { z } from 'zod'

/** Limits of a performance test, so that it can't take a server down. */
export const performanceLimits = { seconds: 10, connections: 32 } as const

/** Percentiles that a test reports. */
export const percentiles = [50, 75, 90, 97.5, 99, 99.9] as const

export const performanceFigures = z.object({
  /** Time that the test took. */
  seconds: z.number(),
  connections: z.number(),
  /** Responses, of every status. */
  requests: z.number(),
  requestsPerSecond: z.number(),
  /** Bytes of responses per second. */
  bytesPerSecond: z.number(),
  /** Responses in each second. */
  perSecond: z.array(z.number()),
  /** Times of responses in milliseconds; null without any response. */
  latency: z
    .object({
      min: z.number(),
      mean: z.number(),
      deviation: z.number(),
      max: z.number(),
      percentiles: z.array(z.object({ percentile: z.number(), ms: z.number() })),
    })
    .nullable(),
  /** Numbers of responses by their time, in milliseconds. The last bar holds the slowest 1 %. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  statuses: z.array(z.object({ status: z.number(), count: z.number() })),
  /** Requests without a response: broken connections, and those that took longer than 10 s. */
  errors: z.number(),
  timeouts: z.number(),
})
export type PerformanceFigures = z.output<typeof performanceFigures>

/** Measurements of a test. */
export interface Measured {
  readonly seconds: number
  readonly connections: number
  /** Times of all responses in milliseconds, in any order. */
  readonly times: Float64Array
  readonly perSecond: readonly number[]
  readonly statuses: Readonly<Record<number, number>>
  readonly bytes: number
  readonly errors: number
  readonly timeouts: number
}

const bars = 24

/** Returns the figures of a test. */
export function figuresOf({ times, statuses, bytes, ...measured }: Measured): PerformanceFigures {
  const sorted = Float64Array.from(times).sort()
  const seconds = Math.max(measured.seconds, 0.001)
  return {
    ...measured,
    perSecond: [...measured.perSecond],
    requests: sorted.length,
    requestsPerSecond: rounded(sorted.length / seconds),
    bytesPerSecond: Math.round(bytes / seconds),
    latency: latencyOf(sorted),
    histogram: histogramOf(sorted),
    statuses: Object.entries(statuses)
      .map(([status, count]) => ({ status: Number(status), count }))
      .toSorted((one, other) => one.status - other.status),
  }
}

function latencyOf(sorted: Float64Array): PerformanceFigures['latency'] {
  const { length } = sorted
  if (length === 0) return null
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / length
  const variance = sorted.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / length
  return {
    min: rounded(sorted[0] ?? 0),
    mean: rounded(mean),
    deviation: rounded(Math.sqrt(variance)),
    max: rounded(sorted[length - 1] ?? 0),
    percentiles: percentiles.map((percentile) => ({ percentile, ms: rounded(atPercentile(sorted, percentile)) })),
  }
}

/** The smallest value that this share of all values doesn't exceed. */
const atPercentile = (sorted: Float64Array, percentile: number): number =>
  sorted[Math.max(0, Math.ceil((percentile * sorted.length) / 100 - 1e-9) - 1)] ?? 0

/** Bars of the same width up to the 99th percentile, and one for the slowest, which would squeeze the others. */
function histogramOf(sorted: Float64Array): PerformanceFigures['histogram'] {
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const end = atPercentile(sorted, 99)
  const width = (end - first) / bars
  if (width === 0) return [{ from: rounded(first), to: rounded(last), count: sorted.length }]
  const counts = Array.from({ length: bars }, () => 0)
  let slowest = 0
  for (const ms of sorted) {
    const at = Math.min(bars - 1, Math.floor((ms - first) / width))
    if (ms > end) slowest += 1
    else counts[at] = (counts[at] ?? 0) + 1
  }
  return [
    ...counts.map((count, at) => ({ from: rounded(first + at * width), to: rounded(first + (at + 1) * width), count })),
    ...(slowest === 0 ? [] : [{ from: rounded(end), to: rounded(last), count: slowest }]),
  ]
}

const rounded = (value: number): number => Math.round(value * 100) / 100
