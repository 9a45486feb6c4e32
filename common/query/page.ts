import { pageRowsDefault, pageRowsMax } from '@common/constants'
import type { Page } from './tree'

/**
 * Parses the page of a list (wire §9.2): 25 rows by default, clamped to 1–1000. An invalid limit is the default; `0`
 * and below return one row. A negative or invalid offset is 0.
 */
export function parsePage(
  limit: string | undefined,
  offset: string | undefined,
  { rows, most } = { rows: pageRowsDefault, most: pageRowsMax },
): Page {
  return {
    limit: Math.min(most, Math.max(1, wholeNumber(limit) ?? rows)),
    offset: Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, wholeNumber(offset) ?? 0)),
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? ''
  if (!/^[-+]?\d+(?:\.\d+)?$/.test(trimmed)) return undefined
  return Math.trunc(Number(trimmed))
}
