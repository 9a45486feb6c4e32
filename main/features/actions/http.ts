import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { HttpAction } from '@common/operations/actions'
import type { Outbound } from '@main/features/outbound'
import type { ActionOutcome } from '.'

const timeoutMs = 60_000
const outputMax = 10_000

/** @throws AppError JOB_RESPONSE_FAILED for a status from 400 on, and those of the client */
export async function sendRequest(
  outbound: Outbound,
  { method, url, headers, body }: HttpAction,
  signal: AbortSignal,
): Promise<ActionOutcome> {
  const sent = headers.map(({ name, value }) => [name, value ?? ''] as const)
  const hasType = sent.some(([name]) => name.toLowerCase() === 'content-type')
  const type = isJson(body) ? 'application/json' : 'text/plain; charset=utf-8'
  const answer = await outbound.send({
    method,
    url,
    headers: body === '' || hasType ? sent : [...sent, ['content-type', type]],
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
