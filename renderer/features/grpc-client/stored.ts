import { requestEntries } from '@common/api-client/request'
import { entriesWithoutSecrets, safe } from '@common/api-client/secrets'
import { noCertificates, rpcCertificates } from '@common/operations/rpc'
import { createClientStore, historyFields, newEntry } from '@renderer/stores'
import { z } from 'zod'

/** Characters of a message and of a response that the history stores. */
const storedTextMax = 2_000
/** Messages of methods that a draft stores. */
const messagesMax = 50

const security = z.enum(['plain', 'tls', 'tlsUnchecked'])
export const securities = security.options
export type Security = z.output<typeof security>

const target = {
  address: z.string(),
  security,
  certificates: rpcCertificates.default(noCertificates),
  metadata: requestEntries,
  service: z.string(),
  method: z.string(),
  timeoutMs: z.number().nullable(),
}

/** The content of a project's tab. */
const draft = z.object({
  ...target,
  files: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Texts of messages by method: `shop.Orders/Place`. */
  messages: z.record(z.string(), z.string()),
})
export type GrpcDraft = z.output<typeof draft>

/** One call of the history (S1 §3). */
const entry = z.object({
  ...historyFields,
  ...target,
  message: z.string(),
  /** The beginning of the first response; null without one. */
  response: z.string().nullable(),
  /** Name of the status; null if the call didn't start. */
  status: z.string().nullable(),
})
export type GrpcHistoryEntry = z.output<typeof entry>

type RpcCertificates = GrpcDraft['certificates']

/** Variables stay. */
const certificatesWithoutKey = (given: RpcCertificates): RpcCertificates => ({ ...given, key: safe(given.key) })

/** The history of calls and the open ones, without typed secrets. */
export const useGrpcClient = createClientStore({
  name: 'grpcClient',
  entry,
  draft,
  withoutSecrets: (given) => ({
    ...given,
    certificates: certificatesWithoutKey(given.certificates),
    metadata: entriesWithoutSecrets(given.metadata),
    messages: Object.fromEntries(Object.entries(given.messages).slice(-messagesMax)),
  }),
})

/** Adds a call to the history. */
export function callMade(
  projectId: string,
  { address, security: level, certificates, metadata, service, method, timeoutMs }: GrpcDraft,
  { message, response, status, timeTaken }: Pick<GrpcHistoryEntry, 'message' | 'response' | 'status' | 'timeTaken'>,
): void {
  useGrpcClient.getState().sent({
    ...newEntry(projectId, timeTaken),
    address,
    security: level,
    certificates: certificatesWithoutKey(certificates),
    metadata: entriesWithoutSecrets(metadata),
    service,
    method,
    timeoutMs,
    message: message.slice(0, storedTextMax * 5),
    response: response?.slice(0, storedTextMax) ?? null,
    status,
  })
}
