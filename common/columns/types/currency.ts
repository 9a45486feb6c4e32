import type { ColumnType } from '@common/columns/column-type'
import { formatCurrency, readCurrency } from '@common/columns/values/number-format'
import { numberBehaviour, decimalNumber } from '@common/columns/values/numbers'
import { decimalValue } from '@common/columns/values/numeric'

/** An amount of money: a decimal number with the sign of its currency. */
export const currency: ColumnType = {
  ...decimalNumber,
  ...numberBehaviour({
    read: (text, column, locale) => readCurrency(text, locale, column.options.currency),
    write: (number, column, locale) =>
      formatCurrency(number, locale, column.options.currency, column.options.precision),
    store: decimalValue,
    exact: false,
    asItIs: Number.isFinite,
  }),
  name: 'Currency',
}
