import { AppError } from '@common/errors'
import { parseBracketCondition, parseCondition } from './condition'
import { parseFields } from './fields'
import { parsePage } from './page'
import { parseSort } from './sort'
import type { Filter, ListQuery } from './tree'
import { parseWhere } from './where'

/** Short names of parameters (wire §9.2). `condition` and `search` have none. */
const shortNames: Readonly<Record<string, string>> = { l: 'limit', o: 'offset', s: 'sort', f: 'fields', w: 'where' }
const known = new Set(['limit', 'offset', 'sort', 'fields', 'where', 'condition', 'conditionGraph', 'search'])

/**
 * Parses query parameters into a query tree. `where`, `condition` and `conditionGraph` must all hold. Ignores unknown
 * parameters; rejects repeated known ones.
 *
 * @throws AppError QUERY_PARAMETER_INVALID, FILTER_*, SORT_INVALID
 */
export function parseListQuery(parameters: Iterable<readonly [string, string]>): ListQuery {
  const all = [...parameters]
  const given = new Map<string, string>()
  for (const [key, value] of all) {
    const name = shortNames[key] ?? key
    if (!known.has(name)) continue
    if (given.has(name)) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: name })
    given.set(name, value)
  }
  const filter = allOf([
    parseWhere(given.get('where') ?? ''),
    parseCondition(given.get('condition') ?? ''),
    parseCondition(given.get('conditionGraph') ?? '', true),
    parseBracketCondition('condition', all),
    parseBracketCondition('conditionGraph', all, true),
  ])
  const fields = parseFields(given.get('fields') ?? '')
  const search = parseSearch(given.get('search'))
  return {
    ...(filter && { filter }),
    sort: parseSort(given.get('sort') ?? ''),
    ...(fields && { fields }),
    ...(search !== undefined && { search }),
    page: parsePage(given.get('limit'), given.get('offset')),
  }
}

/** Maximum characters of a search. Engines reject large patterns or take very long. */
const searchCharacters = 1_000

/** Returns the search text; undefined if it is blank. */
function parseSearch(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  if (text.length > searchCharacters) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'search' })
  return text
}

function allOf(filters: readonly (Filter | undefined)[]): Filter | undefined {
  const given = filters.filter((filter) => filter !== undefined)
  const [first] = given
  return given.length > 1 ? { kind: 'and', filters: given } : first
}
