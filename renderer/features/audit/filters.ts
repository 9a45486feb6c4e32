import type { Origin } from '@common/model'
import type { AuditActor, AuditFilters } from '@common/operations/audit'

const dayMs = 24 * 60 * 60 * 1_000
const spans = { any: undefined, day: dayMs, week: 7 * dayMs, month: 30 * dayMs, quarter: 90 * dayMs } as const
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
}
export const noFilters: Filters = { type: '', table: '', who: '', origin: '', text: '', span: 'any', from: undefined }

/** Returns the filters with a span of time that ends now. */
export function withSpan(filters: Filters, span: Span): Filters {
  const length = spans[span]
  return { ...filters, span, from: length === undefined ? undefined : new Date(Date.now() - length).toISOString() }
}

/** Returns the input of an operation. */
export function filterInput({ type, table, who, origin, text, from }: Filters): AuditFilters {
  return {
    ...(type === '' ? {} : { type }),
    ...(table === '' ? {} : { table }),
    ...(who === '' ? {} : { who: JSON.parse(who) as AuditActor }),
    ...(origin === '' ? {} : { origin }),
    ...(text === '' ? {} : { text }),
    ...(from === undefined ? {} : { from }),
  }
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filterInput(filters)).length > 0
