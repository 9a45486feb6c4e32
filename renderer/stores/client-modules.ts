import { requestHistoryCap } from '@common/constants'
import { z } from 'zod'
import { createPersisted } from './persist'

/** One request of a client, with the parts that S1 §3 lists. */
const historyEntry = z.object({
  type: z.string(),
  url: z.string(),
  body: z.string().catch(''),
  headers: z.array(z.unknown()).catch([]),
  params: z.array(z.object({ name: z.string(), value: z.string(), enabled: z.boolean() })).catch([]),
  auth: z.unknown(),
  response: z.unknown(),
  timeTaken: z.number().nullable().catch(null),
  createdAt: z.string(),
})
const history = z.object({ list: z.array(historyEntry).max(requestHistoryCap).catch([]) })

const noActions = (): Record<never, never> => ({})

/**
 * Persisted modules of the clients (S1 §3). They hold their documented defaults until the REST, GraphQL, Swagger and
 * SQL clients exist. Data from an earlier window stays unchanged.
 */
export const useSqlClient = createPersisted({
  name: 'sqlClient',
  shape: z.object({ queries: z.array(z.string()).catch([]) }),
  initial: { queries: [] as string[] },
  actions: noActions,
})
export const useGraphqlClient = createPersisted({
  name: 'graphqlClient',
  shape: history,
  initial: history.parse({}),
  actions: noActions,
})
export const useApiClientSwagger = createPersisted({
  name: 'apiClientSwagger',
  shape: history,
  initial: history.parse({}),
  actions: noActions,
})
