import { requestHistoryCap } from '@common/constants'
import { z } from 'zod'
import { createPersisted } from './persist'
import { useUsers } from './users'

/** Characters of a response that the history stores. The browser's storage holds about five million in total. */
const storedResponseMax = 2_000

/** The request in the tab of a project. Variables are JSON text, headers one `name: value` in a line. */
const draft = z.object({ query: z.string(), variables: z.string(), headers: z.string() })
export type GraphqlDraft = z.output<typeof draft>

/** One request of the history (S1 §3), newest first. */
const entry = draft.extend({
  id: z.string(),
  projectId: z.string(),
  userId: z.number().nullable(),
  type: z.enum(['query', 'mutation', 'subscription']),
  /** The beginning of the response; null without one. */
  response: z.string().nullable(),
  status: z.number().nullable(),
  timeTaken: z.number().nullable(),
  createdAt: z.string(),
})
export type GraphqlHistoryEntry = z.output<typeof entry>

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
  drafts: z.record(z.string(), draft).catch({}),
})

interface GraphqlClientState {
  readonly list: readonly GraphqlHistoryEntry[]
  readonly drafts: Readonly<Record<string, GraphqlDraft>>
}

const empty: GraphqlClientState = { list: [], drafts: {} }

/** Persisted module `graphqlClient` (S1 §3): the history of requests and the open ones, without secrets. */
export const useGraphqlClient = createPersisted({
  name: 'graphqlClient',
  shape,
  initial: empty,
  actions: (set, get) => ({
    sent: (
      projectId: string,
      request: GraphqlDraft,
      outcome: Pick<GraphqlHistoryEntry, 'type' | 'response' | 'status' | 'timeTaken'>,
    ) => {
      const made: GraphqlHistoryEntry = {
        ...request,
        headers: withoutSecretHeaders(request.headers),
        id: crypto.randomUUID(),
        projectId,
        userId: useUsers.getState().user?.id ?? null,
        ...outcome,
        response: outcome.response?.slice(0, storedResponseMax) ?? null,
        createdAt: new Date().toISOString(),
      }
      set({ list: [made, ...get().list].slice(0, requestHistoryCap) })
    },
    forgotten: (ids: ReadonlySet<string>) => set({ list: get().list.filter(({ id }) => !ids.has(id)) }),
    drafted: (projectId: string, request: GraphqlDraft) =>
      set({
        drafts: { ...get().drafts, [projectId]: { ...request, headers: withoutSecretHeaders(request.headers) } },
      }),
  }),
})

const secretHeader = /^\s*(?:authorization|cookie|xc-auth|xc-token|.*(?:secret|password|key|token).*?)\s*:/i

/** Removes the values of headers that hold secrets. */
export const withoutSecretHeaders = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (secretHeader.test(line) ? line.replace(/:.*$/s, ':') : line))
    .join('\n')
