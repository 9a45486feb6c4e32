import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'

const post = (server: TestServer, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(path, { method: 'POST', body, headers })

const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('sign-up', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it('tells before anybody has signed up that the first user is awaited', async () => {
    for (const path of ['/auth/type', '/dashboard/auth/type', '/DASHBOARD/Auth/Type/']) {
      const answer = await server.request(path)
      expect(answer.json).toMatchObject({ authType: 'jwt', firstUser: true, projectHasAdmin: false, env: '_noco' })
    }
  })

  it.each([
    [{}, 'E-mail is required'],
    [{ email: '', password: testPassword }, 'E-mail is required'],
    [{ email: null, password: testPassword }, 'E-mail is required'],
    [{ email: '   ', password: testPassword }, 'E-mail is required'],
    [{ email: 'nobody', password: testPassword }, 'E-mail must be valid'],
    [{ email: 'a b@example.com', password: testPassword }, 'E-mail must be valid'],
    [{ email: 'a@example', password: testPassword }, 'E-mail must be valid'],
    [{ email: 'a@b@example.com', password: testPassword }, 'E-mail must be valid'],
    [{ email: 'a\u0000@example.com', password: testPassword }, 'E-mail must be valid'],
    [{ email: `${'a'.repeat(250)}@example.com`, password: testPassword }, 'E-mail must be valid'],
    [{ email: 'a@example.com' }, 'Password is required'],
    [{ email: 'a@example.com', password: '' }, 'Password is required'],
    [{ email: 'a@example.com', password: '1234567' }, 'Your password must be at least 8 characters'],
    [{ email: 'a@example.com', password: '👍👍👍👍' }, 'Your password must be at least 8 characters'],
  ])('refuses %j with the sentence of the specification', async (body, sentence) => {
    const answer = await post(server, '/auth/signup', body)
    expect(answer.status).toBe(400)
    expect(answer.error.msg).toBe(sentence)
  })

  it('refuses a password that would have to be cut', async () => {
    const answer = await post(server, '/auth/signup', { email: 'a@example.com', password: 'ä'.repeat(600) })
    expect(answer.error.code).toBe('PASSWORD_TOO_LONG')
  })

  it.each([
    { email: { toString: 'x' }, password: testPassword },
    { email: ['a@example.com'], password: testPassword },
    { email: 'a@example.com', password: 12345678 },
    [],
  ])('refuses the body %j', async (body) => {
    const answer = await post(server, '/auth/signup', body)
    expect(answer.status).toBe(400)
    expect(answer.error.code).toBe('INPUT_INVALID')
  })

  it('grants nothing that a body asks for beside the account', async () => {
    const other = await startServer()
    await other.signUp()
    const body = { email: 'eve@example.com', password: testPassword, isSuperAdmin: true, roles: 'owner' }
    const answer = await post(other, '/auth/signup', body)
    expect([answer.status, answer.headers['basalt-ignored']]).toEqual([200, 'isSuperAdmin,roles'])
    const { token } = answer.json as { token: string }
    expect((await other.request('/user/me', { token })).json).toMatchObject({
      isSuperAdmin: false,
      roles: { user_new: true },
    })
    await other.close()
  })

  it('makes the first account super admin and later ones newcomers', async () => {
    const first = await server.signUp('first@example.com')
    const second = await server.signUp('second@example.com')
    const me = async (token: string): Promise<unknown> => (await server.request('/user/me', { token })).json
    expect(await me(first.token)).toMatchObject({
      isAuthorized: true,
      email: 'first@example.com',
      isSuperAdmin: true,
      roles: { user: true },
    })
    expect(await me(second.token)).toMatchObject({ isSuperAdmin: false, roles: { user_new: true } })
    expect((await server.request('/auth/type')).json).toMatchObject({ firstUser: false, projectHasAdmin: true })
  })

  it('signs in to a known address with its password, however the address is written', async () => {
    const known = await server.signUp('taken@example.com')
    const answer = await post(server, '/auth/signup', { email: '  TAKEN@Example.com ', password: testPassword })
    const { token } = answer.json as { token: string }
    expect(claims(token)['id']).toBe(claims(known.token)['id'])
  })

  it('answers a known address like a new one, without letting anybody into its account', async () => {
    const known = await server.signUp('known@example.com')
    const me = async (token: string): Promise<unknown> => (await server.request('/user/me', { token })).json
    const seen = async (email: string): Promise<unknown[]> => {
      const password = 'another password'
      const made = await post(server, '/auth/signup', { email, password })
      const { token } = made.json as { token: string }
      const entered = await post(server, '/auth/signin', { email, password })
      const wrong = await post(server, '/auth/signin', { email, password: 'yet another one' })
      const names = Object.keys(made.json as object)
      return [made.status, names, await me(token), entered.status, wrong.error]
    }
    const withoutFacts = (facts: unknown[]): unknown =>
      JSON.parse(JSON.stringify(facts, (name, value: unknown) => (name === 'id' || name === 'email' ? name : value)))
    const [ofKnown, ofNew] = [await seen('known@example.com'), await seen('unknown@example.com')]
    expect(withoutFacts(ofKnown)).toEqual(withoutFacts(ofNew))
    const stranger = (ofKnown[2] as { id: number }).id
    expect(stranger).not.toBe(claims(known.token)['id'])
    const owner = await post(server, '/auth/signin', { email: 'known@example.com', password: testPassword })
    expect(claims((owner.json as { token: string }).token)['id']).toBe(claims(known.token)['id'])
  })

  it('gives a token that ends and a cookie out of reach of scripts', async () => {
    const answer = await post(server, '/auth/signup?tool=1', { email: 'cookie@example.com', password: testPassword })
    const { token } = answer.json as { token: string }
    const { email, iat, exp, roles } = claims(token)
    expect({ email, roles }).toEqual({ email: 'cookie@example.com', roles: 'user_new' })
    expect(Number(exp) - Number(iat)).toBe(36_000)
    expect(answer.headers['set-cookie']).toHaveLength(1)
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^refresh_token=[0-9a-f]{80}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('first account', () => {
  it('is one, also when ten people sign up at once', async () => {
    const server = await startServer()
    try {
      const people = await Promise.all(Array.from({ length: 10 }, (_, n) => server.signUp(`p${n}@example.com`)))
      const all = await Promise.all(people.map(({ token }) => server.request('/user/me', { token })))
      const found = all.map(({ json }) => json as { id: number; isSuperAdmin: boolean })
      expect(found.filter(({ isSuperAdmin }) => isSuperAdmin)).toHaveLength(1)
      expect(new Set(found.map(({ id }) => id)).size).toBe(10)
    } finally {
      await server.close()
    }
  })

  it('is one account when six ask for the same address', async () => {
    const server = await startServer({ signInAttempts: 0 })
    try {
      const body = { email: 'same@example.com', password: testPassword }
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(server, '/auth/signup', body)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const accounts = answers.map(({ json }) => claims((json as { token: string }).token)['id'])
      expect(new Set(accounts).size).toBe(1)
    } finally {
      await server.close()
    }
  })
})

describe('the setup code', () => {
  const person = { email: 'ada@example.com', password: testPassword }

  it.each([
    ['a host that others reach', { host: '0.0.0.0' }, {}],
    ['names that others use', { allowedHosts: ['basalt.example'] }, {}],
    ['a proxy', {}, { 'x-forwarded-for': '192.0.2.2' }],
    ['a proxy that says less', {}, { via: '1.1 proxy' }],
  ])('is needed for the first account behind %s', async (_name, options, headers) => {
    const codes: string[] = []
    const server = await startServer({ ...options, announceSetupCode: (code) => codes.push(code) })
    try {
      expect((await server.request('/auth/type', { headers })).json).toMatchObject({ setupCodeRequired: true })
      const refused = await post(server, '/auth/signup', person, headers)
      expect([refused.status, refused.error.code]).toEqual([403, 'SETUP_CODE_REQUIRED'])
      const wrong = await post(server, '/auth/signup', { ...person, setupCode: 'AAAA-AAAA-AAAA' }, headers)
      expect([wrong.status, wrong.error.code]).toEqual([403, 'SETUP_CODE_WRONG'])
      expect((await server.request('/auth/type')).json).toMatchObject({ firstUser: true })
      expect(codes).toHaveLength(1)
      const setupCode = ` ${codes[0]?.toLowerCase().replaceAll('-', ' ')}`
      const made = await post(server, '/auth/signup', { ...person, setupCode }, headers)
      const { token } = made.json as { token: string }
      expect((await server.request('/user/me', { token })).json).toMatchObject({ isSuperAdmin: true })
      // Later accounts need none.
      expect((await server.request('/auth/type', { headers })).json).toMatchObject({ setupCodeRequired: false })
      const later = await post(server, '/auth/signup', { ...person, email: 'b@example.com' }, headers)
      expect(later.status).toBe(200)
    } finally {
      await server.close()
    }
  })

  it('is the one that the administrator chose, which is not shown', async () => {
    const codes: string[] = []
    const server = await startServer({ setupCode: 'chosen', announceSetupCode: (code) => codes.push(code) })
    try {
      expect((await post(server, '/auth/signup', person)).error.code).toBe('SETUP_CODE_REQUIRED')
      expect((await post(server, '/auth/signup', { ...person, setupCode: 'chosen' })).status).toBe(200)
      expect(codes).toEqual([])
    } finally {
      await server.close()
    }
  })

  it('is not needed on this machine alone', async () => {
    const codes: string[] = []
    const server = await startServer({ announceSetupCode: (code) => codes.push(code) })
    try {
      expect((await server.request('/auth/type')).json).toMatchObject({ setupCodeRequired: false })
      expect((await post(server, '/auth/signup', person)).status).toBe(200)
      expect(codes).toEqual([])
    } finally {
      await server.close()
    }
  })
})

describe('a session', () => {
  it('of the super admin goes on after its token has ended, until it is ended', async () => {
    let now = Date.now()
    const clock = { now: () => new Date(now), monotonicMs: () => performance.now() }
    const server = await startServer({ clock })
    try {
      const { token } = await server.signUp()
      const other = await server.signUp()
      now += 11 * 3_600_000
      expect((await server.request('/user/me', { token })).json).toEqual({ roles: { guest: true } })
      expect(await server.server.isSuperAdminSession(token)).toBe(true)
      expect(await server.server.isSuperAdminSession(other.token)).toBe(false)
      expect(await server.server.isSuperAdminSession(`${token}x`)).toBe(false)
      now -= 11 * 3_600_000
      await server.request('/auth/signout', { method: 'POST', token })
      expect(await server.server.isSuperAdminSession(token)).toBe(false)
    } finally {
      await server.close()
    }
  })
})

describe('closed sign-up', () => {
  it('takes the first account only, and answers known and new addresses alike', async () => {
    const server = await startServer({ closeSignUp: true })
    try {
      expect((await server.request('/auth/type')).json).toMatchObject({ signUpClosed: false })
      await server.signUp('owner@example.com')
      expect((await server.request('/auth/type')).json).toMatchObject({ signUpClosed: true })
      for (const email of ['owner@example.com', 'new@example.com']) {
        const answer = await post(server, '/auth/signup', { email, password: testPassword })
        expect(answer.status).toBe(403)
        expect(answer.error).toEqual({
          msg: 'Not allowed to signup, contact super admin.',
          code: 'SIGN_UP_CLOSED',
          message: { key: 'errors.SIGN_UP_CLOSED', params: {} },
        })
      }
    } finally {
      await server.close()
    }
  })
})

describe('the limit of sign-ups', () => {
  it('holds for one address, whatever accounts are asked for', async () => {
    const server = await startServer({ signUpAttempts: 3 })
    try {
      for (let n = 0; n < 3; n += 1) await server.signUp(`p${n}@example.com`)
      const answer = await post(server, '/auth/signup', { email: 'p4@example.com', password: testPassword })
      expect([answer.status, answer.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await server.close()
    }
  })
})

describe('sign-in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    await server.signUp('ada@example.com')
  })
  afterAll(() => server.close())

  it('accepts the address in any letter case and with blanks around it', async () => {
    const answer = await post(server, '/auth/signin?tool=1', { email: ' Ada@EXAMPLE.com', password: testPassword })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ token: expect.any(String) as string })
  })

  it('says the same to an unknown address and a wrong password', async () => {
    const unknown = await post(server, '/auth/signin', { email: 'eve@example.com', password: testPassword })
    const wrong = await post(server, '/auth/signin', { email: 'ada@example.com', password: 'wrong password' })
    expect(unknown.status).toBe(400)
    expect({ status: unknown.status, body: unknown.json }).toEqual({ status: wrong.status, body: wrong.json })
  })

  it.each([
    [{ password: testPassword }, 'E-mail is required'],
    [{ email: 'ada', password: testPassword }, 'E-mail must be valid'],
    [{ email: 'ada@example.com' }, 'Password is required'],
    [{ email: 'ada@example.com', password: 'short' }, 'Your password must be at least 8 characters'],
  ])('refuses %j with the sentence of the specification', async (body, sentence) => {
    const answer = await post(server, '/auth/signin', body)
    expect(answer.status).toBe(400)
    expect(answer.error.msg).toBe(sentence)
  })

  it('accepts a password of 1024 bytes whole', async () => {
    const password = 'x'.repeat(1024)
    await server.signUp('long@example.com', password)
    const cut = await post(server, '/auth/signin', { email: 'long@example.com', password: password.slice(0, -1) })
    expect(cut.status).toBe(400)
    const whole = await post(server, '/auth/signin', { email: 'long@example.com', password })
    expect(whole.status).toBe(200)
  })
})

describe('throttle', () => {
  it('stops guessing at one account and lets others sign in', async () => {
    const server = await startServer({ signInAttempts: 3 })
    try {
      await server.signUp('ada@example.com')
      await server.signUp('bob@example.com')
      const guess = (): Promise<Answer> =>
        post(server, '/auth/signin', { email: 'ADA@example.com', password: 'wrong password' })
      // In parallel: each attempt counts before it is checked.
      const guesses = await Promise.all([guess(), guess(), guess(), guess(), guess()])
      expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 400, 429, 429])
      const right = await post(server, '/auth/signin', { email: 'ada@example.com', password: testPassword })
      expect(right.error.code).toBe('TOO_MANY_ATTEMPTS')
      expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
      const other = await post(server, '/auth/signin', { email: 'bob@example.com', password: testPassword })
      expect(other.status).toBe(200)
    } finally {
      await server.close()
    }
  })

  it('forgets wrong tries after a right one', async () => {
    const server = await startServer({ signInAttempts: 3 })
    try {
      await server.signUp('ada@example.com')
      for (let round = 0; round < 3; round += 1) {
        await post(server, '/auth/signin', { email: 'ada@example.com', password: 'wrong password' })
        const right = await post(server, '/auth/signin', { email: 'ada@example.com', password: testPassword })
        expect(right.status).toBe(200)
      }
    } finally {
      await server.close()
    }
  })

  it('counts unknown addresses like known ones', async () => {
    const server = await startServer({ signInAttempts: 2 })
    try {
      const statuses = []
      for (let n = 0; n < 3; n += 1)
        statuses.push((await post(server, '/auth/signin', { email: 'eve@example.com', password: testPassword })).status)
      expect(statuses).toEqual([400, 400, 429])
    } finally {
      await server.close()
    }
  })
})

describe('refresh', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const refresh = (cookie: string, headers: Record<string, string> = {}): Promise<Answer> =>
    server.request('/auth/refresh-token', { method: 'POST', headers: { cookie, ...headers } })

  it('gives a new token and a new cookie, and takes the old one back', async () => {
    const { cookie } = await server.signUp()
    const renewed = await refresh(cookie)
    expect(renewed.status).toBe(200)
    expect(cookieOf(renewed)).not.toBe(cookie)
    const { token } = renewed.json as { token: string }
    expect((await server.request('/user/me', { token })).json).toMatchObject({ isAuthorized: true })
    const again = await refresh(cookie)
    expect(again.status).toBe(401)
    expect(again.error.code).toBe('REFRESH_TOKEN_INVALID')
    expect((await refresh(cookieOf(renewed))).status).toBe(200)
  })

  it('lets one of many calls with the same cookie win', async () => {
    const { cookie } = await server.signUp()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(cookie)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7)
  })

  it.each([
    ['no cookie', '', 'REFRESH_TOKEN_MISSING'],
    ['a cookie of another shape', 'refresh_token=zzz', 'REFRESH_TOKEN_MISSING'],
    ['an unknown token', `refresh_token=${'0'.repeat(80)}`, 'REFRESH_TOKEN_INVALID'],
    ['SQL', `refresh_token=' OR 1=1 --`, 'REFRESH_TOKEN_MISSING'],
  ])('refuses %s', async (_name, cookie, code) => {
    const answer = await refresh(cookie)
    expect(answer.status).toBe(401)
    expect(answer.error.code).toBe(code)
  })

  it('works for our own page and for no other', async () => {
    const { cookie } = await server.signUp()
    expect((await refresh(cookie, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await refresh(cookie, { origin: 'null' })).status).toBe(403)
    expect((await refresh(cookie, { origin: 'http://localhost:1' })).status).toBe(403)
    expect((await refresh(cookie, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await refresh(cookie, { origin: server.origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('keeps several sign-ins of one person apart', async () => {
    const first = await server.signUp('two@example.com')
    const second = await post(server, '/auth/signin', { email: first.email, password: first.password })
    expect((await refresh(first.cookie)).status).toBe(200)
    expect((await refresh(cookieOf(second))).status).toBe(200)
  })

  it('keeps no refresh token in the clear', async () => {
    const { cookie } = await server.signUp()
    const token = cookie.slice('refresh_token='.length)
    const { readFile, readdir } = await import('node:fs/promises')
    const files = (await readdir(server.profileFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    for (const file of files)
      expect((await readFile(`${file.parentPath}/${file.name}`)).includes(Buffer.from(token))).toBe(false)
  })
})

describe('sign-out', () => {
  it('ends the session with the next request, for token and cookie', async () => {
    const server = await startServer()
    try {
      const { token, cookie } = await server.signUp()
      const other = await server.signUp()
      expect((await server.request('/user/me', { token })).json).toMatchObject({ isAuthorized: true })
      const out = await server.request('/auth/signout', { method: 'POST', token })
      expect(out.json).toEqual({ msg: 'Success' })
      expect(out.headers['set-cookie']?.[0]).toMatch(/^refresh_token=; .*Max-Age=0/)
      expect((await server.request('/user/me', { token })).json).toEqual({ roles: { guest: true } })
      const after = await server.request('/dashboard/?q=sqlOp_projectList', {
        method: 'POST',
        token,
        body: { api: 'projectList', args: {} },
      })
      expect(after.status).toBe(401)
      expect((await server.request('/auth/refresh-token', { method: 'POST', headers: { cookie } })).status).toBe(401)
      expect((await server.request('/user/me', { token: other.token })).json).toMatchObject({ isAuthorized: true })
    } finally {
      await server.close()
    }
  })

  it('needs somebody who is signed in', async () => {
    const server = await startServer()
    try {
      const answer = await server.request('/auth/signout', { method: 'POST' })
      expect(answer.status).toBe(401)
      expect(answer.error).toEqual({
        msg: 'Access Denied : Please Login or Signup for a new account',
        code: 'NOT_SIGNED_IN',
        message: { key: 'errors.NOT_SIGNED_IN', params: {} },
      })
    } finally {
      await server.close()
    }
  })
})

describe('access tokens', () => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startServer()
    token = (await server.signUp()).token
  })
  afterAll(() => server.close())

  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each([
    ['nonsense', () => 'nonsense'],
    ['one without a signature', () => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
    ['another algorithm', () => `${part({ alg: 'HS512' })}.${token.split('.').slice(1).join('.')}`],
    ['other claims', () => `${token.split('.')[0]}.${part({ ...claims(token), id: 99 })}.${token.split('.')[2]}`],
    ['a signature cut short', () => token.slice(0, -4)],
    ['something endless', () => 'x'.repeat(5000)],
  ])('are refused when they are %s', async (_name, forged) => {
    const answer = await server.request('/dashboard/?q=sqlOp_projectList', {
      method: 'POST',
      token: forged(),
      body: { api: 'projectList', args: {} },
    })
    expect(answer.status).toBe(401)
    expect(answer.error.code).toBe('TOKEN_INVALID')
  })

  it.each([
    ['a cookie', '/user/me', { cookie: 'xc-auth=TOKEN; token=TOKEN' }],
    ['the query', '/user/me?xc-auth=TOKEN', {}],
    ['an authorization header', '/user/me', { authorization: 'Bearer TOKEN' }],
  ])('count in their own header only, not in %s', async (_name, path, headers: Record<string, string>) => {
    const withToken = (text: string): string => text.replaceAll('TOKEN', token)
    const answer = await server.request(withToken(path), {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withToken(value)])),
    })
    expect(answer.text).not.toContain('isAuthorized')
  })

  it('end after ten hours', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const clock = { now: () => now, monotonicMs: () => performance.now() }
    const later = await startServer({ clock })
    try {
      const person = await later.signUp()
      now = new Date('2026-01-01T09:59:00Z')
      expect((await later.request('/user/me', { token: person.token })).json).toMatchObject({ isAuthorized: true })
      now = new Date('2026-01-01T10:01:00Z')
      expect((await later.request('/user/me', { token: person.token })).json).toEqual({ roles: { guest: true } })
      const headers = { cookie: person.cookie }
      expect((await later.request('/auth/refresh-token', { method: 'POST', headers })).status).toBe(200)
      now = new Date('2026-01-09T00:00:00Z')
      expect((await later.request('/auth/refresh-token', { method: 'POST', headers })).status).toBe(401)
    } finally {
      await later.close()
    }
  })

  it('of another installation are strangers', async () => {
    const other = await startServer()
    try {
      const foreign = (await other.signUp()).token
      expect((await server.request('/user/me', { token: foreign })).json).toEqual({ roles: { guest: true } })
    } finally {
      await other.close()
    }
  })

  it('stay good over a restart', async () => {
    const first = await startServer()
    const { profileFolder } = first
    const person = await first.signUp()
    await first.server.close()
    const second = await startServer({ profileFolder })
    try {
      expect((await second.request('/user/me', { token: person.token })).json).toMatchObject({ isAuthorized: true })
    } finally {
      await second.close()
      await first.close()
    }
  })
})

describe('what callers ask about themselves', () => {
  it('answers the rules of the start', async () => {
    const interfaceRules = { darkTheme: false, maxTabs: 3, userPollSeconds: 20, userPollRetries: 1 }
    const server = await startServer({ interfaceRules })
    expect((await server.request('/ui_ability')).json).toMatchObject({
      darkTheme: false,
      maxTables: 99_999,
      maxTabs: 3,
    })
    expect((await server.request('/auth/type')).json).toMatchObject({ userPollSeconds: 20, userPollRetries: 1 })
    await server.close()
  })

  it('answers the abilities of the specification', async () => {
    const server = await startServer()
    try {
      expect((await server.request('/ui_ability')).json).toEqual({
        darkTheme: true,
        maxTables: 99_999,
        maxTabs: 99,
        disableGA: true,
        disableTelemetry: true,
      })
      const { token } = await server.signUp()
      const foreign = await server.request('/user/me?project_id=nothing', { token })
      expect(foreign.status).toBe(403)
      expect((await server.request('/user/me?project_id=a&project_id=b', { token })).status).toBe(400)
    } finally {
      await server.close()
    }
  })
})
