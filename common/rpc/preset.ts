import { defaultOf } from './scalars'
import { typeIn, type RpcField, type RpcSchema } from './schema'
import { wellKnownName, wrappedType, type WellKnownName } from './well-known'

/** Levels of messages that a new message spells out. */
const presetDepth = 3
/** Lines of a new message, so that a huge type stays readable. */
const presetFields = 200

const wellKnown: Readonly<Record<WellKnownName, unknown>> = {
  'google.protobuf.Struct': {},
  'google.protobuf.Value': null,
  'google.protobuf.ListValue': [],
  'google.protobuf.Timestamp': '2026-01-01T00:00:00Z',
  'google.protobuf.Duration': '1s',
  'google.protobuf.FieldMask': '',
  'google.protobuf.Any': {},
}

/**
 * Returns the JSON text of a new message with all its fields, one of each group, and lists with one item.
 *
 * @param values  values of fields of the outermost message by name, instead of their defaults
 */
export function presetMessage(schema: RpcSchema, type: string, values: Readonly<Record<string, string>> = {}): string {
  let left = presetFields
  const value = (name: string, depth: number, path: readonly string[]): unknown => {
    const special = wellKnownName(name)
    if (special !== undefined) return wellKnown[special]
    const wrapped = wrappedType(name)
    if (wrapped !== undefined) return defaultOf(wrapped)
    const groups = new Set<string>()
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const field of typeIn(schema.messages, name)?.fields ?? []) {
      if (field.oneof !== undefined && groups.has(field.oneof)) continue
      // A message in itself would never end.
      if (field.type === 'message' && (depth >= presetDepth || path.includes(field.of ?? ''))) continue
      left -= 1
      if (left < 0) break
      if (field.oneof !== undefined) groups.add(field.oneof)
      const given = depth === 0 && field.type === 'string' && Object.hasOwn(values, field.name)
      object[field.json] = given ? values[field.name] : ofField(field, depth, path)
    }
    return object
  }
  const ofField = (field: RpcField, depth: number, path: readonly string[]): unknown => {
    if (field.rule === 'map') return {}
    const { of = '' } = field
    const one =
      field.type === 'message'
        ? value(of, depth + 1, [...path, of])
        : field.type === 'enum'
          ? (typeIn(schema.enums, of)?.values[0]?.name ?? 0)
          : defaultOf(field.type)
    return field.rule === 'many' ? (field.type === 'message' ? [one] : []) : one
  }
  return JSON.stringify(value(type, 0, [type]), null, 2)
}
