import type { ImportLocale } from '@common/import/options'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, ColumnOptions } from '@common/model'

/** Tells whether a text of the file is a value of a column, as the import will read it. */
export type Fits = (text: string | null) => boolean

/** For a column that there is. */
export function fitsColumn(column: Column, locale: ImportLocale): Fits {
  const { parseText, writable } = columnType(column.uiType)
  // The key of a table is read by the database; nobody else writes it.
  if (!writable) return () => true
  return remembered((text) => parseText(text, column, { locale }).ok)
}

/** For one that the import makes. */
export function fitsType(uiType: UiType, options: ColumnOptions, locale: ImportLocale): Fits {
  return fitsColumn({ ...blankColumn, uiType, options }, locale)
}

/** Columns hold the same few values again and again, and are looked at again and again while they are scrolled. */
function remembered(test: (text: string) => boolean): Fits {
  const known = new Map<string, boolean>()
  return (text) => {
    if (text === null || text.trim() === '') return true
    const before = known.get(text)
    if (before !== undefined) return before
    const is = test(text)
    known.set(text, is)
    return is
  }
}
