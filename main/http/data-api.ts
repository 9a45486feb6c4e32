import { Readable } from 'node:stream'
import { AppError } from '@common/errors'
import type { RestHandler } from '@main/dataapi/rest/contract'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callFacts } from './call'

/** `/nc/{projectId}/api/v1/…`: hands requests to the data API as they came, and its bytes back. */
export function addDataRoutes(app: FastifyInstance, invoker: Invoker, handle: RestHandler): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { projectId, segments, query } = readAddress(request.raw.url ?? '')
    const context = await invoker.context(callFacts(request, reply, projectId))
    const { status, headers, body, stream } = await handle({
      ...askedBy(request, query),
      projectId,
      segments,
      ifNoneMatch: request.headers['if-none-match'],
      context,
    })
    reply.code(status).type('application/json; charset=utf-8').headers(headers)
    if (stream !== undefined) return reply.send(Readable.from(stream, { objectMode: false }))
    return reply.send(typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  }
  for (const url of ['/nc/:projectId/api/v1', '/nc/:projectId/api/v1/*'])
    app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler })
}

/** A filter may be longer than an address: a POST that stands for a GET brings its parameters in the body. */
function askedBy(
  { method, headers, body }: FastifyRequest,
  query: string,
): { readonly method: string; readonly query: URLSearchParams; readonly body: unknown } {
  const parameters = new URLSearchParams(query)
  const stands = headers['x-http-method-override']
  if (method !== 'POST' || typeof stands !== 'string') return { method, query: parameters, body }
  if (stands.toUpperCase() !== 'GET') throw new AppError('METHOD_NOT_ALLOWED')
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'body' })
  for (const [name, value] of Object.entries(body))
    parameters.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  return { method: 'GET', query: parameters, body: undefined }
}

const address = /^\/+nc\/+([^/]+)\/+api\/+v1(?:\/+|$)/i

/**
 * Read from the address as it was sent: decoding is the data API's, which must tell a key from a route's word.
 * Ids of projects are in lower case, and paths are matched without regard to it (wire §1).
 */
function readAddress(url: string): { readonly projectId: string; readonly segments: string[]; readonly query: string } {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const [start = '', projectId = ''] = address.exec(path) ?? []
  const rest = path.slice(start.length)
  return {
    projectId: decoded(projectId).toLowerCase(),
    segments: rest === '' ? [] : rest.split('/'),
    query: mark === -1 ? '' : url.slice(mark + 1),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
