import type Sqlite from 'better-sqlite3'
import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { valueKind } from '@common/columns/value-kind'
import { exactNumber, plainNumber, plainNumberText, type PlainNumber } from '@common/columns/values/numeric'
import type { ComparedColumn, Comparison } from '@main/db/dialect'
import { looseComparison } from '../comparison'
import { keyMatches } from './keys'

/*
 * SQLite has no decimals: a DECIMAL column turns 12345678901234567890.12 into a double. Basalt declares its decimal
 * columns without affinity (https://sqlite.org/datatype3.html §3.1). Values that a double can hold are numbers; longer
 * ones are texts. Comparisons use the nearest double first, then the distance from it.
 */

/** Declared type of our decimal columns. BLOB in the name prevents numeric affinity. */
export const exactDecimalType = 'decimal blob'
/** In STRICT tables, ANY preserves values. */
export const exactDecimalStrictType = 'ANY'

/** True if the column stores long decimals as text. */
export function isExactDecimal({ nativeType, uiType }: ComparedColumn): boolean {
  return /^(?:decimal blob|any)$/i.test(nativeType) && columnType(uiType).storage === 'decimal'
}

const rankName = 'basalt_decimal_rank'
const exactName = 'basalt_decimal'

/** Returns SQL of a value as stored in a decimal column; NULL if it isn't a number. */
export const exactDecimalSql = (value: string): string => `${exactName}(${value})`

export const comparison: Comparison = {
  ...looseComparison,
  sortable: (column, name) => (isExactDecimal(column) ? nearest(name) : name),
  finer: (column, name) => (isExactDecimal(column) ? rankSql(name) : undefined),
  keyMatches,
  sides: (column, name, _values, by) =>
    by === 'order' && isExactDecimal(column)
      ? {
          column: `(${nearest(name)}, ${rankSql(name)})`,
          // The rank consists of our own digits.
          value: (placeholder, value) => `(${nearest(placeholder)}, '${decimalRank(value)}')`,
        }
      : { column: name, value: (placeholder, value) => numberSql(column, placeholder, value) },
}

/** Responses write infinity as text. */
function numberSql(column: ComparedColumn, placeholder: string, value: StoredValue): string {
  const isInfinite = (value === 'Infinity' || value === '-Infinity') && valueKind(column) === 'number'
  return isInfinite ? `CASE ${placeholder} WHEN 'Infinity' THEN 9e999 ELSE -9e999 END` : placeholder
}

const nearest = (expression: string): string => `CAST(${expression} AS REAL)`
const rankSql = (name: string): string =>
  `CASE typeof(${name}) WHEN 'text' THEN ${rankName}(${name}) ELSE '${even}' END`

/** Registers functions that sort and convert long decimals. */
export function registerDecimalFunctions(database: Sqlite.Database): void {
  const options = { deterministic: true, directOnly: true, safeIntegers: true }
  database.function(rankName, options, (value: unknown) => decimalRank(value as StoredValue))
  database.function(exactName, options, (value: unknown) => exactDecimal(value as StoredValue))
}

/** JSON numbers. Leading zeros or a plus wouldn't survive a round trip. */
const notation = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function exactDecimal(value: StoredValue): StoredValue {
  if (typeof value === 'number') return Number.isFinite(value) ? bindable(exactNumber(String(value))) : null
  if (typeof value === 'bigint') return bindable(exactNumber(String(value)))
  if (typeof value !== 'string') return null
  const text = value.trim()
  const number = notation.test(text) ? plainNumber(text) : undefined
  return number === undefined || !Number.isFinite(Number(text)) ? null : bindable(exactNumber(plainNumberText(number)))
}

/** Binds integers as such; the driver would bind doubles. */
function bindable(value: number | string): StoredValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/** Rank of a value equal to its nearest double. */
const even = '2'

/**
 * Returns a text that sorts decimals with the same nearest double, by their distance from it, negative distances first.
 * Distances are exponent and digits; negative ones have inverted digits.
 */
export function decimalRank(value: StoredValue): string {
  const exact = typeof value === 'string' ? plainNumber(value.trim()) : undefined
  const near = exact && plainNumber(String(Number(plainNumberText(exact))))
  if (exact === undefined || near === undefined) return even
  const scale = Math.max(exact.fraction.length, near.fraction.length)
  const distance = scaled(exact, scale) - scaled(near, scale)
  if (distance === 0n) return even
  const digits = String(distance < 0n ? -distance : distance)
  const place = String(digits.length - scale + placeOffset).padStart(4, '0')
  const size = `${place}${digits.replace(/0+$/, '')}`
  // `~` sorts after digits: of inverted numbers, the shorter one is larger.
  return distance > 0n ? `3${size}` : `1${size.replace(/\d/g, (digit) => String(9 - Number(digit)))}~`
}

const placeOffset = 5_000

function scaled({ negative, whole, fraction }: PlainNumber, scale: number): bigint {
  const number = BigInt(`${whole}${fraction.padEnd(scale, '0')}`)
  return negative ? -number : number
}
