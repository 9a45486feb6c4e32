import { message, type Message } from '@common/messages'
import type { MailService, ServiceMail, ServiceValues } from '@common/plugins/services'
import { signedHeaders } from '@main/features/object-stores'
import type { Outbound } from '@main/features/outbound'
import { deliverRequest } from '@main/features/plugins'
import type { Clock } from '@main/lib/clock'
import { mailText, type MailText } from '@main/lib/mail-text'

/** The outcome of one delivery. */
export interface ServiceDelivery {
  readonly sent: boolean
  readonly reason: Message
  /** True if a later attempt can succeed. */
  readonly isTemporary: boolean
}

const limits = { timeoutMs: 30_000, answerBytesMax: 4_000, answerCharactersMax: 300 }

/**
 * Delivers a mail through a service, once. Refusals and errors of the network are reasons of the result.
 *
 * @throws AppError REQUEST_CANCELLED
 */
export async function deliverThrough(
  { title: plugin, request }: MailService,
  values: ServiceValues,
  mail: ServiceMail,
  server: { readonly outbound: Outbound; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<ServiceDelivery> {
  const { aws, ...call } = request(values, mail)
  const { access_key: accessKey = '', access_secret: accessSecret = '' } = values
  const signed = aws && { method: 'POST', ...call, ...aws, accessKey, accessSecret, now: server.clock.now() }
  const { sent, reason, status } = await deliverRequest(
    {
      ...call,
      ...limits,
      ...(signed && { headers: await signedHeaders(signed) }),
      plugin,
      accepted: message('server.service.mailAccepted', { plugin }),
      signal,
    },
    server,
  )
  return { sent, reason, isTemporary: !sent && (status === null || status === 429 || status >= 500) }
}

/** Returns the mail of a test. In English: people outside of Basalt read it, in a language that isn't known. */
export const testMail = (): MailText =>
  mailText(
    {
      subject: message('mail.test.subject'),
      paragraphs: [message('mail.test.text')],
      reason: message('mail.test.reason'),
    },
    'en',
  )
