/* Texts as bytes, without the interfaces of browsers or Node. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const replacement = 0xfffd

/** Returns the UTF-8 bytes of a text. Half characters become replacement characters. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const code = point >= 0xd800 && point < 0xe000 ? replacement : point
    const tail = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
    bytes[length++] = tail === 0 ? code : ([0, 0xc0, 0xe0, 0xf0][tail] ?? 0) | (code >> (6 * tail))
    for (let shift = tail - 1; shift >= 0; shift -= 1) bytes[length++] = 0x80 | ((code >> (6 * shift)) & 0x3f)
  }
  return bytes.slice(0, length)
}

/** Returns the text of UTF-8 bytes. Bytes that aren't UTF-8 become replacement characters. */
export function utf8Text(bytes: Uint8Array): string {
  const pieces: string[] = []
  let codes: number[] = []
  for (let at = 0; at < bytes.length;) {
    const { code, length } = characterAt(bytes, at)
    codes.push(code)
    at += length
    if (codes.length < 4_096) continue
    pieces.push(String.fromCodePoint(...codes))
    codes = []
  }
  return [...pieces, String.fromCodePoint(...codes)].join('')
}

function characterAt(bytes: Uint8Array, at: number): { readonly code: number; readonly length: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { code: first, length: 1 }
  const tail =
    first >= 0xf0 && first < 0xf5 ? 3 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xc2 && first < 0xe0 ? 1 : 0
  let code = first & ([0, 0x1f, 0x0f, 0x07][tail] ?? 0)
  for (let index = 1; index <= tail; index += 1) {
    const next = bytes[at + index] ?? 0
    if ((next & 0xc0) !== 0x80) return { code: replacement, length: index }
    code = (code << 6) | (next & 0x3f)
  }
  const isValid =
    tail > 0 && code >= ([0, 0x80, 0x800, 0x10000][tail] ?? 0) && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
  return { code: isValid ? code : replacement, length: tail + 1 }
}

/** Decodes base64, also in its form for addresses. @returns undefined for other texts */
export function base64Bytes(text: string): Uint8Array | undefined {
  const plain = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={0,2}$/, '')
  if (plain.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((plain.length * 3) / 4))
  let bits = 0
  let count = 0
  let length = 0
  for (const character of plain) {
    const value = alphabet.indexOf(character)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[length++] = (bits >> count) & 0xff
  }
  return bytes
}

/** Encodes bytes as base64. */
export function base64Text(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    const digit = (shift: number): string => alphabet[(bits >> shift) & 63] ?? ''
    pieces.push(
      digit(18) + digit(12) + (second === undefined ? '=' : digit(6)) + (third === undefined ? '=' : digit(0)),
    )
  }
  return pieces.join('')
}
