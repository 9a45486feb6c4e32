import { eventsOf } from './event-stream'
import type { Http } from './http'
import type { WriteGuards } from './write-guard'

/** A GraphQL request as its address takes it. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables?: unknown
  readonly operationName?: string | undefined
}

export interface GraphqlCallOptions {
  /** Further headers. They replace our own of the same name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** The request holds a mutation: a production database asks before it. */
  readonly writes?: boolean
}

export interface GraphqlAnswer {
  readonly status: number
  readonly text: string
}

/** Returns a client of the GraphQL API of projects, with the window's session. It returns errors as answers. */
export function createGraphqlClient(http: Pick<Http, 'request'>, guard?: Pick<WriteGuards, 'ask'>) {
  const send = async (
    projectId: string,
    body: GraphqlRequest,
    { headers = {}, signal, writes = false }: GraphqlCallOptions,
  ): Promise<Response> => {
    const asking = writes ? guard?.ask({ projectId, what: { written: body.query } }) : undefined
    if (asking) await asking
    return http.request({
      method: 'POST',
      path: `/nc/${encodeURIComponent(projectId)}/v1/graphql`,
      body,
      headers,
      signal,
      anyStatus: true,
      isRead: !writes,
    })
  }

  return {
    /** Runs a query or mutation. @throws ApiError without a response, and if the user refuses a write */
    call: async (projectId: string, body: GraphqlRequest, options: GraphqlCallOptions = {}): Promise<GraphqlAnswer> => {
      const response = await send(projectId, body, options)
      return { status: response.status, text: await response.text() }
    },

    /**
     * Follows a subscription until it ends or `signal` aborts.
     *
     * @param onEvent  receives the JSON text of each answer
     * @returns the answer if the server rejects the subscription
     */
    subscribe: async (
      projectId: string,
      body: GraphqlRequest,
      options: GraphqlCallOptions,
      onEvent: (text: string) => void,
    ): Promise<GraphqlAnswer | undefined> => {
      const headers = { ...options.headers, accept: 'text/event-stream' }
      const response = await send(projectId, body, { ...options, headers })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!isStream || response.body === null) return { status: response.status, text: await response.text() }
      await readEvents(response.body, onEvent, options.signal)
      return undefined
    },
  }
}

/** Reads the answers: events named `next`. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    for await (const { name, data } of eventsOf(body)) if (name === 'next' && data !== undefined) onEvent(data)
  } catch (error) {
    if (signal?.aborted !== true) throw error
  }
}
