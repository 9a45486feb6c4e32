import type { StoredValue } from '@common/columns/column-type'
import type { SqlColumnKind, SqlValue } from '@common/sql/shapes'

/** Returns a value as responses hold it. Results store booleans as 1 and 0. */
export function shownValue(value: StoredValue, kind: SqlColumnKind): SqlValue {
  if (kind === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
