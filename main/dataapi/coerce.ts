import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { exactNumber } from '@common/columns/values/numeric'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { FilterValue } from '@common/query/tree'
import type { Capabilities } from '@common/dialects'
import { valueKind } from './columns'

const numberText = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?$/
const int64Max = 9_223_372_036_854_775_807n

/** A number as it is bound: exact up to 64 bits, a double beyond. Undefined when the text is no number. */
export function numberOf(value: FilterValue): number | bigint | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!numberText.test(text)) return undefined
  const near = Number(text)
  if (!Number.isFinite(near)) return undefined
  if (Number.isSafeInteger(near) || !/^[-+]?\d+$/.test(text)) return near
  const exact = BigInt(text.replace('+', ''))
  return exact <= int64Max && exact >= -int64Max - 1n ? exact : near
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/**
 * A value of a filter as the column compares it: numbers as numbers, yes and no as booleans, all else as
 * the text it is.
 *
 * @throws AppError FILTER_INVALID when the column can never hold it
 */
export function filterValue(column: Column, value: FilterValue, capabilities: Capabilities): StoredValue {
  switch (valueKind(column)) {
    case 'number': {
      const number = numberOf(typeof value === 'boolean' ? Number(value) : value)
      if (number === undefined) throw notComparable(column, value, 'number')
      return columnType(column.uiType).storage === 'decimal'
        ? exactNumber(String(value).trim().replace(/^\+/, ''))
        : number
    }
    case 'boolean': {
      const flag = flags.get(String(value).trim().toLowerCase())
      if (flag === undefined) throw notComparable(column, value, 'boolean')
      return boundBoolean(flag, capabilities)
    }
    default:
      return String(value)
  }
}

/** A stored value as the dialect binds it: a boolean is 1 or 0 where the engine has none. */
export function boundValue(column: Column, value: StoredValue, capabilities: Capabilities): StoredValue {
  if (typeof value === 'boolean') return boundBoolean(value, capabilities)
  if (capabilities.booleanType && typeof value === 'number' && columnType(column.uiType).storage === 'boolean')
    return value !== 0
  return value
}

function boundBoolean(flag: boolean, capabilities: Capabilities): StoredValue {
  return capabilities.booleanType ? flag : Number(flag)
}

function notComparable(column: Column, value: FilterValue, expected: 'number' | 'boolean'): AppError {
  return new AppError('FILTER_INVALID', { expected, column: column.title, value: String(value).slice(0, 100) })
}
