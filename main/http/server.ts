import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@common/constants'
import type { LazyApis } from '@main/dataapi/lazy'
import type { RestHandler } from '@main/dataapi/rest/contract'
import type { Ids } from '@main/lib/ids'
import type { Log } from '@main/lib/log'
import type { Metrics } from './metrics-registry'
import type { TraceExporter } from '@main/lib/trace-exporter'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app'
import { addFileRoutes, addMultipart, type AttachmentFiles, type FileReceivers } from './attachments'
import { addDashboard } from './dashboard'
import { addDataRoutes } from './data-api'
import { addErrorAnswers } from './errors'
import { createForward, type Peers } from './forward'
import { addFormerPages } from './former-pages'
import { addGraphqlRoutes } from './graphql'
import { eventStreams } from './event-stream'
import { createFastLane } from './fast-lane'
import { addGuards } from './guards'
import { addAuditRoutes, type AuditFiles } from './audit'
import { addHealthRoutes, type Health } from './health'
import { addHookRoute, type ReceiveHook } from './hooks'
import { addImportRoutes, type ImportFiles } from './imports'
import { addMetadataRoutes, type MetadataFiles } from './metadata-files'
import { addSqlFileRoutes, type SqlFiles } from './sql-files'
import { createAllowedHosts } from './hosts'
import { addMetricsRoute } from './metrics'
import { observeRequests } from './observe'
import { addIncoming } from './incoming'
import { addJsonBody } from './json-body'
import { addOperationRoutes, uploadIn } from './operations'
import { addPackedBody } from './packed-body'
import { createOpenSchema } from './open-schema'
import { PendingOutput } from './pending-output'
import { createPipeline } from './pipeline'
import { addProviderRoutes, type ProviderRoutes } from './providers'
import { addReceiveTime } from './receive-time'
import { addLiveRoute, type OpenLive } from './live'
import { addRpcEventsRoute, type OpenRpcEvents } from './rpc-events'
import { knownRoutes } from './routes'
import { rulesOf } from './rules'
import { whileRunning, type IsRunning } from '@main/operations/running'
import { addSwaggerRoutes } from './swagger'

export interface HttpServerOptions {
  readonly invoker: Invoker
  readonly dataApi: RestHandler
  readonly apis: LazyApis
  readonly files: AttachmentFiles
  readonly providers: ProviderRoutes
  readonly imports: ImportFiles
  /** Receives files of answers to shared forms. */
  readonly receivers: FileReceivers
  readonly metadataFiles: MetadataFiles
  readonly sqlFiles: SqlFiles
  readonly auditFiles: AuditFiles
  readonly live: OpenLive
  readonly hooks: { readonly path: string; readonly receive: ReceiveHook }
  readonly rpcEvents: OpenRpcEvents
  readonly isRunning: IsRunning
  /** Instead of `limits.unreadTimeoutMs`. */
  readonly unreadTimeoutMs?: number | undefined
  /** Instead of `limits.requestsAtOnce`. */
  readonly requestsAtOnce?: number | undefined
  readonly log: Log
  readonly ids: Ids
  readonly rendererFolder: string
  /** Further host names, `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
  /** Returns the exact origins of other pages that may call the API now. */
  readonly allowedOrigins: () => ReadonlySet<string>
  /** Rejects requests of pages of other sites, also those without a body or an Origin header. */
  readonly ownPagesOnly?: boolean | undefined
  /** Returns API documents and introspection without a token. */
  readonly openSchema: boolean
  /** Returns the origins of pages that may show a link for visitors in a frame. */
  readonly framesOf: (link: string) => Promise<readonly string[]>
  /** Returns the origins of storages to which links to large files lead. Undefined: this server sends all files. */
  readonly storageOrigins?: (() => Promise<readonly string[]>) | undefined
  /** Further origins that the page may connect to. */
  readonly connectTo: () => readonly string[]
  /** The other servers of a shared store. */
  readonly peers?: Peers | undefined
  /** Default: always ready. */
  readonly isReady?: Health['isReady'] | undefined
  /** Metrics at `/metrics`; undefined for none. */
  readonly metrics?: { readonly metrics: Metrics; readonly token: string | undefined } | undefined
  readonly traces?: TraceExporter | undefined
}

export interface HttpServer {
  /** Listens on the port, or on the next free one. @returns the port */
  readonly listen: (port: number, host: string) => Promise<number>
  /** Tells balancers to send requests elsewhere, and ends live updates. Requests still get answers. */
  readonly drain: () => void
  /** Stops accepting connections, waits up to `limits.shutdownTimeoutMs` for running requests, then closes the rest. */
  readonly close: () => Promise<void>
}

/** Number of ports tried above a taken one. */
const portsTried = 100
const idleCheckMs = 50

/** Creates the HTTP server: router, headers and error mapping. It makes no other decisions. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { invoker, log, ids } = options
  const hosts = createAllowedHosts(options.allowedHosts, options.allowedOrigins)
  const output = new PendingOutput()
  const requestsAtOnce = options.requestsAtOnce ?? limits.requestsAtOnce
  const pipeline = createPipeline(
    rulesOf({ hosts, output, requestsAtOnce, ownPagesOnly: options.ownPagesOnly ?? false }),
  )
  const app = createApp({ pipeline, ids, log })
  const routes = knownRoutes(app)
  addGuards(app, pipeline)
  addReceiveTime(app, pipeline.fixedHeaders)
  addPackedBody(app)
  addJsonBody(app)
  await addMultipart(app, (request) => uploadIn(invoker, request) !== undefined)
  const forward = createForward(options.peers, log)
  addErrorAnswers(app, log, routes.methodsAt, forward)
  let isDraining = false
  addHealthRoutes(app, { isReady: options.isReady ?? (() => Promise.resolve(true)), isDraining: () => isDraining })
  if (options.metrics !== undefined) addMetricsRoute(app, options.metrics)
  addProviderRoutes(app, options.providers)
  addFormerPages(app)
  addOperationRoutes(app, invoker, hosts, options.receivers, forward)
  addImportRoutes(app, invoker, options.imports)
  addMetadataRoutes(app, invoker, options.metadataFiles)
  addSqlFileRoutes(app, invoker, options.sqlFiles)
  addAuditRoutes(app, invoker, options.auditFiles)
  const apiInvoker = whileRunning(invoker, options.isRunning)
  addFileRoutes(app, apiInvoker, options.files, { redirects: options.storageOrigins !== undefined })
  const dataRoutes = { invoker: apiInvoker, handle: options.dataApi, pipeline, output }
  addDataRoutes(app, dataRoutes)
  const openSchema = createOpenSchema(options.openSchema, options.isRunning)
  addSwaggerRoutes(app, apiInvoker, { load: options.apis.documents, openSchema })
  const streams = eventStreams(app)
  const sendEvents = streams.send
  addGraphqlRoutes(app, apiInvoker, { load: options.apis.graphql, sendEvents, openSchema })
  addLiveRoute(app, invoker, options.live, streams.sendLive)
  await addHookRoute(app, options.hooks.path, options.hooks.receive)
  addRpcEventsRoute(app, invoker, options.rpcEvents, sendEvents)
  const metrics = options.metrics?.metrics
  const cacheAsked = metrics && ((isHit: boolean) => metrics.cacheAsked('responses', isHit))
  addIncoming(app, createFastLane({ ...dataRoutes, ids, log, cacheAsked }))
  observeRequests(app, { ids, log, metrics, traces: options.traces, isStream: streams.isStream })
  metrics?.gauge('basalt_live_streams', 'Open streams of live updates.', [], () => [
    { labels: {}, value: streams.liveCount() },
  ])
  dropStalled(app, options.unreadTimeoutMs ?? limits.unreadTimeoutMs)
  await addDashboard(app, {
    folder: options.rendererFolder,
    connectTo: options.connectTo,
    framesOf: options.framesOf,
    storageOrigins: options.storageOrigins,
  })

  return {
    listen: async (port, host) => {
      const listeningOn = await listenNear(app, port, host)
      hosts.listeningOn(listeningOn)
      return listeningOn
    },
    drain: () => {
      isDraining = true
      streams.end()
      app.server.prependListener('request', (_request, response: ServerResponse) =>
        response.setHeader('connection', 'close'),
      )
      // Connections stay: Node takes one that was just accepted for idle, and its request would fail.
    },
    close: async () => {
      const force = setTimeout(() => app.server.closeAllConnections(), limits.shutdownTimeoutMs)
      // Clients keep the connections of requests that ran when the server began to close: these are idle only later.
      const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
      try {
        await app.close()
      } finally {
        clearTimeout(force)
        clearInterval(idle)
      }
    },
  }
}

/** Closes a connection whose client stopped reading, because its response would stay in memory. */
function dropStalled({ server }: FastifyInstance, unreadTimeoutMs: number): void {
  server.setTimeout(unreadTimeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

async function listenNear(app: FastifyInstance, port: number, host: string): Promise<number> {
  for (let attempt = port; ; attempt += 1) {
    try {
      await app.listen({ port: attempt, host })
      return (app.server.address() as AddressInfo).port
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!taken || port === 0 || attempt >= Math.min(port + portsTried, 65_535)) throw error
    }
  }
}
