import { apiRequest, type ApiRequest, type ApiResponse } from '@common/api-client/request'
import { withoutSecrets } from '@common/api-client/secrets'
import { requestHistoryCap } from '@common/constants'
import { z } from 'zod'
import { createPersisted } from './persist'
import { useUsers } from './users'

/** Characters of a response that the history stores. The browser's storage holds about five million in total. */
const storedBodyMax = 2_000
const storedHeadersMax = 40

const { params, headers, auth, body, assertions } = apiRequest.shape

/** One request of the history (S1 §3), newest first. */
const entry = z.object({
  id: z.string(),
  /** Project in which it was sent, and who sent it. */
  projectId: z.string(),
  userId: z.number().nullable(),
  type: apiRequest.shape.method,
  url: z.string(),
  params,
  headers,
  auth,
  body,
  assertions,
  /** Absent if there was no response. */
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
  timeTaken: z.number().nullable(),
  createdAt: z.string(),
})
export type ApiHistoryEntry = z.output<typeof entry>

const shape = z.object({
  // An entry of another version is dropped, not the whole list.
  list: z
    .array(z.unknown())
    .transform((list) =>
      list.slice(0, requestHistoryCap).flatMap((each) => {
        const parsed = entry.safeParse(each)
        return parsed.success ? [parsed.data] : []
      }),
    )
    .catch([]),
  /** The request in the tab of each project. */
  drafts: z.record(z.string(), apiRequest.extend({ url: z.string() })).catch({}),
})

interface ApiClientState {
  readonly list: readonly ApiHistoryEntry[]
  readonly drafts: Readonly<Record<string, ApiRequest>>
}

const empty: ApiClientState = { list: [], drafts: {} }

/** Persisted module `apiClient` (S1 §3): the history of requests and the open ones. */
export const useApiClient = createPersisted({
  name: 'apiClient',
  shape,
  initial: empty,
  actions: (set, get) => ({
    /** Adds a request to the history, without its secrets. */
    sent: (projectId: string, sent: ApiRequest, response: ApiResponse | null) => {
      const request = withoutSecrets(sent)
      const made: ApiHistoryEntry = {
        id: crypto.randomUUID(),
        projectId,
        userId: useUsers.getState().user?.id ?? null,
        type: request.method,
        url: request.url,
        params: request.params,
        headers: request.headers,
        auth: request.auth,
        body: request.body,
        assertions: request.assertions,
        response: response && {
          status: response.status,
          statusText: response.statusText,
          headers: response.headers.slice(0, storedHeadersMax),
          data: response.isBase64 ? '' : response.body.slice(0, storedBodyMax),
          isBase64: response.isBase64,
          size: response.size,
          isCut: response.isCut || response.isBase64 || response.body.length > storedBodyMax,
        },
        timeTaken: response?.timeMs ?? null,
        createdAt: response?.sentAt ?? new Date().toISOString(),
      }
      set({ list: [made, ...get().list].slice(0, requestHistoryCap) })
      return made.id
    },
    forgotten: (ids: ReadonlySet<string>) => set({ list: get().list.filter(({ id }) => !ids.has(id)) }),
    drafted: (projectId: string, request: ApiRequest) =>
      set({ drafts: { ...get().drafts, [projectId]: withoutSecrets(request) } }),
  }),
})
