import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectRole } from '@common/permissions'
import { linkIn, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const tokenOf = (link: string | undefined): string => /[0-9a-f]{64}$/.exec(link ?? '')?.[0] ?? ''

/** Calls of one server, as people make them. */
function callsOf(server: TestServer) {
  const operation = (name: string, body: unknown, token?: string, project?: string): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}${project === undefined ? '' : `?project=${project}`}`, {
      method: 'POST',
      token,
      body,
    })
  const me = async (token: string, project = ''): Promise<unknown> =>
    (await server.request(`/user/me${project === '' ? '' : `?project_id=${project}`}`, { token })).json
  const signUp = (email: string, token: string, password = testPassword): Promise<Answer> =>
    server.request('/auth/signup', { method: 'POST', body: { email, password, token } })
  return { operation, me, signUp }
}

describe('an invitation by mail', () => {
  let mail: MailServer
  let server: TestServer
  let owner: TestUser
  let projectId: string
  let calls: ReturnType<typeof callsOf>
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startServer({
      mail: mail.settings,
      baseUrl: 'https://basalt.example.com',
      closeSignUp: true,
      signInAttempts: 0,
    })
    calls = callsOf(server)
    owner = await server.signUp('owner@example.com')
    const made = await server.call('projectCreateByWebWithXCDB', { title: 'Sales <2>' }, { token: owner.token })
    projectId = made.id
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  it('opens a closed sign-up for its address, and gives the role in the project', async () => {
    const invited = await server.call(
      'memberInvite',
      { emails: [' Ada@Example.com '], role: 'editor' },
      { token: owner.token, projectId },
    )
    // The link goes to the address alone.
    expect(invited.people).toEqual([{ email: 'ada@example.com', outcome: 'mailed' }])
    const sent = await mail.mailTo('ada@example.com')
    expect(sent.subject).toBe('Invitation to Sales <2>')
    expect(sent.text).toContain('owner@example.com invites you to the project Sales <2> on Basalt.')
    expect(sent.html).toContain('Sales &lt;2&gt;')
    const link = linkIn(sent)
    expect(link).toMatch(/^https:\/\/basalt\.example\.com\/dashboard\/#\/user\/authentication\/signup\/[0-9a-f]{64}$/)
    const token = tokenOf(link)

    const read = await calls.operation('invitationRead', { token })
    expect(read.json).toEqual({
      email: 'ada@example.com',
      project: 'Sales <2>',
      role: 'editor',
      roleTitle: null,
      inviter: 'owner@example.com',
    })
    const closed = await server.request('/auth/signup', {
      method: 'POST',
      body: { email: 'eve@example.com', password: testPassword },
    })
    expect(closed.error.code).toBe('SIGN_UP_CLOSED')
    expect((await calls.signUp('eve@example.com', token)).error.code).toBe('INVITATION_INVALID')
    const done = await calls.signUp('ADA@example.com', token)
    expect(done.status).toBe(200)
    const session = (done.json as { token: string }).token
    expect(await calls.me(session, projectId)).toMatchObject({ email_verified: true, roles: { editor: true } })
    expect(await calls.me(session)).toMatchObject({ roles: { user: true } })
    // No further mail asks to confirm the address.
    expect(mail.mails.filter(({ to }) => [to].flat()[0]?.text === 'ada@example.com')).toHaveLength(1)
  })

  it('that is wrong, used, withdrawn, replaced or of another address gets one answer', async () => {
    const invite = async (email: string): Promise<string> => {
      const count = mail.mails.filter(({ to }) => [to].flat()[0]?.text === email).length
      await server.call('memberInvite', { emails: [email], role: 'viewer' }, { token: owner.token, projectId })
      return tokenOf(linkIn(await mail.mailTo(email, count + 1)))
    }
    const used = await invite('used@example.com')
    expect((await calls.signUp('used@example.com', used)).status).toBe(200)
    const replaced = await invite('replaced@example.com')
    await invite('replaced@example.com')
    const withdrawn = await invite('withdrawn@example.com')
    const { list } = await server.call('memberInvitationList', {}, { token: owner.token, projectId })
    const id = list.find(({ email }) => email === 'withdrawn@example.com')?.id ?? ''
    await server.call('memberInvitationRevoke', { id }, { token: owner.token, projectId })
    const answers = await Promise.all([
      calls.signUp('used@example.com', used, 'another password'),
      calls.signUp('replaced@example.com', replaced),
      calls.signUp('withdrawn@example.com', withdrawn),
      calls.signUp('stranger@example.com', 'f'.repeat(64)),
      calls.signUp('stranger@example.com', 'x'),
      calls.operation('invitationRead', { token: used }),
      calls.operation('invitationRead', { token: withdrawn }),
      calls.operation('invitationAccept', { token: used }, owner.token),
    ])
    for (const { status, error } of answers)
      expect([status, error.code, error.msg]).toEqual([
        400,
        'INVITATION_INVALID',
        "This invitation doesn't work any more. It was used, withdrawn or is older than a day. Ask for a new one.",
      ])
  })

  it('lets one in when two sign up with it at the same time', async () => {
    await server.call(
      'memberInvite',
      { emails: ['race@example.com'], role: 'viewer' },
      { token: owner.token, projectId },
    )
    const token = tokenOf(linkIn(await mail.mailTo('race@example.com')))
    const answers = await Promise.all(
      ['first password', 'second password', 'third password'].map((word) =>
        calls.signUp('race@example.com', token, word),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    expect(file.prepare("SELECT count(*) AS n FROM xc_users WHERE email LIKE 'race@%'").get()).toEqual({ n: 1 })
    expect(JSON.stringify(file.prepare('SELECT * FROM nc_invitations').all())).not.toContain(token)
    file.close()
  })

  it('does not fail when the mail server rejects it', async () => {
    mail.behaviour = 'refuse'
    const { people } = await server.call(
      'memberInvite',
      { emails: ['rejected@example.com'], role: 'viewer' },
      { token: owner.token, projectId },
    )
    expect(people[0]?.outcome).toBe('mailed')
    const lines = async (): Promise<string[]> =>
      (await server.call('auditInstallationList', { limit: 20 }, { token: owner.token })).list.map(
        ({ description }) => description ?? '',
      )
    await expect
      .poll(lines, { timeout: 5_000 })
      .toContainEqual(expect.stringContaining('A mail to rejected@example.com was not delivered'))
    mail.behaviour = 'accept'
  })

  it('makes a known account a member at once, and says so by mail', async () => {
    await server.call('memberInvite', { emails: ['ada@example.com'], role: 'owner' }, { token: owner.token, projectId })
    const other = await server.call('projectCreateByWebWithXCDB', { title: 'Second' }, { token: owner.token })
    const as = { token: owner.token, projectId: other.id }
    const { people } = await server.call('memberInvite', { emails: ['ada@example.com'], role: 'commenter' }, as)
    expect(people).toEqual([{ email: 'ada@example.com', outcome: 'added' }])
    expect((await mail.mailTo('ada@example.com', 2)).subject).toBe('You can open Second now')
    const signedIn = await server.request('/auth/signin', {
      method: 'POST',
      body: { email: 'ada@example.com', password: testPassword },
    })
    const { token } = signedIn.json as { token: string }
    expect(await calls.me(token, other.id)).toMatchObject({ roles: { commenter: true } })
    // An invitation never changes the role of a member.
    expect(await calls.me(token, projectId)).toMatchObject({ roles: { editor: true } })
  })
})

describe('an invitation without mail', () => {
  let server: TestServer
  let owner: TestUser
  let projectId: string
  let calls: ReturnType<typeof callsOf>
  const people = new Map<ProjectRole, TestUser>()
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    calls = callsOf(server)
    owner = await server.signUp('owner@example.com')
    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Sales' }, { token: owner.token })).id
    for (const role of ['creator', 'editor', 'commenter', 'viewer'] as const) {
      const person = await server.signUp(`${role}@example.com`)
      const as = { token: owner.token, projectId }
      const { people: added } = await server.call('memberInvite', { emails: [person.email], role }, as)
      expect(added).toEqual([{ email: person.email, outcome: 'added' }])
      people.set(role, person)
    }
  })
  afterAll(() => server.close())

  const invite = (role: ProjectRole, as: ProjectRole, emails = ['new@example.com'], headers = {}): Promise<Answer> =>
    server.request(`/api/v1/operations/memberInvite?project=${projectId}`, {
      method: 'POST',
      token: (people.get(as) ?? owner).token,
      body: { emails, role },
      headers,
    })

  it('is a link to pass on, which proves nothing about the address', async () => {
    const answer = await invite('viewer', 'owner', ['passed@example.com'])
    const [person] = (answer.json as { people: { link: string; outcome: string }[] }).people
    expect(person?.outcome).toBe('link')
    expect(person?.link.startsWith(`${server.origin}/dashboard/#/user/authentication/signup/`)).toBe(true)
    const done = await calls.signUp('passed@example.com', tokenOf(person?.link))
    const { token } = done.json as { token: string }
    expect(await calls.me(token, projectId)).toMatchObject({ email_verified: false, roles: { viewer: true } })
  })

  it('gives roles up to the own one', async () => {
    for (const [role, as, status] of [
      ['owner', 'owner', 200],
      ['owner', 'creator', 403],
      ['creator', 'creator', 200],
      ['creator', 'editor', 403],
      ['editor', 'editor', 200],
      ['viewer', 'commenter', 403],
      ['viewer', 'viewer', 403],
    ] as const)
      expect([role, as, (await invite(role, as)).status]).toEqual([role, as, status])
    // A previewed role counts, and so do existing invitations to higher roles.
    expect((await invite('owner', 'owner', undefined, { 'xc-preview': 'editor' })).error.code).toBe('ROLE_ABOVE_OWN')
    await invite('owner', 'owner', ['future-owner@example.com'])
    const { list } = await server.call('memberInvitationList', {}, { token: owner.token, projectId })
    const id = list.find(({ email }) => email === 'future-owner@example.com')?.id ?? ''
    for (const name of ['memberInvitationResend', 'memberInvitationRevoke'])
      expect((await calls.operation(name, { id }, people.get('editor')?.token, projectId)).error.code).toBe(
        'ROLE_ABOVE_OWN',
      )
    const resent = await calls.operation('memberInvitationResend', { id }, owner.token, projectId)
    expect(resent.json).toMatchObject({ email: 'future-owner@example.com', outcome: 'link' })
  })

  it('belongs to its project', async () => {
    const other = await server.call('projectCreateByWebWithXCDB', { title: 'Other' }, { token: owner.token })
    await invite('viewer', 'owner', ['elsewhere@example.com'])
    const { list } = await server.call('memberInvitationList', {}, { token: owner.token, projectId })
    const id = list.find(({ email }) => email === 'elsewhere@example.com')?.id ?? ''
    for (const name of ['memberInvitationResend', 'memberInvitationRevoke'])
      expect((await calls.operation(name, { id }, owner.token, other.id)).error.code).toBe('INVITATION_NOT_FOUND')
    expect((await calls.operation('invitationRevoke', { id }, owner.token)).error.code).toBe('INVITATION_NOT_FOUND')
    expect((await calls.operation('memberInvitationRevoke', { id }, owner.token, projectId)).status).toBe(200)
  })

  it.each([
    [{ emails: [], role: 'viewer' }, 'INPUT_INVALID'],
    [{ emails: ['a@example.com'], role: '' }, 'INPUT_INVALID'],
    [{ emails: ['a@example.com'], role: 'super' }, 'ROLE_NOT_FOUND', 404],
    [{ emails: ['a@example.com'], role: 'guest' }, 'ROLE_NOT_FOUND', 404],
    [{ emails: ['nobody'], role: 'viewer' }, 'EMAIL_INVALID'],
    [{ emails: ['good@example.com', 'nobody'], role: 'viewer' }, 'EMAILS_INVALID'],
    [{ emails: ['a@example.com'], role: 'viewer', isSuperAdmin: true }, 'INPUT_INVALID'],
  ])('rejects %j and changes nothing', async (body, code, status: number = 400) => {
    const before = await server.call('memberInvitationList', {}, { token: owner.token, projectId })
    const answer = await calls.operation('memberInvite', body, owner.token, projectId)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(await server.call('memberInvitationList', {}, { token: owner.token, projectId })).toEqual(before)
  })

  it('is accepted by a signed-in person with its address only', async () => {
    const late = await invite('editor', 'owner', ['late@example.com'])
    const token = tokenOf((late.json as { people: { link: string }[] }).people[0]?.link)
    // The person signs up on the way, without the link.
    const person = await server.signUp('late@example.com')
    const stranger = await calls.operation('invitationAccept', { token }, people.get('viewer')?.token)
    expect(stranger.error.code).toBe('INVITATION_INVALID')
    const accepted = await calls.operation('invitationAccept', { token }, person.token)
    expect(accepted.json).toEqual({ projectId })
    expect(await calls.me(person.token, projectId)).toMatchObject({ roles: { editor: true } })
  })

  it('to this Basalt comes from super admins, and lets a person create projects', async () => {
    const refused = await calls.operation(
      'invitationCreate',
      { emails: ['x@example.com'] },
      people.get('creator')?.token,
    )
    expect(refused.error.code).toBe('NOT_ALLOWED')
    const { people: invited } = await server.call(
      'invitationCreate',
      { emails: ['plain@example.com'] },
      { token: owner.token },
    )
    const list = async () => (await server.call('invitationList', {}, { token: owner.token })).list
    expect(await list()).toEqual([expect.objectContaining({ email: 'plain@example.com', role: null, expired: false })])
    const done = await calls.signUp('plain@example.com', tokenOf(invited[0]?.link))
    const { token } = done.json as { token: string }
    expect(await calls.me(token)).toMatchObject({ roles: { user: true } })
    expect(await list()).toEqual([])
    const known = await server.signUp('newcomer@example.com')
    const { people: added } = await server.call('invitationCreate', { emails: [known.email] }, { token: owner.token })
    expect(added[0]?.outcome).toBe('added')
    expect(await calls.me(known.token)).toMatchObject({ roles: { user: true } })
  })
})

describe('sign-up', () => {
  it('is closed and opened by a super admin', async () => {
    const server = await startServer({ signInAttempts: 0 })
    const { operation } = callsOf(server)
    const { token } = await server.signUp('owner@example.com')
    const person = await server.signUp('person@example.com')
    const save = (body: unknown, as = token): Promise<Answer> => operation('installationSettingsSave', body, as)
    expect((await save({ signUpClosed: true }, person.token)).error.code).toBe('NOT_ALLOWED')
    expect((await save({ signUpClosed: true })).json).toEqual({
      signUpClosed: true,
      baseUrl: null,
      historyDays: 365,
      historyThinDays: 0,
      auditDays: 365,
      allowedOrigins: [],
      outboundHosts: [],
      templateHost: null,
      templatesPublic: false,
      fixed: [],
    })
    const body = { email: 'late@example.com', password: testPassword }
    const signUp = (): Promise<Answer> => server.request('/auth/signup', { method: 'POST', body })
    expect((await signUp()).error.code).toBe('SIGN_UP_CLOSED')
    expect((await server.request('/auth/type')).json).toMatchObject({ signUpClosed: true })
    await save({ signUpClosed: false, baseUrl: 'https://basalt.example.com/dashboard/' })
    expect((await signUp()).status).toBe(200)
    expect((await operation('installationSettingsRead', {}, token)).json).toEqual({
      signUpClosed: false,
      baseUrl: 'https://basalt.example.com',
      historyDays: 365,
      historyThinDays: 0,
      auditDays: 365,
      allowedOrigins: [],
      outboundHosts: [],
      templateHost: null,
      templatesPublic: false,
      fixed: [],
    })
    expect((await save({ baseUrl: 'javascript:alert(1)' })).error.code).toBe('ADDRESS_INVALID')
    await server.close()
  })
})

describe('the age of the change log', () => {
  it('is set by a super admin, unless the start sets it', async () => {
    const server = await startServer({ historyThinDays: 30 })
    const { operation } = callsOf(server)
    const { token } = await server.signUp('owner@example.com')
    const save = (body: unknown): Promise<Answer> => operation('installationSettingsSave', body, token)
    const limits = { historyDays: 90, historyThinDays: 30, fixed: ['historyThinDays'] }
    expect((await save({ historyDays: 90 })).json).toMatchObject(limits)
    expect((await operation('installationSettingsRead', {}, token)).json).toMatchObject(limits)
    expect((await save({ historyThinDays: 5 })).error.code).toBe('SETTINGS_FIXED')
    expect((await save({ historyDays: -1 })).status).toBe(400)
    expect((await save({ historyDays: 40_000 })).status).toBe(400)
    await server.close()
  })
})

describe('the addresses of the original', () => {
  let server: TestServer
  let owner: TestUser
  let projectId: string
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Sales' }, { token: owner.token })).id
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, token: string | undefined = owner.token): Promise<Answer> =>
    server.request(path, { method: 'POST', token, body })
  const invite = (email: string, roles = 'editor'): Promise<Answer> =>
    post('/admin', { email, roles, project_id: projectId, projectName: 'Sales' })

  it('POST /admin invites one person or several', async () => {
    const one = await invite('one@example.com')
    expect(one.json).toEqual({
      invite_token: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      email: 'one@example.com',
    })
    const several = await invite('two@example.com, three@example.com', 'viewer')
    expect(several.json).toEqual({
      invite_token: expect.any(String) as string,
      emails: ['two@example.com', 'three@example.com'],
      error: [],
    })
    const known = await server.signUp('known@example.com')
    expect((await invite('known@example.com', 'commenter')).json).toEqual({ msg: 'success' })
    const me = await server.request(`/user/me?project_id=${projectId}`, { token: known.token })
    expect(me.json).toMatchObject({ roles: { commenter: true } })
    const { invite_token: token } = one.json as { invite_token: string }
    const joined = await post('/auth/signup', { email: 'one@example.com', password: testPassword, token }, '')
    expect(joined.status).toBe(200)
  })

  it('POST /admin refuses what the caller may not give', async () => {
    expect((await invite('x@example.com', 'admin')).error.code).toBe('ROLE_NOT_FOUND')
    expect((await invite('nobody')).error.code).toBe('EMAIL_INVALID')
    const { token } = await server.signUp('editor@example.com')
    await invite('editor@example.com', 'editor')
    const above = { email: 'x@example.com', roles: 'owner', project_id: projectId }
    expect((await post('/admin', above, token)).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await post('/admin', { email: 'x@example.com', roles: 'viewer' })).status).toBe(404)
  })

  it('POST /admin/resendInvite makes a new link', async () => {
    const first = (await invite('again@example.com')).json as { invite_token: string }
    const { list } = await server.call('memberInvitationList', {}, { token: owner.token, projectId })
    const id = list.find(({ email }) => email === 'again@example.com')?.id ?? ''
    const second = await post(`/admin/resendInvite/${id}`, { project_id: projectId })
    expect(second.json).toMatchObject({ msg: 'success', invite_token: expect.any(String) as string })
    const body = { email: 'again@example.com', password: testPassword, token: first.invite_token }
    expect((await post('/auth/signup', body, '')).error.code).toBe('INVITATION_INVALID')
  })

  it('the older family means the same calls', async () => {
    const body = { email: 'older@example.com', password: testPassword }
    const made = await post('/api/auth/signup', body, '')
    const { token } = made.json as { token: string }
    expect((await server.request('/api/users', { token })).json).toMatchObject({ email: 'older@example.com' })
    expect((await post('/api/auth/forgot', { email: body.email }, '')).status).toBe(200)
    expect((await post(`/api/auth/reset/${'f'.repeat(64)}`, { password: testPassword }, '')).error.code).toBe(
      'RESET_TOKEN_INVALID',
    )
    expect((await server.request('/api/auth/signout', { token })).json).toEqual({ msg: 'Success' })
    expect((await server.request('/api/users', { token })).json).toEqual({ roles: { guest: true } })
    expect((await post('/api/auth/signin', body, '')).status).toBe(200)
  })
})
