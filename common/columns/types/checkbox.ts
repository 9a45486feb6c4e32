import type { ColumnType, Parsed } from '@common/columns/column-type'
import { textFacets } from '@common/columns/facets'
import { flagWords } from '@common/columns/values/flag-words'
import { guessBy } from '@common/columns/values/guesses'
import { flagOperators, countAggregates } from '@common/columns/values/operators'
import { accept, clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { plainText } from '@common/columns/values/text'

const words: ReadonlyMap<string, 0 | 1> = new Map([
  ['true', 1],
  ['yes', 1],
  ['on', 1],
  ['1', 1],
  ['x', 1],
  ['✓', 1],
  ['✔', 1],
  ['false', 0],
  ['no', 0],
  ['off', 0],
  ['0', 0],
])

function flag(value: unknown, others?: ReadonlyMap<string, 0 | 1>): Parsed {
  const word = String(value).trim().toLowerCase()
  const found = words.get(word) ?? others?.get(word)
  return found === undefined ? refuse('notBoolean') : accept(found)
}

const isFlag = (text: string): boolean => words.has(text.trim().toLowerCase())

/** Yes or no, stored as 1 or 0, which every driver binds to its own boolean. */
export const checkbox: ColumnType = {
  ...textFacets,
  name: 'Checkbox',
  icon: 'squareCheck',
  example: () => 1,
  converts: 'flag',
  family: 'flag',
  content: 'flag',
  storage: 'boolean',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    return typeof value === 'object' ? refuse('notBoolean') : flag(value)
  },
  parseText(text, column) {
    return text.trim() === '' ? clear(column) : flag(text, flagWords)
  },
  format(value) {
    if (value === null) return ''
    const known = value instanceof Uint8Array ? undefined : words.get(String(value).toLowerCase())
    return known === undefined ? plainText(value) : String(known === 1)
  },
  filterOperators: flagOperators,
  aggregates: countAggregates,
  sort: 'flag',
  searchable: false,
  display: 'checkbox',
  editor: 'checkbox',
  align: 'center',
  jsonSchema: { type: 'boolean' },
  graphqlType: 'Boolean',
  settings: [],
  defaults: { value: true },
  // A column of only 0 and 1 is probably numeric. Beside words, 0 and 1 mean no and yes.
  guess: (texts) => {
    if (!texts.every(isFlag)) return 0
    const digits = texts.filter((text) => /^[01]$/.test(text.trim())).length
    // An x beside digits isn't a tick.
    if (digits > 0 && texts.some((text) => /^[x✓✔]$/i.test(text.trim()))) return 0
    return guessBy(digits === texts.length ? 0.5 : 0.97, texts, isFlag)
  },
  creatable: true,
  writable: true,
}
