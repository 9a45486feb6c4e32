import type { Column } from '@common/model'
import type { StoredValue } from './column-type'
import type { Conversion } from './facets'
import { columnType } from './registry'
import { clockOf, clockText, isoDay, isoMoment, storableClock, momentText } from './values/calendar'
import { exactNumber, floatValue, plainNumber, plainNumberText, wholeValue, type PlainNumber } from './values/numeric'
import { splitOptions } from './values/options'

/** The part of a column that decides how its values convert. */
export type ConvertedColumn = Pick<Column, 'uiType' | 'options'>

/** The value that the new type stores, or `fits: false` if the new type can't hold it. */
export type Converted = { readonly fits: true; readonly value: StoredValue } | { readonly fits: false }

const lost: Converted = { fits: false }
const converted = (value: StoredValue): Converted => ({ fits: true, value })

/**
 * Converts a stored value to another type. The SQL of every dialect (`convert.ts` there) follows the same rule, within
 * the limits of its own numbers. A value converts through its readable text. The new type parses it as program output,
 * independent of the user's language.
 */
export function convertedValue(value: StoredValue, from: ConvertedColumn, to: ConvertedColumn): Converted {
  if (value === null) return converted(null)
  if (value instanceof Uint8Array) return lost
  const readable = readableText(value, from)
  const { converts, sort } = columnType(to.uiType)
  if (converts === 'text') return converted(readable)
  const text = readable.trim()
  if (text === '') return converted(null)
  return readers[converts](sort === 'number' && isFlag(from) ? flagDigit(text) : text, to)
}

/** As a number, yes is 1 and no is 0. */
function flagDigit(text: string): string {
  return text === 'true' ? '1' : text === 'false' ? '0' : text
}

/** Returns the readable text of a value: yes and no as words, numbers without trailing zeros. */
function readableText(value: Exclude<StoredValue, null | Uint8Array>, from: ConvertedColumn): string {
  if (typeof value === 'boolean') return String(value)
  if (isFlag(from) && (value === 1 || value === 1n)) return 'true'
  if (isFlag(from) && (value === 0 || value === 0n)) return 'false'
  const number = typeof value === 'number' ? plainNumber(String(value)) : undefined
  return number === undefined ? String(value) : plainNumberText(number)
}

const isFlag = ({ uiType }: ConvertedColumn): boolean => columnType(uiType).content === 'flag'

const yes: readonly string[] = ['1', '1.0', 'true', 'yes', 'on']
const no: readonly string[] = ['0', '0.0', 'false', 'no', 'off']

type Reader = (text: string, to: ConvertedColumn) => Converted

const asItIs: Reader = (text) => converted(text)

const readers: Readonly<Record<Conversion, Reader>> = {
  text: asItIs,
  trimmed: asItIs,
  whole(text, { uiType, options }) {
    const range = columnType(uiType).range?.(options)
    return whole(text, range?.low, range?.high)
  },
  decimal(text) {
    const number = numberIn(text)
    return number === undefined || !Number.isFinite(Number(text))
      ? lost
      : converted(exactNumber(plainNumberText(number)))
  },
  double,
  flag(text) {
    const word = text.toLowerCase()
    return yes.includes(word) ? converted(1) : no.includes(word) ? converted(0) : lost
  },
  day,
  moment(text) {
    const moment = isoMoment(text)
    return moment === undefined ? lost : converted(momentText({ ...moment, clock: storableClock(moment.clock) }))
  },
  time(text) {
    const clock = /^\d{2}:/.test(text) ? clockOf(text) : undefined
    return clock === undefined ? lost : converted(clockText(storableClock(clock)))
  },
  json: (text) => (isJson(text) ? converted(text) : lost),
  choice: (text, { options }) => (isChoice(text, options) ? converted(text) : lost),
  choices(text, { options }) {
    const titles = splitOptions(text)
    return titles.every((title) => isChoice(title, options)) ? converted(titles.join(',')) : lost
  },
}

/** Accepts JSON numbers only: leading zeros, plus signs and hexadecimal would not survive the way back. */
function numberIn(text: string): PlainNumber | undefined {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? plainNumber(text) : undefined
}

function whole(text: string, low = -Infinity, high = Infinity): Converted {
  const number = numberIn(text)
  const parsed = number && wholeValue(number)
  if (parsed?.ok !== true || parsed.value === null) return lost
  return Number(parsed.value) >= low && Number(parsed.value) <= high ? converted(parsed.value) : lost
}

/** Rejects more digits than a double can hold. */
function double(text: string): Converted {
  const number = numberIn(text)
  const parsed = number && floatValue(number)
  if (number === undefined || parsed?.ok !== true || typeof parsed.value !== 'number') return lost
  const digits = `${number.whole}${number.fraction}`.replace(/^0+/, '').length
  return digits <= 15 ? converted(parsed.value) : lost
}

/** Accepts a day, or a moment at midnight: any other time would get lost. */
function day(text: string): Converted {
  const iso = text.slice(0, 10)
  if (isoDay(iso) === undefined) return lost
  return /^(?:[T ](?:00:00(?::00(?:\.0+)?)?)?Z?)?$/.test(text.slice(10)) ? converted(iso) : lost
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Without options, any text is valid. */
function isChoice(title: string, { options = [] }: ConvertedColumn['options']): boolean {
  return options.length === 0 || options.some((option) => option.title === title)
}
