import { utf8Text } from '@common/rpc/bytes'
import { WireError, WireReader, wireKinds } from '@common/rpc/wire'
import type { DraftField, SchemaBuilder } from './schema-builder'

/*
 * Files as reflection describes them: messages of google/protobuf/descriptor.proto. Read by hand, because the usual
 * decoders generate code from names that another server chose.
 */

/** A described file. */
export interface DescribedFile {
  readonly name: string
  readonly imports: readonly string[]
  /** Adds its types to a schema. @throws WireError, AppError RPC_SCHEMA_TOO_LARGE */
  readonly addTo: (builder: SchemaBuilder) => void
}

const deepest = 50
const identifier = /^[A-Za-z_]\w*$/
const fullName = /^\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/

type Part = Uint8Array | bigint
interface Parts {
  readonly bytes: (id: number) => readonly Uint8Array[]
  readonly texts: (id: number) => readonly string[]
  readonly text: (id: number) => string
  readonly number: (id: number) => number
  readonly has: (id: number) => boolean
}

/** Reads the fields of a message by their numbers. @throws WireError */
export function partsOf(message: Uint8Array): Parts {
  const reader = new WireReader(message)
  const parts = new Map<number, Part[]>()
  while (reader.hasMore) {
    const { id, kind } = reader.tag()
    if (kind !== wireKinds.varint && kind !== wireKinds.bytes) reader.skip(kind)
    else {
      const value = kind === wireKinds.varint ? reader.varint() : reader.bytes()
      const list = parts.get(id)
      if (list === undefined) parts.set(id, [value])
      else list.push(value)
    }
  }
  const bytes = (id: number): Uint8Array[] =>
    (parts.get(id) ?? []).filter((part): part is Uint8Array => typeof part !== 'bigint')
  const texts = (id: number): string[] => bytes(id).map(utf8Text)
  return {
    bytes,
    texts,
    text: (id) => texts(id).at(-1) ?? '',
    number: (id) => {
      const found = parts.get(id)?.at(-1)
      return typeof found === 'bigint' ? Number(BigInt.asIntN(64, found)) : 0
    },
    has: (id) => parts.has(id),
  }
}

/** Types of fields by their numbers; groups are unknown. */
const types: Readonly<Record<number, string>> = {
  1: 'double',
  2: 'float',
  3: 'int64',
  4: 'uint64',
  5: 'int32',
  6: 'fixed64',
  7: 'fixed32',
  8: 'bool',
  9: 'string',
  12: 'bytes',
  13: 'uint32',
  15: 'sfixed32',
  16: 'sfixed64',
  17: 'sint32',
  18: 'sint64',
}
const namedTypes: ReadonlySet<number> = new Set([11, 14])
const labels = { required: 2, repeated: 3 } as const

/** Parses a `FileDescriptorProto`. @throws WireError */
export function describedFile(bytes: Uint8Array): DescribedFile {
  const file = partsOf(bytes)
  const packageName = file.text(2)
  const isProto2 = file.text(12) === '' || file.text(12) === 'proto2'
  const isEdition = file.number(14) > 0
  const within = (scope: string, name: string): string => {
    if (!identifier.test(name)) throw new WireError(`A type has the invalid name ${JSON.stringify(name.slice(0, 100))}`)
    return scope === '' ? name : `${scope}.${name}`
  }
  if (packageName !== '' && !fullName.test(packageName)) throw new WireError('The package has an invalid name')

  const addEnum = (builder: SchemaBuilder, scope: string, enumBytes: Uint8Array): void => {
    const parts = partsOf(enumBytes)
    const values = parts.bytes(2).map((each) => {
      const value = partsOf(each)
      return { name: value.text(1), number: value.number(2) }
    })
    builder.addEnum(within(scope, parts.text(1)), values)
  }

  const addMessage = (builder: SchemaBuilder, scope: string, messageBytes: Uint8Array, depth: number): void => {
    if (depth > deepest) throw new WireError('Types are nested too deeply')
    const message = partsOf(messageBytes)
    const name = within(scope, message.text(1))
    const groups = message.bytes(8).map((group) => partsOf(group).text(1))
    const maps = new Map<string, Parts>()
    for (const nested of message.bytes(3)) {
      const parts = partsOf(nested)
      const isMap = parts.bytes(7).some((options) => partsOf(options).number(7) !== 0)
      if (isMap) maps.set(within(name, parts.text(1)), parts)
      else addMessage(builder, name, nested, depth + 1)
    }
    for (const each of message.bytes(4)) addEnum(builder, name, each)
    // Some servers write names as seen from the message.
    const mapOf = (type: string): Parts | undefined =>
      maps.get(type.startsWith('.') ? type.slice(1) : `${name}.${type.slice(type.lastIndexOf('.') + 1)}`)
    const fields = message.bytes(2).flatMap((each) => fieldOf(partsOf(each), mapOf, groups) ?? [])
    builder.addMessage(name, fields)
  }

  const fieldOf = (
    field: Parts,
    mapOf: (type: string) => Parts | undefined,
    groups: readonly string[],
  ): DraftField | undefined => {
    const name = field.text(1)
    const id = field.number(3)
    const type = typeOf(field)
    if (type === undefined || !identifier.test(name) || id < 1 || id > 536_870_911) return undefined
    const json = field.text(10)
    const plain = { name, id, ...(json !== '' && { json }) }
    const isRepeated = field.number(4) === labels.repeated
    const map = isRepeated ? mapOf(type) : undefined
    if (map !== undefined) {
      const [key, value] = [1, 2].map((at) =>
        map
          .bytes(2)
          .map(partsOf)
          .find((each) => each.number(3) === at),
      )
      const valueType = value && typeOf(value)
      if (key === undefined || valueType === undefined) return undefined
      return { ...plain, type: valueType, rule: 'map', key: typeOf(key) }
    }
    const options = field.bytes(8).map(partsOf)
    const packed = options.findLast((each) => each.has(2))
    const group = field.has(9) && field.number(17) === 0 ? groups[field.number(9)] : undefined
    return {
      ...plain,
      type,
      rule: isRepeated ? 'many' : 'one',
      ...(group !== undefined && { oneof: group }),
      ...(field.number(4) === labels.required && { isRequired: true }),
      ...(isRepeated && { isPacked: packed === undefined ? !isProto2 : packed.number(2) !== 0 }),
      ...(!isProto2 && !isEdition && !isRepeated && !field.has(9) && { isImplicit: true }),
    }
  }

  return {
    name: file.text(1),
    imports: file.texts(3),
    addTo: (builder) => {
      for (const each of file.bytes(5)) addEnum(builder, packageName, each)
      for (const each of file.bytes(4)) addMessage(builder, packageName, each, 0)
      for (const each of file.bytes(6)) {
        const service = partsOf(each)
        const methods = service.bytes(2).map(partsOf)
        builder.addService(
          within(packageName, service.text(1)),
          methods
            .filter((method) => identifier.test(method.text(1)))
            .map((method) => ({
              name: method.text(1),
              input: method.text(2),
              output: method.text(3),
              isClientStream: method.number(5) !== 0,
              isServerStream: method.number(6) !== 0,
            })),
        )
      }
    },
  }
}

function typeOf(field: Parts): string | undefined {
  const number = field.number(5)
  const name = field.text(6)
  // Some servers leave the number out for named types.
  if (namedTypes.has(number) || (number === 0 && name !== '')) return fullName.test(name) ? name : undefined
  return types[number]
}
