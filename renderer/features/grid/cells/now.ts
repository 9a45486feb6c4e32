import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import type { EditorDraft } from '@renderer/cells'

const two = (part: number): string => String(part).padStart(2, '0')

/** Today as clocks of the reader's machine show it. */
export function isoDay(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What "now" is in a column: today, this moment, this time, this year. Undefined where it is nothing. */
export function nowIn({ uiType }: Column, now: Date): EditorDraft | undefined {
  if (!columnType(uiType).writable) return undefined
  if (uiType === 'Date') return { kind: 'text', text: isoDay(now) }
  if (uiType === 'DateTime') return { kind: 'json', value: `${now.toISOString().slice(0, 19)}Z` }
  if (uiType === 'Time') return { kind: 'text', text: `${two(now.getHours())}:${two(now.getMinutes())}` }
  return uiType === 'Year' ? { kind: 'json', value: now.getFullYear() } : undefined
}
