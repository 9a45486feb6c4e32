import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { exactNumber, plainNumber, plainNumberText } from '@common/columns/values/numeric'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { FilterValue } from '@common/query/tree'
import type { Capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { valueKind } from '../plan/columns'

const infinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])

/** True for the texts of infinities and NaN in responses. */
export const isInfinite = (value: FilterValue): boolean => typeof value === 'string' && infinite.has(value)

/** Returns the number to bind: integers are exact, others the nearest double. Undefined if the text isn't a number. */
export function numberOf(value: FilterValue): number | bigint | undefined {
  if (typeof value === 'number') return value
  const number = typeof value === 'string' ? plainNumber(value.trim()) : undefined
  if (number === undefined) return undefined
  const text = plainNumberText(number)
  const near = Number(text)
  if (!Number.isFinite(near)) return undefined
  return Number.isSafeInteger(near) || number.fraction !== '' ? near : BigInt(text)
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/**
 * Converts a filter value for a column: numbers, booleans, otherwise text.
 * @throws AppError FILTER_INVALID if the column can never have the value
 */
export function filterValue(column: Column, value: FilterValue, capabilities: Capabilities): StoredValue {
  switch (valueKind(column)) {
    case 'number': {
      if (isInfinite(value)) return value
      const given = typeof value === 'boolean' ? Number(value) : value
      if (columnType(column.uiType).storage === 'decimal') {
        const exact = plainNumber(String(given).trim())
        if (exact !== undefined) return exactNumber(plainNumberText(exact))
      }
      const number = numberOf(given)
      if (number === undefined) throw notComparable(column, value, 'number')
      return number
    }
    case 'boolean': {
      const flag = flags.get(String(value).trim().toLowerCase())
      if (flag !== undefined) return boundBoolean(flag, capabilities)
      // Engines without a boolean type store any number in such a column.
      const number = capabilities.booleanType || typeof value === 'boolean' ? undefined : numberOf(value)
      if (number === undefined) throw notComparable(column, value, 'boolean')
      return number
    }
    default:
      return (isBytes(column) ? bytesOf(value) : undefined) ?? textValue(column, String(value), capabilities)
  }
}

function textValue(column: Column, text: string, { textWithNul }: Capabilities): string {
  if (!textWithNul && text.includes('\0')) throw notComparable(column, text, 'textWithoutNul')
  return text
}

/** True for columns of binary data, which responses write as base64. */
export function isBytes({ nativeType }: Pick<Column, 'nativeType'>): boolean {
  return /(?<!decimal )blob|binary|^image$|^bytea$/i.test(nativeType)
}

/** Decodes canonical base64; undefined for any other text. */
export function bytesOf(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length % 4 !== 0) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Converts a stored value for the dialect: booleans become 1 or 0 if the engine has none. */
export function boundValue(column: Column, value: StoredValue, capabilities: Capabilities): StoredValue {
  if (typeof value === 'boolean') return boundBoolean(value, capabilities)
  if (capabilities.booleanType && typeof value === 'number' && columnType(column.uiType).storage === 'boolean')
    return value !== 0
  return value
}

/** Returns the value to bind when writing a column. @throws AppError VALUE_CHECK_FAILED */
export function writtenValue(column: Column, value: StoredValue, dialect: Dialect): StoredValue {
  const plain = boundValue(column, value, dialect.capabilities)
  const isOdd = typeof plain === 'string' && infinite.has(plain) && valueKind(column) === 'number'
  if (isOdd && !dialect.capabilities.infinities.includes(plain))
    throw new AppError('VALUE_CHECK_FAILED', { column: column.title })
  return dialect.bound?.(column, plain) ?? plain
}

function boundBoolean(flag: boolean, capabilities: Capabilities): StoredValue {
  return capabilities.booleanType ? flag : Number(flag)
}

function notComparable(
  column: Column,
  value: FilterValue,
  expected: 'number' | 'boolean' | 'textWithoutNul',
): AppError {
  return new AppError('FILTER_INVALID', { expected, column: column.title, value: String(value).slice(0, 100) })
}
