import { createHash } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'

/*
 * A place in a list as a text that nobody need understand: the values of its order's columns, and a check that they
 * are of this very list. It gives no right that its bearer has not: the values are bound, never read as anything else.
 */

type Encoded = string | number | boolean | null | { readonly n: string }

const checkLength = 22

/** @param list  everything that makes it the same list: table, filter and order */
export function cursorToken(list: string, position: readonly StoredValue[]): string {
  const values = position.map((value): Encoded => {
    if (typeof value === 'bigint') return { n: String(value) }
    return value instanceof Uint8Array ? null : value
  })
  const text = JSON.stringify(values)
  return `${Buffer.from(text).toString('base64url')}.${check(list, text)}`
}

/** @throws AppError QUERY_PARAMETER_INVALID when it is not a place in this list */
export function readCursorToken(list: string, token: string, size: number): StoredValue[] {
  const [encoded = '', given] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  if (token.length > 20_000 || given !== check(list, text)) throw invalid()
  const values = JSON.parse(text) as Encoded[]
  if (values.length !== size) throw invalid()
  return values.map((value) => (typeof value === 'object' && value !== null ? BigInt(value.n) : value))
}

function check(list: string, text: string): string {
  return createHash('sha256').update(list).update('\n').update(text).digest('base64url').slice(0, checkLength)
}

const invalid = (): AppError => new AppError('QUERY_PARAMETER_INVALID', { parameter: 'after' })
