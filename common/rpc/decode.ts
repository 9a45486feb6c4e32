import { base64Text } from './bytes'
import { defaultOf, readScalar, wireKindOf } from './scalars'
import { rpcLimits, typeIn, type RpcField, type RpcSchema } from './schema'
import { createSpecials, fieldsOf, type JsonValue } from './decode-known'
import { wellKnownName, wrappedType } from './well-known'
import { WireError, WireReader, wireKinds } from './wire'

/** Most values in a message. A small message can hold millions of empty ones. */
const valuesMax = 200_000

/**
 * Decodes a message to indented JSON. Fields that the schema doesn't describe are left out; absent ones without
 * presence have their default.
 *
 * @throws WireError
 */
export function decodeMessage(schema: RpcSchema, type: string, bytes: Uint8Array): string {
  const lines: string[] = []
  writeJson(createDecoder(schema).message(type, bytes, 0), '', (text) => lines.push(text))
  return lines.join('')
}

function createDecoder(schema: RpcSchema) {
  let count = 0
  const counted = <T>(value: T): T => {
    count += 1
    if (count > valuesMax) throw new WireError('The message holds too many values')
    return value
  }

  const message = (type: string, bytes: Uint8Array, depth: number): JsonValue => {
    if (depth > rpcLimits.depth) throw new WireError('The message is nested too deeply')
    const wrapped = wrappedType(type)
    if (wrapped !== undefined) {
      const [value = defaultOf(wrapped)] = fieldsOf(bytes, new Map([[1, (reader) => readScalar(reader, wrapped)]]))
      return value as JsonValue
    }
    const special = wellKnownName(type)
    return special === undefined ? plain(type, bytes, depth) : specials[special](bytes, depth)
  }

  const plain = (type: string, bytes: Uint8Array, depth: number): JsonValue => {
    const found = typeIn(schema.messages, type)
    if (found === undefined) return base64Text(bytes)
    const fields = new Map(found.fields.map((field) => [field.id, field]))
    const values = new Map<RpcField, JsonValue>()
    const reader = new WireReader(bytes)
    while (reader.hasMore) {
      const { id, kind } = reader.tag()
      const field = fields.get(id)
      if (field === undefined || !fits(field, kind)) reader.skip(kind)
      else take(values, field, kind, reader, depth)
    }
    const object = new Map<string, JsonValue>()
    for (const field of found.fields) {
      const value = values.has(field) ? values.get(field) : absent(field)
      if (value !== undefined) object.set(field.json, value)
    }
    return object
  }

  const take = (
    values: Map<RpcField, JsonValue>,
    field: RpcField,
    kind: number,
    reader: WireReader,
    depth: number,
  ): void => {
    if (field.rule === 'one') {
      values.set(field, one(field, reader, depth))
      return
    }
    if (field.rule === 'map') {
      const map = (values.get(field) ?? new Map()) as Map<string, JsonValue>
      values.set(field, map)
      const entry = plainEntry(field, reader.bytes(), depth)
      map.set(String(entry.key), entry.value)
      return
    }
    const list = (values.get(field) ?? []) as JsonValue[]
    values.set(field, list)
    if (kind !== wireKinds.bytes || wireKindOf(field.type) === wireKinds.bytes) list.push(one(field, reader, depth))
    else {
      const packed = new WireReader(reader.bytes())
      while (packed.hasMore) list.push(one(field, packed, depth))
    }
  }

  const plainEntry = (field: RpcField, bytes: Uint8Array, depth: number) => {
    const { key = 'string' } = field
    const reader = new WireReader(bytes)
    let name: JsonValue = defaultOf(key)
    let value: JsonValue | undefined
    while (reader.hasMore) {
      const { id, kind } = reader.tag()
      if (id === 1 && kind === wireKindOf(key)) name = readScalar(reader, key)
      else if (id === 2 && kind === wireKindOf(field.type)) value = one(field, reader, depth)
      else reader.skip(kind)
    }
    if (value === undefined) value = absent({ ...field, rule: 'one', isImplicit: true }) ?? new Map<string, JsonValue>()
    return { key: name, value }
  }

  const one = ({ type, of = '' }: RpcField, reader: WireReader, depth: number): JsonValue => {
    if (type === 'message') return counted(message(of, reader.bytes(), depth + 1))
    if (type !== 'enum') return counted(readScalar(reader, type))
    const number = Number(BigInt.asIntN(32, reader.varint()))
    return counted(enumName(of, number))
  }

  const enumName = (type: string, number: number): JsonValue => {
    if (type === 'google.protobuf.NullValue') return null
    return typeIn(schema.enums, type)?.values.find((value) => value.number === number)?.name ?? number
  }

  const absent = (field: RpcField): JsonValue | undefined => {
    if (field.rule === 'many') return []
    if (field.rule === 'map') return new Map()
    if (field.isImplicit !== true || field.type === 'message') return undefined
    return field.type === 'enum' ? enumName(field.of ?? '', 0) : defaultOf(field.type)
  }

  const specials = createSpecials({ message, counted })
  return { message }
}

/** Lists of numbers may be packed or not, whatever the schema says. */
const fits = (field: RpcField, kind: number): boolean =>
  kind === (field.rule === 'map' ? wireKinds.bytes : wireKindOf(field.type)) ||
  (field.rule === 'many' && kind === wireKinds.bytes)

function writeJson(value: JsonValue, indent: string, write: (text: string) => void): void {
  if (value instanceof Map || Array.isArray(value)) {
    const isMap = value instanceof Map
    const items = Array.from(value as Iterable<unknown>)
    if (items.length === 0) return write(isMap ? '{}' : '[]')
    const inner = `${indent}  `
    write(isMap ? '{\n' : '[\n')
    items.forEach((item, at) => {
      write(at === 0 ? inner : `,\n${inner}`)
      const [name, each] = isMap ? (item as [string, JsonValue]) : [undefined, item as JsonValue]
      if (name !== undefined) write(`${JSON.stringify(name)}: `)
      writeJson(each, inner, write)
    })
    write(`\n${indent}${isMap ? '}' : ']'}`)
  } else write(JSON.stringify(value))
}
