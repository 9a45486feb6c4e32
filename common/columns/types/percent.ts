import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { formatPercent, readPercent } from '@common/columns/values/number-format'
import { numberBase, numberBehaviour } from '@common/columns/values/numbers'
import { floatValue } from '@common/columns/values/numeric'

/** A percentage, stored as shown: 12.5 is 12.5 %. */
export const percent: ColumnType = {
  ...numberBase,
  ...numberBehaviour({
    read: (text, _column, locale) => readPercent(text, locale),
    write: (number, column, locale) => formatPercent(number, locale, column.options.precision),
    store: floatValue,
    exact: false,
    asItIs: Number.isFinite,
  }),
  name: 'Percent',
  icon: 'percentage',
  keyboard: 'decimal',
  example: () => 65,
  converts: 'double',
  reverses: 'decimal',
  unit: 'percent',
  sheet: 'percent',
  localized: true,
  storage: 'float',
  display: 'percent',
  jsonSchema: { type: 'number' },
  settings: ['precision', 'bar'],
  guess: (texts, { locale }) =>
    guessBy(0.96, texts, (text) => /[%\u066A]/.test(text) && readPercent(text, locale) !== undefined),
}
