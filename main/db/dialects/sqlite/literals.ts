import { columnType } from '@common/columns/registry'
import { exactNumber } from '@common/columns/values/numeric'
import type { ColumnDefinition } from '@common/model'
import { tokensOf } from './sql-tokens'

/** Quotes an identifier. Names enter SQL only through this function. */
export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** Returns a text literal, for places without bound values: defaults and schema text. */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

const timeKeywords = ['CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIME']

/** Returns the SQL of a default: our own literal, or a keyword for the current time. */
export function defaultSql({ defaultValue, uiType }: ColumnDefinition): string | null {
  if (defaultValue === null) return null
  const keyword = defaultValue.toUpperCase()
  const { sort, storage } = columnType(uiType)
  if (sort === 'time' && timeKeywords.includes(keyword)) return keyword
  const isNumber = (sort === 'number' || sort === 'flag') && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(defaultValue)
  // As a number, a long decimal would lose digits.
  const isExact = storage !== 'decimal' || typeof exactNumber(defaultValue) === 'number'
  if (isNumber && isExact) return defaultValue
  return textLiteral(defaultValue)
}

/** True if ALTER TABLE ADD COLUMN accepts the default. It must be a constant. */
export const isConstantDefault = (sql: string | null): boolean =>
  sql === null || !(sql.startsWith('(') || timeKeywords.includes(sql.toUpperCase()))

/** Returns the value of a literal default; undefined for expressions. */
export function literalValue(sql: string | null): string | null | undefined {
  if (sql === null) return null
  const tokens = tokensOf(sql)
  const [first, second] = tokens
  if (first === undefined || tokens.length > 2) return undefined
  if (second !== undefined) {
    const signed = first.kind === 'sign' && (first.text === '-' || first.text === '+') && second.kind === 'number'
    return signed ? `${first.text === '-' ? '-' : ''}${second.text}` : undefined
  }
  if (first.kind === 'word') return first.value === 'NULL' ? null : first.text
  return first.kind === 'sign' ? undefined : first.value
}

/** True if the default is unchanged: same SQL text or same value. */
export function sameDefault(current: string | null, definition: ColumnDefinition): boolean {
  if (definition.defaultValue === current) return true
  return literalValue(current) === definition.defaultValue || current === defaultSql(definition)
}
