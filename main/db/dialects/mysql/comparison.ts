import type { StoredValue } from '@common/columns/column-type'
import { isoDay } from '@common/columns/values/calendar'
import { plainNumberOf } from '@common/columns/values/numeric'
import type { ComparedColumn, Comparison } from '@main/db/dialect'

/** Kinds of comparison. All other types are compared, sorted and grouped as text. */
type Kind = 'integer' | 'number' | 'float' | 'text' | 'date' | 'moment' | 'time' | 'bytes'

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^((tiny|small|medium|big)?int|bit|year|bool)/i, 'integer'],
  [/^(decimal|numeric|double|real)/i, 'number'],
  [/^float/i, 'float'],
  [/^((var)?char|(tiny|medium|long)?text)/i, 'text'],
  [/^date$/i, 'date'],
  [/^(datetime|timestamp)/i, 'moment'],
  [/^time\b/i, 'time'],
  [/^((var)?binary|(tiny|medium|long)?blob)/i, 'bytes'],
]

function kindOf({ nativeType }: ComparedColumn): Kind | undefined {
  return kinds.find(([pattern]) => pattern.test(nativeType))?.[1]
}

/** Returns the text that users see. Enumerations sort by it, not by their index. */
export const asText = (expression: string): string => `CAST(${expression} AS CHAR)`

/**
 * The server compares any types by its own rules: `12abc` equals 12. Values that fit a type are bound directly, so that
 * indexes apply; others are compared as text.
 */
export const comparison: Comparison = {
  sortable: (column, name) => (kindOf(column) === undefined ? comparedText(column, name) : name),

  place: (column, name) => (isShape(column.nativeType) ? comparedText(column, name) : undefined),

  sides: (column, name, values) => {
    const kind = kindOf(column)
    if (kind === undefined || !values.every((value) => fits(kind, value)))
      return { column: comparedText(column, name), value: (placeholder) => asText(placeholder) }
    return { column: name, value: (placeholder, value) => castTo(kind, column, placeholder, value) }
  },

  keyEquals: (column, name, placeholder) => {
    const kind = kindOf(column)
    if (kind === undefined) return `${comparedText(column, name)} = ${placeholder}`
    if (kind === 'float') return `${name} = CAST(${placeholder} AS FLOAT)`
    const decimal = decimalOf(column)
    if (decimal === undefined) return `${name} = ${placeholder}`
    return `${name} = CAST(${placeholder} AS DECIMAL(${decimal.digits}, ${decimal.scale}))`
  },

  keyValue: (column, value) => {
    const kind = kindOf(column)
    if (kind === undefined) return value
    if (kind === 'bytes') return value instanceof Uint8Array ? value : null
    if (!fits(kind, value)) return null
    if (kind === 'integer') return wholeOf(value)
    if (kind === 'float' && !Number.isFinite(Math.fround(Number(value)))) return null
    const decimal = decimalOf(column)
    return decimal === undefined || keepsDigits(decimal, value) ? value : null
  },
}

/** Returns the text that compares values of types without an order. Geometries have no text and compare by bytes. */
const comparedText = ({ nativeType }: ComparedColumn, name: string): string =>
  isShape(nativeType) ? `HEX(${name})` : asText(name)

const isShape = (nativeType: string): boolean =>
  /^(?:geometry|geomcollection|point|linestring|polygon|multi)/i.test(nativeType)

/** Parses integers, which may arrive as text: those of BIT columns do. */
function wholeOf(value: StoredValue): StoredValue {
  const whole = typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value
  return isWhole(whole) && typeof whole !== 'string' ? whole : null
}

function isWhole(value: StoredValue): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  return typeof value !== 'bigint' || (value >= -(2n ** 63n) && value < 2n ** 64n)
}

/** Precision and scale of a decimal column. */
function decimalOf({ nativeType }: ComparedColumn): { readonly digits: number; readonly scale: number } | undefined {
  const match = /^(?:decimal|numeric)(?:\((\d+)(?:,\s*(\d+))?\))?/i.exec(nativeType)
  return match === null ? undefined : { digits: Number(match[1] ?? 10), scale: Number(match[2] ?? 0) }
}

/** True if a decimal column stores the number without rounding. */
function keepsDigits(
  { digits, scale }: { readonly digits: number; readonly scale: number },
  value: StoredValue,
): boolean {
  const number = plainNumberOf(value)
  const whole = number?.whole === '0' ? '' : (number?.whole ?? '')
  return number !== undefined && number.fraction.length <= scale && whole.length <= digits - scale
}

const moment = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/

function fits(kind: Kind, value: StoredValue): boolean {
  switch (kind) {
    case 'integer':
    case 'number':
    case 'float':
      return typeof value === 'boolean' || isNumber(value)
    case 'date':
    case 'moment':
      return (
        isDay(value) ||
        isZeroDay(value) ||
        (typeof value === 'string' && moment.test(value) && isoDay(value.slice(0, 10)) !== undefined)
      )
    case 'time':
      return typeof value === 'string' && /^-?\d{2,3}:\d{2}(:\d{2}(\.\d+)?)?$/.test(value)
    case 'text':
    case 'bytes':
      return true
  }
}

function castTo(kind: Kind, column: ComparedColumn, placeholder: string, value: StoredValue): string {
  switch (kind) {
    case 'float':
      // As a double, a single-precision 1.1 is another number than 1.1.
      return Number.isFinite(Math.fround(Number(value))) ? `CAST(${placeholder} AS FLOAT)` : placeholder
    case 'date':
    case 'moment':
      // The server itself parses dates that don't exist.
      if (isZeroDay(value)) return placeholder
      return isDay(value) ? `CAST(${placeholder} AS DATE)` : momentSql(placeholder, String(value))
    case 'integer':
    case 'number': {
      const isExact = decimalOf(column) !== undefined || (kind === 'integer' && typeof value === 'string')
      const decimal = isExact ? decimalType(value) : undefined
      // Compared with a double, a decimal would become one and lose digits.
      if (decimal !== undefined) return `CAST(${placeholder} AS ${decimal})`
      // A number in a text.
      return typeof value === 'string' || (typeof value === 'bigint' && !isWhole(value))
        ? `(${placeholder} + 0)`
        : placeholder
    }
    default:
      return placeholder
  }
}

/** The widest decimal has 65 digits, 30 of them after the point. */
function decimalType(value: StoredValue): string | undefined {
  const number = plainNumberOf(value)
  const whole = number?.whole.length ?? Number.POSITIVE_INFINITY
  return whole > 65 ? undefined : `DECIMAL(65, ${Math.min(30, 65 - whole)})`
}

/** Older servers accept neither `Z` nor UTC offsets in a moment. */
function momentSql(placeholder: string, value: string): string {
  const zone = moment.exec(value)?.[1] ?? ''
  const local = zone === '' ? placeholder : `LEFT(${placeholder}, ${value.length - zone.length})`
  const cast = `CAST(REPLACE(${local}, 'T', ' ') AS DATETIME(6))`
  return zone === '' || zone === 'Z' ? cast : `CONVERT_TZ(${cast}, '${zone}', '+00:00')`
}

function isNumber(value: StoredValue): boolean {
  if (typeof value === 'string') return plainNumberOf(value) !== undefined && Number.isFinite(Number(value))
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

const isDay = (value: StoredValue): boolean => typeof value === 'string' && isoDay(value) !== undefined

/** True for dates with a month or day of 0, including the zero date, which the server can store. */
const isZeroDay = (value: StoredValue): boolean =>
  typeof value === 'string' && /^\d{4}-(?:00-\d{2}|\d{2}-00)(?: \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)?$/.test(value)
