import type { ColumnType, Parsed } from '@common/columns/column-type'
import { compactJson, jsonTextOf } from '@common/columns/values/json'
import { guessBy } from '@common/columns/values/guesses'
import { choiceOperators } from '@common/columns/values/operators'
import { accept, clear, refuse } from '@common/columns/values/outcome'
import { plainText, storableText, textBase } from '@common/columns/values/text'

function stored(text: string): Parsed {
  const compact = compactJson(text)
  if (compact === undefined) return refuse('notJson')
  const storable = storableText(compact)
  return storable.ok ? accept(compact) : storable
}

/** JSON, stored as compact text with the given digits and order of keys. */
export const json: ColumnType = {
  ...textBase,
  name: 'JSON',
  icon: 'braces',
  converts: 'json',
  family: 'list',
  content: 'json',
  groups: false,
  storage: 'json',
  parse(value, column) {
    if (value === null || value === undefined) return clear(column)
    if (typeof value === 'string') return value.trim() === '' ? clear(column) : stored(value)
    if (typeof value === 'bigint') return accept(String(value))
    const text = jsonTextOf(value)
    return text === undefined ? refuse('notJson') : stored(text)
  },
  parseText(text, column) {
    return text.trim() === '' ? clear(column) : stored(text)
  },
  format: plainText,
  filterOperators: choiceOperators,
  aggregates: ['count'],
  display: 'json',
  editor: 'json',
  jsonSchema: {},
  graphqlType: 'JSON',
  guess: (texts) => guessBy(0.95, texts, (text) => /^\s*[[{]/.test(text) && compactJson(text) !== undefined),
}
