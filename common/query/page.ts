import { pageRowsDefault, pageRowsMax } from '@common/constants'
import type { Page } from './tree'

/**
 * The page of a list (wire §9.2): 25 rows unless said otherwise, from 1 to 1000; what is not a number is
 * the default, `0` and below give one row. An offset that is negative or not a number is 0.
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
