import type { StoredValue } from '@common/columns/column-type'

/* JSON of stored values, with bytes and large integers. Other values stay readable. */

export type StoredRows = readonly (readonly StoredValue[])[]

export function storedJson(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, _key, each: unknown) {
    if (typeof each === 'bigint') return { $integer: each.toString() }
    // A Buffer turns itself into an object before this function sees it.
    if (each instanceof Uint8Array) return { $bytes: Buffer.from(each).toString('base64') }
    return isBufferJson(each) ? { $bytes: Buffer.from(each.data).toString('base64') } : each
  })
}

/** Returns the JSON of rows (`storedJson`). Rows of values that JSON has take a fraction of the time. */
export const storedRowsJson = (lists: readonly StoredRows[]): string =>
  lists.every((rows) => rows.every((row) => row.every(isPlain))) ? JSON.stringify(lists) : storedJson(lists)

const isPlain = (value: StoredValue): boolean =>
  (typeof value !== 'object' && typeof value !== 'bigint') || value === null

export function parseStoredJson(text: string): unknown {
  return JSON.parse(text, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null) return each
    if ('$integer' in each) return BigInt(String(each.$integer))
    return '$bytes' in each ? new Uint8Array(Buffer.from(String(each.$bytes), 'base64')) : each
  })
}

const isBufferJson = (value: unknown): value is { readonly data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
