import type { FieldPacket } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { exactNumber } from '@common/columns/values/numeric'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { bytesOfWkt, isGeometry, wktOf } from './geometry'
import { quote } from './literals'

/** Protocol types whose values need conversion. */
const types = { float: 4, longLong: 8, time: 11, timestamp: 7, dateTime: 12, bit: 16, decimal: 0, newDecimal: 246 }
const geometry = 255

/** Column alias that marks hexadecimal geometry in a result (`selected`). */
const geometryAlias = '~geometry'

/** Selects a column. Geometries come as hexadecimal digits, because the driver drops parts of them. */
export function answered(column: Pick<Column, 'name' | 'nativeType'>, name: string): string {
  return isGeometry(column) ? `HEX(${name}) AS ${quote(geometryAlias)}` : name
}

/**
 * Converts a value for binding.
 *
 * @throws AppError VALUE_CHECK_FAILED for text that is no geometry
 */
export function bound(column: Column, value: StoredValue): StoredValue {
  if (typeof value !== 'string') return value
  // The server would interpret the characters of a text as bits.
  if (/^bit\b/i.test(column.nativeType)) return /^\d+$/.test(value) ? BigInt(value) : value
  if (!isGeometry(column)) return value
  const bytes = bytesOfWkt(value)
  if (bytes === undefined) throw new AppError('VALUE_CHECK_FAILED', { column: column.title })
  return bytes
}

type Reader = (value: unknown) => StoredValue

/**
 * Converts values in place: dates, times and JSON stay text; integers beyond 2^53 become bigint; decimals become
 * numbers if they are exact.
 */
export function readValues(rows: unknown[][], fields: readonly FieldPacket[]): StoredValue[][] {
  const readers = fields.flatMap((field, at): [number, Reader][] => {
    const reader = readerOf(field)
    return reader === undefined ? [] : [[at, reader]]
  })
  if (readers.length > 0)
    for (const row of rows)
      for (const [at, reader] of readers) {
        const value = row[at]
        if (value !== null) row[at] = reader(value)
      }
  return rows as StoredValue[][]
}

function readerOf(field: FieldPacket): Reader | undefined {
  if (field.name === geometryAlias) return geometryText
  switch (field.columnType) {
    case types.longLong:
      return wholeNumber
    case types.decimal:
    case types.newDecimal:
      return (value) => exactNumber(String(value))
    case types.float:
      return (value) => shortest(Number(value))
    case types.timestamp:
    case types.dateTime:
    case types.time:
      return (value) => withoutEmptyFraction(String(value))
    case types.bit:
      return bits
    case geometry:
      return (value) => (value instanceof Uint8Array ? value : JSON.stringify(value))
    default:
      return undefined
  }
}

/** The driver returns text if a number wouldn't be exact. */
function wholeNumber(value: unknown): StoredValue {
  return typeof value === 'string' ? BigInt(value) : Number(value)
}

function geometryText(value: unknown): StoredValue {
  const bytes = Buffer.from(String(value), 'hex')
  return wktOf(bytes) ?? bytes
}

/** Formats a single-precision number with the fewest exact digits: 1.1, not 1.100000023841858. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** Removes an empty fraction: `12:00:00.000000` becomes `12:00:00`. */
function withoutEmptyFraction(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function bits(value: unknown): StoredValue {
  if (!(value instanceof Uint8Array)) return Number(value)
  let number = 0n
  for (const byte of value) number = (number << 8n) | BigInt(byte)
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number
}
