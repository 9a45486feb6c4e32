import type { ColumnType, FormatOptions, Parsed, StoredValue } from '@common/columns/column-type'
import { textFacets } from '@common/columns/facets'
import type { Column } from '@common/model'
import { isoMoment, storableClock, momentText, storedMoment, type Moment } from './calendar'
import { formatMoment, readMoment, type MomentFormat } from './date-format'
import { guessBy } from './guesses'
import { orderedAggregates, orderedOperators } from './operators'
import { accept, clear, isEmpty, refuse } from './outcome'
import { plainText } from './text'

/** Base of dates and times: their text sorts like the time. */
export const dateBase = {
  ...textFacets,
  filterOperators: orderedOperators,
  aggregates: orderedAggregates,
  sort: 'time',
  searchable: false,
  align: 'start',
  graphqlType: 'String',
  creatable: true,
  writable: true,
} satisfies Partial<ColumnType>

function stored(moment: Moment | undefined): Parsed {
  if (moment === undefined) return refuse('notDateTime')
  return accept(momentText({ ...moment, clock: storableClock(moment.clock) }))
}

const formatOf = ({ options }: Column, { timeZone }: FormatOptions): MomentFormat => ({
  dateFormat: options.dateFormat,
  timeFormat: options.timeFormat,
  timeZone: options.timeZone,
  readerZone: timeZone,
})

function momentOf(value: StoredValue): Moment | undefined {
  return typeof value === 'string' ? isoMoment(value) : undefined
}

/**
 * Base of dates with time, stored as `YYYY-MM-DD HH:MM:SS` in UTC, with up to six fractional digits. Parsing converts
 * other zones.
 */
export const momentType = {
  ...dateBase,
  storage: 'dateTime',
  converts: 'moment',
  family: 'ordered',
  sheet: 'moment',
  parse(value, column: Column) {
    if (isEmpty(value)) return clear(column)
    const text = typeof value === 'string' ? value.trim() : ''
    return storedMoment(text) === undefined ? stored(isoMoment(text)) : accept(text)
  },
  parseText(text, column, options) {
    return text.trim() === '' ? clear(column) : stored(readMoment(text, options.locale, formatOf(column, options)))
  },
  format(value, column, options) {
    const moment = momentOf(value)
    return moment === undefined ? plainText(value) : formatMoment(moment, options.locale, formatOf(column, options))
  },
  display: 'dateTime',
  editor: 'dateTime',
  jsonSchema: { type: 'string', format: 'date-time' },
  settings: ['dateFormat', 'timeFormat', 'timeZone'],
  defaults: { value: true, keyword: 'CURRENT_TIMESTAMP' },
  example: (now) => now.slice(0, 16).replace('T', ' ').concat(':00'),
  guess: (texts, { locale }) =>
    guessBy(0.92, texts, (text) => /\d[T\s,]+\d{1,2}:\d{2}/.test(text) && readMoment(text, locale) !== undefined),
} satisfies Omit<ColumnType, 'name'>
