import type { ColumnType, Parsed } from '@common/columns/column-type'
import { clockOf, clockText, storableClock, shortClockText, type Clock } from '@common/columns/values/calendar'
import { dateBase } from '@common/columns/values/dates'
import { withoutDirectionMarks } from '@common/columns/values/locale'
import { localDigits, plainDigits } from '@common/columns/values/number-format'
import { guessBy } from '@common/columns/values/guesses'
import { accept, clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { plainText } from '@common/columns/values/text'

function stored(clock: Clock | undefined): Parsed {
  return clock === undefined ? refuse('notTime') : accept(clockText(storableClock(clock)))
}

/** A time of day, stored as `HH:MM:SS`, with up to six digits of a fraction. */
export const time: ColumnType = {
  ...dateBase,
  name: 'Time',
  icon: 'clock',
  example: () => '14:05:00',
  converts: 'time',
  serial: 'time',
  sheet: 'time',
  storage: 'time',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    return stored(typeof value === 'string' ? clockOf(value.trim()) : undefined)
  },
  parseText(text, column, { locale }) {
    const typed = plainDigits(withoutDirectionMarks(text), locale).trim()
    return typed === '' ? clear(column) : stored(clockOf(typed, true))
  },
  format(value, { options }, { locale }) {
    const clock = typeof value === 'string' ? clockOf(value) : undefined
    return clock === undefined ? plainText(value) : localDigits(shortClockText(clock, options.timeFormat), locale)
  },
  display: 'time',
  editor: 'time',
  jsonSchema: { type: 'string', format: 'time' },
  settings: ['timeFormat'],
  defaults: { value: true, keyword: 'CURRENT_TIME' },
  guess: (texts) => guessBy(0.94, texts, (text) => clockOf(text.trim(), true) !== undefined),
}
