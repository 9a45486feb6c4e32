import type { ColumnType, Parsed, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { isoMoment, momentText, type Moment } from './calendar'
import { formatMoment, readMoment } from './date-format'
import { orderedAggregates, orderedOperators } from './operators'
import { accept, clear, isEmpty, refuse } from './outcome'
import { plainText } from './text'

/** What dates and times share: an order, and text that sorts like it. */
export const dateBase = {
  filterOperators: orderedOperators,
  aggregates: orderedAggregates,
  searchable: false,
  align: 'start',
  creatable: true,
  writable: true,
} satisfies Partial<ColumnType>

function stored(moment: Moment | undefined): Parsed {
  return moment === undefined ? refuse('notDateTime') : accept(momentText(moment))
}

function momentOf(value: StoredValue): Moment | undefined {
  return typeof value === 'string' ? isoMoment(value) : undefined
}

/** Date and time, kept as `YYYY-MM-DD HH:MM:SS` in UTC. A zone is turned into UTC, fractions of seconds are kept. */
export const momentType = {
  ...dateBase,
  storage: 'dateTime',
  parse(value, column: Column) {
    if (isEmpty(value)) return clear(column)
    return stored(typeof value === 'string' ? isoMoment(value.trim()) : undefined)
  },
  parseText(text, column, { locale }) {
    return text.trim() === '' ? clear(column) : stored(readMoment(text, locale))
  },
  format(value, _column, { locale }) {
    const moment = momentOf(value)
    return moment === undefined ? plainText(value) : formatMoment(moment, locale)
  },
  display: 'dateTime',
  editor: 'dateTime',
  jsonSchema: { type: 'string', format: 'date-time' },
} satisfies Omit<ColumnType, 'name'>
