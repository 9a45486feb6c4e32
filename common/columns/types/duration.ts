import type { ColumnType, Parsed } from '@common/columns/column-type'
import { localDigits, plainDigits } from '@common/columns/values/number-format'
import { withoutDirectionMarks } from '@common/columns/values/locale'
import { wholeNumber } from '@common/columns/values/numbers'
import { plainNumber, plainNumberOf, plainNumberText, wholeValue } from '@common/columns/values/numeric'
import { clear, isEmpty, refuse } from '@common/columns/values/outcome'
import { plainText } from '@common/columns/values/text'

/** Reads `h:mm:ss`, `m:ss` or seconds. */
function secondsOf(given: string): Parsed {
  const text = given.trim().replace('\u2212', '-')
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

function clockLike(seconds: bigint): string {
  const two = (value: bigint): string => String(value).padStart(2, '0')
  const hours = seconds / 3600n
  const minutes = (seconds / 60n) % 60n
  return hours === 0n ? `${minutes}:${two(seconds % 60n)}` : `${hours}:${two(minutes)}:${two(seconds % 60n)}`
}

/** A length of time, kept as whole seconds, written `3:48` or `1:03:48`. */
export const duration: ColumnType = {
  ...wholeNumber,
  name: 'Duration',
  parse(value, column) {
    if (isEmpty(value)) return clear(column)
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      return refuse('numberNotExact')
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    return isNumber || typeof value === 'string' ? secondsOf(String(value)) : refuse('notDuration')
  },
  parseText(text, column, { locale }) {
    const typed = plainDigits(withoutDirectionMarks(text), locale).trim()
    return typed === '' ? clear(column) : secondsOf(typed)
  },
  format(value, _column, { locale }) {
    const number = plainNumberOf(value)
    if (number === undefined || number.fraction !== '') return plainText(value)
    const text = clockLike(BigInt(plainNumberText({ ...number, negative: false })))
    return localDigits(number.negative ? `-${text}` : text, locale)
  },
  editor: 'text',
}
