/** Returns bytes as hexadecimal digits. */
export const bytesHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex').toUpperCase()

/** Formats a finite number for every engine. */
export const numberText = (value: number | bigint): string => (Object.is(value, -0) ? '0' : String(value))
