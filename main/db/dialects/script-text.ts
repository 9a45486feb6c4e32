/** Bytes as pairs of digits. */
export const bytesHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex').toUpperCase()

/** A finite number as every engine reads it. */
export const numberText = (value: number | bigint): string => (Object.is(value, -0) ? '0' : String(value))
