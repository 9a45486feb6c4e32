import { webhookBodyMax } from '@common/operations/automations'
import { AppError } from '@common/errors'
import { depthHeader, trailHeader, trailOf, type Trail } from '@main/lib/automation-trail'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { kilobytes } from './kilobytes'

/** Queues a run of an automation for a request to its address. */
export type ReceiveHook = (received: {
  readonly token: string
  readonly method: string
  readonly query: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: string
  readonly trail: Trail
}) => Promise<{ readonly runId: string }>

/** In UTF-8, at most. The exact limit has its own error. */
const bytesPerCharacter = 4

/**
 * Routes `POST /api/v1/hooks/{token}`: incoming webhooks of automations, with a body of any type. The token is the only
 * proof, so addresses that don't work all get the same answer.
 */
export async function addHookRoute(app: FastifyInstance, path: string, receive: ReceiveHook): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    scope.post(`${path}:token`, { bodyLimit: webhookBodyMax * bytesPerCharacter }, async (request, reply) => {
      const { token } = request.params as { readonly token: string }
      const { runId } = await receive({ token, method: request.method, ...requestOf(request) })
      return reply.status(202).send({ run: runId })
    })
    done()
  })
}

function requestOf({ query, headers, body }: FastifyRequest) {
  const text = typeof body === 'string' ? body : ''
  if (text.length > webhookBodyMax) throw new AppError('BODY_TOO_LARGE', { limit: kilobytes(webhookBodyMax) })
  const parameters = Object.entries(query as Readonly<Record<string, string | readonly string[]>>)
  return {
    query: Object.fromEntries(
      parameters.map(([name, value]) => [name, typeof value === 'string' ? value : (value[0] ?? '')]),
    ),
    contentType: headers['content-type'] ?? '',
    body: text,
    trail: trailOf({ depth: String(headers[depthHeader] ?? ''), trail: String(headers[trailHeader] ?? '') }),
  }
}
