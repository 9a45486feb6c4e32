import { message, type Message } from '@common/messages'
import { variablePlaces } from '@common/variables'
import { parseJsonText, type JsonMember, type JsonNode } from './json-text'
import { rpcLimits, typeIn, type RpcField, type RpcMessage, type RpcSchema } from './schema'
import { scalarOf, writeScalar, wireKindOf } from './scalars'
import { wellKnownWriter } from './well-known'
import { WireWriter, wireKinds } from './wire'
import type { Encoding } from './encoding'

/** A problem of a message, with its place in the text. */
export interface MessageProblem {
  readonly from: number
  readonly to: number
  readonly problem: Message
}

export interface EncodedMessage {
  readonly bytes: Uint8Array
  readonly problems: readonly MessageProblem[]
}

/** Maximum number of problems in a report. */
const problemsMax = 50

/**
 * Encodes the JSON text of a message (https://protobuf.dev/programming-guides/json/), and reports everything in it that
 * the type doesn't allow. Problems make the bytes useless.
 *
 * @param isTemplate  variables aren't filled yet, so their values fit everywhere
 */
export function encodeMessage(
  schema: RpcSchema,
  type: string,
  text: string,
  { isTemplate = false }: { readonly isTemplate?: boolean } = {},
): EncodedMessage {
  const parsed = parseJsonText(text.trim() === '' ? '{}' : text, rpcLimits.depth)
  if ('problem' in parsed) {
    const to = Math.min(parsed.at + 1, text.length)
    const key = parsed.problem === 'depth' ? 'rpcProblems.depth' : 'rpcProblems.syntax'
    return {
      bytes: new Uint8Array(),
      problems: [{ from: Math.min(parsed.at, to), to, problem: message(key) }],
    }
  }
  const problems: MessageProblem[] = []
  const report: Encoding['report'] = ({ from, to }, problem) => {
    if (problems.length < problemsMax) problems.push({ from, to, problem })
  }
  const encoding: Encoding = {
    schema,
    report,
    expected: (node, what) => report(node, message('rpcProblems.expected', { what })),
    isOpen: (node) =>
      isTemplate && (node.kind === 'placeholder' || (node.kind === 'string' && variablePlaces(node.value).length > 0)),
    writeMessage: (writer, name, node) => writeMessage(encoding, writer, name, node),
    writeFields: (writer, name, members, node) => {
      const found = typeIn(schema.messages, name)
      if (found === undefined) report(node, message('rpcProblems.typeUnknown', { type: name }))
      else writeFields(encoding, writer, { name, ...found }, members, node)
    },
  }
  const writer = new WireWriter()
  writeMessage(encoding, writer, type, parsed.node)
  return { bytes: writer.finish(), problems }
}

function writeMessage(encoding: Encoding, writer: WireWriter, type: string, node: JsonNode): void {
  if (encoding.isOpen(node)) return
  const special = wellKnownWriter(type)
  if (special !== undefined) special(encoding, writer, node)
  else if (node.kind === 'object') encoding.writeFields(writer, type, node.members, node)
  else encoding.expected(node, 'object')
}

interface NamedMessage extends RpcMessage {
  readonly name: string
}

function writeFields(
  encoding: Encoding,
  writer: WireWriter,
  type: NamedMessage,
  members: readonly JsonMember[],
  node: JsonNode,
): void {
  const set = new Set<RpcField>()
  const groups = new Map<string, RpcField>()
  for (const { name, nameRange, value } of members) {
    const field = type.fields.find((each) => each.json === name || each.name === name)
    if (field === undefined) {
      encoding.report(nameRange, message('rpcProblems.fieldUnknown', { type: type.name, field: name }))
      continue
    }
    if (set.has(field)) encoding.report(nameRange, message('rpcProblems.fieldTwice', { field: name }))
    set.add(field)
    if (value.kind === 'null' && !takesNull(field)) continue
    const other = field.oneof === undefined ? undefined : groups.get(field.oneof)
    if (other !== undefined)
      encoding.report(nameRange, message('rpcProblems.oneOf', { field: name, other: other.json }))
    if (field.oneof !== undefined) groups.set(field.oneof, field)
    writeField(encoding, writer, field, value)
  }
  for (const field of type.fields)
    if (field.isRequired === true && !set.has(field))
      encoding.report(node, message('rpcProblems.required', { field: field.json }))
}

/** `null` leaves a field out, except where it is a value. */
const takesNull = ({ type, of, rule }: RpcField): boolean =>
  rule === 'one' && ((type === 'message' && of === 'google.protobuf.Value') || of === 'google.protobuf.NullValue')

function writeField(encoding: Encoding, writer: WireWriter, field: RpcField, node: JsonNode): void {
  if (encoding.isOpen(node)) return
  if (field.rule === 'one') return writeTagged(encoding, writer, field, node)
  if (field.rule === 'map') return writeMap(encoding, writer, field, node)
  if (node.kind !== 'array') return encoding.expected(node, 'array')
  if (field.isPacked !== true || wireKindOf(field.type) === wireKinds.bytes) {
    for (const item of node.items) writeTagged(encoding, writer, field, item)
    return
  }
  const packed = new WireWriter()
  for (const item of node.items) writeValue(encoding, packed, field, item)
  writer.tag(field.id, wireKinds.bytes)
  writer.bytes(packed.finish())
}

function writeMap(encoding: Encoding, writer: WireWriter, field: RpcField, node: JsonNode): void {
  if (node.kind !== 'object') return encoding.expected(node, 'object')
  const { key = 'string' } = field
  for (const { name, nameRange, value } of node.members) {
    const entry = new WireWriter()
    const found = scalarOf(key, { kind: 'string', value: name, ...nameRange })
    if ('problem' in found) {
      encoding.report(nameRange, found.problem)
      continue
    }
    entry.tag(1, wireKindOf(key))
    writeScalar(entry, key, found.value)
    writeTagged(encoding, entry, { ...field, rule: 'one', id: 2 }, value)
    writer.tag(field.id, wireKinds.bytes)
    writer.bytes(entry.finish())
  }
}

function writeTagged(encoding: Encoding, writer: WireWriter, field: RpcField, node: JsonNode): void {
  writer.tag(field.id, wireKindOf(field.type))
  writeValue(encoding, writer, field, node)
}

function writeValue(encoding: Encoding, writer: WireWriter, { type, of = '' }: RpcField, node: JsonNode): void {
  if (encoding.isOpen(node)) return
  if (type === 'message') {
    const inner = new WireWriter()
    encoding.writeMessage(inner, of, node)
    writer.bytes(inner.finish())
  } else if (type === 'enum') writer.varint(enumNumber(encoding, of, node))
  else {
    const found = scalarOf(type, node)
    if ('problem' in found) encoding.report(node, found.problem)
    else writeScalar(writer, type, found.value)
  }
}

function enumNumber(encoding: Encoding, type: string, node: JsonNode): bigint {
  if (type === 'google.protobuf.NullValue') return 0n
  if (node.kind === 'number' && /^-?\d{1,10}$/.test(node.value)) return BigInt(node.value)
  if (node.kind !== 'string') {
    encoding.expected(node, 'enum')
    return 0n
  }
  const found = typeIn(encoding.schema.enums, type)?.values.find(({ name }) => name === node.value)
  if (found === undefined) encoding.report(node, message('rpcProblems.valueUnknown', { type, value: node.value }))
  return BigInt(found?.number ?? 0)
}
