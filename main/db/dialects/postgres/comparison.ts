import type { StoredValue } from '@common/columns/column-type'
import { clockOf, isoDay, isoMoment } from '@common/columns/values/calendar'
import type { ComparedColumn, Comparison } from '@main/db/dialect'

/** Types as comparing goes. Everything not named here is compared, sorted and grouped as the text that people see. */
type Kind = 'integer' | 'number' | 'float' | 'boolean' | 'text' | 'date' | 'moment' | 'zonedMoment' | 'time' | 'uuid'

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
]

function kindOf({ nativeType }: ComparedColumn): Kind | undefined {
  return nativeType.endsWith('[]') ? undefined : kinds.find(([pattern]) => pattern.test(nativeType))?.[1]
}

/** Values that a type takes come to the server as they are, so that its indexes serve; all others are compared as text. */
export const comparison: Comparison = {
  sortable: (column, name) => (isOrdered(column) ? name : asText(column, name)),

  sides: (column, name, values) => {
    const kind = kindOf(column)
    if (column.nativeType === 'money') return { column: `${name}::numeric`, value: (placeholder) => placeholder }
    if (kind === undefined || !values.every((value) => fits(kind, value)))
      return { column: asText(column, name), value: (placeholder) => `${placeholder}::text` }
    return { column: name, value: (placeholder, value) => `${placeholder}${castOf(kind, value)}` }
  },

  keyEquals: (column, name, placeholder) => {
    const kind = kindOf(column)
    if (kind === undefined) return `${asText(column, name)} = ${placeholder}::text`
    return `${name} = ${placeholder}${kind === 'integer' ? '::bigint' : ''}`
  },

  keyValue: (column, value) => {
    const kind = kindOf(column)
    if (kind === 'integer') return isInt64(value) ? value : null
    return kind === undefined || fits(kind, value) ? value : null
  },
}

/** The text that people see of a value. */
export function asText({ nativeType }: Pick<ComparedColumn, 'nativeType'>, expression: string): string {
  return kindOf({ nativeType, uiType: 'SpecificDBType' }) === 'zonedMoment'
    ? `(${expression} AT TIME ZONE 'UTC')::text`
    : `${expression}::text`
}

const isOrdered = (column: ComparedColumn): boolean => kindOf(column) !== undefined || column.nativeType === 'money'

function fits(kind: Kind, value: StoredValue): boolean {
  switch (kind) {
    case 'integer':
    case 'number':
    case 'float':
      return isNumber(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return isDay(value) || isMoment(value)
    case 'moment':
    case 'zonedMoment':
      return isDay(value) || isMoment(value)
    case 'time':
      return typeof value === 'string' && clockOf(value) !== undefined
    case 'uuid':
      return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    case 'text':
      return true
  }
}

/**
 * The server takes the type of a value from what it is compared with, and refuses one that this type cannot hold:
 * a fraction for a whole number, a time for a day.
 */
function castOf(kind: Kind, value: StoredValue): string {
  if (kind === 'integer') return isInt64(value) ? '::bigint' : '::numeric'
  if (kind === 'number') return '::numeric'
  if (kind === 'date') return isDay(value) ? '::date' : '::timestamp'
  // A single-precision column is compared with the number as it is rounded there; larger ones with none of its own.
  if (kind === 'float') return Math.abs(Number(value)) > singleMax ? '::double precision' : ''
  return ''
}

const singleMax = 3.4e38

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
