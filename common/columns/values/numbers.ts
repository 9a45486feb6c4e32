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

/** What a kind of number does beyond being a number. */
export interface NumberRules {
  /** Reads what a person types; `undefined` when it is no number. */
  readonly read: (text: string, column: Column, locale: string) => PlainNumber | undefined
  readonly write: (number: PlainNumber, column: Column, locale: string) => string
  /** The stored value, or why not. */
  readonly store: (number: PlainNumber, column: Column) => Parsed
  /** Whole numbers beyond 2^53 must keep every digit. */
  readonly exact: boolean
  /** Whether a double of a JSON body can be stored as it is: bulk writes check millions of them. */
  readonly asItIs?: (value: number) => boolean
}

/** parse, parseText and format of a kind of number. What the database holds beside numbers is shown as it is. */
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

/** What all numbers share; they stand right. */
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

/** Whole numbers of 64 bits. */
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

/** Numbers with every digit that was given. */
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
