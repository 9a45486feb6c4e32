import { bulkRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import { parsePattern, PatternProblem } from '@common/formula/pattern'
import { parseNameList } from './name-list'
import { parsePage } from './page'

/** A text search in the cells of a list. */
export interface FindQuery {
  readonly text: string
  /** The text in the format of stored numbers, if it is a number. Numeric columns use it. */
  readonly number?: string
  /** Titles or names of columns. Default: all columns of texts and numbers. */
  readonly columns?: readonly string[]
  readonly matchCase: boolean
  readonly wholeCell: boolean
  /** True if the text is a pattern in the syntax of formulas. */
  readonly isPattern: boolean
  /** Offset in the list where the search starts; where it ends if it runs backwards. */
  readonly from: number
  /** Returns the nearest match before the offset first. */
  readonly backwards: boolean
  readonly limit: number
}

const findCharacters = 1_000
const hitsDefault = 100

/** @throws AppError QUERY_PARAMETER_INVALID */
export function parseFind(parameters: Iterable<readonly [string, string]>): FindQuery {
  const query = new Map(parameters)
  const text = query.get('find') ?? ''
  if (text === '' || text.length > findCharacters || text.includes('\0')) throw invalid('find')
  const number = query.get('findNumber') ?? ''
  const columns = query.get('findIn')
  const isPattern = flag(query, 'findPattern')
  if (isPattern) requirePattern(text)
  const { limit, offset } = parsePage(query.get('limit'), query.get('offset'), {
    rows: hitsDefault,
    most: bulkRowsMax,
  })
  return {
    text,
    ...(number !== '' && { number: number.slice(0, findCharacters) }),
    ...(columns !== undefined && { columns: parseNameList('findIn', columns) }),
    matchCase: flag(query, 'findCase'),
    wholeCell: flag(query, 'findCell'),
    isPattern,
    from: offset,
    backwards: flag(query, 'findBack'),
    limit,
  }
}

function flag(query: ReadonlyMap<string, string>, parameter: string): boolean {
  const value = query.get(parameter) ?? 'false'
  if (!['', 'true', 'false', '1', '0'].includes(value)) throw invalid(parameter)
  return value === 'true' || value === '1'
}

function requirePattern(text: string): void {
  try {
    parsePattern(text)
  } catch (error) {
    if (error instanceof PatternProblem) throw invalid('find')
    throw error
  }
}

const invalid = (parameter: string): AppError => new AppError('QUERY_PARAMETER_INVALID', { parameter })
