import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderSettings } from '@common/model/provider'
import type { ProviderId } from '@common/operations/providers'
import { createBrowser, startOidc, type OidcPerson, type TestOidc } from '@tests/helpers/oidc'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const callbackPage = '#/user/authentication/callback'
let oidc: TestOidc
let gitHub: { readonly address: string; person: { id: number; name: string; email: string; verified: boolean } }
let gitHubServer: HttpServer
let server: TestServer
let people = 0

/** Returns a new person at the provider, who signs in next. */
function newPerson(given: Partial<OidcPerson> = {}): OidcPerson {
  people += 1
  const person = {
    sub: `person-${people}`,
    email: `person-${people}@provider.example`,
    email_verified: true,
    given_name: 'Mina',
    family_name: 'Rossi',
    ...given,
  }
  oidc.signIn(person)
  return person
}

/** A stub of GitHub with its OAuth and its API. It checks what it can of a request. */
function startGitHub(): Promise<typeof gitHub> {
  const codes = new Map<string, string>()
  gitHubServer = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stub')
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname === '/login/oauth/authorize') {
      const code = `code-${codes.size}`
      codes.set(code, url.searchParams.get('code_challenge') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
      return
    }
    if (url.pathname === '/login/oauth/access_token') {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const form = new URLSearchParams(body)
        const isRight = form.get('client_secret') === 'hub-secret' && codes.delete(form.get('code') ?? '')
        if (isRight && form.get('code_verifier') !== null)
          json(200, { access_token: 'hub-token', token_type: 'bearer', scope: 'user:email' })
        else json(400, { error: 'bad_verification_code' })
      })
      return
    }
    if (request.headers.authorization !== 'Bearer hub-token') return json(401, {})
    if (url.pathname === '/api/v3/user') return json(200, { id: gitHub.person.id, name: gitHub.person.name })
    if (url.pathname === '/api/v3/user/emails')
      return json(200, [
        { email: 'other@hub.example', primary: false, verified: true },
        { email: gitHub.person.email, primary: true, verified: gitHub.person.verified },
      ])
    return json(404, {})
  })
  return new Promise((resolve) => {
    gitHubServer.listen(0, '127.0.0.1', () => {
      const { port } = gitHubServer.address() as AddressInfo
      resolve({
        address: `http://127.0.0.1:${port}`,
        person: { id: 7, name: 'Kai Lind Berg', email: 'kai@hub.example', verified: true },
      })
    })
  })
}

beforeAll(async () => {
  oidc = await startOidc()
  gitHub = await startGitHub()
  const { clientId, clientSecret, address } = oidc
  const settings: ProviderSettings[] = [
    { id: 'oidc', name: 'Harbour ID', address, clientId, clientSecret },
    { id: 'google', name: 'Google', address, clientId, clientSecret },
    { id: 'github', name: 'GitHub', address: gitHub.address, clientId: 'hub', clientSecret: 'hub-secret' },
  ]
  server = await startServer({ providers: settings })
  await oidc.allow(`${server.origin}/auth/oidc/callback`)
  await oidc.allow(`${server.origin}/auth/google/callback`)
})
afterAll(async () => {
  await server.close()
  await oidc.close()
  await new Promise((resolve) => gitHubServer.close(resolve))
})

type Browser = ReturnType<typeof createBrowser>

/** Goes through the provider, to the page that exchanges the code. */
async function toCallback(id: ProviderId, browser: Browser, from = `${server.origin}/auth/${id}`) {
  const end = await browser.follow(from, (url) => url.hash.startsWith(callbackPage))
  return new URLSearchParams(end.hash.slice(end.hash.indexOf('?')))
}

function exchange(id: string, query: URLSearchParams, browser: Browser): Promise<Answer> {
  const given = new URLSearchParams(query)
  given.delete('provider')
  const path = `/auth/${id}/genTokenByCode`
  return server.request(`${path}?${given}`, {
    method: 'POST',
    headers: {
      origin: server.origin,
      'sec-fetch-site': 'same-origin',
      cookie: browser.cookie(`${server.origin}${path}`),
    },
  })
}

async function signInAt(id: ProviderId, browser = createBrowser()): Promise<Answer> {
  return exchange(id, await toCallback(id, browser), browser)
}
const me = async (answer: Answer): Promise<unknown> => {
  const { token } = answer.json as { token: string }
  return (await server.request('/user/me', { token })).json
}

describe('sign-in at a provider', () => {
  it('creates an account, and finds it the next time', async () => {
    const person = newPerson()
    const first = await signInAt('oidc')
    expect(first.headers['set-cookie']?.some((cookie) => cookie.startsWith('refresh_token='))).toBe(true)
    const account = { email: person.email, email_verified: true, firstname: 'Mina', lastname: 'Rossi' }
    expect(await me(first)).toMatchObject(account)
    // The address may change there: the account is found by its id.
    oidc.signIn({ ...person, email: 'renamed@provider.example' })
    expect(await me(await signInAt('oidc'))).toMatchObject(account)
  })

  it('works with the address of scripts for Google, and with GitHub', async () => {
    const person = newPerson()
    expect(await me(await signInAt('google'))).toMatchObject({ email: person.email })
    gitHub.person = { id: 8, name: 'Kai Lind Berg', email: 'kai@hub.example', verified: true }
    expect(await me(await signInAt('github'))).toMatchObject({
      email: 'kai@hub.example',
      firstname: 'Kai',
      lastname: 'Lind Berg',
    })
    expect((await server.request('/auth/type')).json).toMatchObject({
      googleAuthEnabled: true,
      githubAuthEnabled: true,
    })
  })

  it('accepts verified addresses only', async () => {
    newPerson({ email_verified: false })
    expect((await signInAt('oidc')).error.code).toBe('PROVIDER_EMAIL_UNVERIFIED')
    gitHub.person = { id: 9, name: '', email: 'unverified@hub.example', verified: false }
    expect((await signInAt('github')).error.code).toBe('PROVIDER_EMAIL_UNVERIFIED')
  })

  it('says so if the person declines', async () => {
    oidc.signIn(null)
    const answer = await signInAt('oidc')
    expect([answer.status, answer.error.code, answer.error.msg]).toEqual([
      400,
      'PROVIDER_FAILED',
      "Signing in with Harbour ID didn't work. Try again.",
    ])
  })

  it('ends only in the browser that started it', async () => {
    newPerson()
    const [mine, other] = [createBrowser(), createBrowser()]
    const query = await toCallback('oidc', mine)
    await toCallback('oidc', other)
    expect((await exchange('oidc', query, other)).error.code).toBe('SIGN_IN_EXPIRED')
    expect((await exchange('oidc', query, createBrowser())).error.code).toBe('SIGN_IN_EXPIRED')
    expect((await exchange('oidc', query, mine)).status).toBe(200)
    expect((await exchange('oidc', query, mine)).error.code).toBe('SIGN_IN_EXPIRED')
  })

  it.each([
    ['another state', { state: 'x'.repeat(64) }],
    ['another code', { code: 'nothing' }],
    ['no code', { code: '' }],
  ])('rejects %s', async (_name, changed) => {
    newPerson()
    const browser = createBrowser()
    const query = await toCallback('oidc', browser)
    for (const [name, value] of Object.entries(changed)) query.set(name, value)
    const answer = await exchange('oidc', query, browser)
    expect(answer.status).toBe(400)
    expect(['SIGN_IN_EXPIRED', 'PROVIDER_FAILED']).toContain(answer.error.code)
  })

  it('rejects the code of another provider', async () => {
    newPerson()
    const browser = createBrowser()
    expect((await exchange('google', await toCallback('oidc', browser), browser)).error.code).toBe('SIGN_IN_EXPIRED')
  })

  it('says which provider is not set up', async () => {
    const other = await startServer()
    const answer = await other.request('/auth/google')
    expect([answer.status, answer.error.msg]).toEqual([400, 'Unknown authentication strategy "google"'])
    expect(await other.operate('providerList', {})).toEqual([])
    await other.close()
  })

  it('starts at the configured address, where its cookie belongs', async () => {
    const answer = await server.request('/auth/oidc', {
      headers: { host: new URL(server.origin).host.replace('127.0.0.1', 'localhost') },
    })
    expect([answer.status, answer.headers.location]).toEqual([302, `${server.origin}/auth/oidc`])
  })

  it('respects closed sign-up, which an invitation opens for its address', async () => {
    const { clientId, clientSecret, address } = oidc
    const provider: ProviderSettings = { id: 'oidc', name: 'Harbour ID', address, clientId, clientSecret }
    const closed = await startServer({ providers: [provider], closeSignUp: true })
    const owner = await closed.signUp()
    await oidc.allow(`${closed.origin}/auth/oidc/callback`)
    const enter = async (invitation?: string): Promise<Answer> => {
      const browser = createBrowser()
      const end = await browser.follow(`${closed.origin}/auth/oidc`, (url) => url.hash.startsWith(callbackPage))
      const query = new URLSearchParams(end.hash.slice(end.hash.indexOf('?')))
      query.delete('provider')
      if (invitation !== undefined) query.set('invitation', invitation)
      const headers = { origin: closed.origin, cookie: browser.cookie(`${closed.origin}/auth/oidc`) }
      return closed.request(`/auth/oidc/genTokenByCode?${query}`, { method: 'POST', headers })
    }
    newPerson()
    const refused = await enter()
    expect([refused.status, refused.error.code]).toEqual([403, 'SIGN_UP_CLOSED'])

    const { id: projectId } = await closed.operate('projectCreate', { title: 'Harbour' }, owner)
    const invited = newPerson()
    const { people: sent } = await closed.operate(
      'memberInvite',
      { emails: [invited.email], role: 'editor' },
      { token: owner.token, projectId },
    )
    const token = /[^/]+$/.exec(sent[0]?.link ?? '')?.[0]
    newPerson()
    for (const wrong of [token, 'wrong']) {
      const answer = await enter(wrong)
      expect([answer.status, answer.error.code]).toEqual([400, 'INVITATION_INVALID'])
    }
    oidc.signIn(invited)
    const joined = await enter(token)
    expect(joined.json).toEqual({ token: expect.any(String) as string, joined: true })
    const as = { token: (joined.json as { token: string }).token }
    expect((await closed.request(`/user/me?project_id=${projectId}`, as)).json).toMatchObject({
      email: invited.email,
      email_verified: true,
      roles: { editor: true },
    })
    // The account exists now: its next sign-in needs no invitation, and uses none.
    expect((await enter(token)).json).toEqual({ token: expect.any(String) as string })
    await closed.close()
  })
})

describe('an account with the same address', () => {
  const link = (body: unknown): Promise<Answer> => server.request('/auth/link', { method: 'POST', body })

  it('is linked with its password only', async () => {
    const user = await server.signUp()
    newPerson({ email: user.email.toUpperCase() })
    const asked = await signInAt('oidc')
    expect([asked.status, asked.error.code]).toEqual([403, 'LINK_PASSWORD_REQUIRED'])
    const ticket = String(asked.error.details?.['ticket'])
    expect((await link({ ticket, password: 'not the password' })).error.code).toBe('CREDENTIALS_INVALID')
    const linked = await link({ ticket, password: testPassword })
    expect(await me(linked)).toMatchObject({ email: user.email })
    expect((await link({ ticket, password: testPassword })).error.code).toBe('SIGN_IN_EXPIRED')
    expect(await me(await signInAt('oidc'))).toMatchObject({ email: user.email })
  })
})

describe('a signed-in user', () => {
  const linkWith = async (token: string, browser: Browser): Promise<Answer> => {
    const started = await server.request('/user/linked-accounts', {
      method: 'POST',
      body: { provider: 'oidc', password: testPassword },
      token,
      headers: { origin: server.origin },
    })
    const [cookie = ''] = started.headers['set-cookie'] ?? []
    const state = cookie.slice(0, cookie.indexOf(';'))
    const query = await toCallback('oidc', browser, (started.json as { address: string }).address)
    query.delete('provider')
    return server.request(`/auth/oidc/genTokenByCode?${query}`, {
      method: 'POST',
      headers: { origin: server.origin, cookie: state },
    })
  }
  const list = (token: string) => server.operate('linkedAccountList', {}, { token })

  it('links an account with another address, signs in with it, and removes it', async () => {
    const user = await server.signUp()
    const person = newPerson()
    const linked = await linkWith(user.token, createBrowser())
    expect(linked.json).toEqual({ linked: true })
    const [entry] = await list(user.token)
    expect(entry).toMatchObject({ provider: 'oidc', name: 'Harbour ID', email: person.email })
    expect(await me(await signInAt('oidc'))).toMatchObject({ email: user.email })
    const remove = (password: string) =>
      server.request('/api/v1/operations/linkedAccountRemove', {
        method: 'POST',
        token: user.token,
        body: { id: entry?.id, password },
      })
    expect((await remove('wrong')).error.code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await remove(testPassword)).status).toBe(200)
    expect(await list(user.token)).toEqual([])
  })

  it('cannot link an account of somebody else', async () => {
    newPerson()
    await signInAt('oidc')
    const user = await server.signUp()
    const answer = await linkWith(user.token, createBrowser())
    expect([answer.status, answer.error.code]).toEqual([409, 'PROVIDER_ACCOUNT_TAKEN'])
  })

  it('cannot remove the last way to sign in', async () => {
    newPerson()
    const { token } = (await signInAt('oidc')).json as { token: string }
    const [entry] = await list(token)
    const body = { id: entry?.id }
    const answer = await server.request('/api/v1/operations/linkedAccountRemove', { method: 'POST', token, body })
    expect([answer.status, answer.error.code]).toEqual([400, 'LAST_SIGN_IN_WAY'])
  })
})
