import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import type { RestHandler, RestRequest } from '@main/dataapi/rest/contract'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallContext } from '@main/operations/context'
import { callFacts, changeHeaders } from './call'
import { readDataAddress } from './data-address'
import { sendMethods } from './errors'
import { unparsedBody } from './json-body'
import type { PendingOutput } from './pending-output'
import type { Pipeline } from './pipeline'

/** Dependencies of both paths to the data API. */
export interface DataRouteOptions {
  readonly invoker: Invoker
  readonly handle: RestHandler
  readonly pipeline: Pipeline
  readonly output: PendingOutput
}

/** Routes `/nc/{projectId}/api/v1/…` to the data API and returns its bytes. */
export function addDataRoutes(app: FastifyInstance, { invoker, handle, pipeline, output }: DataRouteOptions): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = readDataAddress(request.raw.url ?? '')
    if (address === undefined) throw new AppError('ROUTE_NOT_FOUND')
    const { projectId, segments, query } = address
    const facts = callFacts(request, reply, projectId)
    const rejection = pipeline.rejectionOfCaller(facts)
    if (rejection !== undefined) throw rejection
    const context = await invoker.context(facts)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] === undefined)
      return sendMethods(reply, await methodsOf(projectId, segments, context))
    const { status, headers, body, stream } = await handle({
      ...askedBy(request, query),
      projectId,
      segments,
      ifNoneMatch: request.headers['if-none-match'],
      idempotencyKey: oneOf(request.headers['idempotency-key']),
      context,
      output: output.of(facts),
    })
    pipeline.sends(facts, reply.raw, body.length)
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .headers({ ...headers, ...changeHeaders(context) })
    if (stream !== undefined) return reply.send(Readable.from(stream, { objectMode: false }))
    return reply.send(typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  }
  /** The data API checks methods before looking up a table, and lists the allowed ones. */
  const methodsOf = async (projectId: string, segments: string[], context: CallContext): Promise<readonly string[]> => {
    const query = new URLSearchParams()
    try {
      await handle({ method: 'OPTIONS', projectId, segments, query, body: undefined, context })
    } catch (error) {
      const allowed: unknown = error instanceof AppError ? error.details['allowed'] : undefined
      if (Array.isArray(allowed)) return allowed.map(String)
      throw error
    }
    return []
  }
  for (const url of ['/nc/:projectId/api/v1', '/nc/:projectId/api/v1/*'])
    app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], url, handler })
}

/** A header that is sent twice is no name. */
const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** A POST that stands for a GET has its parameters in the body, because filters can exceed the length of an address. */
function askedBy(
  { method, headers, body }: FastifyRequest,
  query: string,
): Pick<RestRequest, 'method' | 'query' | 'body' | 'unparsed'> {
  const parameters = new URLSearchParams(query)
  const unparsed = unparsedBody(body)
  if (unparsed !== undefined) return { method, query: parameters, body: undefined, unparsed }
  const stands = headers['x-http-method-override']
  if (method !== 'POST' || typeof stands !== 'string') return { method, query: parameters, body }
  if (stands.toUpperCase() !== 'GET') throw new AppError('METHOD_NOT_ALLOWED', { method: stands })
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'body' })
  for (const [name, value] of Object.entries(body))
    parameters.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  return { method: 'GET', query: parameters, body: undefined }
}
