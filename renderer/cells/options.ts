import type { StoredValue } from '@common/columns/column-type'
import { splitOptions } from '@common/columns/values/options'
import { optionColors, type Column, type OptionColor } from '@common/model'

/** Option titles that a cell of a select column holds. */
export function chipTitles(value: StoredValue, column: Column): string[] {
  if (value === null || value === '') return []
  const text = String(value)
  return column.uiType === 'MultiSelect' ? splitOptions(text) : [text]
}

/** Colour of an option; a value that is no option (left over from before) is grey. */
export function optionColor(title: string, column: Column): OptionColor {
  return column.options.options?.find((option) => option.title === title)?.color ?? 'grey'
}

/** The colour that the next new option takes, in the fixed order. */
export function nextOptionColor(used: readonly OptionColor[]): OptionColor {
  return optionColors[used.length % optionColors.length] ?? 'grey'
}
