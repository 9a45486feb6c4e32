import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { splitOptions } from '@common/columns/values/options'
import { optionColors, type Column, type OptionColor } from '@common/model'

/** Returns the option titles in a cell of a select column. */
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

/** Returns the colour of an option. A value that isn't an option any more is grey. */
export function optionColor(title: string, column: Column): OptionColor {
  return column.options.options?.find((option) => option.title === title)?.color ?? 'grey'
}

/** Returns the colour of the next new option, in the fixed order. */
export function nextOptionColor(used: readonly OptionColor[]): OptionColor {
  return optionColors[used.length % optionColors.length] ?? 'grey'
}
