import type { StoredValue } from '@common/columns/column-type'
import { isoDay } from '@common/columns/values/calendar'
import type { ComparedColumn, Comparison } from '@main/db/dialect'

/** Types as comparing goes. Everything not named here is compared, sorted and grouped as the text that people see. */
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

/** The text that people see of a value. Choices are sorted by it, not by their place in the type. */
export const asText = (expression: string): string => `CAST(${expression} AS CHAR)`

/**
 * The server compares anything with anything, but by rules of its own: `12abc` equals 12. Values that a type can hold
 * come to it as they are, so that its indexes serve; all others are compared as text.
 */
export const comparison: Comparison = {
  sortable: (column, name) => (kindOf(column) === undefined ? asText(name) : name),

  sides: (column, name, values) => {
    const kind = kindOf(column)
    if (kind === undefined || !values.every((value) => fits(kind, value)))
      return { column: asText(name), value: (placeholder) => asText(placeholder) }
    return { column: name, value: (placeholder, value) => castTo(kind, column, placeholder, value) }
  },

  keyEquals: (column, name, placeholder) =>
    kindOf(column) === undefined ? `${asText(name)} = ${placeholder}` : `${name} = ${placeholder}`,

  keyValue: (column, value) => {
    const kind = kindOf(column)
    if (kind === 'integer' && typeof value === 'number' && !Number.isInteger(value)) return null
    return kind === undefined || fits(kind, value) ? value : null
  },
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
        isDay(value) || (typeof value === 'string' && moment.test(value) && isoDay(value.slice(0, 10)) !== undefined)
      )
    case 'time':
      return typeof value === 'string' && /^-?\d{2,3}:\d{2}(:\d{2}(\.\d+)?)?$/.test(value)
    case 'text':
    case 'bytes':
      return true
  }
}

function castTo(kind: Kind, { nativeType }: ComparedColumn, placeholder: string, value: StoredValue): string {
  // As a double, a single-precision 1.1 is another number than 1.1.
  if (kind === 'float') return Math.abs(Number(value)) < singleMax ? `CAST(${placeholder} AS FLOAT)` : placeholder
  if (kind === 'date' || kind === 'moment')
    return isDay(value) ? `CAST(${placeholder} AS DATE)` : momentSql(placeholder, String(value))
  // Compared with a double, a decimal would be taken for one, and lose digits.
  if (/^(decimal|numeric)/i.test(nativeType) && Math.abs(Number(value)) < decimalMax)
    return `CAST(${placeholder} AS DECIMAL(65, 30))`
  // A number in the clothes of a text.
  if ((kind === 'integer' || kind === 'number') && typeof value === 'string') return `(${placeholder} + 0)`
  return placeholder
}

const singleMax = 3.4e38
/** What fits before the point of the widest decimal. */
const decimalMax = 1e35

/** Older servers know neither the letter Z nor hours of difference within a moment. */
function momentSql(placeholder: string, value: string): string {
  const zone = moment.exec(value)?.[1] ?? ''
  const local = zone === '' ? placeholder : `LEFT(${placeholder}, ${value.length - zone.length})`
  const cast = `CAST(REPLACE(${local}, 'T', ' ') AS DATETIME(6))`
  return zone === '' || zone === 'Z' ? cast : `CONVERT_TZ(${cast}, '${zone}', '+00:00')`
}

function isNumber(value: StoredValue): boolean {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value)
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

const isDay = (value: StoredValue): boolean => typeof value === 'string' && isoDay(value) !== undefined
