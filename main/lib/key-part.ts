import type { StoredValue } from '@common/columns/column-type'

/** A stored value of a key as a path names it before it is encoded: bytes are base64. */
export const keyPart = (value: StoredValue | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value ?? '')
