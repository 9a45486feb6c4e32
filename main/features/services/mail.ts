import { AppError, errorMessage } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { MailService, ServiceMail, ServiceValues } from '@common/plugins/services'
import { signedHeaders } from '@main/features/object-stores'
import type { Outbound } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'

/** The outcome of one delivery. */
export interface ServiceDelivery {
  readonly sent: boolean
  readonly reason: Message
  /** True if a later attempt can succeed. */
  readonly isTemporary: boolean
}

const timeoutMs = 30_000
const answerBytesMax = 4_000
const answerCharactersMax = 300

/** Delivers a mail through a service, once. Never throws for what the service or the network does. */
export async function deliverThrough(
  service: MailService,
  values: ServiceValues,
  mail: ServiceMail,
  { outbound, clock }: { readonly outbound: Outbound; readonly clock: Clock },
): Promise<ServiceDelivery> {
  const { url, headers, body, aws } = service.request(values, mail)
  const { access_key: accessKey = '', access_secret: accessSecret = '' } = values
  const call = { method: 'POST', url, headers, body }
  try {
    const answer = await outbound.send({
      ...call,
      ...(aws && { headers: await signedHeaders({ ...call, ...aws, accessKey, accessSecret, now: clock.now() }) }),
      timeoutMs,
      bodyMax: answerBytesMax,
      // A redirect would carry the mail to another place.
      redirectsMax: 0,
    })
    const { status } = answer
    const plugin = service.title
    if (status >= 200 && status < 300)
      return { sent: true, reason: message('server.service.mailAccepted', { plugin }), isTemporary: false }
    const said = answer.body.toString('utf8').replaceAll(/\s+/g, ' ').trim().slice(0, answerCharactersMax)
    const reason = message('server.plugin.refused', { plugin, status: String(status), answer: said || undefined })
    return { sent: false, reason, isTemporary: status === 429 || status >= 500 }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { sent: false, reason: errorMessage(error.code, error.details), isTemporary: true }
  }
}
