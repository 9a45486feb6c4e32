import type { FormatOptions } from '@common/columns/column-type'
import { bulkRowsMax } from '@common/constants'
import { isTimeZone } from '@common/columns/values/time-zone'
import { AppError } from '@common/errors'
import { parseNameList } from '@common/query/name-list'
import { exportFormats, type ExportFormat } from './formats'

/** Delimiters between values. */
const delimiters = [',', ';', '\t', '|'] as const

/** Options of a file: the parameters beside those that select rows. */
export interface ExportOptions {
  readonly format: ExportFormat
  /** Columns in order, by name in the database, or by id for links and computed ones. Undefined: all. */
  readonly columns: readonly string[] | undefined
  /** Column widths in CSS pixels, if given. */
  readonly widths: readonly number[]
  /** Formats values as users see them instead of as stored, and references as record names. */
  readonly shown: boolean
  readonly reader: FormatOptions
  readonly delimiter: string
  /** Starts with a byte order mark, by which old programs detect UTF-8. */
  readonly mark: boolean
  /** Prefixes texts that look like formulas with an apostrophe. */
  readonly guard: boolean
  /** Includes the statement that creates the table. */
  readonly create: boolean
  /** Keys of the requested rows, as text in key order. Undefined: all. */
  readonly keys: readonly (readonly string[])[] | undefined
}

/** @throws AppError QUERY_PARAMETER_INVALID */
export function exportOptions(query: URLSearchParams): ExportOptions {
  const format = one(query, 'format')
  const known = exportFormats.find((name) => name === format)
  if (known === undefined) throw invalid('format', format)
  const isText = known === 'csv' || known === 'tsv'
  for (const name of ['delimiter', 'bom', 'guard']) if (query.has(name) && !isText) throw invalid(name)
  if (query.has('delimiter') && known === 'tsv') throw invalid('delimiter')
  if (query.has('create') && known !== 'sql') throw invalid('create')
  const delimiter = known === 'tsv' ? '\t' : (one(query, 'delimiter') ?? ',')
  if (!delimiters.some((sign) => sign === delimiter)) throw invalid('delimiter', delimiter)
  const columns = one(query, 'columns')
  return {
    format: known,
    columns: columns === undefined ? undefined : [...new Set(parseNameList('columns', columns))],
    widths: widthsOf(query),
    // SQL statements contain stored values.
    shown: flag(query, 'shown', false) && known !== 'sql',
    reader: readerOf(query),
    delimiter,
    mark: flag(query, 'bom', false),
    guard: flag(query, 'guard', true),
    create: flag(query, 'create', false),
    keys: keysOf(query),
  }
}

function readerOf(query: URLSearchParams): FormatOptions {
  const locale = one(query, 'locale') ?? 'en'
  const timeZone = one(query, 'timeZone') ?? 'UTC'
  if (!isTimeZone(timeZone)) throw invalid('timeZone', timeZone)
  try {
    const [tag = 'en'] = Intl.getCanonicalLocales(locale)
    return { locale: tag, timeZone }
  } catch {
    throw invalid('locale', locale)
  }
}

function widthsOf(query: URLSearchParams): number[] {
  const text = one(query, 'widths')
  if (text === undefined) return []
  const widths = text.split(',').map(Number)
  if (widths.some((width) => !(width >= 0 && width <= 10_000))) throw invalid('widths', text)
  return widths
}

function keysOf(query: URLSearchParams): (readonly string[])[] | undefined {
  const text = one(query, 'keys')
  if (text === undefined) return undefined
  const keys = parsed(text)
  const isKey = (key: unknown): key is string[] => Array.isArray(key) && key.every((part) => typeof part === 'string')
  if (!Array.isArray(keys) || keys.length > bulkRowsMax || !keys.every(isKey)) throw invalid('keys', text)
  return keys
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function flag(query: URLSearchParams, name: string, without: boolean): boolean {
  const value = one(query, name)
  if (value === undefined) return without
  if (!['', 'true', 'false', '1', '0'].includes(value)) throw invalid(name, value)
  return value !== 'false' && value !== '0'
}

function one(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name)
  if (more.length > 0) throw invalid(name)
  return value
}

const invalid = (parameter: string, value?: string): AppError =>
  new AppError('QUERY_PARAMETER_INVALID', {
    parameter,
    ...(value !== undefined && { value: value.slice(0, 100) }),
  })
