import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedBaseHeader } from '@common/wire/names'
import { startMailServer, linkIn, type MailServer } from '@tests/helpers/mail-server'
import { cookieOf, startServer, type Answer, type RequestOptions, type TestServer } from '@tests/helpers/server'

/*
 * Every call of wire §2 with the request that scripts of the original send, and the shape of its answer. Where the wire
 * says "Better", the test says so.
 */

const email = 'abc@g.com'
const password = '1234566778'

let server: TestServer
let mail: MailServer
let token: string
let cookie: string
let projectId: string

const send = (method: string, path: string, init: RequestOptions = {}): Promise<Answer> =>
  server.request(path, { method, ...init })
const post = (path: string, body?: unknown, init: RequestOptions = {}): Promise<Answer> =>
  send('POST', path, { ...(body !== undefined && { body }), ...init })
const text = expect.any(String) as string

/** Expects status 400 with a sentence in `msg`. */
function expectRefusal(answer: Answer, msg?: string): void {
  expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ msg: msg ?? text })])
}

beforeAll(async () => {
  mail = await startMailServer()
  server = await startServer({ mail: mail.settings, signInAttempts: 0, signUpAttempts: 0 })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

it('tells the auth type and the first user (§2.4)', async () => {
  for (const path of ['/dashboard/auth/type', '/auth/type'])
    expect((await send('GET', path)).json).toMatchObject({
      authType: 'jwt',
      projectHasAdmin: false,
      firstUser: true,
      projectHasDb: true,
      type: 'docker',
      env: '_noco',
      googleAuthEnabled: false,
      githubAuthEnabled: false,
      oneClick: false,
      connectToExternalDB: true,
      version: text,
      defaultLimit: 25,
      timezone: text,
    })
})

describe('an account (§2.1)', () => {
  it('is made by sign-up', async () => {
    const keys = { firstname: 'A', lastname: 'B', ignore_subscribe: false, firstName: 'ignored' }
    const answer = await post('/auth/signup?tool=1', { email: 'ABC@g.com', password, ...keys })
    expect([answer.status, answer.json]).toEqual([200, { token: text }])
    ;({ token } = answer.json as { token: string })
    cookie = cookieOf(answer)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^refresh_token=[0-9a-f]{80}; .*HttpOnly/)
    expect((await send('GET', '/dashboard/auth/type')).json).toMatchObject({ projectHasAdmin: true, firstUser: false })
  })

  it('refuses what is no account', async () => {
    expectRefusal(await post('/auth/signup', { email: 'test', password }), 'E-mail must be valid')
    expectRefusal(await post('/auth/signup', { email: 'x@g.com' }))
    // Better: at least 8 characters.
    expectRefusal(await post('/auth/signup', { email: 'x@g.com', password: 'a' }))
    expectRefusal(await post('/auth/signup', { email: 'x@g.com', password, token: 'wrong' }))
    // Better: a known address gets the answer of a new one.
    expect((await post('/auth/signup', { email, password: 'another password' })).json).toEqual({ token: text })
  })

  it('signs in, in any letter case (better)', async () => {
    for (const given of [email, 'ABC@G.com']) {
      const answer = await post('/auth/signin?tool=1', { email: given, password })
      expect([answer.status, answer.json]).toEqual([200, { token: text }])
      ;({ token } = answer.json as { token: string })
      cookie = cookieOf(answer)
    }
    expectRefusal(await post('/auth/signin', { email: 'nobody@g.com', password }))
    expectRefusal(await post('/auth/signin', { email, password: 'wrong password' }))
    for (const body of [{}, { email }, { password }]) expectRefusal(await post('/auth/signin', body))
  })

  it('gets a new token for its cookie, also with the empty form of axios', async () => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
    const answer = await post('/auth/refresh-token', undefined, { headers })
    expect([answer.status, answer.json]).toEqual([200, { token: text }])
    cookie = cookieOf(answer)
    // Better: 401, so that the page signs in again.
    for (const given of ['', `refresh_token=${'0'.repeat(80)}`])
      expect((await post('/auth/refresh-token', undefined, { headers: { cookie: given } })).status).toBe(401)
  })

  it('has a token with the claims of §2.2, which ends (better)', () => {
    const [, claims = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      email,
      firstname: 'A',
      lastname: 'B',
      id: 1,
      roles: 'user',
      iat: expect.any(Number) as number,
      exp: expect.any(Number) as number,
    })
  })

  it('changes its name and password', async () => {
    const named = await send('PUT', '/user', { token, body: { firstname: 'Ada', lastname: 'Lovelace' } })
    expect([named.status, named.json]).toEqual([200, expect.objectContaining({ msg: text })])
    const change = (body: unknown, as?: string): Promise<Answer> =>
      post('/user/password/change', body, as === undefined ? {} : { token: as })
    expectRefusal(await change({ newPassword: password }, token), 'Missing new/old password')
    expectRefusal(await change({ currentPassword: 'wrong', newPassword: password }, token), 'Current password is wrong')
    const changed = await change({ currentPassword: password, newPassword: password }, token)
    expect([changed.status, changed.json]).toEqual([
      200,
      expect.objectContaining({ msg: 'Password updated successfully' }),
    ])
    expect((await change({ currentPassword: password, newPassword: password })).status).toBe(401)
  })

  it('gets a new password by mail', async () => {
    expectRefusal(await post('/auth/password/forgot', {}))
    const asked = await post('/auth/password/forgot', { email })
    expect([asked.status, asked.json]).toEqual([200, expect.objectContaining({ msg: text })])
    // Better: unknown addresses get the same answer.
    expect((await post('/auth/password/forgot', { email: 'nobody@g.com' })).json).toEqual(asked.json)
    const sent = await vi.waitUntil(() => mail.mails.find(({ subject }) => subject?.startsWith('Set a new') === true))
    const [, reset = ''] = linkIn(sent).split('token=')
    for (const method of ['POST', 'GET'])
      expect((await send(method, `/auth/token/validate/${reset}`)).text).toBe('true')
    for (const method of ['POST', 'GET']) expectRefusal(await send(method, '/auth/token/validate/wrong'))
    expectRefusal(await post('/auth/password/reset/wrong', { password }))
    const done = await post(`/auth/password/reset/${reset}`, { password })
    expect([done.status, done.json]).toEqual([200, expect.objectContaining({ msg: 'Password reset successful' })])
    expectRefusal(await post(`/auth/password/reset/${reset}`, { password }))
    ;({ token } = (await post('/auth/signin', { email, password })).json as { token: string })
  })

  it('confirms its address by mail', async () => {
    await server.signUp('def@g.com', password)
    const [, link = ''] = linkIn(await mail.mailTo('def@g.com')).split('token=')
    const confirmed = await post(`/auth/email/validate/${link}`)
    expect([confirmed.status, confirmed.json]).toEqual([200, expect.objectContaining({ msg: text })])
    expectRefusal(await post(`/auth/email/validate/${link}`))
  })

  it('signs out', async () => {
    const { token: other, cookie: refresh } = await server.signUp('ghi@g.com', password)
    const left = await post('/auth/signout', undefined, { token: other, headers: { cookie: refresh } })
    expect([left.status, left.json]).toEqual([200, { msg: 'Success' }])
    expect(left.headers['set-cookie']?.[0]).toMatch(/^refresh_token=;/)
  })
})

it.each([
  ['GET', '/auth/google'],
  ['GET', '/auth/github'],
  ['POST', '/auth/google/genTokenByCode?code=a&state=b&scope=c'],
  ['POST', '/auth/github/genTokenByCode?code=a&state=b&scope=c'],
])('%s %s says that the provider is not configured', async (method, path) => {
  const answer = await send(method, path)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.json).toMatchObject({ msg: text })
})

it.each([
  ['/signin', '/dashboard/#/user/authentication/signin'],
  ['/password/reset/a%2F%0d%0ab', '/dashboard/#/user/password/reset?token=a%2F%0D%0Ab'],
  ['/email/verify/abc', '/dashboard/#/user/email?token=abc'],
])('GET %s leads to the page', async (path, address) => {
  const answer = await send('GET', path)
  expect([answer.status, answer.headers['location']]).toEqual([302, address])
})

it('verifies the master key by a bare answer', async () => {
  expect((await post('/auth/admin/verify', { secret: 'x' })).text).toBe('false')
})

describe('me (§2.3)', () => {
  const me = async (query = '', init: RequestOptions = {}): Promise<unknown> =>
    (await server.request(`/user/me${query}`, init)).json

  beforeAll(async () => {
    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Wire' }, { token })).id
  })

  it('is a guest without a usable token', async () => {
    expect(await me()).toEqual({ roles: { guest: true } })
    expect(await me('', { token: 'wrong' })).toEqual({ roles: { guest: true } })
  })

  it('is a user outside of projects, and a new one after a self-made sign-up (§2.5)', async () => {
    const names = { firstname: 'Ada', lastname: 'Lovelace', email_verified: expect.any(Boolean) as boolean }
    expect(await me('', { token })).toMatchObject({ isAuthorized: true, id: 1, email, ...names, roles: { user: true } })
    const other = await server.signUp('new@g.com', password)
    expect(await me('', { token: other.token })).toMatchObject({ roles: { user_new: true } })
    const create = { api: 'projectCreateByWebWithXCDB', args: { title: 'Not allowed' } }
    const refused = await post('/dashboard/', create, { token: other.token })
    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining({ msg: text })])
    // Better: 403 instead of no answer.
    const foreign = await server.request(`/user/me?project_id=${projectId}`, { token: other.token })
    expect(foreign.status).toBe(403)
  })

  it('has the roles in a project, whatever is previewed', async () => {
    const query = `?project_id=${projectId}`
    expect(await me(query, { token })).toMatchObject({ roles: { owner: true, creator: true } })
    const preview = { token, headers: { 'xc-preview': 'viewer' } }
    expect(await me('', preview)).toMatchObject({ roles: { user: true } })
    expect(await me(query, preview)).toMatchObject({ roles: { owner: true, creator: true } })
  })

  it('is the role of an API token, or of a shared base', async () => {
    const as = { token, projectId }
    const made = await server.operate('apiTokenCreate', { title: 'Script', role: 'editor' }, as)
    expect(await me('', { headers: { 'xc-token': made.token } })).toEqual({
      isAuthorized: true,
      roles: { editor: true },
    })
    const { link } = await server.operate('shareBaseCreate', { role: 'viewer' }, as)
    expect(await me('', { headers: { [sharedBaseHeader]: link } })).toEqual({
      isAuthorized: true,
      isPublicBase: true,
      roles: { viewer: true },
    })
  })
})

describe('the older family (S1 §7)', () => {
  it('means the same calls', async () => {
    const body = { email, password }
    const other = await post('/api/auth/signup', { email: 'old@g.com', password })
    expect([other.status, other.json]).toEqual([200, { token: text }])
    const entered = await post('/api/auth/signin', body)
    const { token: own } = entered.json as { token: string }
    expect((await send('GET', '/api/users', { token: own })).json).toMatchObject({ email })
    expect((await post('/api/auth/forgot', { email })).status).toBe(200)
    for (const method of ['GET', 'POST'])
      expectRefusal(await send(method, '/api/auth/reset/wrong', { body: { password } }))
    expectRefusal(await send('GET', '/api/auth/reset?token=wrong'))
    expectRefusal(await post('/api/auth/reset', { token: 'wrong', password }))
    for (const method of ['GET', 'POST']) {
      const { token: leaving } = (await post('/api/auth/signin', body)).json as { token: string }
      expect((await send(method, '/api/auth/signout', { token: leaving })).json).toEqual({ msg: 'Success' })
      expect((await send('GET', '/api/users', { token: leaving })).json).toEqual({ roles: { guest: true } })
    }
  })

  it('has no plans and no referrals', async () => {
    for (const path of ['/subscription/', '/subscription'])
      expect([path, (await send('GET', path)).json]).toEqual([path, expect.objectContaining({ plan: null, msg: text })])
    const referral = await post('/referral', { email })
    expect([referral.status, referral.json]).toEqual([200, expect.objectContaining({ available: false, msg: text })])
  })

  it('answers the abilities of the page', async () => {
    expect((await send('GET', '/ui_ability')).json).toEqual({
      darkTheme: true,
      maxTables: 99_999,
      maxTabs: 99,
      disableGA: true,
      disableTelemetry: true,
    })
  })
})
