import { AppError, errorMessage } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { Outbound } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'

export interface Delivery {
  readonly sent: boolean
  readonly reason: Message
  /** Status of the answer; null without one. */
  readonly status: number | null
  readonly ms: number
}

/** A message or mail for a service. */
export interface DeliveredRequest {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Name of the service. */
  readonly plugin: string
  /** The reason of a successful delivery. */
  readonly accepted: Message
  readonly timeoutMs: number
  /** Services answer with a few words. */
  readonly answerBytesMax: number
  readonly answerCharactersMax: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Delivers a request to a service, once. Refusals and errors of the network are reasons of the result.
 *
 * @throws AppError REQUEST_CANCELLED
 */
export async function deliverRequest(
  request: DeliveredRequest,
  { outbound, clock }: { readonly outbound: Outbound; readonly clock: Clock },
): Promise<Delivery> {
  const { url, headers, body, plugin, accepted, timeoutMs, answerBytesMax, answerCharactersMax, signal } = request
  const startedMs = clock.monotonicMs()
  try {
    const answer = await outbound.send({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs,
      bodyMax: answerBytesMax,
      // A redirect would carry the message to another place.
      redirectsMax: 0,
      ...(signal !== undefined && { signal }),
    })
    const { status, ms } = answer
    if (status >= 200 && status < 300) return { sent: true, reason: accepted, status, ms }
    const said = answer.body.toString('utf8').replaceAll(/\s+/g, ' ').trim().slice(0, answerCharactersMax)
    const reason = message('server.plugin.refused', { plugin, status: String(status), answer: said || undefined })
    return { sent: false, reason, status, ms }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'REQUEST_CANCELLED') throw error
    const ms = Math.round(clock.monotonicMs() - startedMs)
    return { sent: false, reason: errorMessage(error.code, error.details), status: null, ms }
  }
}
