import { isIP } from 'node:net'
import type { StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { clockOf, isoDay, isoMoment } from '@common/columns/values/calendar'
import { plainNumberOf } from '@common/columns/values/numeric'
import type { ComparedColumn, Comparison } from '@main/db/dialect'

/** Kinds of comparison. All other types are compared, sorted and grouped as text. */
type Kind =
  | 'integer'
  | 'number'
  | 'float'
  | 'boolean'
  | 'text'
  | 'date'
  | 'moment'
  | 'zonedMoment'
  | 'time'
  | 'uuid'
  | 'bytes'
  | 'address'

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/\[\]$/, 'text'],
  [/^(smallint|integer|bigint)$/, 'integer'],
  [/^numeric/, 'number'],
  [/^(real|double precision)$/, 'float'],
  [/^boolean$/, 'boolean'],
  [/^(text|character varying|character|citext)\b/, 'text'],
  [/^date$/, 'date'],
  [/^timestamp\b.*without time zone$/, 'moment'],
  [/^timestamp\b.*with time zone$/, 'zonedMoment'],
  [/^time\b.*without time zone$/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^bytea$/, 'bytes'],
  [/^inet$/, 'address'],
]

function kindOf({ nativeType }: ComparedColumn): Kind | undefined {
  return nativeType.endsWith('[]') ? undefined : kinds.find(([pattern]) => pattern.test(nativeType))?.[1]
}

/** Binds values that fit a type directly, so that indexes apply, and compares others as text. */
export const comparison: Comparison = {
  sortable: (column, name) => (isOrdered(column) ? name : asText(column, name)),

  sides: (column, name, values) => {
    const kind = kindOf(column)
    if (column.nativeType === 'money')
      return values.every((value) => fits('number', value))
        ? { column: `${name}::numeric`, value: (placeholder) => `${placeholder}::numeric` }
        : { column: asText(column, name), value: (placeholder) => `${placeholder}::text` }
    if (kind === undefined || !values.every((value) => fits(kind, value)))
      return { column: asText(column, name), value: (placeholder) => `${placeholder}::text` }
    return { column: name, value: (placeholder, value) => `${placeholder}${castOf(kind, column, value)}` }
  },

  keyEquals: (column, name, placeholder) => {
    if (column.nativeType === 'money') return `${name}::numeric = ${placeholder}::numeric`
    const kind = kindOf(column)
    if (kind === undefined) return `${asText(column, name)} = ${placeholder}::text`
    return `${name} = ${placeholder}${keyCasts[kind] ?? ''}`
  },

  keyValue: (column, value) => {
    if (column.nativeType === 'money') return fits('number', value) ? value : null
    const kind = kindOf(column)
    if (kind === 'integer') return isInt64(value) ? value : null
    if (kind === 'date') return isDay(value) || isFarMoment(value) ? value : null
    return kind === undefined || fits(kind, value) ? value : null
  },
}

const keyCasts: Partial<Record<Kind, string>> = {
  integer: '::bigint',
  number: '::numeric',
  bytes: '::bytea',
  address: '::inet',
}

/** Returns the text that users see of a value. */
export function asText({ nativeType }: Pick<ComparedColumn, 'nativeType'>, expression: string): string {
  // The plain text of an address without a network ends in `/32`.
  if (nativeType === 'inet') return `abbrev(${expression})`
  return kindOf({ nativeType, uiType: typeFor.native }) === 'zonedMoment'
    ? `(${expression} AT TIME ZONE 'UTC')::text`
    : `${expression}::text`
}

const isOrdered = (column: ComparedColumn): boolean => kindOf(column) !== undefined || column.nativeType === 'money'

function fits(kind: Kind, value: StoredValue): boolean {
  switch (kind) {
    case 'integer':
      return isNumber(value)
    case 'number':
      return isNumber(value) || plainNumberOf(value) !== undefined || infinite.test(String(value))
    case 'float':
      return isNumber(value) || infinite.test(String(value))
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
    case 'moment':
    case 'zonedMoment':
      return isDay(value) || isMoment(value) || isFarMoment(value)
    case 'time':
      return typeof value === 'string' && (value === '24:00:00' || clockOf(value) !== undefined)
    case 'bytes':
      return value instanceof Uint8Array
    case 'address':
      return isAddress(value)
    case 'uuid':
      return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    case 'text':
      return true
  }
}

/**
 * Casts a value. The server derives its type from the comparison and rejects values that don't fit, such as a fraction
 * for an integer or a time for a date.
 */
function castOf(kind: Kind, { nativeType }: ComparedColumn, value: StoredValue): string {
  switch (kind) {
    case 'integer':
      return isInt64(value) ? '::bigint' : '::numeric'
    case 'date':
      return isDay(value) || (isFarMoment(value) && !String(value).includes(':')) ? '::date' : '::timestamp'
    case 'float':
      // Rounds the number to single precision, if it is in range, as the column stores it.
      return nativeType === 'real' && !isSingle(Number(value)) ? '::double precision' : ''
    default:
      return keyCasts[kind] ?? ''
  }
}

function isSingle(value: number): boolean {
  const single = Math.fround(value)
  return !Number.isFinite(value) || (Number.isFinite(single) && (single !== 0 || value === 0))
}

const infinite = /^(?:NaN|-?Infinity)$/

function isNumber(value: StoredValue): boolean {
  if (typeof value === 'string') return value.trim() !== '' && Number.isFinite(Number(value))
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

function isInt64(value: StoredValue): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
}

const isDay = (value: StoredValue): boolean => typeof value === 'string' && isoDay(value) !== undefined
const isMoment = (value: StoredValue): boolean => typeof value === 'string' && isoMoment(value) !== undefined

const farMoment = /^(\d{4,7})-(\d{2})-(\d{2})(?: ([\d:.]+))?( BC)?$/

/** Dates beyond four-digit years: BC, after 9999, and infinity. */
function isFarMoment(value: StoredValue): boolean {
  if (value === 'infinity' || value === '-infinity') return true
  const match = typeof value === 'string' ? farMoment.exec(value) : null
  if (match === null) return false
  const [, year = '', month = '', day = '', clock, isBefore] = match
  const before = isBefore !== undefined
  // The server has no year 0 and limits moments to 4714 BC and 294276.
  if (Number(year) === 0 || Number(year) > (before ? 4713 : 294_275)) return false
  const astronomical = before ? 1 - Number(year) : Number(year)
  const calendarYear = ((astronomical % 400) + 400) % 400 || 400
  const isDayThere = isoDay(`${String(calendarYear).padStart(4, '0')}-${month}-${day}`) !== undefined
  return isDayThere && (clock === undefined || clockOf(clock) !== undefined)
}

/** True if the server accepts the text as an address, with or without a network length. */
function isAddress(value: StoredValue): boolean {
  if (typeof value !== 'string') return false
  const [address = '', network, ...more] = value.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
  return (
    bits > 0 &&
    !address.includes('%') &&
    more.length === 0 &&
    (network === undefined || (/^\d{1,3}$/.test(network) && Number(network) <= bits))
  )
}
