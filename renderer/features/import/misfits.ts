import type { ImportLocale } from '@common/import/options'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, ColumnOptions } from '@common/model'

/** Returns true if a text of the file is valid for a column, by the rules of the import. */
export type Fits = (text: string | null) => boolean

/** For a column that there is. */
export function fitsColumn(column: Column, locale: ImportLocale): Fits {
  const { parseText, writable } = columnType(column.uiType)
  // Only the database writes the key of a table.
  if (!writable) return () => true
  return remembered((text) => parseText(text, column, { locale }).ok)
}

/** Returns the check for a column that the import creates. */
export function fitsType(uiType: UiType, options: ColumnOptions, locale: ImportLocale): Fits {
  return fitsColumn({ ...blankColumn, uiType, options }, locale)
}

/** Caches results: columns repeat few values, and scrolling checks them again and again. */
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
