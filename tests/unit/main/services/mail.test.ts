import { AppError } from '@common/errors'
import { serviceOf, type MailService, type ServiceId } from '@common/plugins/services'
import type { Outbound, OutboundRequest } from '@main/features/outbound'
import { deliverThrough } from '@main/features/services/mail'
import { describe, expect, it } from 'vitest'

const mail = { to: 'mina@example.com', subject: 'Grüße', text: 'Text', html: '<p>Text</p>' }
const now = new Date('2026-03-01T10:11:12.345Z')
const clock = { now: () => now, monotonicMs: () => 0 }

/** A network that answers with a status and a body, or fails. */
function network(
  status: number | AppError,
  body = '',
): { readonly outbound: Outbound; readonly sent: OutboundRequest[] } {
  const sent: OutboundRequest[] = []
  return {
    sent,
    outbound: {
      resolve: () => Promise.resolve([]),
      send: (request) => {
        sent.push(request)
        if (status instanceof AppError) return Promise.reject(status)
        const answer = { statusText: '', headers: [], isCut: false, ms: 1, url: request.url }
        return Promise.resolve({ ...answer, status, body: Buffer.from(body) })
      },
    },
  }
}

function mailService(id: ServiceId): MailService {
  const service = serviceOf(id)
  if (service.category !== 'mail') throw new Error(`${id} sends no mail`)
  return service
}

describe('mail services', () => {
  it('Amazon SES gets a signed request for its region', async () => {
    const { outbound, sent } = network(200, '{"MessageId": "1"}')
    const values = { from: 'a@example.com', region: 'eu-central-1', access_key: 'AKIA1', access_secret: 'secret-4711' }
    const delivery = await deliverThrough(mailService('ses'), values, mail, { outbound, clock })
    expect(delivery).toMatchObject({ sent: true, reason: { key: 'server.service.mailAccepted' } })
    const [request] = sent
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails',
      redirectsMax: 0,
    })
    const headers = new Map(request?.headers)
    expect(headers.get('x-amz-date')).toBe('20260301T101112Z')
    expect(headers.get('authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIA1\/20260301\/eu-central-1\/ses\/aws4_request, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
    expect(JSON.stringify(request)).not.toContain('secret-4711')
    expect(JSON.parse(String(request?.body))).toMatchObject({
      FromEmailAddress: 'a@example.com',
      Destination: { ToAddresses: ['mina@example.com'] },
      Content: {
        Simple: { Subject: { Data: 'Grüße' }, Body: { Text: { Data: 'Text' }, Html: { Data: '<p>Text</p>' } } },
      },
    })
  })

  it('MailerSend gets its key and the mail', async () => {
    const { outbound, sent } = network(202)
    const values = { from: 'a@example.com', from_name: 'Shop', api_key: 'key-1' }
    expect(await deliverThrough(mailService('mailersend'), values, mail, { outbound, clock })).toMatchObject({
      sent: true,
    })
    const [request] = sent
    expect(request?.url).toBe('https://api.mailersend.com/v1/email')
    expect(new Map(request?.headers).get('authorization')).toBe('Bearer key-1')
    expect(JSON.parse(String(request?.body))).toEqual({
      from: { email: 'a@example.com', name: 'Shop' },
      to: [{ email: 'mina@example.com' }],
      subject: 'Grüße',
      text: 'Text',
      html: '<p>Text</p>',
    })
  })

  it.each([
    [429, true],
    [503, true],
    [401, false],
    [422, false],
  ])('status %i is passed on with the words of the service; temporary: %s', async (status, isTemporary) => {
    const { outbound } = network(status, '{"message":\n "The from.email domain must be verified"}')
    const delivery = await deliverThrough(mailService('mailersend'), {}, mail, { outbound, clock })
    expect(delivery).toMatchObject({ sent: false, isTemporary })
    expect(JSON.stringify(delivery.reason)).toContain('domain must be verified')
  })

  it('a network that fails is temporary', async () => {
    const { outbound } = network(new AppError('OUTBOUND_TIMEOUT', { host: 'api.mailersend.com' }))
    const delivery = await deliverThrough(mailService('mailersend'), {}, mail, { outbound, clock })
    expect(delivery).toMatchObject({ sent: false, isTemporary: true, reason: { key: 'errors.OUTBOUND_TIMEOUT' } })
  })
})
