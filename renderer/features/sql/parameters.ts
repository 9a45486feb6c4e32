import type { SqlSyntax } from '@common/dialects'
import { parameterNames } from '@common/sql'
import type { SqlParameters, SqlValue } from '@common/sql/shapes'
import { sqlTokens } from './editor/tokens'

/** Returns the places of `{{variable}}` outside strings and comments. */
function variablesOf(
  sql: string,
  syntax: SqlSyntax,
): readonly { readonly name: string; readonly from: number; readonly to: number }[] {
  if (!sql.includes('{{')) return []
  const tokens = sqlTokens(sql, syntax)
  return tokens.flatMap((token, at) => {
    const [open, second, name, close, last] = tokens.slice(at, at + 5)
    const isVariable =
      open?.text === '{' && second?.text === '{' && name?.kind === 'word' && close?.text === '}' && last?.text === '}'
    const isOne = isVariable && second.from === token.to && last.from === close.to && /^[A-Za-z_]\w*$/.test(name.text)
    return isOne ? [{ name: name.text, from: token.from, to: last.to }] : []
  })
}

/**
 * Returns the text with `:name` for each `{{name}}`, so that values never become part of the SQL. Blanks keep all
 * offsets.
 */
export function withParameters(sql: string, syntax: SqlSyntax): string {
  return variablesOf(sql, syntax).reduce((text, { name, from, to }) => {
    const parameter = `:${name}`.padStart(to - from)
    return text.slice(0, from) + parameter + text.slice(to)
  }, sql)
}

/** Returns the names for which a text needs values, each once. */
export function neededNames(sql: string, syntax: SqlSyntax): readonly string[] {
  return parameterNames(withParameters(sql, syntax), syntax)
}

/** Returns the names of the `{{variables}}` of a text. */
export function variableNames(sql: string, syntax: SqlSyntax): readonly string[] {
  return [...new Set(variablesOf(sql, syntax).map(({ name }) => name))]
}

export const valueKinds = ['text', 'number', 'boolean', 'null'] as const
export type ValueKind = (typeof valueKinds)[number]

/** A value as the form has it. */
export interface EnteredValue {
  readonly kind: ValueKind
  readonly text: string
}

/** Returns the value in the form for a stored one; by default an empty text. */
export function enteredValue(stored: string | undefined): EnteredValue {
  const value = storedValue(stored)
  if (value === undefined) return { kind: 'text', text: '' }
  if (value === null) return { kind: 'null', text: '' }
  const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
  return { kind, text: String(value) }
}

function storedValue(stored: string | undefined): SqlValue | undefined {
  if (stored === undefined) return undefined
  try {
    const value: unknown = JSON.parse(stored)
    return value === null || ['string', 'number', 'boolean'].includes(typeof value) ? (value as SqlValue) : undefined
  } catch {
    return undefined
  }
}

/** Returns the value that was entered; undefined for a text that is no number or no truth value. */
export function givenValue({ kind, text }: EnteredValue): SqlValue | undefined {
  if (kind === 'null') return null
  if (kind === 'text') return text
  const trimmed = text.trim()
  if (kind === 'boolean') return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined
  if (trimmed === '' || !Number.isFinite(Number(trimmed))) return undefined
  // Digits that the page would round go as text.
  return String(Number(trimmed)) === trimmed || Math.abs(Number(trimmed)) < 2 ** 53 ? Number(trimmed) : trimmed
}

/** Returns values as a query stores them. */
export function storedValues(values: SqlParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]))
}
