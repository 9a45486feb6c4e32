/**
 * Serializes rows as JSON. Encodes integers beyond 2^53, infinity and binary data as lists, because values are never
 * lists. An object's key could be the name of a column.
 */
export const rowsText = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => {
    if (typeof held === 'bigint') return [integerMark, String(held)]
    if (typeof held === 'number' && !Number.isFinite(held)) return [floatMark, String(held)]
    // A Buffer has already been converted by its toJSON.
    if (isBufferJson(held)) return [bytesMark, Buffer.from(held.data).toString('base64')]
    if (held instanceof Uint8Array) return [bytesMark, Buffer.from(held).toString('base64')]
    return held
  })

/** Numbers, because the other lists hold texts and rows. */
const integerMark = 0
const bytesMark = 1
const floatMark = 2

/** A row with columns of such names holds texts or numbers in them, never a list. */
function isBufferJson(value: unknown): value is { readonly type: 'Buffer'; readonly data: number[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value &&
    Array.isArray(value.data)
  )
}

/** Parses what `rowsText` returned. */
export function rowsOfText<T>(text: string): T {
  return JSON.parse(text, (_key, held: unknown) => {
    if (!Array.isArray(held) || held.length !== 2) return held
    const [mark, content] = held as readonly unknown[]
    if (typeof content !== 'string') return held
    if (mark === integerMark) return BigInt(content)
    if (mark === floatMark) return Number(content)
    return mark === bytesMark ? new Uint8Array(Buffer.from(content, 'base64')) : held
  }) as T
}
