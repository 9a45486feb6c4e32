import { createHmac } from 'node:crypto'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { HttpAction } from '@common/operations/actions'
import type { Outbound } from '@main/features/outbound'
import type { ActionOutcome, ActionRun } from '.'

/** Header of requests of automations: the number of automations that led to it. */
const depthHeader = 'basalt-depth'

/** Adds the depth, so that the server that receives a request, perhaps this one, finds loops. */
export const withDepth = (
  headers: readonly (readonly [string, string])[],
  depth: number | undefined,
): readonly (readonly [string, string])[] =>
  depth === undefined
    ? headers
    : [...headers.filter(([name]) => name.toLowerCase() !== depthHeader), [depthHeader, String(depth)]]

const timeoutMs = 60_000
const outputMax = 10_000

/** @throws AppError JOB_RESPONSE_FAILED for a status from 400 on, and those of the client */
export async function sendRequest(
  outbound: Outbound,
  { method, url, headers, body, signingKey }: HttpAction,
  { context: { signal, requestId }, depth }: Pick<ActionRun, 'context' | 'depth'>,
  now: Date,
): Promise<ActionOutcome> {
  const sent = [
    ...headers.map(({ name, value }) => [name, value ?? ''] as const),
    // Receivers recognise a repeated delivery by its id.
    ['basalt-delivery', requestId] as const,
    ...(signingKey === null || signingKey === '' ? [] : signature(signingKey, body, now)),
  ]
  const hasType = sent.some(([name]) => name.toLowerCase() === 'content-type')
  const type = isJson(body) ? 'application/json' : 'text/plain; charset=utf-8'
  const answer = await outbound.send({
    method,
    url,
    headers: withDepth(body === '' || hasType ? sent : [...sent, ['content-type', type]], depth),
    ...(body !== '' && { body }),
    signal,
    timeoutMs,
    bodyMax: outputMax,
  })
  const status = `${answer.status} ${answer.statusText}`.trim()
  const output = answer.body.toString('utf8')
  // The server may be overloaded, so that a later attempt can succeed.
  if (answer.status >= 400) throw new AppError('JOB_RESPONSE_FAILED', { status, output })
  return { summary: message('jobOutcomes.answered', { status, ms: answer.ms }), output }
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** Signs the time and the body, so that a copied request can't be sent again later. */
function signature(key: string, body: string, now: Date): (readonly [string, string])[] {
  const time = String(Math.floor(now.getTime() / 1_000))
  const hash = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  return [
    ['basalt-timestamp', time],
    ['basalt-signature', `sha256=${hash}`],
  ]
}
