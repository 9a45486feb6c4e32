import type { ColumnDefinition } from '@common/model'
import { columnType } from '@common/columns/registry'

/** Quotes an identifier. Names enter SQL only through this function. */
export const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``

/**
 * Returns a text literal, for places without bound values: defaults and schema text. Our sessions treat backslashes
 * literally (NO_BACKSLASH_ESCAPES).
 */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Rewrites literals in the server's SQL for our sessions, which don't treat backslashes as escapes. */
export function plainLiterals(sql: string): string {
  return sql.replace(/'((?:[^'\\]|\\.|'')*)'/gs, (_, text: string) => textLiteral(unescaped(text)))
}

const escapes: Readonly<Record<string, string>> = { 0: '\0', n: '\n', r: '\r', t: '\t', b: '\b', Z: '\x1a' }

/** Returns the text of a literal of the server. */
export function unescaped(text: string): string {
  return text.replace(/''|\\(.)/gs, (_, sign: string | undefined) =>
    sign === undefined ? "'" : (escapes[sign] ?? sign),
  )
}

/** Invisible columns that hold new values during a change. */
const helperPrefix = '~basalt~'
export const helperName = (n: number): string => `${helperPrefix}${n}`
/** Returns the statement that removes the temporary columns of an ALTER TABLE. */
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

/** Returns the SQL of a default without brackets: our own literal, or a keyword for the current time. */
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

/** Returns the value of a literal default; undefined for expressions. */
export function literalValue(sql: string | null): string | null | undefined {
  if (sql === null) return null
  const text = /^'((?:[^']|'')*)'$/s.exec(sql)?.[1]
  if (text !== undefined) return text.replaceAll("''", "'")
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(sql) ? sql : undefined
}

/** True if the default is unchanged: same SQL text or same value. */
export function sameDefault(current: string | null, definition: ColumnDefinition): boolean {
  if (definition.defaultValue === current) return true
  const sql = defaultSql(definition)
  return (
    literalValue(current) === definition.defaultValue || (sql !== null && current?.toUpperCase() === sql.toUpperCase())
  )
}
