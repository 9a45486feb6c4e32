import { limits } from '@common/constants'
import type { Ids } from '@main/lib/ids'
import type { Log } from '@main/lib/log'
import { requestIdOf } from '@main/lib/request-ids'
import fastify, { type FastifyInstance } from 'fastify'
import { answerBrokenRequest, sendError } from './errors'
import { enter } from './guards'
import type { Pipeline } from './pipeline'

/** Creates a router without routes, with the limits of requests. */
export function createApp({
  pipeline,
  ids,
  log,
}: {
  readonly pipeline: Pipeline
  readonly ids: Ids
  readonly log: Log
}): FastifyInstance {
  return fastify({
    logger: false,
    genReqId: (request) => requestIdOf(request.headers, ids),
    bodyLimit: limits.bodyBytes,
    // The longest limit; `addReceiveTime` enforces the shorter one.
    requestTimeout: limits.uploadTimeoutMs,
    forceCloseConnections: 'idle',
    // While closing, requests on open connections still get responses, and then the connections end.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, pipeline.fixedHeaders),
    // Operations check their input. Without these, Fastify loads its compilers of JSON schemas.
    schemaController: { compilersFactory: { buildValidator: () => noSchema, buildSerializer: () => noSchema } },
    frameworkErrors: (error, request, reply) =>
      void sendError(request, reply, enter(pipeline, request, reply) ?? error, log),
    routerOptions: {
      // Wire §1: paths match without regard to case, trailing and doubled slashes.
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: limits.urlBytes,
    },
    http: {
      // Node counts the address as a header; each has its own limit in the guards.
      maxHeaderSize: limits.urlBytes + limits.headerBytes + 1024,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: 2_000,
    },
  })
}

function noSchema(): never {
  throw new Error('A route declares a JSON schema. Check the input in its operation instead.')
}
