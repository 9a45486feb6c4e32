import { exactNumber } from '@common/columns/values/numeric'
import type { StoredValue } from '@common/columns/column-type'
import type { JsonKind, JsonShape } from './database'

/**
 * Serializes rows as JSON text.
 *
 * @param exact  true if integers beyond a double are bigint in these rows
 * @returns undefined if the driver returned an inexact integer; read again with exact integers
 */
export type RowWriter = (rows: readonly (readonly StoredValue[])[], exact?: boolean) => string | undefined

/** Characters that JSON must escape; other texts are copied. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

/** Compiles a serializer for rows of one shape. Reuse it for many rows. */
export function compileRowWriter(shape: JsonShape): RowWriter {
  const width = shape.keys.length
  const prefixes = shape.keys.map((key, at) => `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`)
  const kinds = shape.keys.map((_, at) => shape.kinds?.[at])
  const end = width === 0 ? '{}' : '}'
  const empty = shape.empty ?? '{}'
  const first = shape.first ?? 0

  const writeRow = (row: readonly StoredValue[], exact: boolean): string | undefined => {
    let out = ''
    for (let at = 0; at < width; at++) {
      const value = row[first + at]
      const prefix = prefixes[at]
      // The two most frequent cases are inlined: this is the hottest loop of the server.
      if (typeof value === 'string' && kinds[at] !== 'json' && kinds[at] !== 'number') {
        out += needsEscape.test(value) ? prefix + JSON.stringify(value) : `${prefix}"${value}"`
      } else if (value === null || value === undefined) {
        out += `${prefix}null`
      } else {
        const text = writeValue(value, kinds[at], exact)
        if (text === undefined) return undefined
        out += prefix + text
      }
    }
    return out + end
  }

  const { lines } = shape
  if (lines !== undefined)
    return (rows, exact = false) => {
      let out = ''
      let values = ''
      for (const row of rows) {
        const text = writeRow(row, exact)
        if (text === undefined) return undefined
        // A JSON column can contain line breaks, but only between its tokens.
        out += `${text.includes('\n') ? text.replaceAll('\n', ' ') : text}\n`
        let own = ''
        for (const place of lines) {
          const value = writeExactly(row[place] ?? null, exact)
          if (value === undefined) return undefined
          own += own === '' ? value : `,${value}`
        }
        values += values === '' ? `[${own}]` : `,[${own}]`
      }
      return `${out}[${values}]`
    }
  if (shape.single === true) return ([row], exact = false) => (row === undefined ? empty : writeRow(row, exact))
  return (rows, exact = false) => {
    let out = '['
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      const text = row === undefined ? 'null' : writeRow(row, exact)
      if (text === undefined) return undefined
      out += at === 0 ? text : `,${text}`
    }
    return `${out}]`
  }
}

/** Serializes a value so that `readLines` restores it exactly. */
function writeExactly(value: StoredValue, exact: boolean): string | undefined {
  if (typeof value === 'number') {
    if (!exact && Number.isInteger(value) && !Number.isSafeInteger(value) && isInt64(value)) return undefined
    return Number.isFinite(value) ? String(value) : `{"f":"${value}"}`
  }
  if (typeof value === 'bigint') return `{"n":"${value}"}`
  return value instanceof Uint8Array ? `{"b":"${base64(value)}"}` : JSON.stringify(value)
}

/** Rows as JSON objects, with the values of selected columns. */
export interface RowLines {
  readonly texts: readonly string[]
  readonly values: readonly (readonly StoredValue[])[]
}

const utf8 = new TextDecoder()

/** Parses the output of a shape with `lines`. */
export function readLines(bytes: Uint8Array): RowLines {
  // JSON escapes line breaks, so they only separate rows.
  const texts = utf8.decode(bytes).split('\n')
  const last = texts.pop() ?? '[]'
  const values = JSON.parse(last) as Written[][]
  return { texts, values: last.includes('{') ? values.map((row) => row.map(plainValue)) : (values as StoredValue[][]) }
}

type Written =
  | string
  | number
  | boolean
  | null
  | { readonly n: string }
  | { readonly f: string }
  | { readonly b: string }

function plainValue(value: Written): StoredValue {
  if (typeof value !== 'object' || value === null) return value
  if ('n' in value) return BigInt(value.n)
  return 'f' in value ? Number(value.f) : Buffer.from(value.b, 'base64')
}

function writeValue(value: StoredValue, kind: JsonKind | undefined, exact: boolean): string | undefined {
  switch (typeof value) {
    case 'number':
      if (kind === 'boolean' && (value === 0 || value === 1)) return value === 1 ? 'true' : 'false'
      if (Number.isSafeInteger(value)) return String(value)
      if (Number.isInteger(value)) return !exact && isInt64(value) ? undefined : String(value)
      // JSON has no infinity, so it becomes text.
      return Number.isFinite(value) ? String(value) : `"${value}"`
    case 'string':
      if (kind === 'json') return isJson(value) ? value : JSON.stringify(value)
      // Text becomes a JSON number if a double holds its digits.
      return JSON.stringify(kind === 'number' ? exactNumber(value) : value)
    case 'bigint':
      if (kind === 'boolean' && (value === 0n || value === 1n)) return value === 1n ? 'true' : 'false'
      // Most JSON parsers change integers beyond 2^53.
      return isSafe(value) ? String(value) : `"${value}"`
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : `"${base64(value)}"`
  }
}

/** True if a number may have been a 64-bit integer that lost digits. */
export function isInt64(value: number): boolean {
  return value >= -(2 ** 63) && value <= 2 ** 63
}

/** True if rows contain an inexact integer. */
export function hasInexactInteger(rows: readonly (readonly StoredValue[])[]): boolean {
  return rows.some((row) =>
    row.some(
      (value) => typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && isInt64(value),
    ),
  )
}

/**
 * Converts bigint to numbers if they are exact, in place.
 *
 * @param unchanged  positions of integers to leave unchanged
 */
export function plainIntegers(rows: StoredValue[][], unchanged: readonly number[] = []): StoredValue[][] {
  for (const row of rows)
    for (let at = 0; at < row.length; at++) {
      const value = row[at]
      if (typeof value === 'bigint' && isSafe(value) && !unchanged.includes(at)) row[at] = Number(value)
    }
  return rows
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)
const isSafe = (value: bigint): boolean => value <= maxSafe && value >= -maxSafe

/** Text of a JSON column is embedded unchanged, but a user's file can contain invalid JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
