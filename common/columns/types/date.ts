import type { ColumnType, Parsed } from '@common/columns/column-type'
import { isoDay, isoDayText, isoMoment, type Day } from '@common/columns/values/calendar'
import { formatDay, formatMoment, readDay } from '@common/columns/values/date-format'
import { dateBase } from '@common/columns/values/dates'
import { guessBy } from '@common/columns/values/guesses'
import { accept, clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { plainText } from '@common/columns/values/text'

function stored(day: Day | undefined): Parsed {
  return day === undefined ? refuse('notDate') : accept(isoDayText(day))
}

/** A day, stored as `YYYY-MM-DD`. */
export const date: ColumnType = {
  ...dateBase,
  name: 'Date',
  icon: 'calendar',
  example: (now) => now.slice(0, 10),
  converts: 'day',
  family: 'ordered',
  serial: 'day',
  sheet: 'day',
  quick: 'day',
  localized: true,
  storage: 'date',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    const text = typeof value === 'string' ? value.trim() : ''
    return isoDay(text) === undefined ? refuse('notDate') : accept(text)
  },
  parseText(text, column, { locale }) {
    return text.trim() === '' ? clear(column) : stored(readDay(text, locale, column.options.dateFormat))
  },
  format(value, { options }, { locale }) {
    if (typeof value !== 'string') return plainText(value)
    const day = isoDay(value)
    if (day !== undefined) return formatDay(day, locale, options.dateFormat)
    // Existing databases store moments in date columns.
    const moment = isoMoment(value)
    return moment === undefined ? value : formatMoment(moment, locale, { dateFormat: options.dateFormat })
  },
  display: 'date',
  editor: 'date',
  jsonSchema: { type: 'string', format: 'date' },
  settings: ['dateFormat'],
  defaults: { value: true, keyword: 'CURRENT_DATE' },
  guess: (texts, { locale }) => guessBy(0.93, texts, (text) => readDay(text, locale) !== undefined),
}
