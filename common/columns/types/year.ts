import type { ColumnType, Parsed } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { localDigits, plainDigits } from '@common/columns/values/number-format'
import { numberBase, numberBehaviour } from '@common/columns/values/numbers'
import { plainNumber, plainNumberText, type PlainNumber } from '@common/columns/values/numeric'
import { accept, refuse } from '@common/columns/values/outcome'

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 9999

function stored(number: PlainNumber): Parsed {
  const year = Number(plainNumberText(number))
  return isYear(year) ? accept(year) : refuse('notYear')
}

/** A year from 1 to 9999, written without grouping. */
export const year: ColumnType = {
  ...numberBase,
  ...numberBehaviour({
    read: (text, _column, locale) => plainNumber(plainDigits(text, locale).trim()),
    write: (number, _column, locale) => localDigits(plainNumberText(number), locale),
    store: stored,
    exact: false,
    asItIs: isYear,
  }),
  name: 'Year',
  icon: 'calendar',
  keyboard: 'numeric',
  reverses: 'counted',
  range: () => ({ low: 1, high: 9_999 }),
  family: 'ordered',
  unit: 'years',
  serial: 'year',
  sheet: 'year',
  storage: 'year',
  graphqlType: 'Int',
  aggregates: ['count', 'min', 'max', 'countDistinct'],
  jsonSchema: { type: 'integer', minimum: 1, maximum: 9999 },
  // Less than a number: the values alone don't show that they are years.
  guess: (texts) => guessBy(0.4, texts, (text) => /^(?:1[5-9]|20)\d{2}$/.test(text.trim())),
}
