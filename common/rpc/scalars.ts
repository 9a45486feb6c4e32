import { message, type Message } from '@common/messages'
import { base64Bytes, base64Text, utf8Bytes, utf8Text } from './bytes'
import type { JsonNode } from './json-text'
import type { RpcField, ScalarType } from './schema'
import { WireError, wireKinds, type WireReader, type WireWriter } from './wire'

/** A value of a scalar field. Whole numbers are big integers. */
export type ScalarValue = bigint | number | boolean | string | Uint8Array

const ranges: Partial<Record<ScalarType, readonly [least: bigint, most: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  sint32: [-(2n ** 31n), 2n ** 31n - 1n],
  sfixed32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  fixed32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  sint64: [-(2n ** 63n), 2n ** 63n - 1n],
  sfixed64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  fixed64: [0n, 2n ** 64n - 1n],
}

const longTypes: ReadonlySet<ScalarType> = new Set(['int64', 'sint64', 'uint64', 'fixed64', 'sfixed64'])
const endless: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity }

/** Returns the value of a scalar type in a JSON text. */
export function scalarOf(
  type: ScalarType,
  node: JsonNode,
): { readonly value: ScalarValue } | { readonly problem: Message } {
  const expected = (what: string) => ({ problem: message('rpcProblems.expected', { what }) })
  if (type === 'string') return node.kind === 'string' ? { value: node.value } : expected('string')
  if (type === 'bool') {
    if (node.kind === 'boolean') return { value: node.value }
    return node.kind === 'string' && /^(?:true|false)$/.test(node.value)
      ? { value: node.value === 'true' }
      : expected('boolean')
  }
  if (type === 'bytes') {
    const bytes = node.kind === 'string' ? base64Bytes(node.value) : undefined
    return bytes === undefined ? expected('bytes') : { value: bytes }
  }
  if (node.kind !== 'number' && node.kind !== 'string') return expected('number')
  const text = node.value.trim()
  const outside = { problem: message('rpcProblems.range', { value: text.slice(0, 50), type }) }
  const range = ranges[type]
  if (range === undefined) {
    if (Object.hasOwn(endless, text)) return { value: endless[text] ?? 0 }
    const value = Number(text)
    if (text === '' || Number.isNaN(value)) return expected('number')
    const isFinite = Number.isFinite(type === 'float' ? Math.fround(value) : value)
    return isFinite ? { value } : outside
  }
  const whole = wholeNumber(text)
  if (whole === undefined) return expected('integer')
  return whole < range[0] || whole > range[1] ? outside : { value: whole }
}

/** Returns a whole number, also of `1.0` and `1e3`. */
function wholeNumber(text: string): bigint | undefined {
  if (/^-?\d{1,20}$/.test(text)) return BigInt(text)
  const value = /^-?[\d.]+(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? BigInt(value) : undefined
}

/** Returns the kind of a type on the wire. */
export function wireKindOf(type: RpcField['type']): number {
  if (type === 'string' || type === 'bytes' || type === 'message') return wireKinds.bytes
  if (type === 'double' || type === 'fixed64' || type === 'sfixed64') return wireKinds.fixed64
  return type === 'float' || type === 'fixed32' || type === 'sfixed32' ? wireKinds.fixed32 : wireKinds.varint
}

/** Writes a value without its tag. */
export function writeScalar(writer: WireWriter, type: ScalarType, value: ScalarValue): void {
  if (type === 'string') writer.bytes(utf8Bytes(String(value)))
  else if (value instanceof Uint8Array) writer.bytes(value)
  else if (type === 'bool') writer.varint(value === true ? 1n : 0n)
  else if (type === 'double') writer.double(Number(value))
  else if (type === 'float') writer.float(Number(value))
  else {
    const whole = BigInt(value)
    if (type === 'fixed32' || type === 'sfixed32') writer.fixed32(whole)
    else if (type === 'fixed64' || type === 'sfixed64') writer.fixed64(whole)
    else writer.varint(type === 'sint32' || type === 'sint64' ? zigzag(whole) : whole)
  }
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n)
const unzigzag = (value: bigint): bigint => (value & 1n ? -(value >> 1n) - 1n : value >> 1n)

/** Reads a value without its tag, as JSON holds it: numbers of 64 bits and bytes are texts. @throws WireError */
export function readScalar(reader: WireReader, type: ScalarType): string | number | boolean {
  switch (type) {
    case 'string':
      return utf8Text(reader.bytes())
    case 'bytes':
      return base64Text(reader.bytes())
    case 'bool':
      return reader.varint() !== 0n
    case 'double':
      return finiteOrText(reader.double())
    case 'float':
      return finiteOrText(shortFloat(reader.float()))
    default: {
      const whole = readWhole(reader, type)
      return longTypes.has(type) ? whole.toString() : Number(whole)
    }
  }
}

function readWhole(reader: WireReader, type: ScalarType): bigint {
  switch (type) {
    case 'int32':
      return BigInt.asIntN(32, reader.varint())
    case 'uint32':
      return BigInt.asUintN(32, reader.varint())
    case 'int64':
      return BigInt.asIntN(64, reader.varint())
    case 'uint64':
      return reader.varint()
    case 'sint32':
    case 'sint64':
      return unzigzag(reader.varint())
    case 'fixed32':
      return reader.fixed32()
    case 'sfixed32':
      return BigInt.asIntN(32, reader.fixed32())
    case 'fixed64':
      return reader.fixed64()
    case 'sfixed64':
      return BigInt.asIntN(64, reader.fixed64())
    default:
      throw new WireError('The type has no numbers')
  }
}

const finiteOrText = (value: number): number | string => (Number.isFinite(value) ? value : String(value))

/** Returns the shortest number that is the same as a float: 0.1 and not 0.10000000149011612. */
function shortFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** Returns the value of a field that a message doesn't hold. */
export function defaultOf(type: ScalarType): string | number | boolean {
  if (type === 'string' || type === 'bytes') return ''
  if (type === 'bool') return false
  return longTypes.has(type) ? '0' : 0
}
