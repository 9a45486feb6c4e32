import type { ColumnType, Parsed } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { choiceOperators, countAggregates } from '@common/columns/values/operators'
import { findOption, repeats, shortened, splitOptions } from '@common/columns/values/options'
import { accept, clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { typedList } from '@common/util/typed-list'
import { plainText, storableText, textBase, textOf } from '@common/columns/values/text'

function chosen(given: readonly string[], column: Column, loosely: boolean): Parsed {
  const titles = [...new Set(given.map((title) => title.trim()).filter((title) => title !== ''))]
  if (titles.length === 0) return clear(column)
  const options = column.options.options ?? []
  if (options.length === 0) return storableText(titles.join(','))
  const found = titles.map((title) => findOption(options, title, loosely)?.title)
  const missing = titles.filter((_, index) => found[index] === undefined)
  if (missing.length > 0) return refuse('notOptions', { value: shortened(missing.join(', ')) })
  return accept([...new Set(found)].join(','))
}

/** Returns the titles that a person typed. Commas of other keyboards divide a text too, unless an option contains them. */
function typedTitles(text: string, column: Column): readonly string[] {
  const options = column.options.options ?? []
  return splitOptions(text).flatMap((title) =>
    options.length === 0 || findOption(options, title, true) !== undefined ? [title] : typedList(title),
  )
}

/** Several options, stored as their titles joined by commas, in the given order. */
export const multiSelect: ColumnType = {
  ...textBase,
  name: 'MultiSelect',
  icon: 'listCheck',
  choices: 'many',
  converts: 'choices',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    if (!Array.isArray(value)) {
      const text = textOf(value)
      return text === undefined ? refuse('notText') : chosen(splitOptions(text), column, false)
    }
    const texts = value.map(textOf)
    const whole = texts.filter((text) => text !== undefined)
    if (whole.length < texts.length) return refuse('notText')
    const divided = whole.find((text) => text.includes(','))
    return divided === undefined ? chosen(whole, column, false) : refuse('notOptions', { value: shortened(divided) })
  },
  parseText: (text, column) => chosen(typedTitles(text, column), column, true),
  format: (value) => splitOptions(plainText(value)).join(', '),
  filterOperators: choiceOperators,
  aggregates: countAggregates,
  display: 'chips',
  editor: 'multiSelect',
  jsonSchema: { type: 'string' },
  settings: ['options'],
  guess: (texts) =>
    texts.filter((text) => text.includes(',')).length >= 2 && repeats(texts.flatMap(splitOptions)) ? 0.37 : 0,
}
