import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let projectId: string
const people: Record<'owner' | 'creator' | 'editor' | 'custom', TestUser> = {} as never

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  for (const name of ['owner', 'creator', 'editor', 'custom'] as const)
    people[name] = await server.signUp(`${name}@example.com`)
  projectId = (await server.call('projectCreateSample', {}, { token: people.owner.token })).id
  giveRoles(server.profileFolder, projectId, {
    'creator@example.com': 'creator',
    'editor@example.com': 'editor',
  })
})
afterAll(() => server.close())

const operate = (
  name: string,
  body: unknown,
  who: keyof typeof people = 'owner',
  headers: Record<string, string> = {},
): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, {
    method: 'POST',
    token: people[who].token,
    headers,
    body,
  })

async function newRole(
  title: string,
  permissions: readonly string[],
  who: keyof typeof people = 'owner',
): Promise<string> {
  const answer = await operate('roleCreate', { title, permissions }, who)
  expect([title, answer.status, answer.text]).toEqual([title, 200, expect.any(String)])
  return (answer.json as { readonly id: string }).id
}

/** Gives the fourth person a role. */
const give = (role: string): void => giveRoles(server.profileFolder, projectId, { 'custom@example.com': role })

const rows = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: people.custom.token, headers, body })

describe('a custom role', () => {
  it('grants its permissions and no others, over operations and the data API', async () => {
    give(await newRole('Adder', ['schema.read', 'row.read', 'row.create']))
    expect((await rows('GET', 'Artists?limit=1')).status).toBe(200)
    expect((await rows('POST', 'Artists', { Name: 'Skiffle' })).status).toBe(200)
    expect((await rows('PUT', 'Artists/1', { Name: 'Other' })).error.code).toBe('NOT_ALLOWED')
    expect((await rows('DELETE', 'Artists/1')).error.code).toBe('NOT_ALLOWED')
    expect((await operate('tableList', {}, 'custom')).status).toBe(200)
    for (const [name, input] of [
      ['roleCreate', { title: 'X', permissions: [] }],
      ['rowHistory', { table: 'Artists', rowId: '1' }],
      ['memberInvite', { emails: ['x@example.com'], role: 'viewer' }],
    ] as const)
      expect([name, (await operate(name, input, 'custom')).error.code]).toEqual([name, 'NOT_ALLOWED'])
  })

  it('changes at once for those who have it', async () => {
    const id = await newRole('Changing', ['schema.read', 'row.read'])
    give(id)
    expect((await rows('PUT', 'Artists/1', { Name: 'Rock 2' })).error.code).toBe('NOT_ALLOWED')
    await operate('roleUpdate', { id, permissions: ['schema.read', 'row.read', 'row.update'] })
    expect((await rows('PUT', 'Artists/1', { Name: 'Rock 2' })).status).toBe(200)
    await operate('roleUpdate', { id, permissions: ['schema.read', 'row.update'] })
    expect((await rows('GET', 'Artists?limit=1')).error.code).toBe('NOT_ALLOWED')
  })

  it('reports its rank to old clients and its permissions to the page', async () => {
    give(await newRole('Librarian', ['schema.read', 'row.read', 'row.comment']))
    const me = await server.request(`/user/me?project_id=${projectId}`, { token: people.custom.token })
    expect(me.json).toMatchObject({ roles: { commenter: true } })
    const { json } = await operate('projectOpen', {}, 'custom')
    expect(json).toMatchObject({
      role: 'commenter',
      role_title: 'Librarian',
      permissions: ['project.read', 'schema.read', 'row.read', 'row.comment'],
    })
  })

  it('lowers and never raises as a preview', async () => {
    const id = await newRole('Previewed', ['schema.read', 'row.read', 'row.delete'])
    const as = (who: keyof typeof people, method: string, path: string, body?: unknown) =>
      server.request(`/nc/${projectId}/api/v1/${path}`, {
        method,
        token: people[who].token,
        headers: { 'xc-preview': id },
        body,
      })
    expect((await as('owner', 'GET', 'Artists?limit=1')).status).toBe(200)
    expect((await as('owner', 'POST', 'Artists', { Name: 'No' })).error.code).toBe('NOT_ALLOWED')
    expect((await operate('roleList', {}, 'owner', { 'xc-preview': id })).error.code).toBe('NOT_ALLOWED')
    const opened = (await operate('projectOpen', {}, 'owner', { 'xc-preview': id })).json
    expect(opened).toMatchObject({
      role: 'owner',
      permissions: ['project.read', 'schema.read', 'row.read', 'row.delete'],
    })
    give(await newRole('Only reads', ['schema.read', 'row.read']))
    expect((await as('custom', 'DELETE', 'Artists/2')).error.code).toBe('NOT_ALLOWED')
    expect((await rows('DELETE', 'Artists/2', undefined, { 'xc-preview': 'owner' })).error.code).toBe('NOT_ALLOWED')
  })

  it('can be given away and then deleted', async () => {
    const id = await newRole('Held', ['schema.read', 'row.read'])
    give(id)
    expect((await operate('roleDelete', { id })).error.code).toBe('ROLE_IN_USE')
    expect((await operate('roleDelete', { id, instead: 'nothing' })).error.code).toBe('ROLE_NOT_FOUND')
    expect((await operate('roleDelete', { id, instead: 'editor' })).status).toBe(200)
    expect((await rows('POST', 'Artists', { Name: 'By an editor' })).status).toBe(200)
    expect((await operate('roleDelete', { id })).error.code).toBe('ROLE_NOT_FOUND')
  })

  it('grants nothing once it is gone', async () => {
    await newRole('Never given', [])
    give('f'.repeat(32))
    expect((await rows('GET', 'Artists')).error.code).toBe('PROJECT_NOT_FOUND')
  })
})

describe('managing roles', () => {
  it('lists all roles, the strongest first, with their holders', async () => {
    const { list } = await server.call('roleList', {}, { token: people.creator.token, projectId })
    expect(list.filter(({ system }) => system).map(({ id, givable }) => [id, givable])).toEqual([
      ['owner', false],
      ['creator', true],
      ['editor', true],
      ['commenter', true],
      ['viewer', true],
    ])
    expect(list.find(({ id }) => id === 'creator')).toMatchObject({ members: 1, rank: 'creator' })
  })

  it.each([
    ['a missing name', { title: '  ', permissions: [] }, 400, 'ROLE_TITLE_INVALID'],
    ['the name of a system role', { title: 'Editor', permissions: [] }, 400, 'ROLE_TITLE_TAKEN'],
    ['a permission outside of projects', { title: 'A', permissions: ['installation.users'] }, 400, 'INPUT_INVALID'],
    ['an unknown permission', { title: 'A', permissions: ['row.everything'] }, 400, 'INPUT_INVALID'],
    ['more than the own permissions', { title: 'A', permissions: ['project.delete'] }, 403, 'ROLE_ABOVE_OWN'],
  ])('refuses %s', async (_, input, status, code) => {
    const before = await operate('roleList', {}, 'creator')
    const answer = await operate('roleCreate', input, 'creator')
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect((await operate('roleList', {}, 'creator')).json).toEqual(before.json)
  })

  it('refuses a taken name and roles above the own one', async () => {
    const id = await newRole('Ender', ['project.delete', 'schema.read'])
    expect((await operate('roleCreate', { title: 'ender', permissions: [] })).error.code).toBe('ROLE_TITLE_TAKEN')
    expect((await operate('roleUpdate', { id, permissions: [] }, 'creator')).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await operate('roleDelete', { id }, 'creator')).error.code).toBe('ROLE_ABOVE_OWN')
    expect((await operate('roleUpdate', { id: 'x', permissions: [] })).error.code).toBe('ROLE_NOT_FOUND')
  })
})
