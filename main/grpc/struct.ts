/** JSON as protobuf's free form, and back. */
export interface Struct {
  readonly fields: Readonly<Record<string, Value>>
}
export type Value =
  | { readonly nullValue: 0 }
  | { readonly numberValue: number }
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly structValue: Struct }
  | { readonly listValue: { readonly values: readonly Value[] } }

export function structOf(row: unknown): Struct {
  const entries = typeof row === 'object' && row !== null ? Object.entries(row) : []
  return { fields: Object.fromEntries(entries.map(([name, value]) => [name, valueOf(value)])) }
}

export function valueOf(json: unknown): Value {
  if (typeof json === 'number') return { numberValue: json }
  if (typeof json === 'string') return { stringValue: json }
  if (typeof json === 'boolean') return { boolValue: json }
  if (Array.isArray(json)) return { listValue: { values: json.map(valueOf) } }
  if (typeof json === 'object' && json !== null) return { structValue: structOf(json) }
  return { nullValue: 0 }
}

/** Converts a struct from a caller; any part may be missing. */
export function jsonOfStruct(struct: unknown): Record<string, unknown> {
  const fields = part(struct, 'fields')
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, jsonOfValue(value)]))
}

function jsonOfValue(value: unknown): unknown {
  const [number, text, flag] = ['numberValue', 'stringValue', 'boolValue'].map((name) => part(value, name))
  if (number !== undefined) return number
  if (text !== undefined) return text
  if (flag !== undefined) return flag
  const list = part(part(value, 'listValue'), 'values')
  if (Array.isArray(list)) return list.map(jsonOfValue)
  if (part(value, 'listValue') !== undefined) return []
  const struct = part(value, 'structValue')
  return struct === undefined ? null : jsonOfStruct(struct)
}

function part(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name] ?? undefined
}
