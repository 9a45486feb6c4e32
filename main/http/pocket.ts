import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits, operationsPath } from '@common/constants'
import { AppError } from '@common/errors'
import { operationByName, type OperationName } from '@common/operations'
import type { shareOperations } from '@common/operations/shares'
import type { PocketGate, PocketListener } from '@main/lib/pocket-gate'
import type { OperationInput } from '@main/operations/contract'
import type { CallFacts, Invoker } from '@main/operations/invoke'
import { parseInput } from '@main/operations/input'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApp } from './app'
import { addFileRoutes } from './attachments'
import { callFacts, factsOf } from './call'
import { addDashboard } from './dashboard'
import { addDataRoutes } from './data-api'
import { addErrorAnswers } from './errors'
import { eventStreams } from './event-stream'
import { addGuards } from './guards'
import type { AllowedHosts } from './hosts'
import { addIncoming } from './incoming'
import { addJsonBody, plainArguments } from './json-body'
import { addLiveRoute } from './live'
import { PendingOutput } from './pending-output'
import { createPipeline } from './pipeline'
import { addReceiveTime } from './receive-time'
import { rulesOf } from './rules'
import type { HttpServerOptions } from './server'

/** Requests of all devices that run at the same time. */
const requestsAtOnce = 32

/**
 * Opens a listener on one address that serves one shared view: its page, its records, its events and its files. It has
 * no other routes, and every request acts for this share, whatever its headers say.
 */
export async function listenPocket(
  options: Pick<HttpServerOptions, 'invoker' | 'dataApi' | 'files' | 'live' | 'log' | 'ids' | 'rendererFolder'>,
  gate: PocketGate,
  address: string,
  wantedPort: number,
): Promise<PocketListener> {
  const { log, ids } = options
  const hosts = ownHost(address)
  const output = new PendingOutput()
  const pipeline = createPipeline(rulesOf({ hosts, output, requestsAtOnce, ownPagesOnly: false }))
  const app = createApp({ pipeline, ids, log })
  addGuards(app, pipeline)
  app.addHook('onRequest', async (request, reply) => {
    await gate.check()
    checkProject(request, gate)
    gate.seen(factsOf(request.raw, reply.raw, undefined, request.id).share?.visitor)
  })
  addReceiveTime(app, pipeline.fixedHeaders)
  addJsonBody(app)
  addErrorAnswers(app, log, () => [])
  const invoker = invokerOf(options.invoker, gate)
  const links = new Set<string>()
  addOperationRoute(app, invoker, gate, (link) => links.add(link))
  // Links to files are secrets of their own, so only those that this listener gave out work here.
  app.addHook('preHandler', (request, _reply, done) => {
    const isForeign = request.routeOptions.url?.startsWith('/dl/link/') === true && !links.has(request.raw.url ?? '')
    done(isForeign ? new AppError('ROUTE_NOT_FOUND') : undefined)
  })
  // A storage would go on sending a file after the share has ended.
  addFileRoutes(app, invoker, options.files, { redirects: false })
  addDataRoutes(app, { invoker, handle: options.dataApi, pipeline, output })
  addLiveRoute(app, invoker, options.live, eventStreams(app).send)
  addIncoming(app)
  await addDashboard(app, {
    folder: options.rendererFolder,
    connectTo: () => [],
    framesOf: () => Promise.resolve([]),
    onlyLink: gate.link,
  })
  await app.listen({ port: wantedPort, host: address })
  const { port } = app.server.address() as AddressInfo
  hosts.listeningOn(port)
  app.server.setTimeout(limits.unreadTimeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
  const answers = new RunningAnswers(app)
  return {
    port,
    close: async () => {
      const closed = app.close()
      // The device whose request ended the share still gets its answer. No other device may read on.
      await answers.settled(answerTimeMs)
      app.server.closeAllConnections()
      await closed
    },
  }
}

/** Time that running requests get when the share ends. */
const answerTimeMs = 500

/** Counts requests without their answer, except for streams of events, which never end by themselves. */
class RunningAnswers {
  readonly #running = new Set<ServerResponse>()
  #settled: (() => void) | undefined

  constructor(app: FastifyInstance) {
    // Before the router, which can end the share at once.
    app.server.prependListener('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      if (/^\/nc\/[^/]+\/v1\/live/i.test(url)) return
      this.#running.add(response)
      response.once('close', () => {
        this.#running.delete(response)
        if (this.#running.size === 0) this.#settled?.()
      })
    })
  }

  /** Resolves when all are answered, or after a time. */
  async settled(timeMs: number): Promise<void> {
    if (this.#running.size === 0) return
    await new Promise<void>((resolve) => {
      this.#settled = resolve
      setTimeout(resolve, timeMs).unref()
    })
  }
}

/** Accepts one address and the port of the listener as host and origin, and nothing else. */
function ownHost(address: string): AllowedHosts {
  const name = address.includes(':') ? `[${address}]` : address
  let own: string | undefined
  return {
    listeningOn: (port) => void (own = port === 80 ? name : `${name}:${port}`),
    host: (header) => own !== undefined && header?.toLowerCase() === own,
    origin: (header) => header === undefined || (own !== undefined && header.toLowerCase() === `http://${own}`),
    crossOrigin: () => false,
  }
}

/** Rejects addresses of other projects, and everything but reads of records. @throws AppError */
function checkProject({ routeOptions, params, method, headers }: FastifyRequest, { projectId }: PocketGate): void {
  if (routeOptions.url === undefined) throw new AppError('ROUTE_NOT_FOUND')
  const named = (params as { readonly projectId?: string }).projectId
  if (named === undefined) return
  if (named.toLowerCase() !== projectId.toLowerCase()) throw new AppError('ROUTE_NOT_FOUND')
  const isRead = method === 'GET' || method === 'HEAD' || headers['x-http-method-override'] === 'GET'
  if (!isRead) throw new AppError('METHOD_NOT_ALLOWED', { method })
}

/** Returns an invoker whose calls act for the share only: they have no token, no other link and no preview. */
function invokerOf(invoker: Invoker, { link, projectId }: PocketGate): Invoker {
  const only = (facts: CallFacts): CallFacts => ({
    ...facts,
    token: undefined,
    apiToken: undefined,
    masterKey: undefined,
    preview: undefined,
    share: { kind: 'view', link, visitor: facts.share?.visitor },
  })
  return {
    ...invoker,
    context: (facts) =>
      invoker.context(only({ ...facts, projectId: facts.projectId === undefined ? undefined : projectId })),
  }
}

type OpenInput = OperationInput<(typeof shareOperations)['shareOpen']>

/** Operations of the page of a view. */
const viewOperations: ReadonlySet<string> = new Set<OperationName>(['tableRead', 'attachmentLink'])

/** Operations that visitors may call, and the one that opens the share. */
function addOperationRoute(
  app: FastifyInstance,
  invoker: Invoker,
  gate: PocketGate,
  issued: (link: string) => void,
): void {
  app.post(`${operationsPath}/:name`, async (request, reply) => {
    const { name = '' } = request.params as { readonly name?: string }
    const { project, ...unknown } = request.query as Readonly<Record<string, unknown>>
    const operation = operationByName(name)
    const isOpen = name === 'shareOpen'
    if (!isOpen && !viewOperations.has(name)) throw new AppError('OPERATION_NOT_FOUND', { name: name.slice(0, 100) })
    if (Object.keys(unknown).length > 0 || (project !== undefined && project !== gate.projectId))
      throw new AppError('OPERATION_NOT_FOUND', { name })
    const input = plainArguments(request.body)
    if (isOpen && operation !== undefined) {
      const { link, password, visitor } = parseInput(operation.input, input ?? {}) as OpenInput
      if (link !== gate.link) throw new AppError('SHARE_CLOSED')
      const ip = request.raw.socket.remoteAddress ?? ''
      return gate.open({ code: password, visitor, ip, agent: request.headers['user-agent'] })
    }
    const context = await invoker.context(callFacts(request, reply, gate.projectId))
    const output = await invoker.invoke(name, input, context, 'operations')
    if (name === 'attachmentLink') issued((output as { readonly url: string }).url)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(output))
  })
}
