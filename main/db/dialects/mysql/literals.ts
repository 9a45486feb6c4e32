import type { ColumnDefinition } from '@common/model'
import { columnType } from '@common/columns/registry'

/** Quotes an identifier. The only way a name enters SQL. */
export const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``

/**
 * A text literal, for the places that take no bound value: defaults and schema text. Backslashes mean themselves in our
 * sessions (NO_BACKSLASH_ESCAPES).
 */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Literals within SQL that the server has written: with backslashes, which mean nothing to our sessions. Written anew
 * as we write them.
 */
export function plainLiterals(sql: string): string {
  return sql.replace(/'((?:[^'\\]|\\.|'')*)'/gs, (_, text: string) => textLiteral(unescaped(text)))
}

const escapes: Readonly<Record<string, string>> = { 0: '\0', n: '\n', r: '\r', t: '\t', b: '\b', Z: '\x1a' }

/** The text that stands between the quotes of a literal of the server. */
export function unescaped(text: string): string {
  return text.replace(/''|\\(.)/gs, (_, sign: string | undefined) =>
    sign === undefined ? "'" : (escapes[sign] ?? sign),
  )
}

/** Columns that hold the new values of others while a change is made: nobody sees them. */
const helperPrefix = '~basalt~'
export const helperName = (n: number): string => `${helperPrefix}${n}`
/** The statement that removes what an ALTER TABLE of ours has added for a while. */
export function dropHelpersSql(sql: string): string | undefined {
  const table = /^ALTER TABLE (`(?:[^`]|``)+`) ADD COLUMN `~basalt~/.exec(sql)?.[1]
  if (table === undefined) return undefined
  const names = [...new Set(sql.match(/`~basalt~\d+`/g))]
  return `ALTER TABLE ${table} ${names.map((name) => `DROP COLUMN ${name}`).join(', ')}`
}
export const isHelperName = (name: string): boolean => name.startsWith(helperPrefix)

const timeKeywords = ['CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIME']
const timeStorages = ['date', 'time', 'dateTime']
const numberStorages = ['autoIncrement', 'integer', 'decimal', 'float', 'boolean', 'year']

/** SQL text of a definition's default, without brackets: a literal of ours, or a word for the present time. */
export function defaultSql({ defaultValue, uiType, nativeType }: ColumnDefinition): string | null {
  if (defaultValue === null) return null
  const { storage } = columnType(uiType)
  const keyword = defaultValue.toUpperCase()
  if (timeStorages.includes(storage) && timeKeywords.includes(keyword)) return keyword
  const isNumber =
    numberStorages.includes(storage) || (nativeType !== undefined && /int|dec|float|double/i.test(nativeType))
  if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(defaultValue)) return defaultValue
  return textLiteral(defaultValue)
}

/** The value of a default that is a plain literal; undefined for expressions. */
export function literalValue(sql: string | null): string | null | undefined {
  if (sql === null) return null
  const text = /^'((?:[^']|'')*)'$/s.exec(sql)?.[1]
  if (text !== undefined) return text.replaceAll("''", "'")
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(sql) ? sql : undefined
}

/** Whether the column keeps the default it has: the same SQL text, or the same value. */
export function sameDefault(current: string | null, definition: ColumnDefinition): boolean {
  if (definition.defaultValue === current) return true
  const sql = defaultSql(definition)
  return (
    literalValue(current) === definition.defaultValue || (sql !== null && current?.toUpperCase() === sql.toUpperCase())
  )
}
