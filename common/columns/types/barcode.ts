import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'

/** Longer than any code of a hand scanner. */
const barcodeCharacters = 255

/** True if the check digit of an EAN or UPC code is right. https://www.gs1.org/services/how-calculate-check-digit-manually */
function isArticleNumber(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** A code as a scanner reads it from a product or label: one line of characters, with leading zeros. */
export const barcode: ColumnType = {
  ...textBase,
  ...checkedText((text) =>
    text.length <= barcodeCharacters && /^\P{C}+$/u.test(text)
      ? accept(text)
      : refuse('notBarcode', { max: barcodeCharacters }),
  ),
  name: 'Barcode',
  icon: 'barcode',
  display: 'code',
  // One of ten random numbers passes the check.
  guess: (texts) => (texts.length < 4 ? 0 : guessBy(0.93, texts, isArticleNumber)),
}
