import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { StoredRow } from '../rows/change-events'

/** One row as JSON, the way lists answer it: keys are titles, digits beyond 2^53 are kept as text. */
export function rowJson(columns: readonly Column[], row: readonly StoredValue[]): string {
  return `{${columns.map(({ title }, at) => `${JSON.stringify(title)}:${valueJson(row[at] ?? null)}`).join(',')}}`
}

export function valueJson(value: StoredValue): string {
  // Not JSON.stringify, which takes ten times as long: a bulk insert answers thousands of keys.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `"${value}"`
  if (typeof value === 'bigint') return JSON.stringify(wireNumber(value))
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'))
  return JSON.stringify(value)
}

function wireNumber(value: bigint): number | string {
  const near = Number(value)
  return Number.isSafeInteger(near) ? near : String(value)
}

/** A row by names of columns, for change events. */
export function storedRow(columns: readonly Column[], row: readonly StoredValue[]): StoredRow {
  // Not from entries, which takes six times as long: a bulk makes thousands of rows.
  const stored: Record<string, StoredValue> = {}
  for (let at = 0; at < columns.length; at++) {
    const name = columns[at]?.name ?? ''
    if (name === '__proto__') Object.defineProperty(stored, name, { value: row[at] ?? null, enumerable: true })
    else stored[name] = row[at] ?? null
  }
  return stored
}
