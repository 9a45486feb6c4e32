import type { HistoryMoment, RecordDifference } from '@common/operations/history'
import type { IconName } from '@renderer/ui'

/** A moment that the reader looks at: a time, the end of a change, or a snapshot. */
export interface Place {
  readonly moment: HistoryMoment
  /** Milliseconds. */
  readonly at: number
}

export const spanNames = ['day', 'weeks', 'quarter'] as const
export type Span = (typeof spanNames)[number]

const dayMs = 24 * 60 * 60 * 1_000
const lengths = { day: dayMs, weeks: 14 * dayMs, quarter: 90 * dayMs } as const

/** A span of time in milliseconds. */
export interface Times {
  readonly from: number
  readonly until: number
}

export const timesOf = (span: Span, now: number): Times => ({ from: now - lengths[span], until: now })

export const atTime = (at: number): Place => ({ moment: { at: new Date(at).toISOString() }, at })

/** Parts of the slider: bars of the chart, and steps of the keyboard. */
export const bars = 100

/** The icon of each change of a record. */
export const stateIcons: Readonly<Record<RecordDifference['state'], IconName>> = {
  added: 'plus',
  changed: 'pencil',
  deleted: 'minus',
}
