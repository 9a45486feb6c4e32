import type { ColumnType, Parsed } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { choiceOperators, countAggregates } from '@common/columns/values/operators'
import { findOption, repeats, shortened } from '@common/columns/values/options'
import { accept, clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { storableText, textBase, textOf } from '@common/columns/values/text'

function chosen(given: string, column: Column, loosely: boolean): Parsed {
  const text = given.trim()
  if (text === '') return clear(column)
  const options = column.options.options ?? []
  // Columns of existing databases have values but no options yet.
  if (options.length === 0) return storableText(text)
  const option = findOption(options, text, loosely)
  return option === undefined ? refuse('notOption', { value: shortened(text) }) : accept(option.title)
}

/** One of the options of the column. */
export const singleSelect: ColumnType = {
  ...textBase,
  name: 'SingleSelect',
  icon: 'circleChevronDown',
  choices: 'one',
  converts: 'choice',
  reverses: 'choice',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    const text = textOf(value)
    return text === undefined ? refuse('notText') : chosen(text, column, false)
  },
  parseText: (text, column) => chosen(text, column, true),
  filterOperators: choiceOperators,
  aggregates: countAggregates,
  display: 'chips',
  editor: 'select',
  settings: ['options'],
  guess: (texts) => (repeats(texts) ? 0.35 : 0),
}
