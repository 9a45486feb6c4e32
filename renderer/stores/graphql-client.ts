import { z } from 'zod'
import { createClientStore, historyFields, newEntry } from './request-history'

/** Characters of a response that the history stores. The browser's storage holds about five million in total. */
const storedResponseMax = 2_000

/** The request in the tab of a project. Variables are JSON text, headers one `name: value` in a line. */
const draft = z.object({ query: z.string(), variables: z.string(), headers: z.string() })
export type GraphqlDraft = z.output<typeof draft>

/** One request of the history (S1 §3), newest first. */
const entry = draft.extend({
  ...historyFields,
  type: z.enum(['query', 'mutation', 'subscription']),
  /** The beginning of the response; null without one. */
  response: z.string().nullable(),
  status: z.number().nullable(),
})
export type GraphqlHistoryEntry = z.output<typeof entry>

const secretHeader = /^\s*(?:authorization|cookie|xc-auth|xc-token|.*(?:secret|password|key|token).*?)\s*:/i

/** Removes the values of headers that hold secrets. */
export const withoutSecretHeaders = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (secretHeader.test(line) ? line.replace(/:.*$/s, ':') : line))
    .join('\n')

const withoutSecrets = (request: GraphqlDraft): GraphqlDraft => ({
  ...request,
  headers: withoutSecretHeaders(request.headers),
})

/** Persisted module `graphqlClient` (S1 §3): the history of requests and the open ones, without secrets. */
export const useGraphqlClient = createClientStore({ name: 'graphqlClient', entry, draft, withoutSecrets })

/** Adds a request to the history. */
export function graphqlSent(
  projectId: string,
  request: GraphqlDraft,
  { type, response, status, timeTaken }: Pick<GraphqlHistoryEntry, 'type' | 'response' | 'status' | 'timeTaken'>,
): void {
  useGraphqlClient.getState().sent({
    ...withoutSecrets(request),
    ...newEntry(projectId, timeTaken),
    type,
    response: response?.slice(0, storedResponseMax) ?? null,
    status,
  })
}
