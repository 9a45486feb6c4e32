import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'

/** Whether two values, as rows are answered or as a caller sends them, are one for their column, however each is written. */
export const isSameValue = (column: Column, left: unknown, right: unknown): boolean =>
  canonical(column, left) === canonical(column, right)

function canonical(column: Column, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  const type = columnType(column.uiType)
  if (column.uiType === 'JSON') return inOrder(value)
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

/** Engines that know JSON write it in their own way. */
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
