import type { Column } from '@common/model'
import { columnType } from '@common/columns/registry'
import type { Parsed } from '@common/columns/column-type'
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
