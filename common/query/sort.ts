import { formatNameList, parseNameList } from './name-list'
import type { Sort } from './tree'

/**
 * `sort=Name,-Price`, or a JSON array of the same texts: the first column counts first, `-` is descending,
 * a `+` is allowed. A name that itself begins with a sign is written with one more: `+-5 °C`.
 *
 * @throws AppError QUERY_PARAMETER_INVALID, SORT_INVALID
 */
export function parseSort(text: string, parameter = 'sort'): Sort[] {
  return parseNameList(parameter, text).map(parseSortKey)
}

function parseSortKey(text: string): Sort {
  const descending = text.startsWith('-')
  // A `+` in a query arrives as a blank, which the comma form has dropped already.
  return { column: descending || text.startsWith('+') ? text.slice(1) : text, descending }
}

/** The parameter that `parseSort` reads back. */
export function formatSort(sort: readonly Sort[]): string {
  return formatNameList(
    sort.map(({ column, descending }) => (descending ? `-${column}` : /^[-+]/.test(column) ? `+${column}` : column)),
  )
}
