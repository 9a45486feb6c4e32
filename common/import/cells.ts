import type { Column } from '@common/model'
import { columnType } from '@common/columns/registry'
import type { Parsed } from '@common/columns/column-type'
import { quickReader } from './quick-cells'
import type { ImportLocale } from './options'

/** Locale-independent text from a sheet: ISO 8601 dates, numbers with a decimal point. */
export interface PlainText {
  readonly plain: string
}
/** A value of a file before its type is known; null if empty. */
export type ImportCell = string | number | boolean | null | PlainText

export const isPlain = (cell: ImportCell): cell is PlainText => typeof cell === 'object' && cell !== null

/** Returns the value as the preview shows it. */
export function cellText(cell: ImportCell): string {
  if (cell === null) return ''
  return isPlain(cell) ? cell.plain : String(cell)
}

export const isEmptyCell = (cell: ImportCell): boolean =>
  cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Locale of plain numbers and dates. */
const plainLocale = 'en-US'

/** Maximum number of cached texts per column, for example yes and no. */
const cachedMax = 256
/** Longer texts aren't cached: they would retain the chunk of the file that contains them. */
const cachedLengthMax = 12
/** Stops caching in a column after this many misses. */
const missesMost = 2_000

/**
 * Returns a reader for many values of a column. Equivalent to `parseCell`, with fast paths for plain texts, numbers,
 * dates and repeated words.
 */
export function cellReader(column: Column, locale: ImportLocale, timeZone?: string): (cell: ImportCell) => Parsed {
  const type = columnType(column.uiType)
  const options = { locale, ...(timeZone === undefined ? {} : { timeZone }) }
  const quick = quickReader(column, locale)
  const cache = new Map<string, Parsed>()
  let misses = 0
  return (cell) => {
    if (typeof cell !== 'string') return parseCell(cell, column, locale, timeZone)
    const known = quick(cell) ?? (misses < missesMost ? cache.get(cell) : undefined)
    if (known !== undefined) return known
    const parsed = type.parseText(cell, column, options)
    misses += 1
    if (cell.length <= cachedLengthMax && cache.size < cachedMax) cache.set(cell, parsed)
    return parsed
  }
}

/**
 * Parses a value for a column, or returns the problem. The locale applies to texts only.
 *
 * @param timeZone  time zone of moments; default UTC
 */
export function parseCell(cell: ImportCell, column: Column, locale: ImportLocale, timeZone?: string): Parsed {
  const type = columnType(column.uiType)
  const zone = timeZone === undefined ? {} : { timeZone }
  if (typeof cell === 'string') return type.parseText(cell, column, { locale, ...zone })
  return type.parseText(cellText(cell), column, { locale: plainLocale, ...zone })
}
