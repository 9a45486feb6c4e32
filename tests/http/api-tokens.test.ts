import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { systemClock, type Clock } from '@main/lib/clock'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* API tokens: what they open on each transport, what they never open, and how they end. */

let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }

let server: TestServer
let owner: TestUser
/** The person of the tests, whose role changes. */
let ada: TestUser
let adaId: number
let projectId: string
let otherProject: string

beforeAll(async () => {
  server = await startServer({ clock, signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  ada = await server.signUp('ada@example.com')
  adaId = ((await server.request('/user/me', { token: ada.token })).json as { id: number }).id
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  otherProject = (await server.call('projectCreateByWebWithXCDB', { title: 'Other' }, { token: owner.token })).id
  for (const project of [projectId, otherProject])
    await server.operate(
      'memberInvite',
      { emails: [ada.email], role: 'editor' },
      { token: owner.token, projectId: project },
    )
})
afterAll(() => server.close())

const byOwner = () => ({ token: owner.token, projectId })
const operation = (name: string, input: unknown, token: string, project = projectId): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${project}`, { method: 'POST', token, body: input })

interface Made {
  readonly id: string
  readonly token: string
}
async function newToken(
  by: TestUser,
  role: ProjectRole,
  more: { expiresAt?: string; project?: string } = {},
): Promise<Made> {
  const { expiresAt = null, project = projectId } = more
  const title = `${role} script`
  return server.operate('apiTokenCreate', { title, role, expiresAt }, { token: by.token, projectId: project })
}
const setAda = (role: ProjectRole) => server.operate('memberRoleSet', { userId: adaId, role }, byOwner())
const inOneHour = (): string => new Date(clock.now().getTime() + 3_600_000).toISOString()

/** Sends a request with an API token instead of a session. */
const withToken = (
  token: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  server.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body }),
    headers: { 'xc-token': token, ...headers },
  })
const rows = (project = projectId): string => `/nc/${project}/api/v1/Artists?limit=1`
const read = (token: string, project = projectId): Promise<Answer> => withToken(token, rows(project))

/** One request of each transport. All need a role in the project. */
const transports: Readonly<Record<string, (token: string) => Promise<Answer>>> = {
  'rows through the fast lane': (token) => withToken(token, rows()),
  'rows through the router': (token) =>
    withToken(token, `/nc/${projectId}/api/v1/Artists`, { limit: '1' }, { 'x-http-method-override': 'GET' }),
  GraphQL: (token) => withToken(token, `/nc/${projectId}/v1/graphql`, { query: '{ ArtistsList(limit: 1) { Name } }' }),
  'the API document': (token) => withToken(token, `/nc/${projectId}/db/swagger.json`),
  'the addresses of the APIs': (token) => withToken(token, `/nc/${projectId}/projectApiInfo`),
  'an operation': (token) => withToken(token, `/api/v1/operations/tableList?project=${projectId}`, {}),
  'an operation that names no project': (token) => withToken(token, '/api/v1/operations/tableList', {}),
  'a dashboard call': (token) =>
    withToken(token, '/dashboard/?q=sqlOp_tableList', { api: 'tableList', project_id: projectId, args: {} }),
  'an address of the original': (token) => withToken(token, `/admin?project_id=${projectId}`),
}

describe('an API token', () => {
  it.each(Object.keys(transports))('opens %s', async (name) => {
    const { token } = await newToken(ada, 'editor')
    const answer = await transports[name]?.(token)
    expect([answer?.status, answer?.json !== undefined]).toEqual([200, true])
  })

  it.each(Object.keys(transports))('gets one answer at %s if it does not work', async (name) => {
    const deleted = await newToken(ada, 'editor')
    await server.operate('apiTokenDelete', { id: deleted.id }, { token: ada.token, projectId })
    const expired = await newToken(ada, 'editor', { expiresAt: inOneHour() })
    const foreign = await newToken(ada, 'editor', { project: otherProject })
    const works = await newToken(ada, 'editor')
    aheadMs += 3_600_001
    const wrong = works.token.slice(0, -1) + (works.token.endsWith('0') ? '1' : '0')
    const tokens = [wrong, deleted.token, expired.token, 'x', 'f'.repeat(40), 'f'.repeat(5_000), owner.token]
    // Without a project in the request, a token of another project is none of this one's.
    if (name !== 'an operation that names no project') tokens.push(foreign.token)
    const answers = await Promise.all(tokens.map(async (token) => transports[name]?.(token)))
    for (const answer of answers)
      expect([answer?.status, answer?.error.code, answer?.error.msg]).toEqual([
        401,
        'API_TOKEN_INVALID',
        "This API token doesn't work here. It is wrong, expired or deleted, or belongs to another project.",
      ])
    expect((await transports[name]?.(works.token))?.status).toBe(200)
  })

  it('loses to a valid session, and stands in for an invalid one', async () => {
    const { token } = await newToken(ada, 'viewer')
    const me = (session: string, apiToken = token) =>
      server.request(`/user/me?project_id=${projectId}`, { token: session, headers: { 'xc-token': apiToken } })
    expect((await me(owner.token)).json).toMatchObject({ email: 'owner@example.com', roles: { owner: true } })
    expect((await me(owner.token, 'wrong')).json).toMatchObject({ email: 'owner@example.com' })
    for (const session of ['', 'invalid'])
      expect((await me(session)).json).toEqual({ isAuthorized: true, roles: { viewer: true } })
    const { status, error } = await server.request(rows(), { token: 'invalid', headers: { 'xc-token': 'wrong' } })
    expect([status, error.code]).toEqual([401, 'API_TOKEN_INVALID'])
    // The session counts, even where only the token has a role.
    const stranger = await server.signUp('stranger@example.com')
    const answer = await server.request(rows(), { token: stranger.token, headers: { 'xc-token': token } })
    expect(answer.error.code).toBe('PROJECT_NOT_FOUND')
  })

  it('is read from its header only', async () => {
    const { token } = await newToken(ada, 'editor')
    for (const [path, headers] of [
      [`${rows()}&xc-token=${token}`, {}],
      [rows(), { cookie: `xc-token=${token}` }],
      [rows(), { authorization: `Bearer ${token}` }],
    ] as const)
      expect((await server.request(path, { headers })).status).toBe(401)
  })

  it('gives the lower role of its own and its creator, from the next request', async () => {
    const write = (token: string): Promise<Answer> =>
      withToken(token, `/nc/${projectId}/api/v1/Artists`, { Name: 'New' })
    for (const own of ['editor', 'viewer'] as const) {
      const { token } = await newToken(ada, own)
      for (const held of projectRoles) {
        await setAda(held)
        const mayWrite = own === 'editor' && projectRoles.indexOf(held) <= projectRoles.indexOf('editor')
        expect([own, held, (await write(token)).status]).toEqual([own, held, mayWrite ? 200 : 403])
        expect((await read(token)).status).toBe(200)
      }
      await setAda('editor')
    }
  })

  it('with a custom role grants what that role and its creator both grant', async () => {
    const permissions = ['row.read', 'row.create', 'schema.change'] as const
    const role = (await server.operate('roleCreate', { title: 'Loader', permissions: [...permissions] }, byOwner())).id
    await setAda('creator')
    const { token } = await server.operate('apiTokenCreate', { title: 'Load', role }, { token: ada.token, projectId })
    const create = () => withToken(token, `/nc/${projectId}/api/v1/Artists`, { Name: 'Loaded' })
    const change = (table: string) =>
      withToken(token, `/api/v1/operations/tableCreate?project=${projectId}`, {
        table,
        columns: [{ name: 'text', type: 'LongText' }],
      })
    const comment = () => withToken(token, `/api/v1/operations/projectMemberList?project=${projectId}`, {})
    expect([(await create()).status, (await change('first')).status]).toEqual([200, 200])
    expect((await comment()).error.code).toBe('NOT_ALLOWED')
    await setAda('editor')
    expect([(await create()).status, (await change('second')).status]).toEqual([200, 403])
    expect((await operation('roleDelete', { id: role }, owner.token)).error.code).toBe('ROLE_IN_USE')
    expect((await operation('roleDelete', { id: role, instead: 'viewer' }, owner.token)).status).toBe(200)
    expect([(await create()).status, (await read(token)).status]).toEqual([403, 200])
  })

  it('obeys a preview, which only lowers its role', async () => {
    const { token } = await newToken(ada, 'editor')
    const write = (preview: string): Promise<Answer> =>
      withToken(token, `/nc/${projectId}/api/v1/Artists`, { Name: 'New' }, { 'xc-preview': preview })
    expect([(await write('viewer')).status, (await write('owner')).status]).toEqual([403, 200])
  })

  it('ends with the membership of its creator, for good', async () => {
    const { token } = await newToken(ada, 'editor')
    expect((await read(token)).status).toBe(200)
    await server.operate('memberRemove', { userId: adaId }, byOwner())
    expect((await read(token)).error.code).toBe('API_TOKEN_INVALID')
    await server.operate('memberInvite', { emails: [ada.email], role: 'editor' }, byOwner())
    expect((await read(token)).error.code).toBe('API_TOKEN_INVALID')
  })

  it('rests while the account of its creator is suspended', async () => {
    const person = await server.signUp('suspended@example.com')
    await server.operate('memberInvite', { emails: [person.email], role: 'editor' }, byOwner())
    const { token } = await newToken(person, 'editor')
    const suspend = (at: string | null): void => {
      const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
      file.prepare('UPDATE xc_users SET suspended_at = ? WHERE email = ?').run(at, person.email)
      file.close()
    }
    suspend('2026-01-01T00:00:00.000Z')
    expect((await read(token)).error.code).toBe('API_TOKEN_INVALID')
    suspend(null)
    expect((await read(token)).status).toBe(200)
  })

  it('cannot make, list or delete tokens, nor act as its person elsewhere', async () => {
    await setAda('owner')
    const { token, id } = await newToken(ada, 'owner')
    const calls = [
      ['apiTokenCreate', { title: 'More' }],
      ['apiTokenList', {}],
      ['apiTokenDelete', { id }],
      ['projectLeave', {}],
      ['projectOpen', {}],
    ] as const
    for (const [name, input] of calls)
      expect([
        name,
        (await withToken(token, `/api/v1/operations/${name}?project=${projectId}`, input)).error.code,
      ]).toEqual([name, 'NOT_ALLOWED'])
    const transfer = await withToken(token, `/api/v1/operations/projectTransfer?project=${projectId}`, {
      userId: ((await server.request('/user/me', { token: owner.token })).json as { id: number }).id,
    })
    expect(transfer.error.code).toBe('NOT_ALLOWED')
    for (const name of ['projectList', 'noticeList', 'mailSettingsRead', 'auditInstallationList'])
      expect([name, (await withToken(token, `/api/v1/operations/${name}`, {})).error.code]).toEqual([
        name,
        'NOT_ALLOWED',
      ])
    await setAda('editor')
  })

  it('keeps its caches apart from those of other callers', async () => {
    const { token } = await newToken(ada, 'viewer')
    const path = `/nc/${projectId}/api/v1/Artists?limit=2`
    const bySession = await server.request(path, { token: owner.token })
    const first = await withToken(token, path)
    const second = await withToken(token, path)
    expect([first.text, second.text]).toEqual([bySession.text, bySession.text])
    const { list } = await server.operate('apiTokenList', {}, { token: ada.token, projectId })
    await server.operate('apiTokenDelete', { id: list[0]?.id ?? '' }, { token: ada.token, projectId })
    expect((await withToken(token, path)).status).toBe(401)
  })
})

describe('making a token', () => {
  it('shows it once and stores its hash', async () => {
    const made = await server.operate(
      'apiTokenCreate',
      { title: ' Nightly export ', role: 'viewer' },
      { token: ada.token, projectId },
    )
    expect(made).toMatchObject({
      title: 'Nightly export',
      token: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      ending: made.token.slice(-4),
      user: ada.email,
      isOwn: true,
      expiresAt: null,
      lastUsedAt: null,
    })
    const { list } = await server.operate('apiTokenList', {}, { token: ada.token, projectId })
    expect(JSON.stringify(list)).not.toContain(made.token)
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    for (const table of file.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all())
      expect(JSON.stringify(file.prepare(`SELECT * FROM "${String(table)}"`).all())).not.toContain(made.token)
    file.close()
  })

  it.each(projectRoles)('gives a %s roles up to the own one', async (own) => {
    await setAda(own)
    for (const role of projectRoles) {
      const answer = await operation('apiTokenCreate', { title: 'Roles', role }, ada.token)
      const mayDo = projectRoles.indexOf(role) >= projectRoles.indexOf(own)
      expect([role, answer.status, answer.error.code]).toEqual([
        role,
        mayDo ? 200 : 403,
        mayDo ? undefined : 'ROLE_ABOVE_OWN',
      ])
    }
    const plain = await server.operate('apiTokenCreate', { title: 'Default' }, { token: ada.token, projectId })
    expect(plain.role).toBe(projectRoles.indexOf(own) > projectRoles.indexOf('editor') ? own : 'editor')
    await setAda('editor')
  })

  it('counts a preview as the role of the caller', async () => {
    const answer = await server.request(`/api/v1/operations/apiTokenCreate?project=${projectId}`, {
      method: 'POST',
      token: owner.token,
      headers: { 'xc-preview': 'viewer' },
      body: { title: 'Previewed', role: 'editor' },
    })
    expect(answer.error.code).toBe('ROLE_ABOVE_OWN')
  })

  it.each([
    [{ title: '' }, 'INPUT_INVALID'],
    [{ title: '   ' }, 'INPUT_INVALID'],
    [{ title: 'x'.repeat(101) }, 'INPUT_INVALID'],
    [{ title: 'x', role: '' }, 'INPUT_INVALID'],
    [{ title: 'x', expiresAt: 'tomorrow' }, 'INPUT_INVALID'],
    [{ title: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'API_TOKEN_EXPIRY_PAST'],
    [{ title: 'x', token: 'mine' }, 'INPUT_INVALID'],
  ])('rejects %j', async (input, code) => {
    const count = async () => (await server.operate('apiTokenList', {}, { token: ada.token, projectId })).list.length
    const before = await count()
    const answer = await operation('apiTokenCreate', input, ada.token)
    expect([answer.status, answer.error.code]).toEqual([400, code])
    expect(await count()).toBe(before)
  })

  it('ends at a hundred tokens per member', async () => {
    const project = (await server.call('projectCreateByWebWithXCDB', { title: 'Many' }, { token: owner.token })).id
    for (let count = 0; count < 100; count += 1) await newToken(owner, 'viewer', { project })
    const answer = await operation('apiTokenCreate', { title: 'One more' }, owner.token, project)
    expect([answer.status, answer.error.code]).toEqual([400, 'API_TOKENS_TOO_MANY'])
  })
})

describe('the list of tokens', () => {
  it('holds own tokens, and for creators those of all members', async () => {
    const own = await newToken(ada, 'viewer')
    const others = await newToken(owner, 'owner')
    const ids = async (who: TestUser) =>
      (await server.operate('apiTokenList', {}, { token: who.token, projectId })).list.map(({ id }) => id)
    expect(await ids(ada)).toContain(own.id)
    expect(await ids(ada)).not.toContain(others.id)
    expect(await ids(owner)).toEqual(expect.arrayContaining([own.id, others.id]))
  })

  it('shows the last use, stored at most once a minute', async () => {
    const { id, token } = await newToken(ada, 'viewer')
    const lastUse = async () =>
      (await server.operate('apiTokenList', {}, { token: ada.token, projectId })).list.find((each) => each.id === id)
        ?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await read(token)
    await expect.poll(lastUse).toEqual(expect.any(String))
    const first = await lastUse()
    aheadMs += 30_000
    await read(token)
    await read(token)
    expect(await lastUse()).toBe(first)
    aheadMs += 31_000
    await read(token)
    await expect.poll(lastUse).not.toBe(first)
  })

  it('lets people rename their own tokens, and delete those up to their role', async () => {
    const mine = await newToken(ada, 'viewer')
    const owners = await newToken(owner, 'owner')
    const weak = await newToken(owner, 'viewer')
    expect((await operation('apiTokenRename', { id: mine.id, title: 'Renamed' }, ada.token)).status).toBe(200)
    expect((await operation('apiTokenRename', { id: mine.id, title: 'Taken' }, owner.token)).error.code).toBe(
      'NOT_ALLOWED',
    )
    for (const id of [owners.id, weak.id, 'nothing'])
      for (const name of ['apiTokenDelete', 'apiTokenRename'])
        expect(
          (await operation(name, { id, title: name === 'apiTokenRename' ? 'x' : undefined }, ada.token)).error.code,
        ).toBe('API_TOKEN_NOT_FOUND')
    expect((await operation('apiTokenDelete', { id: mine.id }, ada.token, otherProject)).error.code).toBe(
      'API_TOKEN_NOT_FOUND',
    )
    await setAda('creator')
    expect((await operation('apiTokenDelete', { id: owners.id }, ada.token)).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await operation('apiTokenDelete', { id: weak.id }, ada.token)).json).toEqual({ title: 'viewer script' })
    await setAda('editor')
    expect((await operation('apiTokenDelete', { id: mine.id }, owner.token)).status).toBe(200)
  })
})

describe('calls of the original', () => {
  it('make, list and delete tokens without handing out stored ones', async () => {
    const as = { token: ada.token, projectId }
    const made = await server.call('xcApiTokenCreate', { description: 'Old script' }, as)
    expect(made).toEqual({ description: 'Old script', token: expect.stringMatching(/^[0-9a-f]{40}$/) as string })
    const [listed] = await server.call('xcApiTokenList', {}, as)
    expect(listed).toMatchObject({ description: 'Old script', enabled: 1, expiry: null, permissions: 'editor' })
    expect(listed?.token).toBe('*'.repeat(36) + made.token.slice(-4))
    expect(await server.call('xcApiTokenUpdate', { id: listed?.id ?? '', description: 'New name' }, as)).toBeNull()
    expect((await server.call('xcApiTokenList', {}, as))[0]?.description).toBe('New name')
    expect((await read(made.token)).status).toBe(200)
    expect(await server.call('xcApiTokenDelete', { id: listed?.id ?? '' }, as)).toBe(1)
    expect((await read(made.token)).status).toBe(401)
  })
})

describe('the audit', () => {
  it('names who made and deleted a token, without its value', async () => {
    const { id, token } = await newToken(ada, 'viewer')
    await server.operate('apiTokenDelete', { id }, { token: ada.token, projectId })
    const { list } = await server.operate('auditList', { limit: 5 }, byOwner())
    expect(list.map(({ type, action, user }) => [type, action, user])).toEqual(
      expect.arrayContaining([
        ['API_TOKEN', 'CREATED', ada.email],
        ['API_TOKEN', 'DELETED', ada.email],
      ]),
    )
    expect(JSON.stringify(list)).not.toContain(token)
  })
})
