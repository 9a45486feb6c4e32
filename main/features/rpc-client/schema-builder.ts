import { AppError } from '@common/errors'
import {
  jsonNameOf,
  pruned,
  rpcLimits,
  scalarTypes,
  type RpcEnum,
  type RpcField,
  type RpcMessage,
  type RpcMethod,
  type RpcSchema,
  type RpcService,
  type ScalarType,
} from '@common/rpc/schema'
import { wellKnownName, wrappedType } from '@common/rpc/well-known'

/** A field whose type may still be a relative name. */
export interface DraftField extends Omit<RpcField, 'json' | 'type' | 'of' | 'key'> {
  readonly json?: string | undefined
  /** A scalar type, or the name of another: absolute with a leading dot, or as seen from the message. */
  readonly type: string
  readonly key?: string | undefined
}

export interface DraftMethod extends Omit<RpcMethod, 'note'> {
  readonly note?: string | undefined
}

/** Joins types of several files to a schema. Names that are declared twice keep their first meaning. */
export interface SchemaBuilder {
  readonly addMessage: (name: string, fields: readonly DraftField[], note?: string) => void
  readonly addEnum: (name: string, values: RpcEnum['values']) => void
  readonly addService: (name: string, methods: readonly DraftMethod[], note?: string) => void
  /** Resolves the names. @returns also the names of types that methods use and nothing declares */
  readonly finish: () => { readonly schema: RpcSchema; readonly missing: readonly string[] }
}

const noteMax = 500
const short = (note: string | undefined) =>
  note === undefined || note === '' ? {} : { note: note.length > noteMax ? `${note.slice(0, noteMax)}…` : note }

const isScalar = (type: string): type is ScalarType => scalarTypes.some((each) => each === type)

/** @throws AppError RPC_SCHEMA_TOO_LARGE */
export function createSchemaBuilder(): SchemaBuilder {
  // Types of protobuf itself need no file.
  const messages = new Map<string, { readonly fields: readonly DraftField[]; readonly note?: string }>([
    ['google.protobuf.Empty', { fields: [] }],
  ])
  const enums = new Map<string, RpcEnum>([
    ['google.protobuf.NullValue', { values: [{ name: 'NULL_VALUE', number: 0 }] }],
  ])
  const services = new Map<string, { readonly methods: readonly DraftMethod[]; readonly note?: string }>()
  let types = 0
  let fields = 0
  const count = (parts: number): void => {
    types += 1
    fields += parts
    if (types > rpcLimits.types || fields > rpcLimits.fields) throw new AppError('RPC_SCHEMA_TOO_LARGE')
  }
  const add = <T>(known: Map<string, T>, name: string, value: T, parts: number): void => {
    count(parts)
    if (!known.has(name)) known.set(name, value)
  }

  const isMessage = (name: string): boolean =>
    messages.has(name) || wellKnownName(name) !== undefined || wrappedType(name) !== undefined
  /** Returns the full name of a type as seen from a scope; undefined if nothing declares it. */
  const resolved = (name: string, scope: string): string | undefined => {
    const known = (full: string): boolean => isMessage(full) || enums.has(full)
    if (name.startsWith('.')) return known(name.slice(1)) ? name.slice(1) : undefined
    const parts = scope.split('.')
    for (let length = parts.length; length >= 0; length -= 1) {
      const full = [...parts.slice(0, length), name].filter((part) => part !== '').join('.')
      if (known(full)) return full
    }
    return undefined
  }

  return {
    addMessage: (name, list, note) => add(messages, name, { fields: list, ...short(note) }, list.length),
    addEnum: (name, values) => add(enums, name, { values }, values.length),
    addService: (name, methods, note) => add(services, name, { methods, ...short(note) }, methods.length),
    finish: () => {
      const missing = new Map<string, string>()
      const bare = (name: string): string => name.replace(/^\./, '')
      const fieldOf = ({ type, key, json, note, ...field }: DraftField, scope: string): RpcField => {
        const rest = {
          ...field,
          json: json ?? jsonNameOf(field.name),
          ...(key !== undefined && { key: isScalar(key) ? key : ('string' as const) }),
          ...short(note),
        }
        if (isScalar(type)) return { ...rest, type }
        const full = resolved(type, scope)
        if (full === undefined) missing.set(bare(type), scope)
        return { ...rest, type: full !== undefined && enums.has(full) ? 'enum' : 'message', of: full ?? bare(type) }
      }
      const made = new Map<string, RpcMessage>()
      for (const [name, { fields: list, ...rest }] of messages)
        made.set(name, { ...rest, fields: list.map((field) => fieldOf(field, name)) })
      const methodOf = ({ input, output, note, ...method }: DraftMethod, scope: string): RpcMethod => {
        const full = [input, output].map((name) => {
          const found = resolved(name, scope)
          if (found === undefined) missing.set(bare(name), scope)
          return found ?? bare(name)
        })
        const [inputName = '', outputName = ''] = full
        return { ...method, input: inputName, output: outputName, ...short(note) }
      }
      const list: RpcService[] = Array.from(services, ([name, { methods, ...rest }]) => ({
        name,
        ...rest,
        methods: methods.map((method) => methodOf(method, name.split('.').slice(0, -1).join('.'))),
      }))
      const schema = pruned({
        services: list.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        messages: Object.fromEntries(made),
        enums: Object.fromEntries(enums),
      })
      return { schema, missing: Array.from(missing.keys()) }
    },
  }
}
