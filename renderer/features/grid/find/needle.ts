import { columnType } from '@common/columns/registry'
import { escapeExpression } from '@common/columns/values/locale'
import { readNumber } from '@common/columns/values/number-format'
import { plainNumberText } from '@common/columns/values/numeric'
import { matcherOf, parsePattern, PatternProblem } from '@common/formula/pattern'
import { formatNameList } from '@common/query/name-list'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'

/** A search text with its options. */
export interface Needle {
  readonly text: string
  readonly matchCase: boolean
  readonly wholeCell: boolean
  /** The text is a pattern, as formulas know them: it cannot take longer than its text allows. */
  readonly isPattern: boolean
  /** Ids of the columns to search; undefined for all searchable columns. */
  readonly columns: readonly string[] | undefined
}

export const noNeedle: Needle = { text: '', matchCase: false, wholeCell: false, isPattern: false, columns: undefined }

/** True if a column is searchable: its text is its stored value. */
export function canBeSearched({ column, link, computed }: DataGridColumn): boolean {
  if (link !== undefined || computed?.item !== undefined || computed?.problem !== undefined) return false
  const { searchable, sort, unit } = columnType(column.uiType)
  return searchable || (sort === 'number' && unit !== 'seconds')
}

export function searchedColumns(needle: Needle, columns: readonly DataGridColumn[]): readonly DataGridColumn[] {
  return columns.filter((each) => canBeSearched(each) && (needle.columns?.includes(each.id) ?? true))
}

/** True if the text is a valid search; a pattern must be complete. */
export function isAskable({ text, isPattern }: Needle): boolean {
  if (text === '' || text.length > 1_000 || text.includes('\0')) return false
  return !isPattern || isWhole(text)
}

function isWhole(text: string): boolean {
  try {
    parsePattern(text)
    return true
  } catch (error) {
    if (error instanceof PatternProblem) return false
    throw error
  }
}

/** Returns the request parameters for a search on the server. */
export function findParameters(
  needle: Needle,
  columns: readonly DataGridColumn[],
  locale: string,
): Readonly<Record<string, string>> {
  const number = needle.isPattern ? undefined : readNumber(needle.text, locale)
  return {
    find: needle.text,
    findIn: formatNameList(searchedColumns(needle, columns).map(({ title }) => title)),
    ...(number && { findNumber: plainNumberText(number) }),
    ...(needle.matchCase && { findCase: 'true' }),
    ...(needle.wholeCell && { findCell: 'true' }),
    ...(needle.isPattern && { findPattern: 'true' }),
  }
}

/** Returns a predicate for texts that match the search, used for visible cells. */
export function matchOf(needle: Needle): ((text: string) => boolean) | undefined {
  if (!isAskable(needle)) return undefined
  const { text, matchCase, wholeCell, isPattern } = needle
  if (isPattern) {
    const matcher = matcherOf(text)
    return (cell) => matcher.test(cell)
  }
  const wanted = matchCase ? text : text.toLocaleLowerCase()
  const fits = (cell: string): boolean => (wholeCell ? cell === wanted : cell.includes(wanted))
  return matchCase ? fits : (cell) => fits(cell.toLocaleLowerCase())
}

/** Replaces every match in a text; undefined without one. */
export function replaced(cell: string, needle: Needle, replacement: string): string | undefined {
  const { text, matchCase, wholeCell, isPattern } = needle
  if (isPattern) return replacedPattern(cell, text, replacement)
  const expression = new RegExp(
    wholeCell ? `^${escapeExpression(text)}$` : escapeExpression(text),
    `gu${matchCase ? '' : 'i'}`,
  )
  const made = cell.replace(expression, () => replacement)
  return made === cell && !expression.test(cell) ? undefined : made
}

function replacedPattern(cell: string, pattern: string, replacement: string): string | undefined {
  const matcher = matcherOf(pattern)
  let made = ''
  let done = 0
  let count = 0
  for (let found = matcher.find(cell, 0); found; found = matcher.find(cell, found[1])) {
    // An empty match would repeat forever at the same place.
    if (found[1] === found[0]) break
    made += cell.slice(done, found[0]) + replacement
    done = found[1]
    count += 1
  }
  return count === 0 ? undefined : made + cell.slice(done)
}
