import { apiRequest, type ApiRequest, type ApiResponse } from '@common/api-client/request'
import { withoutSecrets } from '@common/api-client/secrets'
import { z } from 'zod'
import { createClientStore, historyFields, newEntry } from './request-history'

/** Characters of a response that the history stores. The browser's storage holds about five million in total. */
const storedBodyMax = 2_000
const storedHeadersMax = 40

const { params, headers, auth, body, assertions } = apiRequest.shape

/** One request of the history (S1 §3), newest first. */
const entry = z.object({
  ...historyFields,
  type: apiRequest.shape.method,
  url: z.string(),
  params,
  headers,
  auth,
  body,
  assertions,
  /** Null if there was no response. */
  response: z
    .object({
      status: z.number(),
      statusText: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      data: z.string(),
      isBase64: z.boolean(),
      size: z.number(),
      /** True if `data` is only the beginning. */
      isCut: z.boolean(),
    })
    .nullable(),
})
export type ApiHistoryEntry = z.output<typeof entry>

/** Returns an entry for a request and its response, without its secrets. */
function entryOf(projectId: string, sent: ApiRequest, response: ApiResponse | null): ApiHistoryEntry {
  const { method, ...request } = withoutSecrets(sent)
  const made = newEntry(projectId, response?.timeMs ?? null)
  return {
    ...made,
    ...request,
    type: method,
    response: response && {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers.slice(0, storedHeadersMax),
      data: response.isBase64 ? '' : response.body.slice(0, storedBodyMax),
      isBase64: response.isBase64,
      size: response.size,
      isCut: response.isCut || response.isBase64 || response.body.length > storedBodyMax,
    },
    createdAt: response?.sentAt ?? made.createdAt,
  }
}

/** Returns the request of an entry. */
export const requestOf = ({ type, url, params, headers, auth, body, assertions }: ApiHistoryEntry): ApiRequest => ({
  method: type,
  url,
  params,
  headers,
  auth,
  body,
  assertions,
})

/** Returns the stored part of an entry's response; undefined without one. */
export function responseOf({ response, url, timeTaken, createdAt }: ApiHistoryEntry): ApiResponse | undefined {
  if (response === null) return undefined
  const { data, ...facts } = response
  return { ...facts, body: data, url, timeMs: timeTaken ?? 0, sentAt: createdAt }
}

/** Persisted module `apiClient` (S1 §3): the history of requests and the open ones. */
export const useApiClient = createClientStore({
  name: 'apiClient',
  entry,
  draft: apiRequest.extend({ url: z.string() }),
  withoutSecrets,
})

/** Adds a request to the history. @returns the id of its entry */
export function requestSent(projectId: string, request: ApiRequest, response: ApiResponse | null): string {
  const made = entryOf(projectId, request, response)
  useApiClient.getState().sent(made)
  return made.id
}

const swaggerDraft = z.object({
  /** Method and path of the operation, as in `GET /nc/…/Albums`. */
  operation: z.string(),
  /** The address is the path of the operation, with the names of its parameters. */
  request: apiRequest.extend({ url: z.string() }),
  /** Values of the parameters in the path, by name. */
  inPath: z.record(z.string(), z.string()).default({}),
})
export type SwaggerDraft = z.output<typeof swaggerDraft>
const swaggerEntry = entry.extend({ operation: z.string(), inPath: swaggerDraft.shape.inPath })
export type SwaggerHistoryEntry = z.output<typeof swaggerEntry>

/** Persisted module `apiClientSwagger` (S1 §3): the history of the Swagger client, and the open operations. */
export const useApiClientSwagger = createClientStore({
  name: 'apiClientSwagger',
  entry: swaggerEntry,
  draft: swaggerDraft,
  withoutSecrets: (draft) => ({ ...draft, request: withoutSecrets(draft.request) }),
})

/** Adds a request of the Swagger client to its history. @returns the id of its entry */
export function operationSent(projectId: string, draft: SwaggerDraft, response: ApiResponse | null): string {
  const { operation, request, inPath } = draft
  const made = { ...entryOf(projectId, request, response), operation, inPath }
  useApiClientSwagger.getState().sent(made)
  return made.id
}
