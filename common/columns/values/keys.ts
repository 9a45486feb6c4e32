import type { ColumnType } from '@common/columns/column-type'
import { numberFacets } from '@common/columns/facets'
import type { Column } from '@common/model'
import { neverGuessed } from './guesses'
import { numberBehaviour } from './numbers'
import { decimalValue, plainNumberOf, plainNumberText, wholeValue } from './numeric'
import { orderedAggregates, orderedOperators } from './operators'
import { textBase } from './text'

type Behaviour = Pick<ColumnType, 'parse' | 'parseText' | 'format'>

/** Keys are names, not amounts: never grouped. */
const bare = { read: (text: string) => plainNumberOf(text), write: plainNumberText }
const wholeKey: Behaviour = numberBehaviour({
  ...bare,
  store: wholeValue,
  exact: true,
  asItIs: Number.isSafeInteger,
})
const decimalKey: Behaviour = numberBehaviour({ ...bare, store: decimalValue, exact: true })

/** A key has the type of its database: mostly whole numbers, but also texts and decimals. */
function behaviourOf({ nativeType }: Column): Behaviour {
  if (/char|text|clob|uuid|uniqueidentifier|date|time/i.test(nativeType)) return textBase
  if (/dec|num|real|floa|doub|money/i.test(nativeType)) return decimalKey
  return /^$|int|serial|year|bit/i.test(nativeType) ? wholeKey : textBase
}

/** True for a key, or a reference to one, that holds text: `isTextKey` of `VARCHAR(9)` is true, of `INTEGER` false. */
export const isTextKey = (column: Column): boolean =>
  (column.uiType === 'ID' || column.uiType === 'ForeignKey') && behaviourOf(column) === textBase

/** Base of keys and references to keys. */
export const keyBase = {
  ...numberFacets,
  storage: 'integer',
  parse: (value, column) => behaviourOf(column).parse(value, column),
  parseText: (text, column, options) => behaviourOf(column).parseText(text, column, options),
  format: (value, column, options) => behaviourOf(column).format(value, column, options),
  filterOperators: orderedOperators,
  aggregates: orderedAggregates,
  sort: 'number',
  searchable: false,
  display: 'number',
  editor: 'text',
  align: 'end',
  jsonSchema: { type: ['integer', 'string'] },
  graphqlType: 'Int',
  settings: [],
  defaults: { value: false },
  guess: neverGuessed,
  example: () => undefined,
  creatable: false,
  writable: true,
} satisfies Omit<ColumnType, 'name'>
