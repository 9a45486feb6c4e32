import type { StoredValue } from '@common/columns/column-type'

/** True if two stored values are the same. A missing value is null. */
export function isSameStored(left: StoredValue | undefined, right: StoredValue | undefined): boolean {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right) === 0
  return (left ?? null) === (right ?? null)
}
