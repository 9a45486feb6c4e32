import type { Column } from '@common/model'
import { columnType } from '@common/columns/registry'
import type { Parsed } from '@common/columns/column-type'
import { quickReader } from './quick-cells'
import type { ImportLocale } from './options'

/** A text that says the same wherever it is read: days as ISO 8601, amounts with a point. Of sheets, which know more. */
export interface PlainText {
  readonly plain: string
}
/** A value of a file, before it is known of what type it is meant to be. Null: there is none. */
export type ImportCell = string | number | boolean | null | PlainText

export const isPlain = (cell: ImportCell): cell is PlainText => typeof cell === 'object' && cell !== null

/** A value as a person sees it before the import. */
export function cellText(cell: ImportCell): string {
  if (cell === null) return ''
  return isPlain(cell) ? cell.plain : String(cell)
}

export const isEmptyCell = (cell: ImportCell): boolean =>
  cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Where numbers and days stand as in programs. */
const plainLocale = 'en-US'

/** Texts that are kept as they were read, of each column: such as the answers yes and no. */
const keptMost = 256
/** Longer ones would keep the piece of the file in memory that they stand in. */
const keptSigns = 12
/** A column in which, after so many, most texts are new ones has other things to keep. */
const missesMost = 2_000

/**
 * What a column stores of each of many values: as `parseCell` says, but what most values are, plain texts, numbers, days
 * and words that come again and again, is known without asking.
 */
export function cellReader(column: Column, locale: ImportLocale, timeZone?: string): (cell: ImportCell) => Parsed {
  const type = columnType(column.uiType)
  const options = { locale, ...(timeZone === undefined ? {} : { timeZone }) }
  const quick = quickReader(column, locale)
  const kept = new Map<string, Parsed>()
  let misses = 0
  return (cell) => {
    if (typeof cell !== 'string') return parseCell(cell, column, locale, timeZone)
    const known = quick(cell) ?? (misses < missesMost ? kept.get(cell) : undefined)
    if (known !== undefined) return known
    const parsed = type.parseText(cell, column, options)
    misses += 1
    if (cell.length <= keptSigns && kept.size < keptMost) kept.set(cell, parsed)
    return parsed
  }
}

/**
 * What a column stores of a value, or why not. Only texts follow the habits of a country.
 *
 * @param timeZone  by whose clocks moments are written; UTC when absent
 */
export function parseCell(cell: ImportCell, column: Column, locale: ImportLocale, timeZone?: string): Parsed {
  const type = columnType(column.uiType)
  const zone = timeZone === undefined ? {} : { timeZone }
  if (typeof cell === 'string') return type.parseText(cell, column, { locale, ...zone })
  return type.parseText(cellText(cell), column, { locale: plainLocale, ...zone })
}
