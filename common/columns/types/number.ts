import type { ColumnType } from '@common/columns/column-type'
import { blankColumn } from '@common/columns/values/blank-column'
import { guessBy, isValue, looksLikeAmount } from '@common/columns/values/guesses'
import { wholeNumber } from '@common/columns/values/numbers'

/** A whole number of 64 bits. */
export const number: ColumnType = {
  ...wholeNumber,
  name: 'Number',
  icon: 'hash',
  keyboard: 'numeric',
  example: () => 1234,
  reverses: 'whole',
  quick: 'whole',
  localized: true,
  guess: (texts, { locale }) =>
    guessBy(0.9, texts, (text) => looksLikeAmount(text) && isValue(number.parseText(text, blankColumn, { locale }))),
}
