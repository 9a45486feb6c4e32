import type { Serial } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import type { EditorDraft } from '@renderer/cells'

const two = (part: number): string => String(part).padStart(2, '0')

/** Returns today's date in the local time zone. */
export function isoDay(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const nothing = (): undefined => undefined

/** Returns the current time for each kind of time column. */
const presents: Readonly<Record<Serial, (now: Date) => EditorDraft | undefined>> = {
  none: nothing,
  amount: nothing,
  duration: nothing,
  day: (now) => ({ kind: 'text', text: isoDay(now) }),
  moment: (now) => ({ kind: 'json', value: `${now.toISOString().slice(0, 19)}Z` }),
  time: (now) => ({ kind: 'text', text: `${two(now.getHours())}:${two(now.getMinutes())}` }),
  year: (now) => ({ kind: 'json', value: now.getFullYear() }),
}

/** Returns today, this moment, this time or this year, as the column has it; undefined for all other columns. */
export function nowIn({ uiType }: Column, now: Date): EditorDraft | undefined {
  const { serial, writable } = columnType(uiType)
  return writable ? presents[serial](now) : undefined
}
