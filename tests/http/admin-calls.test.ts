import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* The calls of the original about people of a project (wire §3). */

let server: TestServer
let owner: TestUser
let editor: TestUser
let stranger: TestUser
let projectId: string

interface ListedUser {
  readonly id: number | string
  readonly email: string
  readonly roles: string | null
}
interface List {
  readonly list: readonly ListedUser[]
  readonly count: number
}

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  editor = await server.signUp('editor@example.com')
  stranger = await server.signUp('stranger@example.com')
  projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Sales' }, { token: owner.token })).id
  await server.operate('memberInvite', { emails: [editor.email], role: 'editor' }, { token: owner.token, projectId })
  await server.operate(
    'memberInvite',
    { emails: ['later@example.com'], role: 'viewer' },
    { token: owner.token, projectId },
  )
})
afterAll(() => server.close())

const send = (method: string, path: string, who: TestUser, body?: unknown): Promise<Answer> =>
  server.request(path, { method, token: who.token, ...(body !== undefined && { body }) })
const list = async (who: TestUser, query = ''): Promise<List> =>
  (await send('GET', `/admin?project_id=${projectId}${query}`, who)).json as List
const idOf = async (email: string): Promise<number | string> =>
  (await list(owner)).list.find((each) => each.email === email)?.id ?? 'nothing'
const put = async (who: TestUser, email: string, roles: string): Promise<Answer> =>
  send('PUT', `/admin/${await idOf(email)}`, who, { roles, project_id: projectId, email })
const remove = async (who: TestUser, email: string, more = ''): Promise<Answer> =>
  send('DELETE', `/admin/${await idOf(email)}?project_id=${projectId}&email=${email}${more}`, who)

describe('GET /admin', () => {
  it('lists members and open invitations, without anyone’s tokens', async () => {
    const answer = await send('GET', `/admin?project_id=${projectId}&limit=10&offset=0`, editor)
    const { list: users, ...rest } = answer.json as List
    expect(rest).toEqual({ count: 3, limit: '10', offset: '0' })
    expect(users.map(({ email, roles }) => [email, roles])).toEqual([
      ['editor@example.com', 'editor'],
      ['owner@example.com', 'owner'],
      ['later@example.com', 'viewer'],
    ])
    expect(users[0]).toEqual({
      id: expect.any(Number) as number,
      email: 'editor@example.com',
      firstname: null,
      lastname: null,
      username: null,
      invite_token: null,
      invite_token_expires: null,
      reset_password_token: null,
      reset_password_expires: null,
      email_verification_token: null,
      email_verified: false,
      roles: 'editor',
      project_id: projectId,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    })
    expect(users[2]).toMatchObject({ invite_token: null, invite_token_expires: expect.any(String) as string })
  })

  it('lists all users to super admins, who see them anyway', async () => {
    const { list: users, count } = await list(owner)
    expect(count).toBe(4)
    expect(users).toContainEqual(expect.objectContaining({ email: stranger.email, roles: null, project_id: null }))
  })

  it('searches and pages', async () => {
    expect((await list(editor, '&query=LAT')).list.map(({ email }) => email)).toEqual(['later@example.com'])
    expect((await list(editor, '&query=%25')).list).toEqual([])
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => list(editor, `&limit=1&offset=${offset}`)))
    expect(pages.map((page) => page.list.map(({ email }) => email))).toEqual([
      ['editor@example.com'],
      ['owner@example.com'],
      ['later@example.com'],
      [],
    ])
    expect(pages.map(({ count }) => count)).toEqual([3, 3, 3, 3])
  })

  it('is for people who manage members', async () => {
    expect((await send('GET', `/admin?project_id=${projectId}`, stranger)).error.code).toBe('PROJECT_NOT_FOUND')
    expect((await send('GET', '/admin', owner)).status).toBe(404)
    expect((await server.request(`/admin?project_id=${projectId}`)).status).toBe(401)
    expect((await send('GET', `/admin?project_id=${projectId}&limit=-1`, owner)).error.code).toBe('INPUT_INVALID')
  })
})

describe('PUT /admin/{id}', () => {
  it('changes the role of a member or an invitation', async () => {
    expect((await put(owner, editor.email, 'commenter')).json).toEqual({ msg: 'User details updated successfully' })
    expect((await put(owner, 'later@example.com', 'owner,creator')).status).toBe(200)
    expect((await list(owner)).list.map(({ email, roles }) => [email, roles])).toEqual(
      expect.arrayContaining([
        ['editor@example.com', 'commenter'],
        ['later@example.com', 'owner'],
      ]),
    )
    await put(owner, editor.email, 'editor')
    expect((await put(editor, 'later@example.com', 'viewer')).error.code).toBe('ROLE_ABOVE_OWN')
    await put(owner, 'later@example.com', 'viewer')
  })

  it('refuses what the page refuses', async () => {
    expect((await put(editor, editor.email, 'creator')).error.code).toBe('MEMBER_SELF')
    expect((await put(editor, owner.email, 'viewer')).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await put(owner, owner.email, 'viewer')).error.code).toBe('MEMBER_SELF')
    expect((await put(owner, stranger.email, 'viewer')).error.code).toBe('MEMBER_NOT_FOUND')
    expect((await put(owner, editor.email, 'admin')).error.code).toBe('ROLE_NOT_FOUND')
    const unknown = await send('PUT', '/admin/nothing', owner, { roles: 'viewer', project_id: projectId })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'MEMBER_NOT_FOUND'])
  })
})

describe('DELETE /admin/{id}', () => {
  it('removes a member or withdraws an invitation', async () => {
    const guest = await server.signUp('guest@example.com')
    await send('POST', '/admin', owner, { email: guest.email, roles: 'viewer', project_id: projectId })
    expect((await remove(editor, guest.email, '&type=DELETE_FROM_PROJECT')).json).toEqual({ msg: 'success' })
    expect((await send('GET', `/user/me?project_id=${projectId}`, guest)).status).toBe(403)
    const invited = await send('POST', '/admin', owner, {
      email: 'no@example.com',
      roles: 'viewer',
      project_id: projectId,
    })
    const { invite_token: token } = invited.json as { readonly invite_token: string }
    expect((await remove(editor, 'no@example.com')).status).toBe(200)
    const body = { email: 'no@example.com', password: testPassword, token }
    expect((await server.request('/auth/signup', { method: 'POST', body })).error.code).toBe('INVITATION_INVALID')
  })

  it('refuses what the page refuses', async () => {
    expect((await remove(owner, owner.email)).error.code).toBe('MEMBER_SELF')
    expect((await remove(editor, owner.email)).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await remove(owner, stranger.email)).error.code).toBe('MEMBER_NOT_FOUND')
    expect((await remove(owner, editor.email, '&type=DELETE')).error.code).toBe('INPUT_INVALID')
    // Removing the account itself is up to super admins.
    expect((await remove(editor, editor.email, '&type=DELETE_FROM_NOCODB')).status).toBe(403)
    expect((await remove(stranger, editor.email)).error.code).toBe('PROJECT_NOT_FOUND')
  })
})
