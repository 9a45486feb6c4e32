import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'

/* Every call of wire §3 as scripts of the original send it, and the shape of its answer. */

let server: TestServer
let owner: string
let projectId: string
let editor: string
let viewer: string

const text = expect.any(String) as string
const refusal = { msg: text }

const get = (path: string, token = owner): Promise<Answer> => server.request(path, { token })
const send = (method: string, path: string, body?: unknown, token = owner): Promise<Answer> =>
  server.request(path, { method, token, ...(body !== undefined && { body }) })
const invite = (given: object, token = owner): Promise<Answer> =>
  send('POST', '/admin', { project_id: projectId, projectName: 'Wire', ...given }, token)
const list = async (): Promise<
  readonly { readonly id: number | string; readonly email: string; readonly roles: string }[]
> => ((await get(`/admin?project_id=${projectId}&limit=100&offset=0&query=`)).json as { list: never[] }).list
const idOf = async (email: string): Promise<string> =>
  String((await list()).find((user) => user.email === email)?.id ?? '')

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = (await server.signUp('owner@g.com')).token
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Wire' }, { token: owner })).id
  editor = (await server.signUp('editor@g.com')).token
  viewer = (await server.signUp('viewer@g.com')).token
  await invite({ email: 'editor@g.com', roles: 'editor' })
  await invite({ email: 'viewer@g.com', roles: 'viewer' })
})
afterAll(() => server.close())

it('is for owners, creators and editors of the project that it names', async () => {
  expect((await get(`/admin?project_id=${projectId}`, editor)).status).toBe(200)
  expect((await get(`/admin?project_id=${projectId}`, viewer)).status).toBe(403)
  for (const answer of [await get('/admin'), await send('POST', '/admin', { email: 'a@g.com', roles: 'viewer' })])
    expect([answer.status >= 400 && answer.status < 500, answer.json]).toEqual([true, expect.objectContaining(refusal)])
})

describe('GET /admin', () => {
  it('lists users with the keys of the original, without their tokens (better)', async () => {
    const answer = await get(`/admin?project_id=${projectId}&limit=20&offset=0&query=EDITOR`)
    expect(answer.json).toEqual({
      list: [
        {
          id: expect.any(Number) as number,
          email: 'editor@g.com',
          firstname: null,
          lastname: null,
          username: null,
          invite_token: null,
          invite_token_expires: null,
          reset_password_token: null,
          reset_password_expires: null,
          email_verification_token: null,
          email_verified: expect.any(Boolean) as boolean,
          roles: 'editor',
          project_id: projectId,
          created_at: text,
          updated_at: text,
        },
      ],
      count: 1,
      // As they were sent.
      limit: '20',
      offset: '0',
    })
    expect((await get(`/admin?project_id=${projectId}`)).json).toMatchObject({ limit: 20, offset: 0 })
  })
})

describe('POST /admin', () => {
  it('invites one person by a link, without mail', async () => {
    const answer = await invite({ email: 'new@g.com', roles: 'commenter' })
    expect([answer.status, answer.json]).toEqual([200, { invite_token: text, email: 'new@g.com' }])
    const { invite_token: token } = answer.json as { readonly invite_token: string }
    const without = await send('POST', '/auth/signup', { email: 'new@g.com', password: testPassword, token: 'x' })
    expect([without.status, without.json]).toEqual([400, expect.objectContaining(refusal)])
    const joined = await send('POST', '/auth/signup', { email: 'new@g.com', password: testPassword, token })
    expect([joined.status, joined.json]).toEqual([200, { token: text }])
    // Better: the role that was asked for.
    expect(await list()).toContainEqual(expect.objectContaining({ email: 'new@g.com', roles: 'commenter' }))
  })

  it('makes a known person a member with the given role (better)', async () => {
    await server.signUp('known@g.com')
    expect((await invite({ email: 'known@g.com', roles: 'viewer' })).json).toEqual({ msg: 'success' })
    expect(await list()).toContainEqual(expect.objectContaining({ email: 'known@g.com', roles: 'viewer' }))
  })

  it('invites several', async () => {
    const answer = await invite({ email: 'x@g.com,y@g.com', roles: 'viewer' })
    expect([answer.status, answer.json]).toEqual([
      200,
      { invite_token: text, emails: ['x@g.com', 'y@g.com'], error: [] },
    ])
  })

  it('refuses what is no invitation', async () => {
    for (const given of [
      { email: 'wrong', roles: 'viewer' },
      { email: '', roles: 'viewer' },
    ]) {
      const answer = await invite(given)
      expect([given, answer.status, answer.json]).toEqual([given, 400, expect.objectContaining(refusal)])
    }
    // Better: an unknown role, and one above the own.
    expect((await invite({ email: 'z@g.com', roles: 'emperor' })).status).toBeGreaterThanOrEqual(400)
    expect((await invite({ email: 'z@g.com', roles: 'owner' }, editor)).status).toBe(403)
    expect(await idOf('z@g.com')).toBe('')
  })

  it('sends an invitation again', async () => {
    await invite({ email: 'again@g.com', roles: 'viewer' })
    const answer = await send('POST', `/admin/resendInvite/${await idOf('again@g.com')}`, { project_id: projectId })
    expect([answer.status, answer.json]).toMatchObject([200, { msg: 'success' }])
  })
})

describe('PUT /admin/{id}', () => {
  it('changes the role of a member', async () => {
    const body = { roles: 'commenter', project_id: projectId, email: 'viewer@g.com' }
    const answer = await send('PUT', `/admin/${await idOf('viewer@g.com')}`, body)
    expect([answer.status, answer.json]).toEqual([200, { msg: 'User details updated successfully' }])
    expect(await list()).toContainEqual(expect.objectContaining({ email: 'viewer@g.com', roles: 'commenter' }))
  })

  it('refuses unknown people, raising oneself, and lowering the last owner (better)', async () => {
    const change = (id: string, roles: string, token = owner): Promise<Answer> =>
      send('PUT', `/admin/${id}`, { roles, project_id: projectId }, token)
    const answers = [
      await change('999999', 'viewer'),
      await change(await idOf('editor@g.com'), 'creator', editor),
      await change(await idOf('owner@g.com'), 'viewer'),
      await change(await idOf('new@g.com'), 'emperor'),
    ]
    for (const answer of answers)
      expect([answer.status >= 400 && answer.status < 500, answer.json]).toEqual([
        true,
        expect.objectContaining(refusal),
      ])
  })
})

describe('DELETE /admin/{id}', () => {
  it('removes a member', async () => {
    const path = `/admin/${await idOf('known@g.com')}?project_id=${projectId}&email=known@g.com&type=DELETE_FROM_PROJECT`
    const answer = await send('DELETE', path)
    expect([answer.status, answer.json]).toEqual([200, { msg: 'success' }])
    const members = (await list()).filter(({ roles }) => roles !== null)
    expect(members.map(({ email }) => email)).not.toContain('known@g.com')
  })

  it('removes the account too, for a super admin', async () => {
    const { token } = await server.signUp('leaving@g.com')
    await invite({ email: 'leaving@g.com', roles: 'viewer' })
    const path = `/admin/${await idOf('leaving@g.com')}?project_id=${projectId}&type=DELETE_FROM_NOCODB`
    expect((await send('DELETE', path, undefined, editor)).status).toBe(403)
    const answer = await send('DELETE', path)
    expect([answer.status, answer.json]).toEqual([200, { msg: 'success' }])
    expect((await get('/user/me', token)).json).toEqual({ roles: { guest: true } })
    expect(await idOf('leaving@g.com')).toBe('')
    const own = await send(
      'DELETE',
      `/admin/${await idOf('owner@g.com')}?project_id=${projectId}&type=DELETE_FROM_NOCODB`,
    )
    expect([own.status, own.error.code]).toEqual([400, 'OWN_ACCOUNT'])
    expect((await send('DELETE', `/admin/x?project_id=${projectId}&type=DELETE_FROM_NOCODB`)).status).toBe(404)
  })

  it('refuses to remove oneself', async () => {
    const answer = await send('DELETE', `/admin/${await idOf('owner@g.com')}?project_id=${projectId}`)
    expect([answer.status >= 400 && answer.status < 500, answer.json]).toEqual([true, expect.objectContaining(refusal)])
  })
})
