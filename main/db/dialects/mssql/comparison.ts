import type { StoredValue } from '@common/columns/column-type'
import { clockOf, isoDay, isoMoment } from '@common/columns/values/calendar'
import type { ComparedColumn, Comparison } from '@main/db/dialect'
import { asText, shownText } from './text'

/** Kinds of comparison. All other types are compared, sorted and grouped as text. */
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

/** Binds values that fit a type directly, so that indexes apply, and compares others as text. */
export const comparison: Comparison = {
  sortable: (column, name) => (kindOf(column.nativeType) === undefined ? asText(column.nativeType, name) : name),

  sides: (column, name, values) => {
    const kind = kindOf(column.nativeType)
    if (kind === undefined || !values.every((value) => fits(kind, value)))
      return {
        column: asText(column.nativeType, name),
        value: (placeholder) => `CONVERT(nvarchar(max), ${placeholder})`,
      }
    return { column: name, value: (placeholder, value) => typed(kind, column.nativeType, placeholder, value) }
  },

  // LIKE needs no conversion for texts.
  readable: ({ nativeType }, name) => (/char|text|^xml$/.test(nativeType) ? name : shownText(nativeType, name)),

  keyEquals: (column, name, placeholder) =>
    kindOf(column.nativeType) === undefined
      ? `${asText(column.nativeType, name)} = ${placeholder}`
      : `${name} = ${keyOperand(column, placeholder)}`,

  keyValue: (column, value) => {
    const kind = kindOf(column.nativeType)
    if (kind === 'integer') return isInt64(value) ? value : null
    if (kind === 'decimal') return fits(kind, value) ? exactDecimal(column.nativeType, value) : null
    return kind === undefined || fits(kind, value) ? value : null
  },

  holds: ({ nativeType }, name, placeholder) => {
    if (/binary|^image$|^timestamp$/.test(nativeType))
      return `CONVERT(varbinary(max), ${name}) = CONVERT(varbinary(max), ${placeholder})`
    if (nativeType === 'datetime') return `${name} = ${asDateTime(placeholder)}`
    if (isMoney(nativeType)) return `${name} = CAST(${placeholder} AS ${nativeType})`
    return kindOf(nativeType) === undefined
      ? `${asText(nativeType, name)} = ${placeholder}`
      : `${name} = ${placeholder}`
  },
}

/** True for the types that the server converts to and from text only when told to. */
export const isMoney = (nativeType: string): boolean => /^(small)?money$/.test(nativeType)

/** Casts a key value to the column's type: any other type would compare differently, or bypass the index. */
function keyOperand({ nativeType }: ComparedColumn, placeholder: string): string {
  switch (kindOf(nativeType)) {
    case 'integer':
      return `CAST(${placeholder} AS bigint)`
    case 'decimal':
    case 'float':
      return `CAST(${placeholder} AS ${nativeType})`
    case 'date':
      return `CAST(${placeholder} AS date)`
    case 'moment':
      return nativeType === 'datetime' ? asDateTime(placeholder) : `CAST(${placeholder} AS datetime2(7))`
    case 'zonedMoment':
      return `CAST(${placeholder} AS datetimeoffset(7))`
    case 'time':
      return `CAST(${placeholder} AS time(7))`
    case 'uuid':
      return `CAST(${placeholder} AS uniqueidentifier)`
    default:
      return placeholder
  }
}

/**
 * Casts a moment to `datetime`, which has steps of 1/300 s: a `datetime2` would never equal the stored value. NULL
 * outside its range of years.
 */
export const asDateTime = (placeholder: string): string =>
  `TRY_CAST(TRY_CAST(${placeholder} AS datetime2(7)) AS datetime)`

/** Returns a decimal with exactly the digits that the column can hold; null if no row can hold it. */
function exactDecimal(nativeType: string, value: StoredValue): StoredValue {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(String(value).trim()) ?? []
  if (whole === '') {
    const number = Number(value)
    return Math.abs(number) < 1 ? exactDecimal(nativeType, number.toFixed(17)) : null
  }
  const [, digits, places] = /^(?:decimal|numeric)\((\d+),(\d+)\)/.exec(nativeType) ?? []
  const [precision, scale] = digits === undefined ? [19, 4] : [Number(digits), Number(places)]
  if (fraction.length > scale || whole.length > Math.max(1, precision - scale)) return null
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function fits(kind: Kind, value: StoredValue): boolean {
  switch (kind) {
    case 'integer':
    case 'decimal':
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

/** Fractions travel as text (`values.ts`). The cast to decimal preserves every digit. */
function typed(kind: Kind, nativeType: string, placeholder: string, value: StoredValue): string {
  switch (kind) {
    case 'integer':
      return isInt64(value) ? `CAST(${placeholder} AS bigint)` : `CAST(${placeholder} AS float)`
    case 'decimal': {
      const [, whole, fraction = ''] = /^-?0*(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
      return whole === undefined || whole.length + fraction.length > 38
        ? `CAST(${placeholder} AS float)`
        : `CAST(${placeholder} AS decimal(38,${fraction.length}))`
    }
    case 'float':
      // 0.1 differs between real and double; numbers beyond the range of real compare as double.
      return nativeType.startsWith('real') && Math.abs(Number(value)) < 3e38
        ? `CAST(${placeholder} AS real)`
        : `CAST(${placeholder} AS float)`
    case 'date':
      return typeof value === 'string' && isoDay(value) !== undefined
        ? `CAST(${placeholder} AS date)`
        : momentSql(placeholder, String(value))
    case 'moment':
      return nativeType === 'datetime' && isDateTime(String(value))
        ? `CAST(${momentSql(placeholder, String(value))} AS datetime)`
        : momentSql(placeholder, String(value))
    case 'zonedMoment':
      return momentSql(placeholder, String(value))
    case 'time':
      return `CAST(${placeholder} AS time(7))`
    case 'uuid':
      return `CAST(${placeholder} AS uniqueidentifier)`
    case 'text':
      // An nvarchar value would keep the server from using the index of a varchar column.
      return /^(var)?char/.test(nativeType) && /^[\x20-\x7e]{0,8000}$/.test(String(value))
        ? `CAST(${placeholder} AS varchar(8000))`
        : placeholder
    case 'boolean':
      return placeholder
  }
}

/** True if `datetime` can hold the moment: milliseconds at most, years from 1753 on. */
const isDateTime = (value: string): boolean =>
  value >= '1753-01-02' && value < '9999-12-31' && /^[^.]*(?:\.\d{1,3}0*)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(value)

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
