import type { DateFormat, TimeFormat } from '@common/model'
import {
  clockOf,
  dayOf,
  isoDay,
  isoDayText,
  isoMoment,
  laterBy,
  saysZone,
  shortClockText,
  type Day,
  type Moment,
} from './calendar'
import { escapeExpression, perLocale, withoutDirectionMarks } from './locale'
import { localDigits, plainDigits } from './number-format'
import { fromZone, offsetText, toZone, withoutOffset } from './time-zone'

type Part = 'year' | 'month' | 'day'
/** Parts of a formatted date: literal text, or a placeholder for day or year. */
type Pattern = readonly (string | { readonly part: 'day' | 'year' })[]

/** How a locale writes dates. */
interface DateSymbols {
  /** Twelve patterns, because the month can change the words around it. */
  readonly patterns: readonly Pattern[]
  /** The same patterns, and those with full month names, for parsing. */
  readonly expressions: readonly { readonly month: number; readonly expression: RegExp }[]
  /** Names of months in lower case, without dots. English ones are always understood. */
  readonly months: ReadonlyMap<string, number>
  /** Order of the numbers in an all-numeric date. */
  readonly order: readonly Part[]
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => index + 1)

/** English dates are written `18 Sep 2026` wherever English is read (visual reference §5). */
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const symbolsOf = perLocale((locale): DateSymbols => {
  const gregorian = `${locale.replace(/-u-.*$/, '')}-u-ca-gregory-nu-latn`
  const formats = (['short', 'long'] as const).map(
    (month) => new Intl.DateTimeFormat(gregorian, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' }),
  )
  const english = /^en\b/.test(locale)
  const written = formats.map((format) => monthNumbers.map((month) => patternOf(format, month)))
  const patterns = english ? englishMonths.map(englishPattern) : (written[0] ?? [])
  const readable = [patterns, ...written].flatMap((twelve) =>
    twelve.map((pattern, index) => ({ month: index + 1, expression: expressionOf(pattern) })),
  )
  return { patterns, expressions: readable, months: monthNames(gregorian), order: numericOrder(gregorian) }
})

function englishPattern(month: string): Pattern {
  return [{ part: 'day' }, ` ${month} `, { part: 'year' }]
}

function patternOf(format: Intl.DateTimeFormat, month: number): Pattern {
  const pattern: Pattern[number][] = []
  for (const { type, value } of format.formatToParts(Date.UTC(2026, month - 1, 18))) {
    if (type === 'day' || type === 'year') pattern.push({ part: type })
    else if (type !== 'era') pattern.push(withoutDirectionMarks(value))
  }
  return pattern
}

function expressionOf(pattern: Pattern): RegExp {
  const pieces = pattern.map((piece) => {
    if (typeof piece === 'string') return escapeExpression(piece).replace(/\s+/g, '\\s*')
    return piece.part === 'day' ? '(?<day>\\d{1,2})' : '(?<year>\\d{4})'
  })
  return new RegExp(`^${pieces.join('')}$`, 'iu')
}

function monthNames(locale: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const language of ['en', locale]) {
    for (const month of ['short', 'long'] as const) {
      for (const others of [{}, { day: 'numeric' } as const]) {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC', ...others })
        for (const number of monthNumbers) {
          const parts = format.formatToParts(Date.UTC(2026, number - 1, 18))
          const name = parts.find(({ type }) => type === 'month')?.value ?? ''
          if (/^\p{L}/u.test(name)) names.set(bareName(name), number)
        }
      }
    }
  }
  names.set('sept', 9)
  return names
}

const bareName = (name: string): string => name.toLowerCase().replace(/[.\s]/g, '')

function numericOrder(locale: string): readonly Part[] {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' })
  return format
    .formatToParts(Date.UTC(2026, 8, 18))
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'year' || type === 'month' || type === 'day')
}

/**
 * Formats a day as `18 Sep 2026` in the words and order of the locale, or in the column's numeric format. Years have
 * four digits, so that the text parses back to the same day.
 */
export function formatDay(given: Day, locale: string, format?: DateFormat): string {
  const { year, month, day } = given
  if (format !== undefined) return localDigits(numericDay(given, format), locale)
  const pattern = symbolsOf(locale).patterns[month - 1] ?? []
  const text = pattern
    .map((piece) => {
      if (typeof piece === 'string') return piece
      return piece.part === 'day' ? String(day) : String(year).padStart(4, '0')
    })
    .join('')
  return localDigits(text, locale)
}

function numericDay(day: Day, format: DateFormat): string {
  const [year = '', month = '', date = ''] = isoDayText(day).split('-')
  if (format === 'iso') return `${year}-${month}-${date}`
  return format === 'dayMonthYear' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}

const orders: Readonly<Record<DateFormat, readonly Part[]>> = {
  iso: ['year', 'month', 'day'],
  dayMonthYear: ['day', 'month', 'year'],
  monthDayYear: ['month', 'day', 'year'],
}

/** How a column writes moments (`ColumnOptions`), and the zone of its reader. */
export interface MomentFormat {
  readonly dateFormat?: DateFormat | undefined
  readonly timeFormat?: TimeFormat | undefined
  /** Time zone of the column, the same for all users. Users in another zone see its name. */
  readonly timeZone?: string | undefined
  readonly readerZone?: string | undefined
}

/** `18 Sep 2026, 14:05`, seconds and fractions only where there are some, the zone only where it is not the reader's. */
export function formatMoment(moment: Moment, locale: string, format: MomentFormat = {}): string {
  const reader = format.readerZone ?? 'UTC'
  const zone = format.timeZone ?? reader
  const local = toZone(moment, zone)
  const shown = local?.moment ?? moment
  const text = `${formatDay(shown.day, locale, format.dateFormat)}, ${localDigits(shortClockText(shown.clock, format.timeFormat), locale)}`
  if (local === undefined) return `${text} UTC`
  return zone === reader && !local.isSecond ? text : `${text} ${offsetText(local.offset)}`
}

/**
 * Parses a day in the formats of the locale: `18 Sep 2026`, `September 18, 2026`, `18.9.2026`. Reads `18/09/2026` or
 * `9/18/2026` by the column's order, otherwise the locale's. Always accepts ISO.
 */
export function readDay(given: string, locale: string, format?: DateFormat): Day | undefined {
  const text = plainDigits(withoutDirectionMarks(given), locale).trim()
  const symbols = symbolsOf(locale)
  const order = format === undefined || format === 'iso' ? symbols.order : orders[format]
  const chosen = format === undefined ? undefined : dayByNumbers(text, order)
  return isoDay(text) ?? chosen ?? dayByPattern(text, symbols) ?? dayByNumbers(text, order) ?? dayByName(text, symbols)
}

function dayByPattern(text: string, { expressions }: DateSymbols): Day | undefined {
  for (const { month, expression } of expressions) {
    const groups = expression.exec(text)?.groups
    if (groups !== undefined) return dayOf(Number(groups.year), month, Number(groups.day))
  }
  return undefined
}

function dayByNumbers(text: string, order: readonly Part[]): Day | undefined {
  const match = /^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/.exec(text)
  if (match === null) return undefined
  const [, first = '', separator, second = '', third = ''] = match
  if (first.length > 2) return third.length > 2 ? undefined : dayOf(fullYear(first), Number(second), Number(third))
  // Dates with dots put the day before the month everywhere.
  const ordered: readonly Part[] = separator === '.' && order[0] === 'month' ? ['day', 'month', 'year'] : order
  const yearFirst = ordered[0] === 'year' && third.length < 3
  const places: readonly Part[] = ordered[0] === 'year' && !yearFirst ? ['day', 'month', 'year'] : ordered
  const read = (part: Part): string => [first, second, third][places.indexOf(part)] ?? ''
  return read('day').length > 2 ? undefined : dayOf(fullYear(read('year')), Number(read('month')), Number(read('day')))
}

function dayByName(text: string, { months }: DateSymbols): Day | undefined {
  const match =
    /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:de\s|of\s)?(?<name>\p{L}[\p{L}\p{M}. ]*?)\.?(?:[\s,-]|\sde\s)*(?<year>\d{4}|\d{2})$/iu.exec(
      text,
    ) ??
    /^(?<name>\p{L}[\p{L}\p{M}]*)\.?\s*(?<day>\d{1,2})(?:st|nd|rd|th)?\s*,?\s*(?<year>\d{4})$/iu.exec(text) ??
    /^(?<year>\d{4})[\s,-]+(?<name>\p{L}[\p{L}\p{M}]*)\.?[\s-]+(?<day>\d{1,2})$/iu.exec(text)
  const { day = '', name = '', year = '' } = match?.groups ?? {}
  const month = months.get(bareName(name))
  return month === undefined ? undefined : dayOf(fullYear(year), month, Number(day))
}

/** Two digits are a year of our time, as spreadsheets read them: 29 is 2029, 30 is 1930. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return digits.length === 4 ? year : 0
  return digits.length === 2 ? year + (year < 30 ? 2000 : 1900) : 0
}

/** Parses date and time: ISO 8601, or a day as above followed by a time. Default zone: the column's. */
export function readMoment(given: string, locale: string, format: MomentFormat = {}): Moment | undefined {
  const text = plainDigits(withoutDirectionMarks(given), locale).trim()
  if (saysZone(text)) return isoMoment(text)
  const zoned = withoutOffset(text)
  if (zoned !== undefined) {
    const moment = readLocal(zoned.text, locale, format)
    return moment && laterBy(moment, -zoned.offset)
  }
  const local = readLocal(text, locale, format)
  return local && fromZone(local, format.timeZone ?? format.readerZone ?? 'UTC')
}

function readLocal(text: string, locale: string, { dateFormat }: MomentFormat): Moment | undefined {
  const iso = isoMoment(text)
  if (iso !== undefined) return iso
  const match = /^(.*?)[\s,T]+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?m\.?)?)$/i.exec(text)
  const clock = match === null ? { hour: 0, minute: 0, second: 0, fraction: '' } : clockOf(match[2] ?? '', true)
  const day = readDay(match?.[1] ?? text, locale, dateFormat)
  return day === undefined || clock === undefined ? undefined : { day, clock }
}
