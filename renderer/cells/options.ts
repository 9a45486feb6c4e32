import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { splitOptions } from '@common/columns/values/options'
import { optionColors, type Column, type OptionColor } from '@common/model'

/** Option titles that a cell of a select column holds. */
export function chipTitles(value: StoredValue, column: Column): string[] {
  if (value === null || value === '') return []
  const text = String(value)
  const { choices, content } = columnType(column.uiType)
  if (content === 'list') return listTitles(text)
  return choices === 'many' ? splitOptions(text) : [text]
}

/** A list of values of linked records, as JSON. */
function listTitles(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}

/** Colour of an option; a value that is no option (left over from before) is grey. */
export function optionColor(title: string, column: Column): OptionColor {
  return column.options.options?.find((option) => option.title === title)?.color ?? 'grey'
}

/** The colour that the next new option takes, in the fixed order. */
export function nextOptionColor(used: readonly OptionColor[]): OptionColor {
  return optionColors[used.length % optionColors.length] ?? 'grey'
}
