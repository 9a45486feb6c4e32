import { AppError } from '@common/errors'
import { parseBracketCondition, parseCondition } from './condition'
import { parseFields } from './fields'
import { parsePage } from './page'
import { parseSort } from './sort'
import type { Filter, ListQuery } from './tree'
import { parseWhere } from './where'

/** The long and short names of a parameter (wire §9.2). `condition` and `search` have no short one. */
const shortNames: Readonly<Record<string, string>> = { l: 'limit', o: 'offset', s: 'sort', f: 'fields', w: 'where' }
const known = new Set(['limit', 'offset', 'sort', 'fields', 'where', 'condition', 'conditionGraph', 'search'])

/**
 * Query parameters → one query tree. `where`, `condition` and `conditionGraph` must all hold when more
 * than one is given. Parameters that are not ours are left alone; ours may be given once.
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

/** Characters of a search: engines refuse, or take very long over, large patterns. */
const searchCharacters = 1_000

/** Free text; undefined when there is nothing to look for. */
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
