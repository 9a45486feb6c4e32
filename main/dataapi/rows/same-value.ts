import type { StoredValue } from '@common/columns/column-type'
import { holdsJson } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { compactJson } from '@common/columns/values/json'
import { plainNumber, plainNumberOf, plainNumberText } from '@common/columns/values/numeric'
import type { Column } from '@common/model'
import { isExactNumber } from '@common/util/parse-json'

/** True if two values are equal for their column, whatever their notation in responses and requests. */
export const isSameValue = (column: Column, left: unknown, right: unknown): boolean =>
  canonical(column, left) === canonical(column, right)

/**
 * True if a sent value equals the one in the row's response. Then it is no change, even if its type would coerce it.
 */
export function isAnswered(column: Column, stored: StoredValue, sent: unknown): boolean {
  if (typeof sent === 'boolean') return sent === stored || (typeof stored === 'number' && Number(sent) === stored)
  if (typeof sent === 'number' && typeof stored === 'number') return sent === stored
  if (isExactNumber(sent)) {
    if (holdsJson(column) && typeof stored === 'string') return isSameJson(stored, sent.rawJSON)
    return isNumberText(stored, sent.rawJSON)
  }
  if (typeof sent === 'object' && sent !== null)
    return holdsJson(column) && typeof stored === 'string' && isSameJson(stored, JSON.stringify(sent))
  if (typeof sent === 'string' && typeof stored === 'number' && !Number.isSafeInteger(stored))
    return !Number.isFinite(stored) ? String(stored) === sent : /^-?\d{16,}$/.test(sent) && isNumberText(stored, sent)
  if (stored instanceof Uint8Array) return Buffer.from(stored).toString('base64') === sent
  return typeof stored === 'bigint' ? String(stored) === sent : stored === sent
}

/** Exact decimals are texts. */
function isNumberText(stored: StoredValue, digits: string): boolean {
  if (typeof stored === 'number') return Number(digits) === stored
  const [left, right] = [plainNumberOf(stored), plainNumberOf(digits)]
  return left !== undefined && right !== undefined && plainNumberText(left) === plainNumberText(right)
}

function isSameJson(left: string, right: string): boolean {
  const [one, other] = [left, right].map(plainDigits)
  return one !== undefined && one === other
}

/** Normalizes JSON: no blanks, numbers without exponents. */
function plainDigits(text: string): string | undefined {
  return compactJson(text)?.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (piece) => {
    const number = piece.startsWith('"') ? undefined : plainNumber(piece)
    return number === undefined ? piece : plainNumberText(number)
  })
}

function canonical(column: Column, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  const type = columnType(column.uiType)
  if (type.content === 'json') return inOrder(value)
  const parsed = type.parse(value, column)
  const given = typeof value === 'object' ? JSON.stringify(value) : (value as StoredValue)
  const meant = parsed.ok ? parsed.value : given
  if (meant === null) return ''
  if (meant instanceof Uint8Array) return Buffer.from(meant).toString('base64')
  if (type.storage === 'boolean') return String(meant === true || meant === 1 || meant === '1')
  const isNumber = type.storage === 'integer' || type.storage === 'decimal'
  const number = isNumber && String(meant).length < 16 ? Number(meant) : Number.NaN
  return Number.isNaN(number) ? String(meant) : String(number)
}

/** Engines with a JSON type reformat it. */
function inOrder(value: unknown): string {
  try {
    const json: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return JSON.stringify(json, (_key, held: unknown) =>
      typeof held === 'object' && held !== null && !Array.isArray(held)
        ? Object.fromEntries(Object.entries(held).toSorted(([left], [right]) => (left < right ? -1 : 1)))
        : held,
    )
  } catch {
    return String(value)
  }
}
