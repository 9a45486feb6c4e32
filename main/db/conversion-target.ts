import { columnType } from '@common/columns/registry'
import type { ColumnDefinition } from '@common/model'

/** Returns the least and the greatest whole number of a column: those of its type, otherwise of 64 bits. */
export function wholeRange({ uiType, options }: ColumnDefinition): { readonly low: string; readonly high: string } {
  const range = columnType(uiType).range?.(options)
  return range === undefined
    ? { low: '-9223372036854775808', high: '9223372036854775807' }
    : { low: String(range.low), high: String(range.high) }
}

/** Returns the titles of a column's options. Without any, every text is valid. */
export const optionTitles = ({ options }: ColumnDefinition): string[] =>
  (options.options ?? []).map(({ title }) => title)

/** False if any text is a valid choice. */
export const hasOptions = (to: ColumnDefinition): boolean => optionTitles(to).length > 0
