import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'

let server: TestServer
let host: TargetServer
let owner: TestUser
let member: TestUser
beforeAll(async () => {
  host = await startTargetServer()
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  member = await server.signUp('member@example.com')
})
afterAll(async () => {
  await server.close()
  host.close()
})
beforeEach(async () => {
  host.arrived.length = 0
  await server.operate('installationSettingsSave', { outboundHosts: [host.host] }, { token: owner.token })
})

const repo = { repo: 'acme/templates', branch: 'main', path: 'shared' }
const template = { title: 'Shop', tables: [{ tn: 'orders', columns: [{ cn: 'total', uidt: 'Currency' }] }] }
const url = 'https://raw.example.com/shop.json'
const file = '/repos/acme/templates/contents/shared/shop.json'

const call = (name: string, body: object, user = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', token: user.token, body })

describe('The code host', () => {
  it('stores its token sealed, and never returns it', async () => {
    const settings = { ...repo, host: host.url('/'), token: 'ghp_4711_secret' }
    const answer = await call('codeHostSave', settings)
    expect(answer.json).toEqual({ ...repo, host: host.url(''), hasToken: true })
    expect((await call('codeHostRead', {})).json).toEqual({ ...repo, host: host.url(''), hasToken: true })
    const meta = readFileSync(join(server.profileFolder, 'meta.sqlite'))
    expect(meta.includes('ghp_4711_secret')).toBe(false)
  })

  it('keeps the token without a new one, and forgets it with another host', async () => {
    await call('codeHostSave', { ...repo, host: host.url(''), token: 'ghp_one' })
    expect((await call('codeHostSave', { ...repo, host: host.url('') })).json).toMatchObject({ hasToken: true })
    expect((await call('codeHostSave', { ...repo, host: 'https://git.example.com' })).json).toMatchObject({
      hasToken: false,
    })
    expect((await call('codeHostSave', { ...repo, host: host.url('') })).json).toMatchObject({ hasToken: false })
  })

  it.each([
    { ...repo, repo: 'no repository' },
    { ...repo, repo: '../x' + '/y' },
    { ...repo, path: '../secrets' },
    { ...repo, path: 'a//b' },
    { ...repo, path: '/a' },
    { ...repo, branch: '' },
    { ...repo, host: 'file:///etc' },
    { ...repo, host: 'https://user:password@git.example.com' },
  ])('rejects %o and changes nothing', async (settings) => {
    const before = (await call('codeHostRead', {})).json
    expect((await call('codeHostSave', settings)).status).toBe(400)
    expect((await call('codeHostRead', {})).json).toEqual(before)
  })

  it('is set up by super admins only, and used by everyone who may create projects', async () => {
    expect((await call('codeHostSave', repo, member)).status).toBe(403)
    expect((await call('codeHostRead', {}, member)).status).toBe(
      (await call('projectCreate', { title: 'M' }, member)).status,
    )
  })

  it('receives a template with its sha, and returns the address of the file', async () => {
    await call('codeHostSave', { ...repo, host: host.url(''), token: 'ghp_one' })
    host.answer(`${file}?ref=main`, (response) => response.end('{"sha":"abc"}'))
    host.answer(file, (response) =>
      response.end('{"content":{"download_url":"https://raw.example.com/new.json?token=x"}}'),
    )
    const answer = await call('codeHostPublish', { template, url })
    expect(answer.json).toEqual({ url: 'https://raw.example.com/new.json', path: 'shared/shop.json', isNew: false })
    expect(host.arrived.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['GET', `${file}?ref=main`, 'token ghp_one'],
      ['PUT', file, 'token ghp_one'],
    ])
    expect(JSON.parse(host.arrived[1]?.body ?? '')).toMatchObject({ sha: 'abc', branch: 'main' })
  })

  it("says what is missing: 'Missing token or template path'", async () => {
    await call('codeHostSave', { ...repo, host: host.url(''), token: '' })
    const answer = await call('codeHostPublish', { template })
    expect([answer.status, answer.error.code, answer.error.msg]).toEqual([
      400,
      'CODE_HOST_NOT_SET_UP',
      'Missing token or template path',
    ])
    expect(host.arrived).toEqual([])
  })

  it('takes no template without a title', async () => {
    await call('codeHostSave', { ...repo, host: host.url(''), token: 'ghp_one' })
    expect((await call('codeHostPublish', { template: { ...template, title: ' ' } })).status).toBe(400)
    expect(host.arrived).toEqual([])
  })

  it('passes failures on as failures of the request, never of the session', async () => {
    await call('codeHostSave', { ...repo, host: host.url(''), token: 'ghp_one' })
    host.answer(`${file}?ref=main`, (response) => response.writeHead(401).end('{}'))
    expect((await call('codeHostPublish', { template, url })).status).toBe(400)
    await server.operate('installationSettingsSave', { outboundHosts: [] }, { token: owner.token })
    expect((await call('codeHostPublish', { template, url })).error.code).toBe('OUTBOUND_FORBIDDEN')
  })
})
