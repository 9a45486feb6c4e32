import { createHmac } from 'node:crypto'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { HttpAction } from '@common/operations/actions'
import { hidden } from '@common/util/redact-secrets'
import type { ActionOutcome, ActionRun } from './types'
import type { ActionPorts } from './ports'

const timeoutMs = 60_000
const outputMax = 10_000
/** Shorter values, such as `1`, are parts of other words. */
const secretMin = 4

/** @throws AppError JOB_RESPONSE_FAILED for a status from 400 on, and those of the client */
export async function sendRequest(
  { outbound, trailHeaders, clock }: Pick<ActionPorts, 'outbound' | 'trailHeaders' | 'clock'>,
  { method, url, headers, body, signingKey }: HttpAction,
  { context: { signal, requestId }, trail }: Pick<ActionRun, 'context' | 'trail'>,
): Promise<ActionOutcome> {
  const sent = [
    ...headers.map(({ name, value }) => [name, value ?? ''] as const),
    // Receivers recognise a repeated delivery by its id.
    ['basalt-delivery', requestId] as const,
    ...(signingKey === null || signingKey === '' ? [] : signature(signingKey, body, clock.now())),
  ]
  const hasType = sent.some(([name]) => name.toLowerCase() === 'content-type')
  const type = isJson(body) ? 'application/json' : 'text/plain; charset=utf-8'
  const answer = await outbound.send({
    method,
    url,
    headers: trailHeaders.mark(body === '' || hasType ? sent : [...sent, ['content-type', type]], trail),
    ...(body !== '' && { body }),
    signal,
    timeoutMs,
    bodyMax: outputMax,
  })
  const status = `${answer.status} ${answer.statusText}`.trim()
  const output = withoutSecrets(answer.body.toString('utf8'), { headers, signingKey })
  // The server may be overloaded, so that a later attempt can succeed.
  if (answer.status >= 400) throw new AppError('JOB_RESPONSE_FAILED', { status, output })
  return { summary: message('jobOutcomes.answered', { status, ms: answer.ms }), output }
}

/** Hides the secrets of a request in its response: some servers echo headers, and runs are stored as plain text. */
function withoutSecrets(output: string, { headers, signingKey }: Pick<HttpAction, 'headers' | 'signingKey'>): string {
  const given = [...headers.flatMap(({ secret, value }) => (secret ? [value] : [])), signingKey]
  return (
    given
      .flatMap((secret) => (secret === null || secret.length < secretMin ? [] : [secret]))
      // The longest first: one can be a part of another.
      .toSorted((one, other) => other.length - one.length)
      .reduce((text, secret) => text.replaceAll(secret, hidden), output)
  )
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
