import { requestEntries } from '@common/api-client/request'
import { rpcLimits, rpcSchema } from '@common/rpc/schema'
import { z } from 'zod'
import { defineOperations } from './define'

const protoFile = z.strictObject({
  /** Name as imports write it: `shop/orders.proto`. */
  name: z.string().trim().min(1).max(500),
  text: z.string().max(rpcLimits.filesCharacters),
})
export type ProtoFile = z.output<typeof protoFile>

const pem = z.string().max(rpcLimits.certificateCharacters)
/**
 * Certificates of an encrypted call, in PEM format: authorities to trust instead of the usual ones, and the client's own
 * certificate with its key. They may hold `{{variables}}`, such as a secret one for the key.
 */
export const rpcCertificates = z.strictObject({ ca: pem, certificate: pem, key: pem })
export const noCertificates: z.output<typeof rpcCertificates> = { ca: '', certificate: '', key: '' }

const target = {
  /** `host:port`. May hold `{{variables}}`, as the metadata and the message may. */
  address: z.string().trim().min(1).max(1_000),
  /** `tlsUnchecked` accepts any certificate. */
  security: z.enum(['plain', 'tls', 'tlsUnchecked']).default('plain'),
  certificates: rpcCertificates.default(noCertificates),
  metadata: requestEntries.default([]),
  /** Files that describe the services. Without files, the server is asked (reflection). */
  files: z.array(protoFile).max(rpcLimits.files).default([]),
}

const targetErrors = [
  'RPC_ADDRESS_INVALID',
  'RPC_METADATA_INVALID',
  'RPC_CERTIFICATE_INVALID',
  'RPC_PROTO_INVALID',
  'RPC_PROTO_INCOMPLETE',
  'RPC_SCHEMA_TOO_LARGE',
  'RPC_REFLECTION_MISSING',
  'RPC_REFLECTION_FAILED',
  'OUTBOUND_FORBIDDEN',
  'OUTBOUND_FAILED',
  'OUTBOUND_TIMEOUT',
  'TOO_MANY_REQUESTS',
  'VARIABLES_UNKNOWN',
] as const

const call = z.string().min(1).max(100)
const messageText = z.string().max(rpcLimits.messageCharacters)

/*
 * Calls to this server have the caller's own rights. Other hosts need the permission `api.callOut`, and must be public or
 * allowed by the administrator.
 */
export const rpcOperations = defineOperations({
  /** Returns the services of a gRPC server with their types, from reflection or from .proto files. */
  grpcDescribe: {
    reads: [],
    scope: 'project',
    permission: 'api.call',
    input: z.strictObject(target),
    output: rpcSchema,
    errors: [...targetErrors],
  },
  /**
   * Starts a call. `GET /nc/{project}/v1/grpc-calls/{call}` then streams its events, and ends it when the reader leaves.
   * Calls with one message end their side by themselves.
   */
  grpcCallStart: {
    changes: [],
    scope: 'project',
    permission: 'api.call',
    input: z.strictObject({
      ...target,
      /** Full name: `shop.Orders`. */
      service: z.string().trim().min(1).max(500),
      method: z.string().trim().min(1).max(500),
      /** JSON text of the message, or of the first one. Null: none yet. */
      message: messageText.nullable(),
      /** Deadline, in milliseconds. Null: 30 s, for streams 10 minutes. */
      timeoutMs: z.int().min(1).max(rpcLimits.callMs).nullable().default(null),
    }),
    output: z.object({ call }),
    errors: [...targetErrors, 'RPC_METHOD_NOT_FOUND', 'RPC_MESSAGE_INVALID'],
  },
  /** Sends another message in a call whose client streams. */
  grpcMessageSend: {
    changes: [],
    scope: 'project',
    permission: 'api.call',
    input: z.strictObject({ call, message: messageText }),
    output: z.object({}),
    errors: ['RPC_CALL_NOT_FOUND', 'RPC_CALL_ENDED', 'RPC_MESSAGE_INVALID', 'VARIABLES_UNKNOWN'],
  },
  /** Ends the client's side of a call, or cancels it. */
  grpcCallEnd: {
    changes: [],
    scope: 'project',
    permission: 'api.call',
    input: z.strictObject({ call, how: z.enum(['finish', 'cancel']) }),
    output: z.object({}),
    errors: ['RPC_CALL_NOT_FOUND'],
  },
  /** Returns the .proto files of the project's own gRPC service. */
  grpcProtoRead: {
    reads: [],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.object({ files: z.array(protoFile) }),
    errors: [],
  },
})
