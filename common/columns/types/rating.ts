import type { ColumnType } from '@common/columns/column-type'
import { wholeNumber, numberBehaviour } from '@common/columns/values/numbers'
import { localDigits, readNumber } from '@common/columns/values/number-format'
import { plainNumberText } from '@common/columns/values/numeric'
import { accept, refuse } from '@common/columns/values/outcome'

/** Default number of stars for a column without `max`. */
export const ratingMaxDefault = 5

/** Stars from 1 to the column's `max`; null is no rating. */
export const rating: ColumnType = {
  ...wholeNumber,
  ...numberBehaviour({
    read: (text, _column, locale) => readNumber(text, locale),
    write: (number, _column, locale) => localDigits(plainNumberText(number), locale),
    store(number, column) {
      const max = column.options.max ?? ratingMaxDefault
      const stars = Number(plainNumberText(number))
      return Number.isInteger(stars) && stars >= 1 && stars <= max ? accept(stars) : refuse('ratingOutOfRange', { max })
    },
    exact: false,
  }),
  name: 'Rating',
  icon: 'star',
  example: () => 3,
  reverses: 'counted',
  range: ({ max = ratingMaxDefault }) => ({ low: 1, high: max }),
  unit: 'stars',
  display: 'rating',
  editor: 'rating',
  align: 'start',
  jsonSchema: { type: 'integer', minimum: 1 },
  settings: ['max', 'icon'],
}
