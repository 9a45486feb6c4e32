import { pipeline as pipe, Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasAnswer } from '@main/dataapi/rest/etag'
import type { RestResponse } from '@main/dataapi/rest/contract'
import type { Ids } from '@main/lib/ids'
import { languageOfHeader, loadTexts } from '@main/lib/languages'
import type { Log } from '@main/lib/log'
import { requestIdHeader, requestIdOf } from '@main/lib/request-ids'
import type { CallContext } from '@main/operations/context'
import type { CallFacts } from '@main/operations/invoke'
import { factsOf } from './call'
import { readDataAddress, type DataAddress } from './data-address'
import type { DataRouteOptions } from './data-api'
import { answerOf } from './errors'
import { idIndex } from './pipeline'
import { ResponseCache, type CachedResponse } from './response-cache'
import type { Headers } from './short-answer'

export interface FastLaneOptions extends DataRouteOptions {
  readonly ids: Ids
  readonly log: Log
  /** Counts look-ups in the cache of responses. */
  readonly cacheAsked?: ((isHit: boolean) => void) | undefined
}

/**
 * Answers reads of the data API before the router sees them. Nine of ten requests are such reads, and the router costs
 * more than they do. Rules (`rules.ts`), rights and engine are the same; tests compare both ways byte by byte. All other
 * requests go to the router.
 *
 * @returns true if the request is answered here
 */
export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean

export function createFastLane(options: FastLaneOptions): FastLane {
  const { invoker, handle, pipeline, output, ids, log, cacheAsked } = options
  const cache = new ResponseCache()
  const idAt = idIndex(pipeline)

  const ask = async (
    { projectId, segments, query }: DataAddress,
    called: CallContext | Promise<CallContext>,
    facts: CallFacts,
    request: IncomingMessage,
  ): Promise<RestResponse> => {
    const context = await called
    const parameters = new URLSearchParams(query)
    const ifNoneMatch = request.headers['if-none-match']
    const asked = { method: 'GET', projectId, segments, query: parameters, body: undefined, ifNoneMatch, context }
    const answered = await handle({ ...asked, output: output.of(facts) })
    const { body, holds } = answered
    const headers = dataHeaders(answered.headers)
    if (holds !== undefined && typeof body !== 'string')
      cache.set(request.url ?? '', context.principal, {
        body,
        headers,
        isFresh: holds,
        head: Object.entries({
          ...pipeline.fixedHeaders,
          [requestIdHeader]: '',
          ...contentHeaders(headers, body),
        }).flat(),
      })
    return { ...answered, headers }
  }

  const headOf = (request: IncomingMessage, id: string, headers: Headers, body: Uint8Array | string): Headers => ({
    ...pipeline.headers(request, id),
    ...contentHeaders(headers, body),
  })

  const sendError = (request: IncomingMessage, response: ServerResponse, id: string, error: unknown): void => {
    const { status, headers, body } = answerOf(error, { id, method: request.method, headers: request.headers }, log)
    if (response.headersSent) response.destroy()
    else send(response, status, headOf(request, id, headers, body), body)
  }

  const answer = async (
    answering: Promise<RestResponse>,
    request: IncomingMessage,
    response: ServerResponse,
    facts: CallFacts,
  ): Promise<void> => {
    const id = facts.requestId
    try {
      const { status, headers, body, stream } = await answering
      pipeline.sends(facts, response, body.length)
      if (stream === undefined) return send(response, status, headOf(request, id, headers, body), body)
      response.writeHead(status, { ...pipeline.headers(request, id), ...headers })
      // A connection that ends early tells the client that the file is incomplete.
      pipe(Readable.from(stream, { objectMode: false }), response, () => undefined)
    } catch (error) {
      sendError(request, response, id, error)
    }
  }

  const sendCached = (
    request: IncomingMessage,
    response: ServerResponse,
    facts: CallFacts,
    { headers, head, body }: CachedResponse,
  ): void => {
    const id = facts.requestId
    if (hasAnswer(request.headers['if-none-match'], headers['etag'] ?? ''))
      return send(response, 304, headOf(request, id, headers, ''), '')
    pipeline.sends(facts, response, body.byteLength)
    if (pipeline.ownHeaders(request) !== undefined) return send(response, 200, headOf(request, id, headers, body), body)
    const own = head.slice()
    own[idAt] = id
    send(response, 200, own, body)
  }

  return (request, response) => {
    if (!isPlainRead(request)) return false
    const url = request.url ?? ''
    const address = readDataAddress(url)
    if (address === undefined) return false
    // The router waits for the texts of a language that is asked for the first time.
    if (loadTexts(languageOfHeader(request.headers['accept-language'])) !== undefined) return false
    const id = requestIdOf(request.headers, ids)
    const facts = factsOf(request, response, address.projectId, id)
    const rejection = pipeline.rejection({ request, response, isStatic: false }) ?? pipeline.rejectionOfCaller(facts)
    if (rejection !== undefined) {
      sendError(request, response, id, rejection)
      return true
    }
    const called = invoker.context(facts)
    const cached = called instanceof Promise ? undefined : cache.get(url, called.principal)
    if (!(called instanceof Promise)) cacheAsked?.(cached !== undefined)
    if (cached === undefined) void answer(ask(address, called, facts, request), request, response, facts)
    else sendCached(request, response, facts, cached)
    return true
  }
}

const jsonType = 'application/json; charset=utf-8'

/** True for a GET without a body. Anything with a body goes to the router. */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['content-type'] === undefined
  )
}

/** In the order of the router path, which sets the type first. */
const dataHeaders = (headers: Headers): Headers => ({ 'content-type': jsonType, ...headers })

function contentHeaders(headers: Headers, body: Uint8Array | string): Headers {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  return { ...headers, 'content-length': String(length) }
}

function send(response: ServerResponse, status: number, head: Headers | string[], body: Uint8Array | string): void {
  response.writeHead(status, head)
  response.end(body)
}
