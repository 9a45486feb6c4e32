import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { cookieOf, startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Attacks on accounts. */

const operation = (
  server: TestServer,
  name: string,
  input: unknown,
  token?: string,
  project?: string,
): Promise<Answer> =>
  server.request(
    `/api/v1/operations/${name}${project === undefined ? '' : `?project=${encodeURIComponent(project)}`}`,
    {
      method: 'POST',
      body: input,
      ...(token !== undefined && { token }),
    },
  )
const post = (server: TestServer, path: string, body: unknown, token?: string): Promise<Answer> =>
  server.request(path, { method: 'POST', body, ...(token !== undefined && { token }) })

describe('a stranger', () => {
  let mail: MailServer
  let server: TestServer
  let owner: TestUser
  let projectId: string
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startServer({ mail: mail.settings, signInAttempts: 0, signUpAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    const title = 'Sales\r\nBcc: eve@example.com'
    const made = await operation(server, 'projectCreate', { title }, owner.token)
    projectId =
      made.status === 200
        ? (made.json as { readonly id: string }).id
        : (await server.operate('projectCreate', { title: 'Sales' }, owner)).id
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  const isMember = async (token: string): Promise<boolean> =>
    (await server.request(`/user/me?project_id=${projectId}`, { token })).status === 200
  const invite = (email: string): Promise<Answer> =>
    operation(server, 'memberInvite', { emails: [email], role: 'editor' }, owner.token, projectId)

  it('with the address of a colleague gets no invitation for them', async () => {
    const eve = await server.signUp('colleague@example.com', 'password of eve')
    await mail.mailTo('colleague@example.com')
    expect((await invite('colleague@example.com')).json).toEqual({
      people: [{ email: 'colleague@example.com', outcome: 'mailed' }],
    })
    expect(await isMember(eve.token)).toBe(false)

    // The colleague opens the link, and chooses a password without knowing of the other account.
    const [link] = linkIn(await mail.mailTo('colleague@example.com', 2))
      .split('/')
      .slice(-1)
    const body = { email: 'colleague@example.com', password: 'password of the colleague', token: link }
    const joined = (await post(server, '/auth/signup', body)).json as { readonly token: string }
    expect([await isMember(joined.token), await isMember(eve.token)]).toEqual([true, false])
  })

  it('adds no header to a mail', async () => {
    for (const name of ['Ada\r\nBcc: eve@example.com', 'Ada\nBcc: eve@example.com', 'Ada\u2028Bcc: eve@example.com'])
      await server.request('/user', { method: 'PUT', token: owner.token, body: { firstname: name } })
    await invite('header@example.com')
    const sent = await mail.mailTo('header@example.com')
    expect([sent.bcc, [sent.to].flat().length, sent.headers.has('bcc')]).toEqual([undefined, 1, false])
    for (const email of ['a@example.com\r\nBcc: eve@example.com', 'a@example.com,eve@example.com', 'a@b@example.com'])
      expect([email, (await invite(email)).status]).toEqual([email, 400])
  })

  it('with a look-alike address has another account', async () => {
    const { token } = await server.signUp('mike@example.com')
    const account = async (email: string): Promise<unknown> => {
      const answer = await post(server, '/auth/signin', { email, password: testPassword })
      return answer.status === 200 ? 'entered' : answer.error.code
    }
    // Full-width and Cyrillic letters.
    for (const email of ['ｍike@example.com', 'mikе@example.com', 'mike@ехample.com'])
      expect([email, await account(email)]).toEqual([email, 'CREDENTIALS_INVALID'])
    // A mail for the address goes to the stored one, so that a sign that lower case maps to a letter leads nowhere else.
    await mail.mailTo('mike@example.com')
    const before = mail.mails.length
    await post(server, '/auth/password/forgot', { email: 'mi\u212Ae@example.com' })
    await expect.poll(() => mail.mails.length).toBeGreaterThan(before)
    const receivers = mail.mails.slice(before).map(({ to }) => [to].flat()[0]?.text)
    expect(receivers).toEqual(['mike@example.com'])
    expect((await server.request('/user/me', { token })).json).toMatchObject({ email: 'mike@example.com' })
  })

  it('fixes no session: a sign-in ignores the cookie and token of the request', async () => {
    const eve = await server.signUp('eve@example.com')
    const answer = await server.request('/auth/signin', {
      method: 'POST',
      body: { email: owner.email, password: owner.password },
      headers: { cookie: eve.cookie, 'xc-auth': eve.token },
    })
    const { token } = answer.json as { readonly token: string }
    expect(cookieOf(answer)).not.toBe(eve.cookie)
    const refreshed = await server.request('/auth/refresh-token', { method: 'POST', headers: { cookie: eve.cookie } })
    const { token: own } = refreshed.json as { readonly token: string }
    expect((await server.request('/user/me', { token: own })).json).toMatchObject({ email: 'eve@example.com' })
    expect((await server.request('/user/me', { token })).json).toMatchObject({ email: owner.email })
  })

  it('sends nobody to another site from the address of a provider', async () => {
    for (const path of [
      '/auth/google/callback?code=a&state=https://evil.example&redirect=https://evil.example',
      '/auth/%2F%2Fevil.example/callback?code=a',
      '/auth/google/callback?code=a%0d%0aset-cookie:%20a=b',
    ]) {
      const { headers } = await server.request(path)
      expect([path, headers['location'] ?? '/dashboard/']).toEqual([path, expect.stringMatching(/^\/dashboard\//)])
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  it('is refused with a password of any length at once', async () => {
    const body = { email: 'long@example.com', password: 'x'.repeat(2_000_000) }
    for (const path of ['/auth/signup', '/auth/signin'])
      expect([path, (await post(server, path, body)).error.code]).toEqual([path, 'PASSWORD_TOO_LONG'])
  })
})

it('a second account of an address resets no counter of guesses at the first', async () => {
  const server = await startServer({ signInAttempts: 3 })
  const email = 'ada@example.com'
  await server.signUp(email, 'password of ada')
  await server.signUp(email, 'password of eve')
  const signIn = async (password: string): Promise<number> =>
    (await post(server, '/auth/signin', { email, password })).status
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    statuses.push(await signIn(`wrong guess ${round}`))
    statuses.push(await signIn('password of eve'))
  }
  statuses.push(await signIn('one more guess'))
  await server.close()
  expect(statuses).toEqual([400, 200, 400, 200, 400, 429, 429])
})

/** Texts and types that databases and parsers stumble over. */
const odd: readonly (readonly [string, unknown])[] = [
  ['a null byte', 'a\u0000b'],
  ['half a sign', '\ud800'],
  ['a long text', 'x'.repeat(100_000)],
  ['a number', 7],
  ['a list', ['a']],
  ['an object', { $ne: null }],
  ['true', true],
  ['null', null],
  ['nothing', ''],
]

describe.skipIf(!(await hasPostgres()))('odd values in calls about accounts, on PostgreSQL', () => {
  let place: TestPostgres
  let server: TestServer
  let owner: TestUser
  let projectId: string
  beforeAll(async () => {
    place = await createTestPostgres()
    server = await startServer({ metaUrl: place.url, signInAttempts: 0, signUpAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    projectId = (await server.operate('projectCreate', { title: 'Sales' }, owner)).id
  })
  afterAll(async () => {
    await server.close()
    await place.drop()
  })

  const paths: Readonly<Record<string, (value: unknown) => Promise<Answer>>> = {
    'e-mail of a sign-up': (email) => post(server, '/auth/signup', { email, password: testPassword }),
    'password of a sign-up': (password) => post(server, '/auth/signup', { email: 'odd@example.com', password }),
    'invitation of a sign-up': (token) =>
      post(server, '/auth/signup', { email: 'odd@example.com', password: testPassword, token }),
    'name of a sign-up': (firstname) =>
      post(server, '/auth/signup', { email: `${Math.random()}@example.com`, password: testPassword, firstname }),
    'e-mail of a sign-in': (email) => post(server, '/auth/signin', { email, password: testPassword }),
    'password of a sign-in': (password) => post(server, '/auth/signin', { email: owner.email, password }),
    'ticket of a second factor': (ticket) => post(server, '/auth/second-factor', { ticket, code: '123456' }),
    'e-mail of a forgotten password': (email) => post(server, '/auth/password/forgot', { email }),
    'token of a reset': (token) => post(server, `/auth/password/reset/${encodeURIComponent(textOf(token))}`, {}),
    'token of a confirmation': (token) => post(server, `/auth/email/validate/${encodeURIComponent(textOf(token))}`, {}),
    'own name': (firstname) => server.request('/user', { method: 'PUT', token: owner.token, body: { firstname } }),
    'current password': (currentPassword) =>
      post(server, '/user/password/change', { currentPassword, newPassword: testPassword }, owner.token),
    'name of a user': (firstName) => operation(server, 'userSave', { userId: 1, firstName }, owner.token),
    'search of users': (search) => operation(server, 'userList', { search }, owner.token),
    'id of a user': (userId) => operation(server, 'userRead', { userId }, owner.token),
    'id of a session': (id) => operation(server, 'sessionEnd', { id }, owner.token),
    picture: (picture) => operation(server, 'pictureSave', { picture }, owner.token),
    'e-mails of pictures': (email) => operation(server, 'pictureList', { emails: [email] }, owner.token),
    'token of an invitation': (token) => operation(server, 'invitationRead', { token }),
    'id of an invitation': (id) => operation(server, 'memberInvitationRevoke', { id }, owner.token, projectId),
    'e-mail of an invitation': (email) =>
      operation(server, 'memberInvite', { emails: [email], role: 'viewer' }, owner.token, projectId),
    'role of an invitation': (role) =>
      operation(server, 'memberInvite', { emails: ['x@example.com'], role }, owner.token, projectId),
    'title of a role': (title) => operation(server, 'roleCreate', { title, permissions: [] }, owner.token, projectId),
    'title of an API token': (title) => operation(server, 'apiTokenCreate', { title }, owner.token, projectId),
    'role of an API token': (role) => operation(server, 'apiTokenCreate', { title: 'A', role }, owner.token, projectId),
    'id of an API token': (id) => operation(server, 'apiTokenDelete', { id }, owner.token, projectId),
    'title of a project': (title) => operation(server, 'projectCreate', { title }, owner.token),
    'id of a project': (id) => operation(server, 'projectOpen', {}, owner.token, textOf(id)),
    'project of me': (id) =>
      server.request(`/user/me?project_id=${encodeURIComponent(textOf(id))}`, { token: owner.token }),
    'search of /admin': (query) =>
      server.request(`/admin?project_id=${projectId}&query=${encodeURIComponent(textOf(query).slice(0, 5_000))}`, {
        token: owner.token,
      }),
    'link for visitors': (link) => operation(server, 'shareOpen', { link }),
    secret: (secret) => post(server, '/auth/admin/verify', { secret }),
  }

  const textOf = (value: unknown): string =>
    typeof value === 'string' ? value.toWellFormed().slice(0, 8_000) : JSON.stringify(value)

  it.each(Object.entries(paths))('are no fault of the server: %s', async (_what, send) => {
    for (const [what, value] of odd) {
      const answer = await send(value)
      expect([what, answer.status, answer.status < 500 ? '' : answer.text]).toEqual([what, expect.any(Number), ''])
    }
    expect((await server.request('/user/me', { token: owner.token })).json).toMatchObject({ isAuthorized: true })
  })
})
