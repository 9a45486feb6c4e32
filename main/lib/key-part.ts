import type { StoredValue } from '@common/columns/column-type'
import { valueKind } from '@common/columns/value-kind'
import type { Column } from '@common/model'
import { untypedKeyText } from '@common/query/row-id'

/** Returns a stored key value as in a path before encoding: binary data as base64. */
export const keyPart = (value: StoredValue | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value ?? '')

/** Returns the same with quotes around texts that look like numbers, in a column that stores both. */
export const exactKeyPart = (column: Column | undefined, value: StoredValue | undefined): string =>
  typeof value === 'string' && column !== undefined && valueKind(column) === 'untyped'
    ? untypedKeyText(value)
    : keyPart(value)

/** Returns the same of a part of a key as the data API writes it, which adds quotes to texts that need them. */
export function plainKeyPart(column: Column | undefined, part: string): string {
  if (/^(?:"")+$/.test(part)) return part.slice(2)
  if (column === undefined || valueKind(column) !== 'untyped' || !part.startsWith('"')) return part
  try {
    return String(JSON.parse(part))
  } catch {
    return part
  }
}
