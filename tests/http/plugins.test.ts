import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pluginIds, pluginOf } from '@common/plugins'
import { giveRoles } from '@tests/helpers/members'
import { startS3 } from '@tests/helpers/s3-server'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

interface Received {
  readonly path: string
  readonly body: unknown
}

/** A chat service that answers with `status`. */
interface Chat {
  readonly address: string
  status: number
  readonly received: Received[]
  readonly close: () => Promise<void>
}

async function startChat(): Promise<Chat> {
  const received: Received[] = []
  const http: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) as unknown })
      response.writeHead(chat.status).end(chat.status === 200 ? 'ok' : 'invalid_token\n<b>no</b>')
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const chat: Chat = {
    address: `http://127.0.0.1:${port}`,
    status: 200,
    received,
    close: () => new Promise((resolve) => http.close(() => resolve())),
  }
  return chat
}

let server: TestServer
let owner: TestUser
let projectId: string
let chat: Chat
beforeAll(async () => {
  chat = await startChat()
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
})
afterAll(async () => {
  await server.close()
  await chat.close()
})
beforeEach(async () => {
  chat.status = 200
  chat.received.length = 0
  projectId = (await server.call('projectCreate', { title: 'Plugins' }, { token: owner.token })).id
  await allow([new URL(chat.address).host])
})

const allow = (outboundHosts: string[]) =>
  server.operate('installationSettingsSave', { outboundHosts }, { token: owner.token })
const as = () => ({ token: owner.token, projectId })
const entry = (channel: string, path = `/${channel}/secret-4711`) => ({
  values: { channel, webhook_url: `${chat.address}${path}` },
})
const send = (name: string, input: object, token = owner.token): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body: input })
const legacy = async (api: string, args: object, token = owner.token): Promise<Answer> =>
  server.request('/dashboard/', { method: 'POST', token, body: { api, project_id: projectId, args } })

interface Row {
  readonly title: string
  readonly status: string
  readonly input: string | null
  readonly input_schema: string
}
const rows = async (token = owner.token) => (await legacy('xcPluginList', {}, token)).json as Row[]
const readRow = async (title: string) => (await legacy('xcPluginRead', { title })).json as Row
const schemaKeys = ({ input_schema: schema }: Row) =>
  (JSON.parse(schema) as { readonly items: readonly { readonly key: string }[] }).items.map(({ key }) => key)

const pluginTitles = pluginIds.map((id) => pluginOf(id)?.wire.title ?? pluginOf(id)?.title)
/** Titles of the original where it has the service, in the order of the app store. */
const serviceTitles = [
  'SES',
  'MailerSend',
  'S3',
  'Minio',
  'Backblaze B2',
  'GCS',
  'Spaces',
  'Wasabi',
  'Linode Object Storage',
  'OvhCloud Object Storage',
  'Scaleway Object Storage',
  'UpCloud Object Storage',
  'Vultr Object Storage',
  'Folder',
  'Google',
  'GitHub',
  'OpenID Connect',
]
const pluginNow = async (id: string) =>
  (await server.operate('pluginList', {}, as())).list.find(({ plugin }) => plugin === id)

describe('plugins', () => {
  it('are listed in the order of the store, none installed at first', async () => {
    const { list } = await server.operate('pluginList', {}, as())
    expect(list.map(({ plugin }) => plugin)).toEqual([...pluginIds])
    expect(pluginIds.map((id) => pluginOf(id)?.id)).toEqual([...pluginIds])
    expect(list.every(({ isInstalled, isActive, entries }) => !isInstalled && !isActive && entries.length === 0)).toBe(
      true,
    )
  })

  it('are installed, changed, turned off and removed, without an answer that holds a secret', async () => {
    const saved = await server.operate('pluginSave', { plugin: 'slack', entries: [entry('sales'), entry('ops')] }, as())
    expect(saved).toEqual({
      plugin: 'slack',
      isInstalled: true,
      isActive: true,
      entries: ['sales', 'ops'].map((channel) => ({ values: { channel }, secrets: ['webhook_url'] })),
    })
    const renamed = { values: { channel: 'support' }, stored: 1 }
    await server.operate('pluginSave', { plugin: 'slack', entries: [renamed] }, as())
    await server.operate('pluginTest', { plugin: 'slack', entry: { values: { channel: 'support' }, stored: 0 } }, as())
    expect(chat.received.map(({ path }) => path)).toEqual(['/ops/secret-4711'])
    await server.operate('pluginActiveSet', { plugin: 'slack', active: false }, as())
    expect(await pluginNow('slack')).toMatchObject({ isInstalled: true, isActive: false })
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const stored = ['nc_plugins', 'nc_audit'].map((table) => file.prepare(`SELECT * FROM ${table}`).all())
    file.close()
    expect(JSON.stringify(stored)).toContain('support')
    expect(JSON.stringify(stored)).not.toContain('secret-4711')
    await server.operate('pluginDelete', { plugin: 'slack' }, as())
    expect(await pluginNow('slack')).toMatchObject({ isInstalled: false, entries: [] })
  })

  it.each([
    ['pluginSave', { plugin: 'slack', entries: [{ values: { channel: 'a' } }] }, 400, 'PLUGIN_FIELD_MISSING'],
    ['pluginSave', { plugin: 'slack', entries: [] }, 400, 'INPUT_INVALID'],
    ['pluginSave', { plugin: 'none', entries: [{ values: {} }] }, 400, 'INPUT_INVALID'],
    [
      'pluginSave',
      { plugin: 'slack', entries: [{ values: { channel: 'a', webhook_url: 'file:///etc/passwd' } }] },
      400,
      'OUTBOUND_ADDRESS_INVALID',
    ],
    ['pluginActiveSet', { plugin: 'slack', active: true }, 404, 'PLUGIN_NOT_INSTALLED'],
    ['pluginDelete', { plugin: 'slack' }, 404, 'PLUGIN_NOT_INSTALLED'],
    [
      'pluginTest',
      { plugin: 'twilio', entry: { values: { sid: 'AC1', token: 't', from: '+15005550006' } } },
      400,
      'PLUGIN_RECIPIENT_MISSING',
    ],
  ])('%s rejects %j', async (name, input, status, code) => {
    const answer = await send(name, input)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect((await server.operate('pluginList', {}, as())).list.some(({ isInstalled }) => isInstalled)).toBe(false)
  })

  it('name each channel once', async () => {
    const answer = await send('pluginSave', { plugin: 'slack', entries: [entry('a'), entry('a')] })
    expect([answer.status, answer.error.code]).toEqual([400, 'PLUGIN_CHANNEL_TWICE'])
  })

  it('belong to creators', async () => {
    await server.signUp('editor@example.com').then(({ token }) => {
      giveRoles(server.profileFolder, projectId, { 'editor@example.com': 'editor' })
      return expect(send('pluginList', {}, token)).resolves.toMatchObject({ status: 403 })
    })
  })
})

describe('a test', () => {
  it.each([
    ['slack', { text: 'Basalt: test message' }],
    ['mattermost', { text: 'Basalt: test message' }],
    ['discord', { content: 'Basalt: test message', allowed_mentions: { parse: [] } }],
    ['teams', { type: 'message', attachments: [{ content: { body: [{ text: 'Basalt: test message' }] } }] }],
  ] as const)('of %s posts what the service takes', async (plugin, body) => {
    const { sent, msg, status } = await server.operate('pluginTest', { plugin, entry: entry('sales') }, as())
    expect([sent, status, msg]).toEqual([true, 200, `${pluginOf(plugin)?.title} accepted the message.`])
    expect(chat.received).toMatchObject([{ path: '/sales/secret-4711', body }])
  })

  it('says what the service answered', async () => {
    chat.status = 403
    const { sent, msg, status } = await server.operate('pluginTest', { plugin: 'slack', entry: entry('sales') }, as())
    expect([sent, status, msg]).toEqual([false, 403, 'Slack answered 403: invalid_token <b>no</b>'])
  })

  it('reaches no host of this network unless a super admin allows it', async () => {
    await allow([])
    const { sent, status } = await server.operate('pluginTest', { plugin: 'slack', entry: entry('sales') }, as())
    expect([sent, status, chat.received]).toEqual([false, null, []])
  })
})

describe('calls of the original', () => {
  it('install, read, test and uninstall', async () => {
    const input = JSON.stringify([{ channel: 'sales', webhook_url: `${chat.address}/hook-4711` }])
    const set = await legacy('xcPluginSet', { id: 'slack', title: 'Slack', input })
    expect([set.status, set.text]).toEqual([200, ''])
    const row = (await legacy('xcPluginRead', { title: 'Slack' })).json
    expect(row).toMatchObject({ title: 'Slack', category: 'Chat', status: 'installed', active: true })
    expect(row).toMatchObject({ input: '[{"channel":"sales"}]' })
    expect((await legacy('xcPluginTest', { title: 'Slack', category: 'Chat', input })).json).toBe(true)
    chat.status = 404
    const failed = await legacy('xcPluginTest', { title: 'Slack', category: 'Chat', input })
    expect([failed.status, failed.error.msg]).toEqual([400, 'Slack answered 404: invalid_token <b>no</b>'])
    await legacy('xcPluginSet', { title: 'Slack', uninstall: true })
    expect((await rows()).map(({ title, status }) => `${title} ${status}`)).toEqual(
      [...pluginTitles, ...serviceTitles].map((title) => `${title} install`),
    )
    expect((await legacy('xcPluginRead', { title: 'Branding' })).text).toBe('')
  })

  it('set up a storage of the installation, in the fields of the original', async () => {
    const s3 = await startS3()
    try {
      const { host, hostname, port } = new URL(s3.origin)
      await allow([host])
      const { bucket, region, accessKey: access_key, accessSecret: access_secret } = s3
      const shown = { bucket, region, access_key, endPoint: hostname, port, useSSL: false }
      const input = { ...shown, access_secret }
      expect((await legacy('xcPluginTest', { title: 'Minio', category: 'Storage', input })).json).toBe(true)
      const wrong = { ...input, access_secret: 'wrong' }
      const refused = await legacy('xcPluginTest', { title: 'Minio', category: 'Storage', input: wrong })
      expect([refused.status, refused.error.code]).toEqual([400, 'PLUGIN_TEST_FAILED'])
      const set = await legacy('xcPluginSet', { title: 'Minio', input: JSON.stringify(input) })
      expect([set.status, set.text]).toEqual([200, ''])
      const row = await readRow('Minio')
      expect(row).toMatchObject({ category: 'Storage', tags: 'Storage', status: 'installed', active: true })
      expect(JSON.parse(row.input ?? '')).toEqual(shown)
      expect(schemaKeys(row)).toEqual(['endPoint', 'port', 'bucket', 'access_key', 'access_secret', 'useSSL'])
      const { list } = await server.operate('serviceList', {}, { token: owner.token })
      expect(list.find(({ service }) => service === 'minio')?.values).toMatchObject({ endpoint: s3.origin })
      await legacy('xcPluginSet', { title: 'Minio', uninstall: true })
      expect(await readRow('Minio')).toMatchObject({ status: 'install', active: false, input: null })
    } finally {
      await s3.close()
    }
  })

  it.each([
    ['MailerSend', 'Email', { api_key: 'key-4711', from: 'basalt@example.com', from_name: 'Basalt' }],
    [
      'Google',
      'Google',
      { client_id: 'client', client_secret: 'key-4711', redirect_url: 'https://basalt.example.com' },
    ],
  ])('set up %s without showing its secret', async (title, category, input) => {
    expect((await legacy('xcPluginSet', { title, input: JSON.stringify(input) })).status).toBe(200)
    const row = await readRow(title)
    expect(row).toMatchObject({ title, category, status: 'installed', active: true })
    expect(JSON.stringify(row)).not.toContain('key-4711')
    await legacy('xcPluginSet', { title, uninstall: true })
  })

  it('name the missing field of a service', async () => {
    const { status, error } = await legacy('xcPluginSet', { title: 'S3', input: '{"bucket":"files"}' })
    expect([status, error.code]).toEqual([400, 'SERVICE_FIELD_MISSING'])
    expect(await readRow('S3')).toMatchObject({ status: 'install' })
  })

  it('show and change services for super admins only', async () => {
    const { token } = await server.signUp('creator@example.com')
    giveRoles(server.profileFolder, projectId, { 'creator@example.com': 'creator' })
    expect((await rows(token)).map(({ title }) => title)).toEqual(pluginTitles)
    const input = '{"client_id":"client","client_secret":"secret"}'
    for (const [api, args] of [
      ['xcPluginSet', { title: 'Google', input }],
      ['xcPluginSet', { title: 'Google', uninstall: true }],
      ['xcPluginTest', { title: 'Google', input }],
    ] as const)
      expect((await legacy(api, args, token)).status).toBe(403)
    expect(await readRow('Google')).toMatchObject({ status: 'install' })
  })
})

describe('requests of plugins', () => {
  it('to Twilio name the sender, the recipient and the account', () => {
    const request = pluginOf('whatsapp')?.request(
      { sid: 'AC/1', token: 't', from: '+15005550006' },
      { text: 'Hi & bye', to: '+4915112345678' },
    )
    expect(request?.url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC%2F1/Messages.json')
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      From: 'whatsapp:+15005550006',
      To: 'whatsapp:+4915112345678',
      Body: 'Hi & bye',
    })
    expect(request?.basic).toEqual({ user: 'AC/1', password: 't' })
  })

  it('never mention a whole channel', () => {
    const text = '<!channel> @all'
    const bodyOf = (id: string) => pluginOf(id)?.request({ webhook_url: 'https://a' }, { text }).body
    expect(bodyOf('slack')).toBe('{"text":"&lt;!channel&gt; @all"}')
    expect(bodyOf('mattermost')).not.toContain('@all')
    expect(bodyOf('discord')).toContain('"allowed_mentions":{"parse":[]}')
  })
})
