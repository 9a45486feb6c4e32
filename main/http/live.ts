import type { CallContext } from '@main/operations/context'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { callFacts } from './call'
import type { SendEvents } from './event-stream'
import { projectIdOf } from './project-address'

/** Opens the stream of changes of a project. */
export type OpenLive = (call: {
  readonly projectId: string
  /** How long ago the window began to read the project; it gets the commands since then. */
  readonly ageMs: number
  readonly signal: AbortSignal
  readonly recheck: () => Promise<CallContext>
}) => Promise<AsyncIterable<string>>

/**
 * Routes `GET /nc/{projectId}/v1/live`: events of a project for open windows, as server-sent events. Each message is a
 * list of changes (`common/live`). It names changed rows without their values; windows read them like any other row.
 */
export function addLiveRoute(app: FastifyInstance, invoker: Invoker, open: OpenLive, send: SendEvents): void {
  app.get('/nc/:projectId/v1/live', async (request, reply) => {
    const projectId = projectIdOf(request)
    const facts = callFacts(request, reply, projectId)
    const ageMs = Number((request.query as Readonly<Record<string, unknown>>)['age'])
    const signal = facts.signal()
    const changes = await open({ projectId, ageMs, signal, recheck: async () => invoker.context(facts) })
    return send(reply, asMessages(changes))
  })
}

async function* asMessages(changes: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const change of changes) yield `data: ${change}\n\n`
}
