import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'

/*
 * A cursor as text: the values of the sort columns, with a signature over them and the list. It grants no rights: the
 * values are only bound.
 */

type Encoded =
  | string
  | number
  | boolean
  | null
  | { readonly n: string }
  | { readonly f: string }
  | { readonly b: string }

const tokenCharactersMax = 20_000
const checkLength = 22
/** Signing key of parts without a meta store. Their cursors expire with the process. */
const keyOfProcess = randomBytes(32)

/** @param list  identity of the list: table, filter and order */
export function cursorToken(list: string, position: readonly StoredValue[], key: Uint8Array = keyOfProcess): string {
  const values = position.map((value): Encoded => {
    if (typeof value === 'bigint') return { n: String(value) }
    if (value instanceof Uint8Array) return { b: Buffer.from(value).toString('base64url') }
    return typeof value === 'number' && !Number.isFinite(value) ? { f: String(value) } : value
  })
  const text = JSON.stringify(values)
  return `${Buffer.from(text).toString('base64url')}.${check(list, text, key)}`
}

/** @throws AppError QUERY_PARAMETER_INVALID for a cursor of another list */
export function readCursorToken(
  list: string,
  token: string,
  size: number,
  key: Uint8Array = keyOfProcess,
): StoredValue[] {
  if (token.length > tokenCharactersMax) throw invalid()
  const [encoded = '', given = ''] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  const expected = Buffer.from(check(list, text, key))
  const sent = Buffer.from(given)
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw invalid()
  const values = parsed(text)
  if (!Array.isArray(values) || values.length !== size) throw invalid()
  return values.map(decoded)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw invalid(error)
  }
}

function decoded(value: unknown): StoredValue {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as StoredValue
  if (typeof value === 'object' && 'n' in value && typeof value.n === 'string' && /^-?\d{1,100}$/.test(value.n))
    return BigInt(value.n)
  if (typeof value === 'object' && 'f' in value && typeof value.f === 'string' && /^(?:NaN|-?Infinity)$/.test(value.f))
    return Number(value.f)
  if (typeof value === 'object' && 'b' in value && typeof value.b === 'string') return Buffer.from(value.b, 'base64url')
  throw invalid()
}

/** The hash includes the length of the list, so that its parts can't be confused with values. */
function check(list: string, text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${list.length}\n${list}\n${text}`).digest('base64url').slice(0, checkLength)
}

const invalid = (cause?: unknown): AppError =>
  new AppError('QUERY_PARAMETER_INVALID', { parameter: 'after' }, cause === undefined ? {} : { cause })
