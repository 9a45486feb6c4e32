import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { tinyPng } from '@tests/contract/account-calls'
import { cookieOf, startServer, testPassword, type TestServer } from '@tests/helpers/server'

const places = [
  ...((await hasPostgres()) ? [{ engine: 'PostgreSQL', create: createTestPostgres }] : []),
  ...((await hasMariadb()) ? [{ engine: 'MariaDB', create: createTestMariadb }] : []),
]

/** Two servers over one meta store: neither may rely on its own view alone. */
describe.each(places)('two servers on one meta store, on $engine', ({ create }) => {
  let place: TestPostgres
  let one: TestServer
  let other: TestServer
  /** Token of the first account, which creates projects. */
  let token: string
  beforeAll(async () => {
    place = await create()
    // At the same time, on an empty database.
    ;[one, other] = await Promise.all([
      startServer({ metaUrl: place.url, signInAttempts: 3 }),
      startServer({ metaUrl: place.url, signInAttempts: 3 }),
    ])
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await place.drop()
  })

  it('make one first account when twenty people sign up at both at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other).signUp(`person${n}@example.com`)),
    )
    const answers = await Promise.all(people.map(({ token }) => one.request('/user/me', { token })))
    const found = answers.map(({ json }) => json as { id: number; isSuperAdmin: boolean })
    expect(found.filter(({ isSuperAdmin }) => isSuperAdmin)).toHaveLength(1)
    token = people[found.findIndex(({ isSuperAdmin }) => isSuperAdmin)]?.token ?? ''
    expect(new Set(found.map(({ id }) => id)).size).toBe(20)
  })

  it('take an address once', async () => {
    const answers = await Promise.all(
      [one, other, one, other].map((server) =>
        server.request('/auth/signup', { method: 'POST', body: { email: 'same@example.com', password: testPassword } }),
      ),
    )
    // Three attempts at one address are allowed.
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429])
    const tokens = answers.flatMap(({ json, status }) => (status === 200 ? [(json as { token: string }).token] : []))
    const found = await Promise.all(tokens.map((token) => one.request('/user/me', { token })))
    expect(new Set(found.map(({ json }) => (json as { id: number }).id)).size).toBe(1)
  })

  it('know the same tokens, and stop knowing them together', async () => {
    const { token, cookie } = await one.signUp('both@example.com')
    const me = async (server: TestServer): Promise<unknown> => (await server.request('/user/me', { token })).json
    expect(await me(other)).toMatchObject({ email: 'both@example.com' })
    const renewed = await other.request('/auth/refresh-token', { method: 'POST', headers: { cookie } })
    expect(renewed.status).toBe(200)
    expect((await one.request('/auth/refresh-token', { method: 'POST', headers: { cookie } })).status).toBe(401)
    expect(cookieOf(renewed)).not.toBe(cookie)
    await one.request('/auth/signout', { method: 'POST', token })
    expect(await me(other)).toEqual({ roles: { guest: true } })
  })

  it('leave a project an owner when two owners remove each other at both', async () => {
    const second = await other.signUp('second-owner@example.com')
    const idOf = async (who: string) =>
      ((await one.request('/user/me', { token: who })).json as { readonly id: number }).id
    const [firstId, secondId] = [await idOf(token), await idOf(second.token)]
    for (const name of ['memberRemove', 'memberRoleSet', 'projectTransfer'] as const) {
      const { id } = await one.call('projectCreateByWebWithXCDB', { title: 'Two owners' }, { token })
      await one.operate('memberInvite', { emails: [second.email], role: 'owner' }, { token, projectId: id })
      const send = (server: TestServer, by: string, userId: number) =>
        server.request(`/api/v1/operations/${name}?project=${id}`, {
          method: 'POST',
          token: by,
          body: { userId, ...(name === 'memberRoleSet' && { role: 'viewer' }) },
        })
      const answers = await Promise.all([send(one, token, secondId), send(other, second.token, firstId)])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const roles = await Promise.all(
        [token, second.token].map(async (who) => {
          const me = await one.request(`/user/me?project_id=${id}`, { token: who })
          return me.status === 200 ? Object.keys((me.json as { readonly roles: object }).roles)[0] : 'none'
        }),
      )
      expect(roles).toContain('owner')
    }
  })

  it('reject texts with NUL, which PostgreSQL cannot store', async () => {
    const { id: projectId } = await one.call('projectCreateByWebWithXCDB', { title: 'Texts' }, { token })
    const nul = 'a\0b'
    const job = { pattern: '0 0 1 1 *', timeZone: 'UTC', retries: 0, active: false }
    const action = { kind: 'http', method: 'POST', url: 'https://example.com/' }
    for (const [name, body] of [
      ['sqlSavedCreate', { title: nul, sql: 'SELECT 1' }],
      ['sqlSavedCreate', { title: 'Fine', folder: nul, sql: 'SELECT 1' }],
      ['jobSave', { ...job, title: nul, action }],
      ['automationSave', { title: nul, trigger: { kind: 'webhook' }, steps: [action], retries: 0 }],
      ['variableSave', { environment: '_noco', name: 'FINE', value: nul }],
      ['apiTokenCreate', { title: nul }],
      ['snapshotTake', { title: nul }],
    ] as const) {
      const { status, error } = await one.request(`/api/v1/operations/${name}?project=${projectId}`, {
        method: 'POST',
        token,
        body,
      })
      expect([name, status, error.code]).toEqual([name, 400, 'TEXT_HAS_NUL'])
    }
    // No such name can exist.
    const missing = await one.request('/api/v1/operations/tableList?project=a%00b', { method: 'POST', token })
    expect([missing.status, missing.error.code]).toEqual([404, 'PROJECT_NOT_FOUND'])
  })

  it('know API tokens from the next request, and their ends', async () => {
    const { id } = await one.call('projectCreateSample', {}, { token })
    const made = await one.operate('apiTokenCreate', { title: 'Both' }, { token, projectId: id })
    const read = async (server: TestServer): Promise<number> =>
      (
        await server.request(`/api/v1/operations/projectMemberList?project=${id}`, {
          method: 'POST',
          headers: { 'xc-token': made.token },
        })
      ).status
    expect([await read(one), await read(other), await read(one)]).toEqual([200, 200, 200])
    await expect
      .poll(async () => (await one.operate('apiTokenList', {}, { token, projectId: id })).list[0]?.lastUsedAt)
      .toEqual(expect.any(String))
    const { list } = await other.operate('memberList', {}, { token, projectId: id })
    expect(list).toEqual([expect.objectContaining({ role: 'owner', lastSeenAt: expect.any(String) as string })])
    const users = await other.request(`/admin?project_id=${id}&query=PERSON1`, { token })
    expect((users.json as { readonly count: number }).count).toBeGreaterThan(1)
    await other.operate('apiTokenDelete', { id: made.id }, { token, projectId: id })
    expect([await read(one), await read(other)]).toEqual([401, 401])
  })

  it('end sessions, suspend and remove users for each other', async () => {
    const user = await one.signUp('managed@example.com')
    const me = (await one.request('/user/me', { token: user.token })).json as { id: number }
    const admin = { token }
    const list = (server: TestServer) =>
      server.request('/api/v1/operations/sessionList', { method: 'POST', token: user.token, body: {} })
    expect((await list(other)).json).toMatchObject([{ current: true, address: '127.0.0.1' }])
    await one.operate('pictureSave', { picture: tinyPng }, user)
    await one.operate('pictureSave', { picture: tinyPng }, user)
    expect(await other.operate('pictureList', { emails: [user.email, 'x@example.com'] }, admin)).toHaveLength(1)
    await one.operate('userSave', { userId: me.id, firstName: 'Ünï', role: 'user' }, admin)
    const project = await other.call('projectCreateByWebWithXCDB', { title: 'Left', projectType: 'rest' }, user)
    await one.operate('userSuspend', { userId: me.id }, admin)
    expect((await list(other)).status).toBe(401)
    const found = await other.operate('userList', { filter: 'suspended', search: 'ünï' }, admin)
    expect(found).toMatchObject({ count: 1, list: [{ id: me.id, projects: 1, secondFactor: false }] })
    const refused = await one.request('/api/v1/operations/userRemove', {
      method: 'POST',
      token,
      body: { userId: me.id },
    })
    expect(refused.error.code).toBe('USER_OWNS_PROJECTS')
    const adminId = ((await one.request('/user/me', { token })).json as { id: number }).id
    await one.operate('userRemove', { userId: me.id, newOwnerId: adminId }, admin)
    const { memberships } = await other.operate('userRead', { userId: adminId }, admin)
    expect(memberships).toContainEqual(expect.objectContaining({ id: project.id, role: 'owner', onlyOwner: true }))
  })

  it('tell a change of many rows in one line of the audit', async () => {
    const { id } = await one.call('projectCreateByWebWithXCDB', { title: 'Pasted', projectType: 'rest' }, { token })
    const here = { token, projectId: id }
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'name', uidt: 'SingleLineText' },
    ]
    await one.call('tableCreate', { tn: 'things', columns }, here)
    const body = ['A', 'B', 'C'].map((name) => ({ name }))
    await one.request(`/nc/${id}/api/v1/things/bulk`, { method: 'POST', token, body })
    await one.request(`/nc/${id}/api/v1/things/2`, { method: 'PUT', token, body: { name: 'Bell' } })
    const { list, count } = await one.call('xcAuditList', { perChange: true }, here)
    expect(count).toBe(4)
    expect(list.map(({ op_sub_type, model_id, details }) => [op_sub_type, model_id, details])).toMatchObject([
      ['UPDATE', '2', '[{"column":"name","before":"B","after":"Bell"}]'],
      ['INSERT', null, '{"rows":3}'],
      ['CREATED', null, expect.any(String)],
      ['CREATED', null, expect.any(String)],
    ])
  })

  it('count guesses together', async () => {
    await one.signUp('guessed@example.com')
    const body = { email: 'guessed@example.com', password: 'wrong password' }
    const statuses = []
    for (const server of [one, other, one, other])
      statuses.push((await server.request('/auth/signin', { method: 'POST', body })).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})

describe.each(places)('two servers without sign-in on one meta store, on $engine', ({ create }) => {
  it('share one owner, whom the first sign-up takes over', async () => {
    const place = await create()
    const start = (authType: 'none' | 'jwt'): Promise<TestServer> => startServer({ metaUrl: place.url, authType })
    const [one, other] = await Promise.all([start('none'), start('none')])
    const { id } = await one.operate('projectCreate', { title: 'Library' })
    expect(await other.operate('projectList', {})).toMatchObject([{ id, role: 'owner' }])
    const owners = await Promise.all([one, other].map(async (server) => (await server.request('/user/me')).json))
    expect(owners).toEqual([owners[0], owners[0]])
    await Promise.all([one.close(), other.close()])

    const signed = await start('jwt')
    const people = await Promise.all(['ada', 'bob', 'eve'].map((name) => signed.signUp(`${name}@example.com`)))
    const lists = await Promise.all(people.map(({ token }) => signed.operate('projectList', {}, { token })))
    expect(lists.map((list) => list.length).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    await signed.close()
    await place.drop()
  })
})
