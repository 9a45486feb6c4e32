import { startOidc, type TestOidc } from '@tests/helpers/oidc'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let oidc: TestOidc
let server: TestServer
let owner: TestUser
beforeAll(async () => {
  oidc = await startOidc()
  const { clientId, clientSecret, address } = oidc
  server = await startServer({
    signInAttempts: 0,
    providers: [{ id: 'github', name: 'GitHub', address, clientId, clientSecret }],
  })
  owner = await server.signUp('owner@example.com')
})
afterAll(async () => {
  await server.close()
  await oidc.close()
})

const as = () => ({ token: owner.token })
const send = (name: string, input: object): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', token: owner.token, body: input })
const allow = (outboundHosts: string[]) => server.operate('installationSettingsSave', { outboundHosts }, as())
const values = (changed: object = {}) => ({
  name: 'Harbour ID',
  address: oidc.address,
  client_id: oidc.clientId,
  client_secret: oidc.clientSecret,
  ...changed,
})
const activeOf = async (...services: string[]) =>
  (await server.operate('serviceList', {}, as())).list.filter(
    ({ service, isActive }) => isActive && services.includes(service),
  )

describe('sign-in providers of the app store', () => {
  it('are tested with their client and secret, by the rules for addresses', async () => {
    await allow([])
    expect(await server.operate('serviceTest', { service: 'oidc', values: values() }, as())).toMatchObject({
      passed: false,
    })
    await allow([new URL(oidc.address).host])
    expect(await server.operate('serviceTest', { service: 'oidc', values: values() }, as())).toMatchObject({
      passed: true,
      msg: 'OpenID Connect knows this client and its secret.',
    })
    const wrong = values({ client_secret: 'wrong' })
    expect(await server.operate('serviceTest', { service: 'oidc', values: wrong }, as())).toMatchObject({
      passed: false,
      msg: "Harbour ID doesn't know this client, or its secret is wrong.",
    })
  })

  it('are offered while they are active', async () => {
    await allow([new URL(oidc.address).host])
    await server.operate('serviceSave', { service: 'oidc', values: values() }, as())
    expect(await server.operate('providerList', {})).toEqual([
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Harbour ID' },
    ])
    const start = await server.request('/auth/oidc')
    expect([start.status, start.headers['location']]).toEqual([302, expect.stringContaining(`${oidc.address}/auth`)])
    await server.operate('serviceActiveSet', { service: 'oidc', active: false }, as())
    expect(await server.operate('providerList', {})).toEqual([{ id: 'github', name: 'GitHub' }])
    await server.operate('serviceDelete', { service: 'oidc' }, as())
  })

  it('of the environment take precedence and cannot be changed', async () => {
    const { list } = await server.operate('serviceList', {}, as())
    expect(list.find(({ service }) => service === 'github')).toEqual({
      service: 'github',
      isInstalled: true,
      isActive: true,
      isFixed: true,
      values: {},
      secrets: [],
    })
    const changed = { service: 'github', values: { client_id: 'a', client_secret: 'b' } }
    const answer = await send('serviceSave', changed)
    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 'SETTINGS_FIXED' })])
  })

  it('reject an address without encryption', async () => {
    const answer = await send('serviceSave', { service: 'oidc', values: values({ address: 'http://login.example' }) })
    expect(answer.json).toMatchObject({ code: 'SERVICE_FIELD_INVALID' })
  })
})

describe('mail services', () => {
  const ses = { from: 'a@example.com', region: 'eu-central-1', access_key: 'k', access_secret: 's' }

  it('replace each other', async () => {
    await server.operate('serviceSave', { service: 'ses', values: ses }, as())
    expect(await activeOf('ses', 'mailersend')).toEqual([expect.objectContaining({ service: 'ses' })])
    const mailersend = { from: 'a@example.com', api_key: 'key' }
    await server.operate('serviceSave', { service: 'mailersend', values: mailersend }, as())
    expect(await activeOf('ses', 'mailersend')).toEqual([
      expect.objectContaining({ service: 'mailersend', values: { from: 'a@example.com', from_name: 'Basalt' } }),
    ])
    await server.operate('serviceActiveSet', { service: 'ses', active: true }, as())
    expect((await activeOf('ses', 'mailersend')).map(({ service }) => service)).toEqual(['ses'])
    for (const service of ['ses', 'mailersend'] as const) await server.operate('serviceDelete', { service }, as())
  })

  it('give way to a mail server of the environment', async () => {
    const mail = {
      host: '127.0.0.1',
      port: 25,
      security: 'none',
      user: '',
      password: '',
      sender: 'a@example.com',
    } as const
    const fixed = await startServer({ mail })
    try {
      const { token } = await fixed.signUp()
      const path = '/api/v1/operations/serviceSave'
      const answer = await fixed.request(path, { method: 'POST', token, body: { service: 'ses', values: ses } })
      expect(answer.json).toMatchObject({ code: 'SETTINGS_FIXED' })
    } finally {
      await fixed.close()
    }
  })
})
