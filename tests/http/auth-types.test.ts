import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { AuthType } from '@common/model/auth-type'
import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import { sharedBaseHeader, visitorHeader } from '@common/wire/names'
import { uploadFile } from '@tests/helpers/form'
import { startServer, type Answer, type RequestOptions, type TestServer } from '@tests/helpers/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const masterKey = 'correct-horse-battery-staple'

/** How the owner calls with each type; `jwt` gets the header of a session. */
const types: Readonly<Record<AuthType, { readonly options: object; readonly headers?: Record<string, string> }>> = {
  none: { options: { authType: 'none' }, headers: {} },
  masterKey: { options: { authType: 'masterKey', masterKey }, headers: { [masterKeyHeader]: masterKey } },
  jwt: { options: {} },
}

describe.each(Object.entries(types))('the auth type %s', (type, { options, headers: ownHeaders }) => {
  let server: TestServer
  let owner: Readonly<Record<string, string>>
  let projectId: string

  const send = (path: string, init: RequestOptions = {}): Promise<Answer> =>
    server.request(path, { ...init, headers: { ...owner, ...init.headers } })
  const operate = async (name: string, input: unknown, headers = owner): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', body: input, headers })
  const rows = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    server.request(`/nc/${projectId}/api/v1/Books`, { headers })

  beforeAll(async () => {
    server = await startServer(options)
    owner = ownHeaders ?? { 'xc-auth': (await server.signUp('ada@example.com')).token }
    const body = { title: 'Library', projectType: 'grpc' }
    const made = await send('/api/v1/operations/projectCreate', { method: 'POST', body })
    projectId = (made.json as { readonly id: string }).id
    await operate('tableCreate', { table: 'Books', columns: [{ name: 'title', type: 'SingleLineText' }] })
    await send(`/nc/${projectId}/api/v1/Books`, { method: 'POST', body: { title: 'Ulysses' } })
  })
  afterAll(() => server.close())

  it('is told at both addresses', async () => {
    for (const path of ['/auth/type', '/dashboard/auth/type'])
      expect((await server.request(path)).json).toMatchObject({ authType: type, firstUser: type === 'masterKey' })
  })

  it('knows the owner', async () => {
    const { json } = await send('/user/me')
    expect(json).toMatchObject({ isAuthorized: true, isSuperAdmin: true, roles: { user: true } })
    expect((await send(`/user/me?project_id=${projectId}`)).json).toMatchObject({
      roles: { owner: true, creator: true },
    })
  })

  it('opens REST, also cached, and lowers rights for a preview', async () => {
    for (let time = 0; time < 4; time += 1) expect((await rows(owner)).json).toMatchObject([{ title: 'Ulysses' }])
    const post = { method: 'POST', body: { title: 'B' }, headers: { 'xc-preview': 'viewer' } }
    expect((await send(`/nc/${projectId}/api/v1/Books`, post)).error.code).toBe('NOT_ALLOWED')
  })

  it('opens dashboard calls and GraphQL', async () => {
    const call = { api: 'tableList', project_id: projectId, args: {} }
    expect((await send('/dashboard/', { method: 'POST', body: call })).status).toBe(200)
    const query = { method: 'POST', body: { query: '{ BooksList { title } }' } }
    const { json } = await send(`/nc/${projectId}/v1/graphql`, query)
    expect(json).toEqual({ data: { BooksList: [{ title: 'Ulysses' }] } })
  })

  it('opens gRPC', async () => {
    const { json } = await send(`/nc/${projectId}/projectApiInfo`)
    const address = (json as { readonly info: { readonly db: { readonly grpcApiUrl: string } } }).info.db.grpcApiUrl
    const client = new Client(address, credentials.createInsecure())
    expect(await grpcCode(client, `/basalt.${projectId}/List`, owner)).toBe(status.OK)
    const isOpen = type === 'none'
    expect(await grpcCode(client, `/basalt.${projectId}/List`, {})).toBe(isOpen ? status.OK : status.UNAUTHENTICATED)
    client.close()
  })

  it('opens live events', async () => {
    const stream = new AbortController()
    const address = `${server.origin}/nc/${projectId}/v1/live`
    const { status: found } = await fetch(address, { headers: owner, signal: stream.signal })
    stream.abort()
    expect(found).toBe(200)
  })

  it('serves attachments, also by an address without headers', async () => {
    const as = { projectId, headers: owner }
    const uploaded = await uploadFile(server, { name: 'notes.txt', content: 'text' }, as)
    const { url } = uploaded.json as { readonly url: string }
    expect((await send(url)).text).toBe('text')
    const link = await operate('attachmentLink', { url })
    expect([link.status, link.json]).toMatchObject([200, { url: expect.stringContaining('/') as string }])
    expect((await server.request((link.json as { readonly url: string }).url)).text).toBe('text')
  })

  it('accepts API tokens with their own role, and rejects wrong ones', async () => {
    const made = await operate('apiTokenCreate', { title: 'Script', role: 'viewer' })
    const { token } = made.json as { readonly token: string }
    const headers = { [apiTokenHeader]: token }
    expect((await rows(headers)).status).toBe(200)
    const post = { method: 'POST', body: { title: 'B' }, headers }
    expect((await server.request(`/nc/${projectId}/api/v1/Books`, post)).error.code).toBe('NOT_ALLOWED')
    expect((await rows({ [apiTokenHeader]: 'x'.repeat(40) })).error.code).toBe('API_TOKEN_INVALID')
  })

  it('gives visitors of a link their rights only', async () => {
    const { link } = (await operate('shareBaseCreate', { role: 'viewer' })).json as { readonly link: string }
    const opened = await operate('shareOpen', { link }, {})
    const { visitor } = opened.json as { readonly visitor: { readonly token: string } }
    const headers = { ...owner, [sharedBaseHeader]: link, [visitorHeader]: visitor.token }
    expect((await rows(headers)).status).toBe(200)
    const post = { method: 'POST', body: { title: 'B' }, headers }
    expect((await server.request(`/nc/${projectId}/api/v1/Books`, post)).error.code).toBe('NOT_ALLOWED')
    // A closed link gives no rights, whatever else the request has.
    expect((await rows({ ...owner, [sharedBaseHeader]: 'x'.repeat(32) })).error.code).toBe('SHARE_CLOSED')
  })

  it('answers requests without credentials', async () => {
    const answer = await rows({})
    if (type === 'none') expect(answer.json).toMatchObject([{ title: 'Ulysses' }])
    else expect([answer.status, answer.error.code]).toEqual([401, 'NOT_SIGNED_IN'])
    const ended = await rows({ 'xc-auth': 'an old token' })
    if (type === 'none') expect(ended.status).toBe(200)
    else expect([ended.status, ended.error.code]).toEqual([401, 'TOKEN_INVALID'])
  })

  it('lets nobody sign up as the owner by the way', async () => {
    if (type === 'jwt') return
    const body = { email: 'eve@example.com', password: 'long enough' }
    const answer = await server.request('/auth/signup', { method: 'POST', body })
    expect([answer.status, answer.error.code]).toEqual([403, 'SIGN_UP_CLOSED'])
  })
})

describe('the auth type none', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ authType: 'none' })
  })
  afterAll(() => server.close())

  it('refuses to start where other machines or pages could call', async () => {
    for (const reachable of [
      { host: '0.0.0.0' },
      { host: '::' },
      { host: '192.168.1.5' },
      { allowedHosts: ['basalt.example'] },
      { allowedOrigins: ['https://app.example'] },
    ])
      await expect(startServer({ authType: 'none', ...reachable })).rejects.toThrow(AppError)
  })

  it.each([
    ['another host name (DNS rebinding)', { host: 'evil.example' }, 'HOST_NOT_ALLOWED'],
    ['a page of another site', { origin: 'https://evil.example' }, 'ORIGIN_NOT_ALLOWED'],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 'ORIGIN_NOT_ALLOWED'],
    ['a picture on another site', { 'sec-fetch-site': 'cross-site' }, 'ORIGIN_NOT_ALLOWED'],
    ['a link on a page of another port', { 'sec-fetch-site': 'same-site' }, 'ORIGIN_NOT_ALLOWED'],
  ])('refuses requests of %s', async (_what, headers, code) => {
    for (const path of ['/user/me', '/auth/type', '/nc/p/api/v1/Books'])
      expect((await server.request(path, { headers })).error.code).toBe(code)
  })

  it('lets other sites link to the page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await server.request('/', { headers })).status).toBe(302)
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/?a=1', '/dashboard/embed?link=x'])
      expect([path, (await server.request(path, { headers })).text]).toEqual([
        path,
        expect.stringContaining('<!doctype html>'),
      ])
    expect((await server.request('/dashboard/', { method: 'POST', body: {}, headers })).status).toBe(403)
  })

  it('ignores pages that a super admin had allowed', async () => {
    const body = { allowedOrigins: ['https://app.example'] }
    const saved = await server.request('/api/v1/operations/installationSettingsSave', { method: 'POST', body })
    expect(saved.status).toBe(200)
    const headers = { origin: 'https://app.example' }
    expect((await server.request('/user/me', { headers })).error.code).toBe('ORIGIN_NOT_ALLOWED')
  })

  it('gives no rights to requests that a proxy passes on', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await server.request('/user/me', { headers })).json).toEqual({ roles: { guest: true } })
  })
})

describe('the master key', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer({ authType: 'masterKey', masterKey })
  })
  afterEach(() => server.close())

  const verify = (secret: unknown, path = '/auth/admin/verify'): Promise<Answer> =>
    server.request(path, { method: 'POST', body: { secret } })
  const me = (key: string): Promise<Answer> =>
    server.request('/api/v1/operations/projectList', { method: 'POST', body: {}, headers: { [masterKeyHeader]: key } })

  it('is verified by a bare true or false', async () => {
    for (const path of ['/auth/admin/verify', '/dashboard/auth/admin/verify']) {
      expect((await verify(masterKey, path)).text).toBe('true')
      expect((await verify(`${masterKey}!`, path)).text).toBe('false')
      expect((await verify(masterKey.toUpperCase(), path)).text).toBe('false')
    }
    expect((await verify(undefined)).text).toBe('false')
    expect((await verify('x'.repeat(2_000))).status).toBe(400)
  })

  it('gets 401 if it is wrong', async () => {
    const answer = await me('wrong')
    expect([answer.status, answer.error.code]).toEqual([401, 'MASTER_KEY_INVALID'])
    expect((await me(masterKey)).status).toBe(200)
  })

  it('can be guessed ten times, by any way, also at once', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, at) => verify(`guess ${at}`)))
    await Promise.all(Array.from({ length: 5 }, (_, at) => me(`other guess ${at}`)))
    const answers = await Promise.all([verify(masterKey), me(masterKey), me('guess')])
    expect(answers.map(({ status: found }) => found)).toEqual([429, 429, 429])
  })

  it('is not blocked by a script that repeats an old one', async () => {
    for (let time = 0; time < 20; time += 1) expect((await me('an old key')).status).toBe(401)
    expect((await me(masterKey)).status).toBe(200)
  })

  it('gives the account of the owner to nobody else', async () => {
    const body = { email: 'ada@example.com', password: 'long enough' }
    const signUp = (headers: Record<string, string>): Promise<Answer> =>
      server.request('/auth/signup', { method: 'POST', body, headers })
    expect((await signUp({})).error.code).toBe('SIGN_UP_CLOSED')
    const { token } = (await signUp({ [masterKeyHeader]: masterKey })).json as { readonly token: string }
    expect((await server.request('/user/me', { token })).json).toMatchObject({ id: 1, isSuperAdmin: true })
    expect((await server.request('/user/me', { headers: { [masterKeyHeader]: masterKey } })).json).toMatchObject({
      id: 1,
      email: 'ada@example.com',
    })
    expect((await server.request('/auth/type')).json).toMatchObject({ firstUser: false, signUpClosed: true })
    const again = { ...body, email: 'eve@example.com' }
    const answer = await server.request('/auth/signup', { method: 'POST', body: again })
    expect(answer.error.code).toBe('SIGN_UP_CLOSED')
  })
})

it('keeps projects when the auth type changes', async () => {
  const profileFolder = await mkdtemp(join(tmpdir(), 'basalt-test-'))
  const open = await startServer({ profileFolder, authType: 'none' })
  const { id } = await open.operate('projectCreate', { title: 'Library' })
  await open.close()

  const signed = await startServer({ profileFolder })
  expect((await signed.request('/auth/type')).json).toMatchObject({ authType: 'jwt', firstUser: true })
  const { token } = await signed.signUp('ada@example.com')
  expect(await signed.operate('projectList', {}, { token })).toMatchObject([{ id, role: 'owner' }])
  // The next account is an ordinary one.
  const other = await signed.signUp('bob@example.com')
  expect(await signed.operate('projectList', {}, { token: other.token })).toEqual([])
  await signed.close()

  const reopened = await startServer({ profileFolder, authType: 'none' })
  expect((await reopened.request('/user/me')).json).toMatchObject({ email: 'ada@example.com' })
  expect(await reopened.operate('projectList', {})).toMatchObject([{ id, role: 'owner' }])
  // A session keeps the rights of its own.
  expect(await reopened.operate('projectList', {}, { token: other.token })).toEqual([])
  await reopened.close()
  await rm(profileFolder, { recursive: true, force: true })
})

/** Calls a method with the table as field 1. */
function grpcCode(client: Client, path: string, headers: Readonly<Record<string, string>>): Promise<status> {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  const same = (message: Buffer): Buffer => message
  const request = Buffer.from('\n\u0005Books', 'latin1')
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, same, same, request, metadata, (error) => resolve(error?.code ?? status.OK))
  })
}
