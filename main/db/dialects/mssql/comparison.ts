import type { StoredValue } from '@common/columns/column-type'
import { clockOf, isoDay, isoMoment } from '@common/columns/values/calendar'
import type { Comparison } from '@main/db/dialect'

/** Types as comparing goes. Everything not named here is compared, sorted and grouped as the text that people see. */
type Kind = 'integer' | 'decimal' | 'float' | 'boolean' | 'text' | 'date' | 'moment' | 'zonedMoment' | 'time' | 'uuid'

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^(tiny|small|big)?int$/, 'integer'],
  [/^(decimal|numeric|(small)?money)/, 'decimal'],
  [/^(float|real)/, 'float'],
  [/^bit$/, 'boolean'],
  [/^(n?(var)?char\b|sysname)/, 'text'],
  [/^date$/, 'date'],
  [/^datetimeoffset/, 'zonedMoment'],
  [/^(datetime|smalldatetime)/, 'moment'],
  [/^time\b/, 'time'],
  [/^uniqueidentifier$/, 'uuid'],
]

export function kindOf(nativeType: string): Kind | undefined {
  return kinds.find(([pattern]) => pattern.test(nativeType))?.[1]
}

/** Values that a type takes come to the server as such, so that its indexes serve; all others are compared as text. */
export const comparison: Comparison = {
  sortable: (column, name) => (kindOf(column.nativeType) === undefined ? asText(column.nativeType, name) : name),

  sides: (column, name, values) => {
    const kind = kindOf(column.nativeType)
    if (kind === undefined || !values.every((value) => fits(kind, value)))
      return {
        column: asText(column.nativeType, name),
        value: (placeholder) => `CONVERT(nvarchar(max), ${placeholder})`,
      }
    return { column: name, value: (placeholder, value) => typed(kind, placeholder, value) }
  },

  keyEquals: (column, name, placeholder) => {
    const kind = kindOf(column.nativeType)
    return kind === undefined
      ? `${asText(column.nativeType, name)} = ${placeholder}`
      : `${name} = ${keyTypes[kind] === undefined ? placeholder : `CAST(${placeholder} AS ${keyTypes[kind]})`}`
  },

  keyValue: (column, value) => {
    const kind = kindOf(column.nativeType)
    if (kind === 'integer') return isInt64(value) ? value : null
    return kind === undefined || fits(kind, value) ? value : null
  },
}

const keyTypes: Partial<Record<Kind, string>> = {
  integer: 'bigint',
  decimal: 'decimal(38,10)',
  float: 'float',
  date: 'date',
  moment: 'datetime2(7)',
  zonedMoment: 'datetimeoffset(7)',
  time: 'time(7)',
  uuid: 'uniqueidentifier',
}

/** The text that people see of a value: dates and moments as we write them, bytes as hexadecimal digits. */
export function asText(nativeType: string, expression: string): string {
  if (nativeType === 'date') return `CONVERT(nvarchar(10), ${expression}, 23)`
  if (nativeType.startsWith('datetimeoffset'))
    return `CONVERT(nvarchar(30), CAST(SWITCHOFFSET(${expression}, '+00:00') AS datetime2(7)), 121)`
  if (/^(datetime|smalldatetime)/.test(nativeType)) return `CONVERT(nvarchar(30), ${expression}, 121)`
  if (/^(float|real)/.test(nativeType)) return `CONVERT(nvarchar(40), ${expression}, 3)`
  if (/money/.test(nativeType)) return `CONVERT(nvarchar(40), ${expression}, 2)`
  if (/binary|^image$|^timestamp$|^rowversion$/.test(nativeType))
    return `CONVERT(nvarchar(max), CONVERT(varbinary(max), ${expression}), 2)`
  return `CONVERT(nvarchar(max), ${expression})`
}

function fits(kind: Kind, value: StoredValue): boolean {
  switch (kind) {
    case 'integer':
    case 'decimal':
      return isNumber(value) && Math.abs(Number(value)) < 1e38
    case 'float':
      return isNumber(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
    case 'moment':
    case 'zonedMoment':
      return typeof value === 'string' && (isoDay(value) ?? isoMoment(value)) !== undefined
    case 'time':
      return typeof value === 'string' && clockOf(value) !== undefined
    case 'uuid':
      return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    case 'text':
      return true
  }
}

/** Numbers with fractions travel as text (`values.ts`): said to be decimals, they keep every digit. */
function typed(kind: Kind, placeholder: string, value: StoredValue): string {
  switch (kind) {
    case 'integer':
      return isInt64(value) ? `CAST(${placeholder} AS bigint)` : `CAST(${placeholder} AS float)`
    case 'decimal': {
      const fraction = /^-?\d+(?:\.(\d+))?$/.exec(String(value))
      return fraction === null || (fraction[1]?.length ?? 0) > 18
        ? `CAST(${placeholder} AS float)`
        : `CAST(${placeholder} AS decimal(38,${fraction[1]?.length ?? 0}))`
    }
    case 'float':
      return `CAST(${placeholder} AS float)`
    case 'date':
      return typeof value === 'string' && isoDay(value) !== undefined
        ? `CAST(${placeholder} AS date)`
        : momentSql(placeholder, String(value))
    case 'moment':
    case 'zonedMoment':
      return momentSql(placeholder, String(value))
    case 'time':
      return `CAST(${placeholder} AS time(7))`
    case 'uuid':
      return `CAST(${placeholder} AS uniqueidentifier)`
    case 'text':
    case 'boolean':
      return placeholder
  }
}

function momentSql(placeholder: string, value: string): string {
  return /(?:Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10))
    ? `CAST(SWITCHOFFSET(CAST(${placeholder} AS datetimeoffset(7)), '+00:00') AS datetime2(7))`
    : `CAST(${placeholder} AS datetime2(7))`
}

function isNumber(value: StoredValue): boolean {
  if (typeof value === 'string') return value.trim() !== '' && Number.isFinite(Number(value))
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

function isInt64(value: StoredValue): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
}
