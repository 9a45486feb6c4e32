import { z } from 'zod'

/*
 * Services and message types of a gRPC server as plain data: what reflection and .proto files say, without their layout.
 * The page completes and checks messages with it, the server encodes and decodes them.
 */

export const scalarTypes = [
  'double',
  'float',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'sint32',
  'sint64',
  'fixed32',
  'fixed64',
  'sfixed32',
  'sfixed64',
  'bool',
  'string',
  'bytes',
] as const
export type ScalarType = (typeof scalarTypes)[number]

export const rpcLimits = {
  /** Proto files of one client. */
  files: 50,
  /** Characters of all proto files together. */
  filesCharacters: 400_000,
  /** Services, messages and enumerations of a server. */
  types: 3_000,
  /** Fields and values of all types. */
  fields: 30_000,
  /** Characters of a message that is sent. */
  messageCharacters: 1_000_000,
  /** Characters of a certificate in PEM format, with its chain. */
  certificateCharacters: 100_000,
  /** Levels of messages in messages. */
  depth: 100,
  /** Longest deadline and longest stream, in milliseconds. */
  callMs: 600_000,
} as const

const rpcField = z.object({
  name: z.string(),
  /** Name in JSON: `pageSize` for `page_size`. */
  json: z.string(),
  id: z.number(),
  type: z.enum([...scalarTypes, 'message', 'enum']),
  /** Full name of the message or enumeration. */
  of: z.string().optional(),
  rule: z.enum(['one', 'many', 'map']),
  /** Type of the keys of a map. */
  key: z.enum(scalarTypes).optional(),
  /** Group of fields of which one can be set. */
  oneof: z.string().optional(),
  isRequired: z.boolean().optional(),
  /** Numbers of a list share one tag. */
  isPacked: z.boolean().optional(),
  /** An absent value is the default of the type. */
  isImplicit: z.boolean().optional(),
  note: z.string().optional(),
})
export type RpcField = z.output<typeof rpcField>

const rpcMessage = z.object({ fields: z.array(rpcField), note: z.string().optional() })
export type RpcMessage = z.output<typeof rpcMessage>

const rpcEnum = z.object({ values: z.array(z.object({ name: z.string(), number: z.number() })) })
export type RpcEnum = z.output<typeof rpcEnum>

const rpcMethod = z.object({
  name: z.string(),
  /** Full name of the type of the messages that are sent. */
  input: z.string(),
  output: z.string(),
  /** The client sends any number of messages. */
  isClientStream: z.boolean(),
  /** The server sends any number of messages. */
  isServerStream: z.boolean(),
  note: z.string().optional(),
})
export type RpcMethod = z.output<typeof rpcMethod>

const rpcService = z.object({ name: z.string(), methods: z.array(rpcMethod), note: z.string().optional() })
export type RpcService = z.output<typeof rpcService>

/** All types by their full names, without a leading dot. A name that is missing is a type that nothing describes. */
export const rpcSchema = z.object({
  services: z.array(rpcService),
  messages: z.record(z.string(), rpcMessage),
  enums: z.record(z.string(), rpcEnum),
})
export type RpcSchema = z.output<typeof rpcSchema>

/** Returns a type by name, never a property that every object has. */
export function typeIn<T>(types: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(types, name) ? types[name] : undefined
}

/** Returns a method by the full name of its service and its own name. */
export function methodIn(
  schema: RpcSchema | undefined,
  { service, method }: { readonly service: string; readonly method: string },
): RpcMethod | undefined {
  return schema?.services.find(({ name }) => name === service)?.methods.find(({ name }) => name === method)
}

/** Returns the last part of a full name: `Order` for `shop.v1.Order`. */
export const shortNameOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Returns the name of a field in JSON, as protobuf derives it. */
export const jsonNameOf = (name: string): string =>
  name.replaceAll(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the schema with the types that methods use, and no others. */
export function pruned(schema: RpcSchema): RpcSchema {
  const messages = new Map<string, RpcMessage>()
  const enums = new Map<string, RpcEnum>()
  const left = schema.services.flatMap(({ methods }) => methods.flatMap(({ input, output }) => [input, output]))
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const found = typeIn(schema.messages, name)
    if (found === undefined || messages.has(name)) continue
    messages.set(name, found)
    for (const { type, of } of found.fields) {
      if (type === 'message' && of !== undefined) left.push(of)
      const values = type === 'enum' ? typeIn(schema.enums, of) : undefined
      if (values !== undefined && of !== undefined) enums.set(of, values)
    }
  }
  return { services: schema.services, messages: Object.fromEntries(messages), enums: Object.fromEntries(enums) }
}
