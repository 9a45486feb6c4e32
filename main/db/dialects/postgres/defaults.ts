import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition } from '@common/model'
import { textLiteral } from './literals'

/** Keywords for the current time, as this server stores them in a default. Our connections use UTC. */
const timeKeywords: Readonly<Record<string, string>> = {
  CURRENT_TIMESTAMP: 'CURRENT_TIMESTAMP',
  CURRENT_DATE: 'CURRENT_DATE',
  CURRENT_TIME: 'LOCALTIME',
  LOCALTIME: 'LOCALTIME',
}
const numberStorage = ['integer', 'decimal', 'float', 'year', 'autoIncrement']

/** Returns the SQL of a default: our own literal, or a keyword for the current time. */
export function defaultSql({ defaultValue, uiType }: ColumnDefinition): string | null {
  if (defaultValue === null) return null
  const { storage } = columnType(uiType)
  const keyword = timeKeywords[defaultValue.toUpperCase()]
  if (['dateTime', 'date', 'time'].includes(storage) && keyword !== undefined) return keyword
  if (storage === 'boolean') return ['1', 'true'].includes(defaultValue.toLowerCase()) ? 'true' : 'false'
  if (numberStorage.includes(storage) && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(defaultValue)) return defaultValue
  return textLiteral(defaultValue)
}

/**
 * Returns the SQL of a column's default after a change. An unchanged default is SQL already.
 *
 * @throws AppError COLUMN_DEFAULT_INVALID if it doesn't fit the new type
 */
export function defaultAfter(current: string | null, to: ColumnDefinition): string | null {
  if (current === null || to.defaultValue !== current) return defaultSql(to)
  const value = literalValue(current)
  if (value === undefined) return current
  const { parse } = columnType(to.uiType)
  const column: Column = {
    ...to,
    nativeType: '',
    autoIncrement: false,
    generated: false,
    required: false,
    primaryValue: false,
  }
  if (!parse(value, column).ok) throw new AppError('COLUMN_DEFAULT_INVALID', { column: to.name })
  return defaultSql({ ...to, defaultValue: value })
}

/** True if the default is unchanged: same SQL text or same value. */
export function sameDefault(current: string | null, definition: ColumnDefinition): boolean {
  const { defaultValue } = definition
  if (defaultValue === current || defaultSql(definition) === current) return true
  return current !== null && literalValue(current) === defaultValue
}

/** Returns the value of a literal default; undefined for expressions. */
export function literalValue(sql: string): string | undefined {
  if (/^-?\d+(\.\d+)?$|^\(-\d+(\.\d+)?\)$/.test(sql)) return sql.replace(/[()]/g, '')
  if (sql === 'true') return '1'
  if (sql === 'false') return '0'
  return /^'(?:[^']|'')*'$/.test(sql) ? sql.slice(1, -1).replaceAll("''", "'") : undefined
}
