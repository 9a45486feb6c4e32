import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { formatCurrency, readCurrency } from '@common/columns/values/number-format'
import { numberBehaviour, decimalNumber } from '@common/columns/values/numbers'
import { decimalValue, keepsDigits } from '@common/columns/values/numeric'

/** An amount of money: a decimal number with the sign of its currency. */
export const currency: ColumnType = {
  ...decimalNumber,
  ...numberBehaviour({
    read: (text, column, locale) => readCurrency(text, locale, column.options.currency),
    write: (number, column, locale) =>
      formatCurrency(number, locale, column.options.currency, column.options.precision),
    store: decimalValue,
    exact: false,
    asItIs: keepsDigits,
  }),
  name: 'Currency',
  icon: 'currencyDollar',
  example: () => 1234.5,
  unit: 'money',
  sheet: 'money',
  settings: ['currency', 'precision'],
  guess: (texts, { locale }) =>
    guessBy(0.96, texts, (text) => /\p{Sc}/u.test(text) && readCurrency(text, locale, undefined) !== undefined),
}
