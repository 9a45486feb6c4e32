import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'

/** More than any code that a hand scanner reads in one go. */
const barcodeCharacters = 255

/** The last digit of EAN and UPC codes is made from the others. https://www.gs1.org/services/how-calculate-check-digit-manually */
function isArticleNumber(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** What a scanner reads from a product or a label: one line of signs, digits as they are. */
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
  // Single numbers pass the check by chance: one of ten does.
  guess: (texts) => (texts.length < 4 ? 0 : guessBy(0.93, texts, isArticleNumber)),
}
