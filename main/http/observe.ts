import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ids } from '@main/lib/ids'
import type { Log } from '@main/lib/log'
import type { Metrics } from './metrics-registry'
import { requestIdHeader, requestIdOf, traceParentOf } from '@main/lib/request-ids'
import type { TraceExporter } from '@main/lib/trace-exporter'
import type { FastifyInstance } from 'fastify'
import { routeClassOf } from './route-class'

export interface ObserveOptions {
  readonly ids: Ids
  readonly log: Log
  readonly metrics?: Metrics | undefined
  readonly traces?: TraceExporter | undefined
  /** True for responses that go on for hours: their times say nothing about the server. */
  readonly isStream: (response: ServerResponse) => boolean
}

/** A client that left before its answer was complete, as proxies write it. */
const leftStatus = 499

/** Counts, traces and logs each request, whichever path answers it. Costs nothing if nothing is asked for. */
export function observeRequests(app: FastifyInstance, { ids, log, metrics, traces, isStream }: ObserveOptions): void {
  const logs = log.isLevelEnabled('debug')
  if (metrics === undefined && traces === undefined && !logs) return
  let running = 0
  metrics?.gauge('basalt_requests_running', 'Requests that are being answered.', [], () => [
    { labels: {}, value: running },
  ])

  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const startedMs = performance.now()
    // All paths take the id from here.
    const requestId = requestIdOf(request.headers, ids)
    request.headers[requestIdHeader] = requestId
    const parent = traceParentOf(request.headers)
    const span = traces?.begin(parent)
    running += 1
    // Also emitted when the client disconnects.
    response.once('close', () => {
      running -= 1
      const durationMs = performance.now() - startedMs
      const { method = '' } = request
      const route = routeClassOf(request.url ?? '')
      const isOpenEnded = isStream(response)
      const status = response.writableFinished || isOpenEnded ? response.statusCode : leftStatus
      if (!isOpenEnded) metrics?.request({ route, method: knownMethod(method), status, seconds: durationMs / 1_000 })
      if (span !== undefined)
        traces?.end({
          ...span,
          name: `${method} ${route}`,
          startedAtMs: performance.timeOrigin + startedMs,
          endedAtMs: performance.timeOrigin + startedMs + durationMs,
          failed: status >= 500,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'basalt.request_id': requestId,
          },
        })
      if (logs) {
        const traceId = span?.traceId ?? parent?.traceId
        log.debug(
          { requestId, ...(traceId !== undefined && { traceId }), method, route, status, ms: Math.round(durationMs) },
          'answered',
        )
      }
    })
  })
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Callers choose the text, so it must not become a label. */
const knownMethod = (method: string): string => (methods.has(method) ? method : 'other')
