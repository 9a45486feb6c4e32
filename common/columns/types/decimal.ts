import type { ColumnType } from '@common/columns/column-type'
import { guessBy, looksLikeAmount } from '@common/columns/values/guesses'
import { readNumber } from '@common/columns/values/number-format'
import { decimalNumber } from '@common/columns/values/numbers'

/** A number with decimals; shows at least `precision` of them. */
export const decimal: ColumnType = {
  ...decimalNumber,
  name: 'Decimal',
  icon: 'decimal',
  example: () => 1234.5,
  sheet: 'digits',
  quick: 'decimal',
  guess: (texts, { locale }) =>
    guessBy(0.88, texts, (text) => looksLikeAmount(text) && readNumber(text, locale) !== undefined),
}
