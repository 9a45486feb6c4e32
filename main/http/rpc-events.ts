import type { CallContext } from '@main/operations/context'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { callFacts } from './call'
import type { SendEvents } from './event-stream'
import { projectIdOf } from './project-address'

/** Opens the events of a call of the gRPC client, as JSON texts. @throws AppError RPC_CALL_NOT_FOUND */
export type OpenRpcEvents = (context: CallContext, call: string, signal: AbortSignal) => AsyncIterable<string>

/** Routes `GET /nc/{projectId}/v1/grpc-calls/{call}`: the events of a running call, as server-sent events. */
export function addRpcEventsRoute(app: FastifyInstance, invoker: Invoker, open: OpenRpcEvents, send: SendEvents): void {
  app.get('/nc/:projectId/v1/grpc-calls/:call', async (request, reply) => {
    const { call = '' } = request.params as { readonly call?: string }
    const facts = callFacts(request, reply, projectIdOf(request))
    const context = await invoker.context(facts)
    return send(reply, asMessages(open(context, call, facts.signal())))
  })
}

async function* asMessages(events: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${event}\n\n`
}
