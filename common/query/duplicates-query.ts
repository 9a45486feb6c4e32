import { columnType } from '@common/columns/registry'
import { duplicatesMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parseNameList } from './name-list'
import { parsePage } from './page'
import type { Page } from './tree'

/** A search for records with equal values in some columns. */
export interface DuplicatesQuery {
  /** Titles or names of the compared columns. */
  readonly columns: readonly string[]
  /** True if `Ada` equals `ADA`. */
  readonly ignoreCase: boolean
  /** Ignores leading and trailing spaces, and collapses several spaces into one. */
  readonly ignoreSpaces: boolean
  /** Empty values are equal to each other; otherwise, records with an empty value have no duplicates. */
  readonly withEmpty: boolean
  /** The page of records to return. */
  readonly page: Page
}

/** Limit of compared columns. */
export const duplicateColumnsMax = 20
const rowsDefault = 100

/**
 * `duplicates=name,email&ignoreCase=true`, beside the parameters of a list.
 *
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function parseDuplicates(parameters: Iterable<readonly [string, string]>): DuplicatesQuery {
  const query = new Map(parameters)
  const columns = [...new Set(parseNameList('duplicates', query.get('duplicates') ?? ''))]
  if (columns.length === 0 || columns.length > duplicateColumnsMax) throw invalid('duplicates')
  return {
    columns,
    ignoreCase: flag(query, 'ignoreCase'),
    ignoreSpaces: flag(query, 'ignoreSpaces'),
    withEmpty: flag(query, 'withEmpty'),
    page: parsePage(query.get('limit'), query.get('offset'), { rows: rowsDefault, most: duplicatesMax }),
  }
}

function flag(query: ReadonlyMap<string, string>, parameter: string): boolean {
  const value = query.get(parameter) ?? 'false'
  if (!['', 'true', 'false', '1', '0'].includes(value)) throw invalid(parameter)
  return value === 'true' || value === '1'
}

const invalid = (parameter: string): AppError => new AppError('QUERY_PARAMETER_INVALID', { parameter })

/** True if records can be compared by a column. Files, JSON, binary data and geometry can't. */
export function isComparable({ uiType, nativeType }: Pick<Column, 'uiType' | 'nativeType'>): boolean {
  const { groups, storage } = columnType(uiType)
  return groups && storage !== 'blob' && !uncompared.test(nativeType)
}

// SQLite stores exact decimals as `decimal blob`, which can be compared.
const uncompared =
  /^(?:(?:tiny|medium|long)?blob|(?:var)?binary|bytea|image|json|xml|geo|point|polygon|linestring|multi)/i
