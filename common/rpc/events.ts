import { z } from 'zod'

const pairs = z.array(z.object({ name: z.string(), value: z.string() }))

/** An event of a call. Events come in order. Times are milliseconds since its start. */
export const rpcEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sent'), atMs: z.number(), size: z.number() }),
  z.object({ kind: z.literal('metadata'), atMs: z.number(), metadata: pairs }),
  z.object({
    kind: z.literal('received'),
    atMs: z.number(),
    size: z.number(),
    /** JSON; base64 if the bytes don't fit the type. */
    text: z.string(),
    /** True if `text` is only the beginning. */
    isCut: z.boolean(),
    isRaw: z.boolean(),
  }),
  z.object({
    kind: z.literal('end'),
    atMs: z.number(),
    /** Status code of gRPC: 0 is OK. */
    code: z.number(),
    name: z.string(),
    details: z.string(),
    trailers: pairs,
    /** Why Basalt ended the call. */
    reason: z.enum(['cancelled', 'tooLong', 'tooMuch']).optional(),
  }),
])
export type RpcEvent = z.output<typeof rpcEvent>
export type RpcEnd = Extract<RpcEvent, { readonly kind: 'end' }>

/** Address of the events of a call. */
export const rpcEventsPath = (projectId: string, call: string): string =>
  `/nc/${encodeURIComponent(projectId)}/v1/grpc-calls/${encodeURIComponent(call)}`
