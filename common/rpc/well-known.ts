import { message } from '@common/messages'
import type { JsonNode } from './json-text'
import { scalarOf, writeScalar, wireKindOf } from './scalars'
import type { ScalarType } from './schema'
import { WireWriter, wireKinds } from './wire'
import type { Encoding } from './encoding'

/*
 * Types of protobuf itself with a JSON form of their own: `google.protobuf.Struct` is any JSON object, `Timestamp` a text.
 */

const prefix = 'google.protobuf.'

/** Wrapped types by their name. */
const wrappers: Readonly<Record<string, ScalarType>> = {
  DoubleValue: 'double',
  FloatValue: 'float',
  Int64Value: 'int64',
  UInt64Value: 'uint64',
  Int32Value: 'int32',
  UInt32Value: 'uint32',
  BoolValue: 'bool',
  StringValue: 'string',
  BytesValue: 'bytes',
}

/** Returns the scalar in a message that only wraps one, such as `google.protobuf.Int32Value`. */
export function wrappedType(type: string): ScalarType | undefined {
  const name = shortName(type)
  return name !== undefined && Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
}

export const wellKnownNames = [
  'google.protobuf.Struct',
  'google.protobuf.Value',
  'google.protobuf.ListValue',
  'google.protobuf.Timestamp',
  'google.protobuf.Duration',
  'google.protobuf.FieldMask',
  'google.protobuf.Any',
] as const
export type WellKnownName = (typeof wellKnownNames)[number]

/** Returns the name of a type with its own JSON form; undefined for others. */
export const wellKnownName = (type: string): WellKnownName | undefined => wellKnownNames.find((name) => type === name)

const shortName = (type: string): string | undefined =>
  type.startsWith(prefix) ? type.slice(prefix.length) : undefined

type Write = (encoding: Encoding, writer: WireWriter, node: JsonNode) => void

/** Returns the writer of a type with its own JSON form. */
export function wellKnownWriter(type: string): Write | undefined {
  const wrapped = wrappedType(type)
  if (wrapped !== undefined) return (encoding, writer, node) => writeWrapped(encoding, writer, wrapped, node)
  const name = wellKnownName(type)
  return name && writers[name]
}

const writers: Readonly<Record<WellKnownName, Write>> = {
  'google.protobuf.Struct': writeStruct,
  'google.protobuf.Value': writeAnything,
  'google.protobuf.ListValue': writeList,
  'google.protobuf.Timestamp': writeTimestamp,
  'google.protobuf.Duration': writeDuration,
  'google.protobuf.FieldMask': writeMask,
  'google.protobuf.Any': writeAny,
}

function writeWrapped(encoding: Encoding, writer: WireWriter, type: ScalarType, node: JsonNode): void {
  const found = scalarOf(type, node)
  if ('problem' in found) return encoding.report(node, found.problem)
  writer.tag(1, wireKindOf(type))
  writeScalar(writer, type, found.value)
}

function writeInner(writer: WireWriter, id: number, write: (inner: WireWriter) => void): void {
  const inner = new WireWriter()
  write(inner)
  writer.tag(id, wireKinds.bytes)
  writer.bytes(inner.finish())
}

function writeText(writer: WireWriter, id: number, text: string): void {
  writer.tag(id, wireKinds.bytes)
  writeScalar(writer, 'string', text)
}

function writeStruct(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  if (node.kind !== 'object') return encoding.expected(node, 'object')
  for (const { name, value } of node.members)
    writeInner(writer, 1, (entry) => {
      writeText(entry, 1, name)
      writeInner(entry, 2, (inner) => writeAnything(encoding, inner, value))
    })
}

function writeList(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  if (node.kind !== 'array') return encoding.expected(node, 'array')
  for (const item of node.items) writeInner(writer, 1, (inner) => writeAnything(encoding, inner, item))
}

function writeAnything(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  switch (node.kind) {
    case 'null':
      writer.tag(1, wireKinds.varint)
      writer.varint(0n)
      return
    case 'number':
      return writeNumber(encoding, writer, node)
    case 'string':
      return writeText(writer, 3, node.value)
    case 'boolean':
      writer.tag(4, wireKinds.varint)
      writer.varint(node.value ? 1n : 0n)
      return
    case 'object':
      return writeInner(writer, 5, (inner) => writeStruct(encoding, inner, node))
    case 'array':
      return writeInner(writer, 6, (inner) => writeList(encoding, inner, node))
    case 'placeholder':
  }
}

function writeNumber(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  const found = scalarOf('double', node)
  if ('problem' in found) return encoding.report(node, found.problem)
  writer.tag(2, wireKinds.fixed64)
  writeScalar(writer, 'double', found.value)
}

const timestamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i

function writeTimestamp(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  const [, time = '', fraction = '', zone = ''] = (node.kind === 'string' && timestamp.exec(node.value)) || []
  const milliseconds = Date.parse(`${time}${zone}`)
  if (Number.isNaN(milliseconds)) return encoding.expected(node, 'timestamp')
  writeSeconds(writer, BigInt(Math.floor(milliseconds / 1_000)), Number(fraction.padEnd(9, '0')))
}

function writeDuration(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  const [, sign = '', seconds, fraction = ''] =
    (node.kind === 'string' && /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/.exec(node.value)) || []
  if (seconds === undefined) return encoding.expected(node, 'duration')
  const factor = sign === '-' ? -1 : 1
  writeSeconds(writer, BigInt(factor) * BigInt(seconds), factor * Number(fraction.padEnd(9, '0')))
}

function writeSeconds(writer: WireWriter, seconds: bigint, nanoseconds: number): void {
  writer.tag(1, wireKinds.varint)
  writer.varint(seconds)
  writer.tag(2, wireKinds.varint)
  writer.varint(BigInt(nanoseconds))
}

function writeMask(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  if (node.kind !== 'string') return encoding.expected(node, 'string')
  for (const path of node.value.split(',').filter((each) => each !== ''))
    writeText(
      writer,
      1,
      path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
}

function writeAny(encoding: Encoding, writer: WireWriter, node: JsonNode): void {
  if (node.kind !== 'object') return encoding.expected(node, 'object')
  if (node.members.length === 0) return
  const named = node.members.find(({ name }) => name === '@type')
  if (named?.value.kind !== 'string') return encoding.report(node, message('rpcProblems.required', { field: '@type' }))
  const url = named.value.value
  const type = url.slice(url.lastIndexOf('/') + 1)
  const rest = node.members.filter((member) => member !== named)
  writeText(writer, 1, url)
  writeInner(writer, 2, (inner) => {
    const own = wellKnownWriter(type)
    const [only] = rest
    if (own === undefined) encoding.writeFields(inner, type, rest, node)
    else if (only?.name === 'value') own(encoding, inner, only.value)
    else encoding.report(node, message('rpcProblems.required', { field: 'value' }))
  })
}
