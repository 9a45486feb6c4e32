import type { ColumnType, Parsed } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { numberFacets } from '@common/columns/facets'
import { neverGuessed } from './guesses'
import { formatNumber, readNumber } from './number-format'
import {
  decimalValue,
  isParsed,
  keepsDigits,
  numberOfJson,
  plainNumberOf,
  wholeValue,
  type PlainNumber,
} from './numeric'
import { numberAggregates, orderedOperators } from './operators'
import { accept, clear, isEmpty, refuse } from './outcome'
import { plainText } from './text'

/** Rules by which kinds of numbers differ. */
export interface NumberRules {
  /** Parses a typed text; undefined if it isn't a number. */
  readonly read: (text: string, column: Column, locale: string) => PlainNumber | undefined
  readonly write: (number: PlainNumber, column: Column, locale: string) => string
  /** Returns the stored value, or the reason against it. */
  readonly store: (number: PlainNumber, column: Column) => Parsed
  /** Whole numbers beyond 2^53 must preserve every digit. */
  readonly exact: boolean
  /** Returns true if a double can be stored unchanged: a shortcut for bulk writes of millions of values. */
  readonly asItIs?: (value: number) => boolean
}

/** Returns parse, parseText and format of a kind of number. Stored values that aren't numbers are shown unchanged. */
export function numberBehaviour(rules: NumberRules): Pick<ColumnType, 'parse' | 'parseText' | 'format'> {
  return {
    parse(value, column) {
      if (typeof value === 'number' && rules.asItIs?.(value) === true) return accept(value === 0 ? 0 : value)
      if (isEmpty(value)) return clear(column)
      const outcome = numberOfJson(value, rules.exact)
      return isParsed(outcome) ? outcome : rules.store(outcome, column)
    },
    parseText(text, column, { locale }) {
      if (text.trim() === '') return clear(column)
      const number = rules.read(text, column, locale)
      return number === undefined ? refuse('notNumber') : rules.store(number, column)
    },
    format(value, column, { locale }) {
      const number = plainNumberOf(value)
      return number === undefined ? plainText(value) : rules.write(number, column, locale)
    },
  }
}

/** Base of all numbers, which are aligned right. */
export const numberBase = {
  ...numberFacets,
  filterOperators: orderedOperators,
  aggregates: numberAggregates,
  sort: 'number',
  searchable: false,
  display: 'number',
  editor: 'number',
  align: 'end',
  graphqlType: 'Float',
  settings: [],
  defaults: { value: true },
  guess: neverGuessed,
  example: () => undefined,
  creatable: true,
  writable: true,
} satisfies Partial<ColumnType>

const localNumber = {
  read: (text: string, _column: Column, locale: string) => readNumber(text, locale),
  write: (number: PlainNumber, column: Column, locale: string) =>
    formatNumber(number, locale, column.options.precision),
}

/** Base of whole numbers of 64 bits. */
export const wholeNumber = {
  ...numberBase,
  ...numberBehaviour({
    ...localNumber,
    write: (number, _column, locale) => formatNumber(number, locale),
    store: wholeValue,
    exact: true,
    asItIs: Number.isSafeInteger,
  }),
  storage: 'integer',
  jsonSchema: { type: ['integer', 'string'] },
  graphqlType: 'Int',
} satisfies Omit<ColumnType, 'name'>

/** Base of decimal numbers, which preserve every digit. */
export const decimalNumber = {
  ...numberBase,
  ...numberBehaviour({ ...localNumber, store: decimalValue, exact: false, asItIs: keepsDigits }),
  storage: 'decimal',
  converts: 'decimal',
  reverses: 'decimal',
  keyboard: 'decimal',
  localized: true,
  jsonSchema: { type: ['number', 'string'] },
  settings: ['precision'],
} satisfies Omit<ColumnType, 'name'>
