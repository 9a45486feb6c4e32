import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectRoles, type Permission, type ProjectRole } from '@common/permissions'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Members of a project: rights to change and remove each other, and what a project and its members are safe from. */

let server: TestServer
let projectId: string
/** The owner of the projects at the beginning. */
let first: TestUser
/** Two people of each role: one acts, the other is acted upon. */
const actors = new Map<ProjectRole, TestUser>()
const targets = new Map<ProjectRole, TestUser>()
let stranger: TestUser
const ids = new Map<string, number>()

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  first = await server.signUp('first@example.com')
  stranger = await server.signUp('stranger@example.com')
  for (const role of projectRoles) {
    actors.set(role, await server.signUp(`${role}-actor@example.com`))
    targets.set(role, await server.signUp(`${role}-target@example.com`))
  }
  for (const user of [first, stranger, ...actors.values(), ...targets.values()])
    ids.set(user.email, ((await server.request('/user/me', { token: user.token })).json as { id: number }).id)
  projectId = await newProject('Sales')
})
afterAll(() => server.close())

beforeEach(async () => {
  for (const role of projectRoles) for (const user of [actor(role), target(role)]) await give(projectId, user, role)
})

const newProject = async (title: string): Promise<string> =>
  (await server.call('projectCreateByWebWithXCDB', { title }, { token: first.token })).id

/** Gives a role, whatever it was before. */
async function give(project: string, user: TestUser, role: ProjectRole): Promise<void> {
  const as = { token: first.token, projectId: project }
  const { people } = await server.operate('memberInvite', { emails: [user.email], role }, as)
  if (people[0]?.outcome === 'member') await server.operate('memberRoleSet', { userId: idOf(user), role }, as)
}

const actor = (role: ProjectRole): TestUser => actors.get(role) as TestUser
const target = (role: ProjectRole): TestUser => targets.get(role) as TestUser
const idOf = ({ email }: TestUser): number => ids.get(email) ?? 0

const operation = (name: string, input: unknown, { token }: Pick<TestUser, 'token'>, project = projectId) =>
  server.request(`/api/v1/operations/${name}?project=${project}`, { method: 'POST', token, body: input })
const setRole = (by: TestUser, whom: TestUser, role: string): Promise<Answer> =>
  operation('memberRoleSet', { userId: idOf(whom), role }, by)
const remove = (by: TestUser, whom: TestUser): Promise<Answer> => operation('memberRemove', { userId: idOf(whom) }, by)

/** Roles as the members themselves learn them, from their next request. */
async function roleOf({ token }: TestUser, project = projectId): Promise<string | undefined> {
  const { status, json } = await server.request(`/user/me?project_id=${project}`, { token })
  return status === 200 ? Object.keys((json as { roles: object }).roles)[0] : undefined
}

const rank = (role: ProjectRole): number => projectRoles.indexOf(role)
const pairs = projectRoles.flatMap((by) => projectRoles.map((of) => [by, of] as const))
/** Editors and above manage people, up to their own role. */
const manages = (by: ProjectRole, of: ProjectRole): boolean => rank(by) <= rank('editor') && rank(of) >= rank(by)
const refusal = (by: ProjectRole): string => (rank(by) <= rank('editor') ? 'ROLE_ABOVE_OWN' : 'NOT_ALLOWED')

describe('a role of another member', () => {
  it.each(pairs)('is changed by a %s: a %s', async (by, of) => {
    for (const role of projectRoles) {
      const mayDo = manages(by, of) && rank(role) >= rank(by)
      const before = await roleOf(target(of))
      const answer = await setRole(actor(by), target(of), role)
      expect([role, answer.status]).toEqual([role, mayDo ? 200 : 403])
      if (!mayDo) expect(answer.error.code).toBe(refusal(by))
      expect(await roleOf(target(of))).toBe(mayDo ? role : before)
      if (mayDo) await give(projectId, target(of), of)
    }
  })

  it.each(pairs)('ends when a %s removes a %s', async (by, of) => {
    const mayDo = manages(by, of)
    const answer = await remove(actor(by), target(of))
    expect(answer.status).toBe(mayDo ? 200 : 403)
    if (!mayDo) expect(answer.error.code).toBe(refusal(by))
    expect(await roleOf(target(of))).toBe(mayDo ? undefined : of)
  })

  it('counts with a preview as the previewed role', async () => {
    const { token } = actor('owner')
    const answer = await server.request(`/api/v1/operations/memberRemove?project=${projectId}`, {
      method: 'POST',
      token,
      headers: { 'xc-preview': 'editor' },
      body: { userId: idOf(target('creator')) },
    })
    expect(answer.error.code).toBe('ROLE_ABOVE_OWN')
  })

  it('applies from the next request, on data too', async () => {
    const editor = target('editor')
    const as = { token: actor('owner').token, projectId }
    await server.operate('tableCreate', { table: `notes`, columns: [{ name: 'text', type: 'LongText' }] }, as)
    const write = (): Promise<Answer> =>
      server.request(`/nc/${projectId}/api/v1/notes`, { method: 'POST', token: editor.token, body: { text: 'x' } })
    const read = (): Promise<Answer> => server.request(`/nc/${projectId}/api/v1/notes`, { token: editor.token })
    expect([(await write()).status, (await read()).status]).toEqual([200, 200])
    expect((await setRole(actor('creator'), editor, 'viewer')).json).toEqual({ email: editor.email })
    expect([(await write()).status, (await read()).status]).toEqual([403, 200])
    await remove(actor('creator'), editor)
    expect([(await write()).error.code, (await read()).error.code]).toEqual(['PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND'])
  })
})

describe('nobody', () => {
  it('changes or removes themselves', async () => {
    for (const role of ['owner', 'creator', 'editor'] as const) {
      const self = actor(role)
      for (const answer of [
        await setRole(self, self, 'viewer'),
        await setRole(self, self, 'owner'),
        await remove(self, self),
      ])
        expect([answer.status, answer.error.code]).toEqual([400, 'MEMBER_SELF'])
      expect(await roleOf(self)).toBe(role)
    }
  })

  it('learns whether an id belongs to a user elsewhere', async () => {
    const answers = [stranger, { ...stranger, email: 'unknown' }].flatMap((whom) => [
      setRole(actor('owner'), whom, 'viewer'),
      remove(actor('owner'), whom),
      operation('projectTransfer', { userId: idOf(whom) }, actor('owner')),
    ])
    for (const { status, error } of await Promise.all(answers))
      expect([status, error.code, error.msg]).toEqual([
        404,
        'MEMBER_NOT_FOUND',
        'There is no such member in this project.',
      ])
  })

  it.each([
    [{ userId: 1.5, role: 'viewer' }],
    [{ userId: '1', role: 'viewer' }],
    [{ userId: 1, role: '' }],
    [{ userId: 1, role: 'viewer', isSuperAdmin: true }],
    [{ role: 'viewer' }],
  ])('changes anything with %j', async (input) => {
    const answer = await operation('memberRoleSet', input, actor('owner'))
    expect([answer.status, answer.error.code]).toEqual([400, 'INPUT_INVALID'])
  })

  it.each(['super', 'guest', 'user', 'sharedView', 'nothing'])('gives the role %s', async (role) => {
    const answer = await setRole(actor('owner'), target('viewer'), role)
    expect([answer.status, answer.error.code]).toEqual([404, 'ROLE_NOT_FOUND'])
  })
})

describe('a project keeps an owner', () => {
  let own: string
  let owner: TestUser
  let second: TestUser
  beforeEach(async () => {
    own = await newProject('Own')
    owner = target('owner')
    second = target('creator')
    await give(own, owner, 'owner')
    await give(own, second, 'creator')
    // The person who created the project goes, so that one owner is left.
    expect((await operation('projectLeave', {}, first, own)).status).toBe(200)
  })
  const leave = (who: TestUser): Promise<Answer> => operation('projectLeave', {}, who, own)
  const listed = async (who: TestUser) => (await server.call('projectList', {}, who)).find(({ id }) => id === own)

  it('when the last one leaves', async () => {
    const answer = await leave(owner)
    expect([answer.status, answer.error.code]).toEqual([400, 'LAST_OWNER'])
    expect(await roleOf(owner, own)).toBe('owner')
    expect((await leave(second)).status).toBe(200)
    expect((await leave(second)).error.code).toBe('PROJECT_NOT_FOUND')
    expect((await listed(second))?.id).toBeUndefined()
  })

  it('who is named in the list of projects after the first owner left', async () => {
    expect((await listed(second))?.owner).toBe(owner.email)
    expect((await operation('memberRoleSet', { userId: idOf(second), role: 'owner' }, owner, own)).status).toBe(200)
    expect((await listed(second))?.owner).toBe(owner.email)
    expect((await leave(owner)).status).toBe(200)
    expect((await listed(second))?.owner).toBe(second.email)
  })

  it('when two owners remove, demote or leave each other at once', async () => {
    for (const attempt of [
      (by: TestUser, whom: TestUser, at: string) => operation('memberRemove', { userId: idOf(whom) }, by, at),
      (by: TestUser, whom: TestUser, at: string) =>
        operation('memberRoleSet', { userId: idOf(whom), role: 'viewer' }, by, at),
      (by: TestUser, _: TestUser, at: string) => operation('projectLeave', {}, by, at),
    ]) {
      const project = await newProject('Two owners')
      await give(project, owner, 'owner')
      await give(project, second, 'owner')
      await operation('projectLeave', {}, first, project)
      const answers = await Promise.all([attempt(owner, second, project), attempt(second, owner, project)])
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      expect([await roleOf(owner, project), await roleOf(second, project)]).toContain('owner')
    }
  })

  it('whom the owner alone chooses', async () => {
    const transfer = (by: TestUser, whom: TestUser): Promise<Answer> =>
      operation('projectTransfer', { userId: idOf(whom) }, by, own)
    expect((await transfer(second, second)).error.code).toBe('NOT_ALLOWED')
    expect((await transfer(owner, owner)).error.code).toBe('MEMBER_SELF')
    expect((await transfer(owner, second)).json).toEqual({ email: second.email })
    expect([await roleOf(owner, own), await roleOf(second, own)]).toEqual(['creator', 'owner'])
    expect((await listed(owner))?.owner).toBe(second.email)
    expect((await transfer(owner, second)).error.code).toBe('NOT_ALLOWED')
  })
})

describe('the list of members', () => {
  it('names people with their roles, the most powerful first', async () => {
    const { token } = actor('editor')
    await server.operate('projectOpen', {}, { token, projectId })
    const { list } = await server.operate('memberList', {}, { token, projectId })
    expect(list).toHaveLength(projectRoles.length * 2 + 1)
    const ranks = list.map(({ role }) => projectRoles.findIndex((each) => each === role))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(list.find(({ email }) => email === 'editor-actor@example.com')).toEqual({
      userId: idOf(actor('editor')),
      email: 'editor-actor@example.com',
      firstName: null,
      lastName: null,
      role: 'editor',
      roleTitle: null,
      suspended: false,
      joinedAt: expect.any(String) as string,
      lastSeenAt: expect.stringMatching(/^20/) as string,
    })
  })

  it('shows the address of a separate account without its mark', async () => {
    await server.signUp('twice@example.com', 'first password')
    const second = await server.signUp('twice@example.com', 'second password')
    const { id } = (await server.request('/user/me', { token: second.token })).json as { id: number }
    const project = await newProject('Twice')
    // An invitation reaches the account that has the address first.
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file.prepare("INSERT INTO nc_projects_users VALUES (?, ?, 'viewer', NULL, '2026-01-01')").run(project, id)
    const stored = file.prepare('SELECT email FROM xc_users WHERE id = ?').pluck().get(id)
    file.close()
    expect(stored).not.toBe('twice@example.com')
    const { list } = await server.operate('memberList', {}, { token: first.token, projectId: project })
    expect(list.map(({ email }) => email)).toEqual(['first@example.com', 'twice@example.com'])
    const named = await server.operate('projectMemberList', {}, { token: first.token, projectId: project })
    expect(named.map(({ email }) => email)).toEqual(['first@example.com', 'twice@example.com'])
  })
})

describe('an open invitation', () => {
  it('gets another role, up to that of the caller', async () => {
    const as = { token: actor('owner').token, projectId }
    await server.operate('memberInvite', { emails: ['later@example.com'], role: 'viewer' }, as)
    const open = async () =>
      (await server.operate('memberInvitationList', {}, as)).list.find(({ email }) => email === 'later@example.com')
    const id = (await open())?.id ?? ''
    const change = (by: TestUser, role: ProjectRole): Promise<Answer> =>
      operation('memberInvitationRoleSet', { id, role }, by)
    expect((await change(actor('editor'), 'creator')).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await change(actor('viewer'), 'viewer')).error.code).toBe('NOT_ALLOWED')
    expect((await change(actor('editor'), 'editor')).json).toEqual({ email: 'later@example.com' })
    expect((await open())?.role).toBe('editor')
    await change(actor('owner'), 'owner')
    expect((await change(actor('editor'), 'viewer')).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await open())?.role).toBe('owner')
  })
})

describe('a custom role', () => {
  const newRole = async (permissions: readonly Permission[], title: string): Promise<string> =>
    (await server.operate('roleCreate', { title, permissions: [...permissions] }, { token: first.token, projectId })).id

  it('is given by people who have all its permissions', async () => {
    const clerk = await newRole(['row.read', 'row.create'], 'Shop clerk')
    const designer = await newRole(['row.read', 'schema.change'], 'Designer')
    expect((await setRole(actor('editor'), target('viewer'), clerk)).status).toBe(200)
    expect((await setRole(actor('editor'), target('commenter'), designer)).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await setRole(actor('creator'), target('commenter'), designer)).status).toBe(200)
    // A role above the own one is out of reach in both directions.
    expect((await setRole(actor('editor'), target('commenter'), 'viewer')).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await remove(actor('editor'), target('commenter'))).error.code).toBe('ROLE_ABOVE_OWN')
    const { list } = await server.operate('memberList', {}, { token: actor('editor').token, projectId })
    expect(list.find(({ email }) => email === 'viewer-target@example.com')).toMatchObject({
      role: clerk,
      roleTitle: 'Shop clerk',
    })
    expect((await remove(actor('editor'), target('viewer'))).status).toBe(200)
  })

  it('lets its holders manage people up to its permissions', async () => {
    const host = await newRole(['row.read', 'row.comment', 'member.invite', 'member.manage'], 'Host')
    const guest = await newRole(['row.read'], 'Guest')
    await setRole(actor('owner'), actor('viewer'), host)
    // A viewer reads schemas and views, which a host does not.
    expect((await setRole(actor('viewer'), target('viewer'), guest)).error.code).toBe('ROLE_ABOVE_OWN')
    await setRole(actor('owner'), target('viewer'), guest)
    expect((await remove(actor('viewer'), target('viewer'))).status).toBe(200)
  })

  it('comes with an invitation', async () => {
    const as = { token: actor('owner').token, projectId }
    const seller = await newRole(['row.read', 'row.update'], 'Seller')
    await server.operate('memberInvite', { emails: ['seller@example.com'], role: seller }, as)
    const { list } = await server.operate('memberInvitationList', {}, as)
    expect(list.find(({ email }) => email === 'seller@example.com')).toMatchObject({
      role: seller,
      roleTitle: 'Seller',
    })
    const refused = await operation('memberInvite', { emails: ['x@example.com'], role: 'nothing' }, actor('owner'))
    expect([refused.status, refused.error.code]).toEqual([404, 'ROLE_NOT_FOUND'])
  })
})

describe('the audit', () => {
  it('names every change of members', async () => {
    const as = { token: actor('owner').token, projectId }
    await setRole(actor('owner'), target('viewer'), 'editor')
    await remove(actor('owner'), target('editor'))
    const { list } = await server.call('xcAuditList', { limit: 20, offset: 0 }, as)
    const lines = list.map(({ op_type, op_sub_type, user }) => [op_type, op_sub_type, user])
    expect(lines).toContainEqual(['AUTHENTICATION', 'ROLES_MANAGEMENT', 'owner-actor@example.com'])
    expect(lines).toContainEqual(['AUTHENTICATION', 'MEMBER_REMOVED', 'owner-actor@example.com'])
  })
})
