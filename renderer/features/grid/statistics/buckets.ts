/** Values from `from` up to, but excluding, `to`. The last bucket includes `to`. */
export interface Bucket<T> {
  readonly from: T
  readonly to: T
}

/** Target number of histogram buckets. The actual number is at most twice as high. */
const bucketsWanted = 12

/** Returns bounds with a round width (1, 2 or 5 times a power of ten) that cover `min` to `max`. */
export function numberBounds(min: number, max: number, whole: boolean): number[] {
  if (!(max > min)) return []
  const rough = (max - min) / bucketsWanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].map((times) => times * power).find((width) => width >= rough) ?? 10 * power
  const width = whole ? Math.max(1, round) : round
  const first = Math.floor(min / width)
  const count = Math.max(1, Math.ceil(max / width) - first)
  // Multiplies instead of adding up: sums of fractions drift.
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * width).toPrecision(15)))
}

const dayMs = 86_400_000
const monthsOf = { month: 1, quarter: 3, year: 12, years: 60, decades: 240, centuries: 1_200 } as const

/**
 * Returns calendar days (`2026-03-01`) that split `min` to `max` into days, weeks, months, quarters or years, whichever
 * gives a readable histogram. The last one is after `max`.
 */
export function dayBounds(min: string, max: string): string[] {
  const [first, last] = [Date.parse(min.slice(0, 10)), Date.parse(max.slice(0, 10))]
  if (Number.isNaN(first) || Number.isNaN(last) || last < first) return []
  const days = (last - first) / dayMs + 1
  if (days <= 2 * bucketsWanted) return stepped(first, last, dayMs)
  if (days <= 7 * 2 * bucketsWanted) return stepped(first, last, 7 * dayMs)
  const span = days / 30.4
  const months = Object.values(monthsOf).find((each) => span / each <= 2 * bucketsWanted) ?? monthsOf.centuries
  const start = new Date(first)
  const index = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months
  const bounds: string[] = []
  for (let month = index; ; month += months) {
    const at = new Date(0)
    at.setUTCFullYear(Math.floor(month / 12), month % 12, 1)
    bounds.push(dayText(at.getTime()))
    if (at.getTime() > last) return bounds
  }
}

function stepped(first: number, last: number, step: number): string[] {
  const bounds: string[] = []
  for (let at = first; ; at += step) {
    bounds.push(dayText(at))
    if (at > last) return bounds
  }
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns buckets between neighbouring bounds. */
export function bucketsOf<T>(bounds: readonly T[]): Bucket<T>[] {
  return bounds.slice(1).flatMap((to, at) => {
    const from = bounds[at]
    return from === undefined ? [] : [{ from, to }]
  })
}
