import type { SheetFormat } from '@common/columns/facets'
import { columnType } from '@common/columns/registry'
import {
  clockOf,
  epochOf,
  isoDay,
  isoMoment,
  momentText,
  type Clock,
  type Moment,
} from '@common/columns/values/calendar'
import { plainNumberOf, plainNumberText } from '@common/columns/values/numeric'
import { toZone } from '@common/columns/values/time-zone'
import type { Column } from '@common/model'
import { isFlag, isNames, sure, textOf } from './cells'
import type { ExportField, ExportValue } from './fields'
import type { ExportOptions } from './options'

/** A cell of a sheet: a number or a text for XML, or a tick. */
export type SheetCell =
  | { readonly kind: 'number' | 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly set: boolean }

/** Returns the number format of a field's cells; undefined for the general one. */
export function formatOf({ column, kind }: ExportField, locale: string): string | undefined {
  if (kind === 'names' || kind === 'list') return undefined
  return formats[columnType(column.uiType).sheet](column, locale)
}

const clockFormat = ({ options }: Column): string => (options.timeFormat === '12' ? 'h:mm:ss AM/PM' : 'hh:mm:ss')

const formats: Readonly<Record<SheetFormat, (column: Column, locale: string) => string | undefined>> = {
  general: () => undefined,
  digits: ({ options: { precision } }) => (precision === undefined ? undefined : digits(precision)),
  money: currencyFormat,
  percent: ({ options: { precision } }) => `${precision === undefined ? 'General' : digits(precision)}"%"`,
  year: () => '0',
  length: () => '[h]:mm:ss',
  day: dayFormat,
  time: clockFormat,
  moment: (column) => `${dayFormat(column)} ${clockFormat(column)}`,
}

const digits = (precision: number): string => (precision === 0 ? '0' : `0.${'0'.repeat(precision)}`)

function dayFormat({ options }: Column): string {
  if (options.dateFormat === 'dayMonthYear') return 'dd/mm/yyyy'
  return options.dateFormat === 'monthDayYear' ? 'mm/dd/yyyy' : 'yyyy-mm-dd'
}

function currencyFormat({ options }: Column, locale: string): string | undefined {
  const { currency } = options
  if (currency === undefined) return `#,##${digits(options.precision ?? 2)}`
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const precision = options.precision ?? format.resolvedOptions().maximumFractionDigits ?? 2
  const parts = format.formatToParts(1)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
  // The code of the currency replaces a symbol that has a meaning in formats.
  const safe = `[$${/["[\]\\$;]/.test(sign) && sign !== '$' ? currency : sign}]`
  const isFirst = parts.findIndex(({ type }) => type === 'currency') < parts.findIndex(({ type }) => type === 'integer')
  return isFirst ? `${safe}#,##${digits(precision)}` : `#,##${digits(precision)} ${safe}`
}

const number = (value: number | string): SheetCell => ({ kind: 'number', text: String(value) })
const text = (value: string): SheetCell => ({ kind: 'text', text: value })

/**
 * Returns the cell of a value. Numbers, days and ticks keep their type if spreadsheets can store them without loss. All
 * other values are text, never formulas.
 */
export function sheetCell(field: ExportField, value: ExportValue, options: ExportOptions): SheetCell | undefined {
  if (value === null || field.problem !== undefined) return undefined
  if (isNames(value)) return value.length === 0 ? undefined : text(textOf(field, value, options))
  const plain = (): SheetCell => text(textOf(field, value, { ...options, shown: false }))
  if (field.kind === 'list' || value instanceof Uint8Array) return plain()
  const { column } = field
  const { storage } = columnType(column.uiType)
  if (storage === 'boolean') return isFlag(value) ? { kind: 'flag', set: Number(value) === 1 } : plain()
  if (storage !== 'date' && storage !== 'time' && storage !== 'dateTime') return numberCell(field, value) ?? plain()
  return typeof value === 'string' ? serials[storage](value, plain, zoneOf(column, options)) : plain()
}

const serials: Readonly<
  Record<'date' | 'time' | 'dateTime', (given: string, otherwise: Otherwise, timeZone: string) => SheetCell>
> = { date: daySerial, time: timeSerial, dateTime: momentSerial }

/** Returns the zone in which the moments of a column are written. */
export function zoneOf({ options: { timeZone } }: Column, { shown, reader }: ExportOptions): string {
  return timeZone ?? (shown ? (reader.timeZone ?? 'UTC') : 'UTC')
}

/** Returns a number whose digits all survive; undefined otherwise. */
function numberCell({ column, kind }: ExportField, value: ExportValue): SheetCell | undefined {
  const { sort, unit } = columnType(column.uiType)
  const isNumber = sort === 'number' || typeof value === 'number'
  if (!isNumber || isNames(value) || value === null || value instanceof Uint8Array) return undefined
  const given = kind === 'computed' ? sure(value) : value
  const plain = plainNumberOf(given)
  if (plain === undefined) return undefined
  const written = plainNumberText(plain)
  const near = Number(written)
  const back = plainNumberOf(near)
  if (back === undefined || plainNumberText(back) !== written || Math.abs(near) > Number.MAX_SAFE_INTEGER)
    return undefined
  if (unit !== 'seconds') return number(near)
  // No spreadsheet shows negative lengths of time.
  return near < 0 ? undefined : number(near / daySeconds)
}

const daySeconds = 86_400
/** Serial number of 1 January 1970, and the first serial number on which all spreadsheets agree. */
const epochSerial = 25_569
const firstSerial = 61

type Otherwise = () => SheetCell

function daySerial(given: string, otherwise: Otherwise): SheetCell {
  const day = isoDay(given)
  if (day === undefined) return otherwise()
  const serial = epochOf({ day, clock: midnight }) / daySeconds + epochSerial
  return serial < firstSerial ? otherwise() : number(serial)
}

const midnight: Clock = { hour: 0, minute: 0, second: 0, fraction: '' }

function timeSerial(given: string, otherwise: Otherwise): SheetCell {
  const clock = clockOf(given)
  // Spreadsheets round to milliseconds.
  if (clock === undefined || clock.fraction.length > 3) return otherwise()
  return number(secondsOf(clock) / daySeconds)
}

const secondsOf = ({ hour, minute, second, fraction }: Clock): number =>
  hour * 3600 + minute * 60 + Number(`${second}.${fraction === '' ? '0' : fraction}`)

function momentSerial(given: string, otherwise: Otherwise, timeZone: string): SheetCell {
  const moment = isoMoment(given)
  if (moment === undefined) return otherwise()
  // With its zone, the text is unambiguous, even in an hour that a clock change repeats.
  const exact = text(`${momentText(moment).replace(' ', 'T')}Z`)
  if (moment.clock.fraction.length > 3) return exact
  const local = toZone(moment, timeZone)
  if (local === undefined || local.isSecond) return exact
  const serial = serialOf(local.moment)
  return serial < firstSerial ? exact : number(serial)
}

function serialOf({ day, clock }: Moment): number {
  return epochOf({ day, clock: midnight }) / daySeconds + epochSerial + secondsOf(clock) / daySeconds
}
