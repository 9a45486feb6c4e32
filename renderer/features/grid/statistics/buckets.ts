/** Values from `from` on and before `to`; the last bucket holds `to` as well. */
export interface Bucket<T> {
  readonly from: T
  readonly to: T
}

/** Buckets of a histogram: about so many, never more than twice that. */
const bucketsWanted = 12

/** Bounds of one round width (1, 2 or 5 times a power of ten) around all numbers from `min` to `max`. */
export function numberBounds(min: number, max: number, whole: boolean): number[] {
  if (!(max > min)) return []
  const rough = (max - min) / bucketsWanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].map((times) => times * power).find((width) => width >= rough) ?? 10 * power
  const width = whole ? Math.max(1, round) : round
  const first = Math.floor(min / width)
  const count = Math.max(1, Math.ceil(max / width) - first)
  // Counted instead of added up: sums of fractions drift.
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * width).toPrecision(15)))
}

const dayMs = 86_400_000
const monthsOf = { month: 1, quarter: 3, year: 12, years: 60, decades: 240, centuries: 1_200 } as const

/**
 * Calendar days (`2026-03-01`) that part the days from `min` to `max`: by days, weeks, months, quarters or years,
 * whichever gives a histogram that can be read. The last one lies behind `max`.
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

/** Neighbouring bounds as buckets. */
export function bucketsOf<T>(bounds: readonly T[]): Bucket<T>[] {
  return bounds.slice(1).flatMap((to, at) => {
    const from = bounds[at]
    return from === undefined ? [] : [{ from, to }]
  })
}
