import { utf8Text } from './bytes'
import { readScalar } from './scalars'
import { rpcLimits } from './schema'
import type { WellKnownName } from './well-known'
import { WireError, WireReader } from './wire'

/** A value of JSON. Objects are maps, so that no name has a meaning of its own. */
export type JsonValue = null | string | number | boolean | readonly JsonValue[] | ReadonlyMap<string, JsonValue>

interface Decoding {
  readonly message: (type: string, bytes: Uint8Array, depth: number) => JsonValue
  /** Counts a value towards the limit. */
  readonly counted: <T>(value: T) => T
}

type Read = (bytes: Uint8Array, depth: number) => JsonValue

/** Returns the decoders of types with a JSON form of their own. */
export function createSpecials({ message, counted }: Decoding): Readonly<Record<WellKnownName, Read>> {
  const struct = (bytes: Uint8Array, depth: number): JsonValue => {
    if (depth > rpcLimits.depth) throw new WireError('The message is nested too deeply')
    const object = new Map<string, JsonValue>()
    for (const entry of fieldsOf(bytes, new Map([[1, (reader) => reader.bytes()]]))) {
      let name = ''
      let value: JsonValue = null
      fieldsOf(
        entry as Uint8Array,
        new Map([
          [1, (reader) => void (name = utf8Text(reader.bytes()))],
          [2, (reader) => void (value = anything(reader.bytes(), depth + 1))],
        ]),
      )
      object.set(name, value)
    }
    return object
  }

  const list = (bytes: Uint8Array, depth: number): JsonValue =>
    fieldsOf(bytes, new Map([[1, (reader) => anything(reader.bytes(), depth + 1)]])) as JsonValue[]

  const anything = (bytes: Uint8Array, depth: number): JsonValue => {
    if (depth > rpcLimits.depth) throw new WireError('The message is nested too deeply')
    const values = fieldsOf(
      bytes,
      new Map<number, (reader: WireReader, kind: number) => JsonValue>([
        [1, (reader) => (reader.varint(), null)],
        [2, (reader) => readScalar(reader, 'double')],
        [3, (reader) => readScalar(reader, 'string')],
        [4, (reader) => readScalar(reader, 'bool')],
        [5, (reader) => struct(reader.bytes(), depth)],
        [6, (reader) => list(reader.bytes(), depth)],
      ]),
    )
    return counted((values.at(-1) ?? null) as JsonValue)
  }

  const any = (bytes: Uint8Array, depth: number): JsonValue => {
    let url = ''
    let inner: Uint8Array = new Uint8Array()
    fieldsOf(
      bytes,
      new Map([
        [1, (reader) => void (url = utf8Text(reader.bytes()))],
        [2, (reader) => void (inner = reader.bytes())],
      ]),
    )
    const type = url.slice(url.lastIndexOf('/') + 1)
    const object = new Map<string, JsonValue>(url === '' ? [] : [['@type', url]])
    const value = url === '' ? new Map() : message(type, inner, depth + 1)
    if (value instanceof Map) for (const [name, each] of value as Map<string, JsonValue>) object.set(name, each)
    else object.set('value', value)
    return object
  }

  return {
    'google.protobuf.Struct': struct,
    'google.protobuf.Value': anything,
    'google.protobuf.ListValue': list,
    'google.protobuf.Any': any,
    'google.protobuf.Timestamp': (bytes) => timestampText(secondsOf(bytes)),
    'google.protobuf.Duration': (bytes) => durationText(secondsOf(bytes)),
    'google.protobuf.FieldMask': (bytes) =>
      fieldsOf(bytes, new Map([[1, (reader) => readScalar(reader, 'string')]]))
        .map((path) => String(path).replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
        .join(','),
  }
}

/** Reads the values of some fields, in their order. */
export function fieldsOf(
  bytes: Uint8Array,
  readers: ReadonlyMap<number, (reader: WireReader, kind: number) => unknown>,
): unknown[] {
  const reader = new WireReader(bytes)
  const values: unknown[] = []
  while (reader.hasMore) {
    const { id, kind } = reader.tag()
    const read = readers.get(id)
    if (read === undefined) reader.skip(kind)
    else values.push(read(reader, kind))
  }
  return values
}

interface Seconds {
  readonly seconds: bigint
  readonly nanoseconds: number
}

function secondsOf(bytes: Uint8Array): Seconds {
  let seconds = 0n
  let nanoseconds = 0
  fieldsOf(
    bytes,
    new Map([
      [1, (reader) => void (seconds = BigInt.asIntN(64, reader.varint()))],
      [2, (reader) => void (nanoseconds = Number(BigInt.asIntN(32, reader.varint())))],
    ]),
  )
  return { seconds, nanoseconds }
}

const fractionOf = (nanoseconds: number): string =>
  nanoseconds === 0
    ? ''
    : `.${String(Math.abs(nanoseconds))
        .padStart(9, '0')
        .replace(/(?:000)+$/, '')}`

function timestampText({ seconds, nanoseconds }: Seconds): string {
  const time = new Date(Number(seconds) * 1_000)
  if (Number.isNaN(time.getTime())) throw new WireError('A time is out of range')
  return time.toISOString().replace(/\.\d+Z$/, `${fractionOf(nanoseconds)}Z`)
}

function durationText({ seconds, nanoseconds }: Seconds): string {
  const sign = seconds === 0n && nanoseconds < 0 ? '-' : ''
  return `${sign}${seconds}${fractionOf(nanoseconds)}s`
}
