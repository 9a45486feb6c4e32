import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'

/** Digits with separators, and an extension. */
const form = /^\+?(?:[\d\s().\-/]|\u00A0)+(?:\s?(?:x|ext\.?|#)\s?\d{1,6})?$/i

/** Days, including impossible ones, which files contain. */
const day = /^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2})$/

function isPhoneNumber(text: string): boolean {
  // E.164 allows fifteen digits; the shortest numbers in use have three.
  const digits = text.replace(/(?:x|ext\.?|#)\s?\d+$/i, '').replace(/\D/g, '').length
  return form.test(text) && digits >= 3 && digits <= 15
}

/** A telephone number, stored as given: digit grouping varies. */
export const phoneNumber: ColumnType = {
  ...textBase,
  ...checkedText((text) => (isPhoneNumber(text) ? accept(text) : refuse('notPhoneNumber'))),
  name: 'PhoneNumber',
  icon: 'phone',
  keyboard: 'tel',
  reverses: 'form',
  opens: 'phone',
  display: 'link',
  // Digits alone are a number, and some dates look the same.
  guess: (texts) =>
    guessBy(0.85, texts, (given) => {
      const text = given.trim()
      return (
        isPhoneNumber(text) &&
        !day.test(text) &&
        /^\+|^\(?0|\d[\s()/-]+\d/.test(text) &&
        text.replace(/\D/g, '').length >= 7
      )
    }),
}
