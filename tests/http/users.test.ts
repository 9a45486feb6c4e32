import type { UserDetails } from '@common/operations/users'
import { operationsPath } from '@common/constants'
import { giveRoles } from '@tests/helpers/members'
import { cookieOf, startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { tinyPng } from '@tests/contract/account-calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startServer({ signInAttempts: 20, signUpAttempts: 0 })
  admin = await server.signUp('admin@example.com')
})
afterAll(() => server.close())

const operation = (name: string, input: unknown, user: { readonly token?: string } = admin): Promise<Answer> =>
  server.request(`${operationsPath}/${name}`, { method: 'POST', body: input, token: user.token })
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(path, { method: 'POST', body, headers })
const idOf = async ({ token }: { readonly token: string }): Promise<number> =>
  ((await server.request('/user/me', { token })).json as { id: number }).id
const read = (userId: number): Promise<UserDetails> => server.operate('userRead', { userId }, admin)
const signIn = ({ email }: TestUser, password = testPassword): Promise<Answer> =>
  post('/auth/signin', { email, password })
const newUser = async (email?: string): Promise<TestUser & { readonly id: number }> => {
  const user = await server.signUp(email)
  return { ...user, id: await idOf(user) }
}
const newProject = (title: string): Promise<{ readonly id: string }> =>
  server.call('projectCreateByWebWithXCDB', { title, projectType: 'rest' }, admin)

describe('the list of users', () => {
  it('names every user, in pages, by address', async () => {
    const before = await server.operate('userList', {}, admin)
    await newUser('zoe@list.example.com')
    await newUser('abe@list.example.com')
    const all = await server.operate('userList', { search: 'LIST.example' }, admin)
    expect(all.list.map(({ email }) => email)).toEqual(['abe@list.example.com', 'zoe@list.example.com'])
    expect(all.count).toBe(2)
    const second = await server.operate('userList', { search: 'list.example', offset: 1, limit: 1 }, admin)
    expect([second.count, second.list.map(({ email }) => email)]).toEqual([2, ['zoe@list.example.com']])
    expect((await server.operate('userList', {}, admin)).count).toBe(before.count + 2)
    expect(JSON.stringify(all)).not.toMatch(/argon2|password|token/i)
  })

  it('finds names, and takes signs of patterns as they are', async () => {
    const user = await newUser()
    await server.operate('userSave', { userId: user.id, firstName: 'Grace%', lastName: 'Hopper_' }, admin)
    const found = async (search: string): Promise<number[]> =>
      (await server.operate('userList', { search }, admin)).list.map(({ id }) => id)
    expect(await found('grace%')).toEqual([user.id])
    expect(await found('HOPPER_')).toEqual([user.id])
    expect(await found('gr%ce')).toEqual([])
    expect(await found('!')).toEqual([])
    expect(await found("'; DROP TABLE xc_users; --")).toEqual([])
  })

  it('filters super admins and suspended users', async () => {
    const user = await newUser()
    await server.operate('userSuspend', { userId: user.id }, admin)
    const suspended = await server.operate('userList', { filter: 'suspended', limit: 200 }, admin)
    expect(suspended.list.map(({ id }) => id)).toContain(user.id)
    expect(suspended.list.every(({ suspendedAt }) => suspendedAt !== null)).toBe(true)
    const admins = await server.operate('userList', { filter: 'super' }, admin)
    expect(admins.list.map(({ email }) => email)).toEqual(['admin@example.com'])
  })

  it.each([
    { limit: 0 },
    { limit: 201 },
    { offset: -1 },
    { filter: 'owner' },
    { search: 'a'.repeat(201) },
    { more: 1 },
  ])('refuses %j', async (input) => {
    expect((await operation('userList', input)).status).toBe(400)
  })
})

describe('one user', () => {
  it('shows projects, sessions and ways to sign in', async () => {
    const user = await newUser()
    const [own, shared] = [await newProject('Own'), await newProject('Shared')]
    giveRoles(server.profileFolder, own.id, { [user.email]: 'owner' })
    giveRoles(server.profileFolder, shared.id, { [user.email]: 'editor' })
    expect(await read(user.id)).toMatchObject({
      email: user.email,
      role: 'user_new',
      suspendedAt: null,
      secondFactor: false,
      hasPassword: true,
      projects: 2,
      memberships: [
        { id: own.id, title: 'Own', role: 'owner', customRole: null, onlyOwner: false },
        { id: shared.id, title: 'Shared', role: 'editor', customRole: null, onlyOwner: false },
      ],
      sessions: [{ current: false, address: '127.0.0.1' }],
    })
  })

  it('is not found by an invented id', async () => {
    const calls: [string, object][] = [
      ['userRead', {}],
      ['userSave', { role: 'user' }],
      ['userSuspend', {}],
      ['userUnsuspend', {}],
      ['userRemove', {}],
      ['userSessionsEnd', {}],
      ['secondFactorReset', {}],
    ]
    for (const [name, more] of calls) {
      const answer = await operation(name, { userId: 999_999, ...more })
      expect([name, answer.status, answer.error.code]).toEqual([name, 404, 'USER_NOT_FOUND'])
    }
  })

  it('gets names and a role, which count at once', async () => {
    const user = await newUser()
    const create = (): Promise<Answer> => operation('projectCreateSample', {}, user)
    expect((await create()).status).toBe(403)
    await server.operate('userSave', { userId: user.id, firstName: ' Grace ', lastName: '', role: 'user' }, admin)
    expect(await read(user.id)).toMatchObject({ firstName: 'Grace', lastName: null, role: 'user' })
    expect((await create()).status).toBe(200)
    expect((await operation('userList', {}, user)).status).toBe(403)
    await server.operate('userSave', { userId: user.id, role: 'super' }, admin)
    expect((await operation('userList', {}, user)).status).toBe(200)
    await server.operate('userSave', { userId: user.id, role: 'user_new' }, admin)
    expect((await operation('userList', {}, user)).status).toBe(403)
    expect((await create()).status).toBe(403)
  })

  it.each([
    { role: 'owner' },
    { role: 'guest' },
    { firstName: 'a\nb' },
    { firstName: 'a'.repeat(121) },
    { email: 'x@y.z' },
  ])('refuses %j and changes nothing', async (changes) => {
    const user = await newUser()
    expect((await operation('userSave', { userId: user.id, ...changes })).status).toBe(400)
    expect(await read(user.id)).toMatchObject({ firstName: null, role: 'user_new', email: user.email })
  })

  it('has sessions that a super admin ends', async () => {
    const user = await newUser()
    await signIn(user)
    expect(await server.operate('userSessionsEnd', { userId: user.id }, admin)).toEqual({ ended: 2 })
    expect((await operation('sessionList', {}, user)).status).toBe(401)
    expect((await signIn(user)).status).toBe(200)
  })
})

describe('suspension', () => {
  it('ends sessions at once, and sign-in until it is lifted', async () => {
    const user = await newUser()
    await operation('sessionList', {}, user)
    await server.operate('userSuspend', { userId: user.id }, admin)
    expect((await operation('sessionList', {}, user)).status).toBe(401)
    expect((await server.request('/nc/p/api/v1/t', { token: user.token })).status).toBe(401)
    const refreshed = await post('/auth/refresh-token', {}, { cookie: user.cookie })
    expect(refreshed.error.code).toBe('REFRESH_TOKEN_INVALID')
    const answer = await signIn(user)
    expect([answer.status, answer.error.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect(cookieOf(answer)).toBe('')
    await server.operate('userUnsuspend', { userId: user.id }, admin)
    expect((await operation('sessionList', {}, user)).status).toBe(401)
    expect((await signIn(user)).status).toBe(200)
  })

  it('shows only to those who know the password', async () => {
    const user = await newUser()
    await server.operate('userSuspend', { userId: user.id }, admin)
    const wrong = await signIn(user, 'not the password')
    const unknown = await signIn({ ...user, email: 'nobody@example.com' }, 'not the password')
    expect([wrong.status, wrong.error]).toEqual([unknown.status, unknown.error])
    expect(wrong.error.code).toBe('CREDENTIALS_INVALID')
    const signUp = await post('/auth/signup', { email: user.email, password: testPassword })
    expect(signUp.error.code).toBe('ACCOUNT_SUSPENDED')
  })

  it('voids links for a new password, also those of an administrator', async () => {
    const user = await newUser()
    const { link } = await server.operate('passwordResetLinkCreate', { userId: user.id }, admin)
    await server.operate('userSuspend', { userId: user.id }, admin)
    const later = await server.operate('passwordResetLinkCreate', { userId: user.id }, admin)
    for (const address of [link, later.link]) {
      const token = new URLSearchParams(address.split('?')[1]).get('token') ?? ''
      const answer = await post(`/auth/password/reset/${token}`, { password: 'a new password' })
      expect(answer.error.code).toBe('RESET_TOKEN_INVALID')
    }
  })

  it('stops the API tokens of the user, and removal deletes them', async () => {
    const user = await newUser()
    const project = await newProject('Scripts')
    giveRoles(server.profileFolder, project.id, { [user.email]: 'owner' })
    const made = await server.operate('apiTokenCreate', { title: 'Sync' }, { token: user.token, projectId: project.id })
    const status = async (): Promise<number> =>
      (await server.request(`/nc/${project.id}/api/v1/nothing`, { headers: { 'xc-token': made.token } })).status
    expect(await status()).toBe(404)
    await server.operate('userSuspend', { userId: user.id }, admin)
    expect(await status()).toBe(401)
    await server.operate('userUnsuspend', { userId: user.id }, admin)
    expect(await status()).toBe(404)
    await server.operate('userRemove', { userId: user.id }, admin)
    expect(await status()).toBe(401)
    const { list } = await server.operate('apiTokenList', {}, { token: admin.token, projectId: project.id })
    expect(list).toEqual([])
  })

  it('voids invitations that the user sent', async () => {
    const user = await newUser()
    const project = await newProject('Invites')
    giveRoles(server.profileFolder, project.id, { [user.email]: 'owner' })
    const invite = async (email: string): Promise<string> => {
      const input = { emails: [email], role: 'viewer' as const }
      const { people } = await server.operate('memberInvite', input, { token: user.token, projectId: project.id })
      return people[0]?.link?.split('/').at(-1) ?? ''
    }
    const token = await invite('friend@example.com')
    const join = (): Promise<Answer> => operation('invitationRead', { token }, {})
    expect((await join()).status).toBe(200)
    await server.operate('userSuspend', { userId: user.id }, admin)
    expect((await join()).error.code).toBe('INVITATION_INVALID')
    await server.operate('userUnsuspend', { userId: user.id }, admin)
    expect((await join()).status).toBe(200)
  })

  it('of one suspended twice keeps the first time', async () => {
    const user = await newUser()
    await server.operate('userSuspend', { userId: user.id }, admin)
    const { suspendedAt } = await read(user.id)
    await server.operate('userSuspend', { userId: user.id }, admin)
    expect((await read(user.id)).suspendedAt).toBe(suspendedAt)
  })
})

describe('removal', () => {
  it('ends the account, with everything that belongs to it alone', async () => {
    const user = await newUser('gone@example.com')
    await server.operate('pictureSave', { picture: tinyPng }, user)
    expect(await server.operate('userRemove', { userId: user.id }, admin)).toEqual({ email: 'gone@example.com' })
    expect((await operation('sessionList', {}, user)).status).toBe(401)
    expect((await signIn(user)).error.code).toBe('CREDENTIALS_INVALID')
    expect(await server.operate('pictureList', { emails: [user.email] }, admin)).toEqual([])
    // The address is free again, for a new person without the rights of the old one.
    const again = await newUser('gone@example.com')
    expect(again.id).not.toBe(user.id)
  })

  it('needs a new owner for projects that would have none', async () => {
    const [user, heir] = [await newUser(), await newUser()]
    await server.operate('userSave', { userId: user.id, role: 'user' }, admin)
    const titles = ['First', 'Second']
    const ids: string[] = []
    for (const title of titles)
      ids.push((await server.call('projectCreateByWebWithXCDB', { title, projectType: 'rest' }, user)).id)
    const refused = await operation('userRemove', { userId: user.id })
    expect([refused.status, refused.error.code]).toEqual([409, 'USER_OWNS_PROJECTS'])
    expect(refused.error.msg).toBe(
      'This user is the only owner of 2 projects: First, Second. Choose a new owner first.',
    )
    expect((await operation('sessionList', {}, user)).status).toBe(200)
    await server.operate('userRemove', { userId: user.id, newOwnerId: heir.id }, admin)
    expect((await read(heir.id)).memberships).toEqual(
      ids.map((id, at) => ({ id, title: titles[at], role: 'owner', customRole: null, onlyOwner: true })),
    )
  })

  it('keeps projects of several owners with the other one', async () => {
    const user = await newUser()
    await server.operate('userSave', { userId: user.id, role: 'user' }, admin)
    const project = await server.call('projectCreateByWebWithXCDB', { title: 'Two', projectType: 'rest' }, user)
    giveRoles(server.profileFolder, project.id, { 'admin@example.com': 'owner' })
    await server.operate('userRemove', { userId: user.id }, admin)
    const own = (await read(await idOf(admin))).memberships.find(({ id }) => id === project.id)
    expect(own).toMatchObject({ role: 'owner', onlyOwner: true })
  })

  it('refuses new owners who are removed, suspended or invented', async () => {
    const [user, suspended] = [await newUser(), await newUser()]
    await server.operate('userSave', { userId: user.id, role: 'user' }, admin)
    await server.call('projectCreateByWebWithXCDB', { title: 'Kept', projectType: 'rest' }, user)
    await server.operate('userSuspend', { userId: suspended.id }, admin)
    for (const newOwnerId of [user.id, suspended.id, 999_999]) {
      const answer = await operation('userRemove', { userId: user.id, newOwnerId })
      expect([answer.status, answer.error.code]).toEqual([400, 'NEW_OWNER_INVALID'])
    }
    expect((await read(user.id)).memberships).toMatchObject([{ title: 'Kept', onlyOwner: true }])
  })

  it('keeps what the user wrote', async () => {
    const user = await newUser('writer@example.com')
    const { id } = await server.call('projectCreateSample', {}, admin)
    giveRoles(server.profileFolder, id, { 'writer@example.com': 'editor' })
    const record = { table: 'Tracks', rowId: '1' }
    await server.operate('commentCreate', { ...record, text: 'Nice' }, { token: user.token, projectId: id })
    await server.operate('userRemove', { userId: user.id }, admin)
    const { list } = await server.operate('commentList', record, { token: admin.token, projectId: id })
    expect(list.map(({ text }) => text)).toContain('Nice')
  })
})

describe('super admins', () => {
  it('cannot lower, suspend or remove themselves', async () => {
    const userId = await idOf(admin)
    const calls: [string, object][] = [
      ['userSave', { role: 'user' }],
      ['userSuspend', {}],
      ['userRemove', {}],
      ['userRemove', { newOwnerId: userId }],
    ]
    for (const [name, more] of calls) {
      const answer = await operation(name, { userId, ...more })
      expect([name, answer.status, answer.error.code]).toEqual([name, 400, 'OWN_ACCOUNT'])
    }
    await server.operate('userSave', { userId, firstName: 'Ada', role: 'super' }, admin)
    expect(await read(userId)).toMatchObject({ role: 'super', firstName: 'Ada', suspendedAt: null })
  })

  it.each([
    ['userSave', { role: 'user' }],
    ['userSuspend', {}],
    ['userRemove', {}],
  ])('are never gone, also when two send %s for each other at once', async (name, more) => {
    const other = await startServer()
    try {
      const [one, two] = [await other.signUp(), await other.signUp()]
      const idIn = async ({ token }: TestUser): Promise<number> =>
        ((await other.request('/user/me', { token })).json as { id: number }).id
      const [idOne, idTwo] = [await idIn(one), await idIn(two)]
      await other.operate('userSave', { userId: idTwo, role: 'super' }, one)
      const send = ({ token }: TestUser, userId: number): Promise<Answer> =>
        other.request(`${operationsPath}/${name}`, { method: 'POST', body: { userId, ...more }, token })
      const answers = await Promise.all([send(one, idTwo), send(two, idOne)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const winner = answers[0]?.status === 200 ? one : two
      const { list } = await other.operate('userList', { filter: 'super' }, winner)
      expect(list.filter(({ suspendedAt }) => suspendedAt === null).map(({ email }) => email)).toEqual([winner.email])
    } finally {
      await other.close()
    }
  })

  it('are the only ones who see and change users', async () => {
    const user = await newUser()
    const project = await newProject('Owned')
    giveRoles(server.profileFolder, project.id, { [user.email]: 'owner' })
    const calls = ['userList', 'userRead', 'userSave', 'userSuspend', 'userUnsuspend', 'userRemove', 'userSessionsEnd']
    for (const name of calls) {
      expect((await operation(name, { userId: 1 }, user)).status).toBe(403)
      expect((await operation(name, { userId: 1 }, {})).status).toBe(401)
    }
  })
})
