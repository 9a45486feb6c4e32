import type { Origin } from '@common/model'
import type { AuditActor, AuditFilters } from '@common/operations/audit'

const dayMs = 24 * 60 * 60 * 1_000
const spans = {
  any: undefined,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  quarter: 90 * dayMs,
  /** Between two chosen days. */
  days: undefined,
} as const
export type Span = keyof typeof spans
export const spanNames = Object.keys(spans) as Span[]

/** Chosen filters; an empty text for no choice. */
export interface Filters {
  readonly type: string
  readonly table: string
  /** JSON of an `AuditActor`. */
  readonly who: string
  readonly origin: Origin | ''
  readonly text: string
  readonly span: Span
  /** Fixed once, so that new entries don't shift the pages. */
  readonly from: string | undefined
  readonly until: string | undefined
}
export const noFilters: Filters = {
  type: '',
  table: '',
  who: '',
  origin: '',
  text: '',
  span: 'any',
  from: undefined,
  until: undefined,
}

/** Returns the filters with a span of time that ends now. */
export function withSpan(filters: Filters, span: Span): Filters {
  const length = spans[span]
  const from = length === undefined ? undefined : new Date(Date.now() - length).toISOString()
  return { ...filters, span, from, until: undefined }
}

/** Returns the filters with days of the reader's calendar, such as `2026-03-01`; empty for no limit. Both are included. */
export function withDays(filters: Filters, first: string, last: string): Filters {
  return { ...filters, span: 'days', from: startOfDay(first, 0), until: startOfDay(last, 1) }
}

/** Returns the start of a day, or of a day after it, in the reader's time zone; undefined for no valid day. */
function startOfDay(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) || year < 1000 ? undefined : start.toISOString()
}

/** Returns the input of an operation. */
export function filterInput({ type, table, who, origin, text, from, until }: Filters): AuditFilters {
  return {
    ...(type === '' ? {} : { type }),
    ...(table === '' ? {} : { table }),
    ...(who === '' ? {} : { who: JSON.parse(who) as AuditActor }),
    ...(origin === '' ? {} : { origin }),
    ...(text === '' ? {} : { text }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  }
}

export const isFiltered = (filters: Filters): boolean =>
  filters.span !== 'any' || Object.keys(filterInput(filters)).length > 0
