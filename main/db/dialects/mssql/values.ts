import type { StoredValue } from '@common/columns/column-type'
import { exactNumber } from '@common/columns/values/numeric'

/** Column alias that marks text in a result as a decimal. */
export const decimalAlias = '~decimal'

/** A value for the driver, with the name of its type in `TYPES`. */
export interface Bound {
  readonly type: 'BigInt' | 'Bit' | 'NVarChar' | 'VarBinary'
  readonly value: unknown
  readonly options?: { readonly length: number }
}

/** Column facts of a result that decide how values are parsed. */
export interface ResultColumn {
  readonly colName: string
  readonly type: { readonly name: string }
}

/** Fixed length of short texts, so that the server reuses the statement's plan. */
const shortText = 4_000

/** Binds 64-bit integers as such and fractions as text, which converts to any numeric type without losing digits. */
export function boundValue(value: StoredValue): Bound {
  switch (typeof value) {
    case 'boolean':
      return { type: 'Bit', value }
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? { type: 'BigInt', value } : text(String(value))
    case 'number':
      if (Number.isSafeInteger(value)) return { type: 'BigInt', value: BigInt(value) }
      return text(plainDigits(value))
    case 'string':
      return text(value)
    default:
      return value === null
        ? text(null)
        : {
            type: 'VarBinary',
            value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
            options: { length: Infinity },
          }
  }
}

function text(value: string | null): Bound {
  const length = value === null || value.length <= shortText ? shortText : Infinity
  return { type: 'NVarChar', value, options: { length } }
}

/**
 * Writes a number without an exponent: the server doesn't parse `1e-7` as a decimal. Very large and small numbers are
 * floats anyway.
 */
function plainDigits(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const shift = Number(exponent ?? 0)
  if (exponent === undefined || Math.abs(shift) > 30) return String(value)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? `${sign}${digits}${'0'.repeat(point - digits.length)}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Converts a value of the driver: moments and times become UTC text, integers beyond 2^53 become bigint. */
export function readValue(value: unknown, metadata: ResultColumn): StoredValue {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return dateText(value, metadata.type.name)
  if (value instanceof Uint8Array) return new Uint8Array(value)
  switch (typeof value) {
    case 'bigint':
      return wholeNumber(value)
    case 'string':
      if (metadata.colName === decimalAlias) return exactNumber(value.trim())
      if (/^(BigInt|IntN)$/.test(metadata.type.name) && /^-?\d+$/.test(value)) return wholeNumber(BigInt(value))
      return metadata.type.name === 'UniqueIdentifier' ? value.toLowerCase() : value
    case 'number':
    case 'boolean':
      return value
    default:
      return JSON.stringify(value)
  }
}

function wholeNumber(value: bigint): number | bigint {
  const near = Number(value)
  return Number.isSafeInteger(near) ? near : value
}

/** Fraction of a second beyond milliseconds, in seconds. */
type PreciseDate = Date & { readonly nanosecondsDelta?: number }

function dateText(value: PreciseDate, type: string): string {
  const iso = value.toISOString()
  if (type === 'Date') return iso.slice(0, 10)
  const beyond = String(Math.round((value.nanosecondsDelta ?? 0) * 1e7)).padStart(4, '0')
  const fraction = `${iso.slice(20, 23)}${beyond}`.replace(/0+$/, '')
  const clock = iso.slice(11, 19) + (fraction === '' ? '' : `.${fraction}`)
  return type === 'Time' ? clock : `${iso.slice(0, 10)} ${clock}`
}
