import type { CellDisplay, FormatOptions, StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import {
  clockOf,
  clockText,
  dayOf,
  daysInMonth,
  epochOf,
  isoDay,
  isoDayText,
  isoMoment,
  laterBy,
  momentText,
  type Day,
} from '@common/columns/values/calendar'
import { exactNumber, plainNumberOf, plainNumberText } from '@common/columns/values/numeric'
import type { Column } from '@common/model'
import { nameSeries } from './names'

/** Value at a position: 1 is the first after the given ones, -1 the first before them. */
export type Series = (place: number) => StoredValue

export type FillMode = 'series' | 'copy'

/**
 * Returns the series that continues some values. As in spreadsheets, one number or text repeats and one date continues
 * by days. Two or more values define their step. Ctrl swaps repeating and continuing.
 *
 * @param given  the dragged values, in order
 */
export function fillSeries(
  given: readonly StoredValue[],
  column: Column,
  reader: FormatOptions,
  turned: boolean,
): { readonly mode: FillMode; readonly valueAt: Series } {
  const series = given.length === 0 ? undefined : seriesOf(given, column, reader)
  const isUsual = series !== undefined && (given.length > 1 || series.single)
  const isSeries = series !== undefined && isUsual !== turned
  return isSeries ? { mode: 'series', valueAt: series.valueAt } : { mode: 'copy', valueAt: copies(given) }
}

/** The values again and again, in both directions. */
export function copies(given: readonly StoredValue[]): Series {
  const size = given.length
  if (size === 0) return () => null
  return (place) => given[place > 0 ? (place - 1) % size : (size - (-place % size)) % size] ?? null
}

interface Found {
  readonly valueAt: Series
  /** True if a single value also continues. */
  readonly single: boolean
}

function seriesOf(given: readonly StoredValue[], column: Column, reader: FormatOptions): Found | undefined {
  if (given.some((value) => value === null)) return undefined
  const { display } = columnType(column.uiType)
  return seriesReaders[display](given, reader, column)
}

type SeriesReader = (given: readonly StoredValue[], reader: FormatOptions, column: Column) => Found | undefined

const noSeries: SeriesReader = () => undefined
const amounts: SeriesReader = (given, _reader, column) =>
  columnType(column.uiType).sort === 'number' && !hasRole(column, 'reference') ? numbers(given) : undefined

const seriesReaders: Readonly<Record<CellDisplay, SeriesReader>> = {
  date: dates,
  dateTime: moments,
  time: clocks,
  text: texts,
  longText: texts,
  number: amounts,
  percent: amounts,
  rating: noSeries,
  checkbox: noSeries,
  chips: noSeries,
  link: noSeries,
  json: noSeries,
  person: noSeries,
  files: noSeries,
  code: noSeries,
  button: noSeries,
  records: noSeries,
}

/** Continues numbers with a constant step in decimal arithmetic: 0.1, 0.2 continues with 0.3. */
function numbers(given: readonly StoredValue[]): Found | undefined {
  const parts = given.map(plainNumberOf)
  const whole = parts.filter((part) => part !== undefined)
  if (whole.length < parts.length) return undefined
  const digits = Math.max(...whole.map(({ fraction }) => fraction.length))
  const scaled = whole.map((part) =>
    BigInt(plainNumberText({ ...part, whole: part.whole + part.fraction.padEnd(digits, '0'), fraction: '' })),
  )
  const step = stepOf(scaled, 1n * 10n ** BigInt(digits))
  const [first = 0n, last = 0n] = [scaled[0], scaled.at(-1)]
  if (step === undefined) return undefined
  return {
    single: false,
    valueAt: (place) => written((place > 0 ? last : first) + step * BigInt(place), digits),
  }
}

function written(scaled: bigint, digits: number): StoredValue {
  const size = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0')
  const text = digits === 0 ? size : `${size.slice(0, -digits)}.${size.slice(-digits)}`
  const signed = scaled < 0n ? `-${text}` : text
  const near = exactNumber(signed)
  return typeof near === 'number' || digits > 0 ? near : BigInt(near)
}

/** Returns the constant step between the values; undefined if it varies. */
function stepOf(values: readonly bigint[], alone: bigint): bigint | undefined {
  const [first, second] = values
  if (first === undefined) return undefined
  if (second === undefined) return alone
  const step = second - first
  return values.every((value, at) => value === first + step * BigInt(at)) ? step : undefined
}

const daySeconds = 86_400
const numberOf = ({ year, month, day }: Day): number =>
  epochOf({ day: { year, month, day }, clock: { hour: 0, minute: 0, second: 0, fraction: '' } }) / daySeconds

function dayAt(number: number): Day | undefined {
  const start = { day: { year: 1970, month: 1, day: 1 }, clock: { hour: 0, minute: 0, second: 0, fraction: '' } }
  return laterBy(start, number * daySeconds)?.day
}

/** Detects calendar steps: months with the same day, working days, or a number of days. */
function calendarSteps(given: readonly Day[]): ((place: number) => Day | undefined) | undefined {
  const [first, last] = [given[0], given.at(-1)]
  if (!first || !last) return undefined
  const days = given.map(numberOf)
  const months = given.map(({ year, month }) => year * 12 + month - 1)
  const monthStep = given.length > 1 ? stepOf(months.map(BigInt), 1n) : undefined
  const onDay = Math.max(...given.map(({ day }) => day))
  // The last day of a month stays the last: 31 January, 28 February, 31 March.
  const isMonthly =
    monthStep !== undefined &&
    monthStep !== 0n &&
    given.every(({ year, month, day }) => day === Math.min(onDay, daysInMonth(year, month)))
  if (isMonthly) {
    const step = Number(monthStep)
    return (place) => {
      const month = (place > 0 ? (months.at(-1) ?? 0) : (months[0] ?? 0)) + step * place
      const [year, at] = [Math.floor(month / 12), (((month % 12) + 12) % 12) + 1]
      return dayOf(year, at, Math.min(onDay, daysInMonth(year, at)))
    }
  }
  const step = stepOf(days.map(BigInt), 1n)
  if (step !== undefined)
    return (place) => dayAt((place > 0 ? (days.at(-1) ?? 0) : (days[0] ?? 0)) + Number(step) * place)
  const isWorking = days.length > 2 && days.every((day, at) => at === 0 || day === nextWorkingDay(days[at - 1] ?? 0, 1))
  if (!isWorking) return undefined
  return (place) => {
    let day = place > 0 ? (days.at(-1) ?? 0) : (days[0] ?? 0)
    for (let at = 0; at < Math.abs(place); at += 1) day = nextWorkingDay(day, place > 0 ? 1 : -1)
    return dayAt(day)
  }
}

/** 1 January 1970 was a Thursday. */
const weekday = (number: number): number => (((number + 4) % 7) + 7) % 7
function nextWorkingDay(day: number, direction: 1 | -1): number {
  let next = day + direction
  while (weekday(next) === 0 || weekday(next) === 6) next += direction
  return next
}

function dates(given: readonly StoredValue[]): Found | undefined {
  const days = given.map((value) => (typeof value === 'string' ? isoDay(value) : undefined))
  const whole = days.filter((day) => day !== undefined)
  const steps = whole.length < days.length ? undefined : calendarSteps(whole)
  if (!steps) return undefined
  return {
    single: true,
    valueAt: (place) => {
      const day = steps(place)
      return day ? isoDayText(day) : null
    },
  }
}

/** Moments at one time of day go by the calendar, others by the time between them. */
function moments(given: readonly StoredValue[]): Found | undefined {
  const all = given.map((value) => (typeof value === 'string' ? isoMoment(value) : undefined))
  const whole = all.filter((moment) => moment !== undefined)
  const [first, last] = [whole[0], whole.at(-1)]
  if (whole.length < all.length || !first || !last) return undefined
  const clock = clockText(first.clock)
  const steps = whole.every((each) => clockText(each.clock) === clock)
    ? calendarSteps(whole.map(({ day }) => day))
    : undefined
  if (steps)
    return {
      single: true,
      valueAt: (place) => {
        const day = steps(place)
        return day ? momentText({ day, clock: first.clock }) : null
      },
    }
  const step = stepOf(
    whole.map((moment) => BigInt(epochOf(moment))),
    BigInt(daySeconds),
  )
  if (step === undefined) return undefined
  return {
    single: true,
    valueAt: (place) => {
      const moment = laterBy(place > 0 ? last : first, Number(step) * place)
      return moment ? momentText(moment) : null
    },
  }
}

/** Continues times of day, which wrap at midnight; a single one continues by hours. */
function clocks(given: readonly StoredValue[]): Found | undefined {
  const seconds = given.flatMap((value) => {
    const clock = typeof value === 'string' ? clockOf(value) : undefined
    return clock && clock.fraction === '' ? BigInt(clock.hour * 3600 + clock.minute * 60 + clock.second) : []
  })
  const step = stepOf(seconds, 3600n)
  if (seconds.length < given.length || step === undefined) return undefined
  const [first = 0n, last = 0n] = [seconds[0], seconds.at(-1)]
  return {
    single: true,
    valueAt: (place) => {
      const day = BigInt(daySeconds)
      const at = Number(((((place > 0 ? last : first) + step * BigInt(place)) % day) + day) % day)
      return clockText({ hour: Math.floor(at / 3600), minute: Math.floor(at / 60) % 60, second: at % 60, fraction: '' })
    },
  }
}

/** `Item 1`, `007`, `3 boxes`; names of weekdays and months. */
function texts(given: readonly StoredValue[], reader: FormatOptions): Found | undefined {
  const all = given.map(String)
  return nameSeries(all, reader.locale) ?? numbered(all, /^(.*?)(\d{1,15})(\D*)$/s)
}

/** Texts that differ in one number alone. */
function numbered(given: readonly string[], form: RegExp): Found | undefined {
  const matches = given.map((text) => form.exec(text))
  const [first] = matches
  if (!first) return undefined
  const [, before = '', digits = '', behind = ''] = first
  if (matches.some((match) => match?.[1] !== before || match[3] !== behind)) return undefined
  const all = matches.map((match) => BigInt(match?.[2] ?? 0))
  const step = stepOf(all, 1n)
  if (step === undefined) return undefined
  const [start = 0n, last = 0n] = [all[0], all.at(-1)]
  // A number alone is copied like one; with a name it is counted on.
  const single = before.trim() !== '' || behind.trim() !== ''
  return {
    single,
    valueAt: (place) => {
      const number = (place > 0 ? last : start) + step * BigInt(place)
      // Such names have no negative numbers: they count up again, as in spreadsheets.
      const size = String(number < 0n ? -number : number).padStart(digits.startsWith('0') ? digits.length : 1, '0')
      return `${before}${size}${behind}`
    },
  }
}
