import type { ColumnType, Parsed } from '@common/columns/column-type'
import type { DurationFormat } from '@common/model'
import { guessBy } from '@common/columns/values/guesses'
import { localDigits, plainDigits } from '@common/columns/values/number-format'
import { withoutDirectionMarks } from '@common/columns/values/locale'
import { wholeNumber } from '@common/columns/values/numbers'
import { plainNumber, plainNumberOf, plainNumberText, wholeValue } from '@common/columns/values/numeric'
import { clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { plainText } from '@common/columns/values/text'

/** Reads `h:mm:ss`, seconds, and `m:ss`, or `h:mm` where the column counts hours and minutes. */
function secondsOf(given: string, format: DurationFormat | undefined): Parsed {
  const text = hoursAndSeconds(given.trim().replace('\u2212', '-'), format)
  const match = /^(-?)(?:(\d+):(\d{2})|(\d+)):(\d{2})$/.exec(text)
  if (match === null) {
    const seconds = plainNumber(text)
    const whole = seconds === undefined ? undefined : wholeValue(seconds)
    return whole?.ok === true ? whole : refuse('notDuration')
  }
  const [, sign = '', hours, minutesOfHour, minutes, seconds = '0'] = match
  if (Number(minutesOfHour ?? 0) > 59 || Number(seconds) > 59) return refuse('notDuration')
  const total = BigInt(hours ?? 0) * 3600n + BigInt(minutesOfHour ?? minutes ?? 0) * 60n + BigInt(seconds)
  const number = plainNumber(`${sign}${total}`)
  return number === undefined ? refuse('notDuration') : wholeValue(number)
}

function hoursAndSeconds(text: string, format: DurationFormat | undefined): string {
  return format === 'h:mm' && /^-?\d+:\d{2}$/.test(text) ? `${text}:00` : text
}

/** Writes seconds as `3:48` or `1:03:48`, in the format of the column. Always shows seconds that aren't zero. */
export function durationText(seconds: bigint, format?: DurationFormat): string {
  const two = (value: bigint): string => String(value).padStart(2, '0')
  const size = seconds < 0n ? -seconds : seconds
  const sign = seconds < 0n ? '-' : ''
  const [hours, minutes, rest] = [size / 3600n, (size / 60n) % 60n, size % 60n]
  if (format === 'h:mm' && rest === 0n) return `${sign}${hours}:${two(minutes)}`
  if (format === undefined && hours === 0n) return `${sign}${minutes}:${two(rest)}`
  return `${sign}${hours}:${two(minutes)}:${two(rest)}`
}

/** A length of time, stored as whole seconds and written `3:48` or `1:03:48`. */
export const duration: ColumnType = {
  ...wholeNumber,
  name: 'Duration',
  icon: 'hourglass',
  example: () => 3828,
  reverses: 'counted',
  unit: 'seconds',
  serial: 'duration',
  sheet: 'length',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      return refuse('numberNotExact')
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    const { durationFormat } = column.options
    return isNumber || typeof value === 'string' ? secondsOf(String(value), durationFormat) : refuse('notDuration')
  },
  parseText(text, column, { locale }) {
    const typed = plainDigits(withoutDirectionMarks(text), locale).trim()
    return typed === '' ? clear(column) : secondsOf(typed, column.options.durationFormat)
  },
  format(value, { options }, { locale }) {
    const number = plainNumberOf(value)
    if (number === undefined || number.fraction !== '') return plainText(value)
    return localDigits(durationText(BigInt(plainNumberText(number)), options.durationFormat), locale)
  },
  editor: 'text',
  settings: ['durationFormat'],
  // Less than `Time`: lengths up to a day look like times of day.
  guess: (texts) => guessBy(0.91, texts, (text) => /^-?\d+:[0-5]\d(?::[0-5]\d)?$/.test(text.trim())),
}
