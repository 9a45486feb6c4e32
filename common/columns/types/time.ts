import type { ColumnType, Parsed } from '@common/columns/column-type'
import { clockOf, clockText, shortClockText, type Clock } from '@common/columns/values/calendar'
import { dateBase } from '@common/columns/values/dates'
import { withoutDirectionMarks } from '@common/columns/values/locale'
import { localDigits, plainDigits } from '@common/columns/values/number-format'
import { accept, clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { plainText } from '@common/columns/values/text'

function stored(clock: Clock | undefined): Parsed {
  return clock === undefined ? refuse('notTime') : accept(clockText(clock))
}

/** A time of day, kept as `HH:MM:SS`. */
export const time: ColumnType = {
  ...dateBase,
  name: 'Time',
  storage: 'time',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    return stored(typeof value === 'string' ? clockOf(value.trim()) : undefined)
  },
  parseText(text, column, { locale }) {
    const typed = plainDigits(withoutDirectionMarks(text), locale).trim()
    return typed === '' ? clear(column) : stored(clockOf(typed, true))
  },
  format(value, _column, { locale }) {
    const clock = typeof value === 'string' ? clockOf(value) : undefined
    return clock === undefined ? plainText(value) : localDigits(shortClockText(clock), locale)
  },
  display: 'time',
  editor: 'time',
  jsonSchema: { type: 'string', format: 'time' },
}
