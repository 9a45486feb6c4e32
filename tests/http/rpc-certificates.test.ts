import { ServerCredentials } from '@grpc/grpc-js'
import { rpcEventsPath } from '@common/rpc/events'
import { createAuthority, hasOpenssl, type TestAuthority } from '@tests/helpers/certificates'
import { startGrpcServer, type TestGrpcServer } from '@tests/helpers/grpc-server'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, expect, it, describe } from 'vitest'

/* The gRPC client trusts an authority of the user's, and shows a certificate of its own. */

describe.skipIf(!hasOpenssl())('certificates of the gRPC client', () => {
  let server: TestServer
  let shop: TestGrpcServer
  let authority: TestAuthority
  let stranger: TestAuthority
  let own: { readonly certificate: string; readonly key: string }
  let token: string
  let projectId: string

  beforeAll(async () => {
    authority = createAuthority('Harbour CA')
    stranger = createAuthority('Other CA')
    own = authority.sign('client')
    const { certificate, key } = authority.sign('server', 'DNS:localhost,IP:127.0.0.1')
    const pair = { cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) }
    // It accepts only clients with a certificate of the authority.
    shop = await startGrpcServer({ credentials: ServerCredentials.createSsl(Buffer.from(authority.ca), [pair], true) })
    server = await startServer()
    token = (await server.signUp()).token
    projectId = (await server.operate('projectCreate', { title: 'Calls' }, { token })).id
    const hosts = [`localhost:${shop.port}`, `127.0.0.1:${shop.port}`]
    await server.operate('installationSettingsSave', { outboundHosts: hosts }, { token })
  })
  afterAll(async () => {
    await server.close()
    shop.close()
    authority.remove()
    stranger.remove()
  })

  const send = (name: string, body: object) =>
    server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body })
  const none = { ca: '', certificate: '', key: '' }
  const describeWith = (certificates: object, more: object = {}) =>
    send('grpcDescribe', {
      address: `localhost:${shop.port}`,
      security: 'tls',
      certificates: { ...none, ...certificates },
      ...more,
    })

  it('reach a server of an own authority that asks for a certificate', async () => {
    const certificates = { ca: authority.ca, ...own }
    const answer = await describeWith(certificates)
    expect([answer.status, answer.text.includes('shop.Orders')]).toEqual([200, true])
    expect((await describeWith(certificates, { address: `127.0.0.1:${shop.port}` })).status).toBe(200)
    expect((await describeWith({ ...own }, { security: 'tlsUnchecked' })).status).toBe(200)

    const started = await send('grpcCallStart', {
      address: `localhost:${shop.port}`,
      security: 'tls',
      certificates,
      service: 'shop.Orders',
      method: 'Place',
      message: '{"name":"Kestrel"}',
    })
    const { call } = started.json as { call: string }
    const events = await server.request(rpcEventsPath(projectId, call), { token })
    expect(events.text).toContain('Kestrel')
  })

  it.each([
    ['without the authority', () => ({ ...own })],
    ['with another authority', () => ({ ca: stranger.ca, ...own })],
    ['without a certificate of the client', () => ({ ca: authority.ca })],
    ['with a certificate of another authority', () => ({ ca: authority.ca, ...stranger.sign('intruder') })],
  ])('fail %s', async (_, certificates) => {
    const answer = await describeWith(certificates())
    expect([answer.status >= 400, answer.error.code]).toEqual([true, expect.stringMatching(/^(?:RPC|OUTBOUND)_/)])
    expect(answer.text).not.toContain('PRIVATE KEY')
  })

  it('come from variables, whose line breaks may be lost', async () => {
    const one = (pem: string): string => pem.replaceAll('\n', ' ')
    const values = { ca: authority.ca, certificate: own.certificate, key: own.key }
    for (const [name, pem] of Object.entries(values)) {
      const body = { environment: '_noco', name, value: one(pem), isSecret: name === 'key' }
      const saved = await send('variableSave', body)
      expect([saved.status, saved.text.includes('PRIVATE KEY')]).toEqual([200, false])
    }
    expect((await describeWith({ ca: '{{ca}}', certificate: '{{certificate}}', key: '{{key}}' })).status).toBe(200)
  })

  it('are checked before the call', async () => {
    const other = stranger.sign('other')
    const problems: [object, string][] = [
      [{ ca: 'nothing' }, "The CA certificate can't be read."],
      [{ ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, "The CA certificate can't be read."],
      [{ certificate: own.key, key: own.key }, "The client certificate can't be read."],
      [{ certificate: own.certificate, key: own.certificate }, "The private key can't be read."],
      [{ certificate: own.certificate }, 'A client certificate needs its private key.'],
      [{ key: own.key }, 'A client certificate needs its private key.'],
      [{ certificate: own.certificate, key: other.key }, "The private key doesn't belong to the client certificate."],
    ]
    for (const [certificates, text] of problems) {
      const answer = await describeWith(certificates)
      expect([answer.status, answer.error.code, answer.error.msg]).toEqual([
        400,
        'RPC_CERTIFICATE_INVALID',
        expect.stringContaining(text),
      ])
    }
    const plain = await describeWith({ ca: 'nothing' }, { security: 'plain' })
    expect(plain.error.code).not.toBe('RPC_CERTIFICATE_INVALID')
    expect((await describeWith({ ca: 'x'.repeat(100_001) })).status).toBe(400)
  })
})
