import { formatNameList, parseNameList } from './name-list'
import type { Sort } from './tree'

/**
 * Parses `sort=Name,-Price`, or a JSON array of the same texts. The first column is the primary sort key; `-` means
 * descending, `+` is optional. Prefix a name that begins with a sign: `+-5 °C`.
 *
 * @throws AppError QUERY_PARAMETER_INVALID, SORT_INVALID
 */
export function parseSort(text: string, parameter = 'sort'): Sort[] {
  return parseNameList(parameter, text).map(parseSortKey)
}

function parseSortKey(text: string): Sort {
  const descending = text.startsWith('-')
  // A `+` in a query arrives as a blank, which the comma form has trimmed.
  return { column: descending || text.startsWith('+') ? text.slice(1) : text, descending }
}

/** Formats sort keys as a parameter that `parseSort` parses back. */
export function formatSort(sort: readonly Sort[]): string {
  return formatNameList(
    sort.map(({ column, descending }) => (descending ? `-${column}` : /^[-+]/.test(column) ? `+${column}` : column)),
  )
}
