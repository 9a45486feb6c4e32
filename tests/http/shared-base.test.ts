import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Share } from '@common/operations/shares'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Visitors of a shared base have its role in its project, and nothing anywhere else. */

let server: TestServer
let folder: string
let owner: TestUser
let projectId: string
let otherId: string
let share: Share

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  folder = await mkdtemp(join(tmpdir(), 'basalt-base-'))
  owner = await server.signUp('owner@example.com')
  const open = async (name: string): Promise<string> => {
    const filename = join(folder, `${name}.sqlite`)
    const file = new Sqlite(filename)
    file.exec(
      `CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO Person VALUES (1, 'Ada'), (2, 'Bob')`,
    )
    file.close()
    return (await server.operate('projectCreateFromFile', { filename }, owner)).id
  }
  projectId = await open('first')
  otherId = await open('second')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  share = await server.operate(
    'shareBaseCreate',
    { role: 'viewer', enabled: true, password: null, expiresAt: null },
    { token: owner.token, projectId },
  )
})

const change = async (settings: object): Promise<void> => {
  await server.operate('shareUpdate', { id: share.id, ...settings }, { token: owner.token, projectId })
}
interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly token?: string
  readonly visitor?: string
  readonly project?: string
}
const headersOf = ({ visitor }: Asked): Record<string, string> => ({
  'xc-shared-base-id': share.link,
  ...(visitor !== undefined && { 'basalt-visitor': visitor }),
})
const rest = (path: string, asked: Asked = {}): Promise<Answer> =>
  server.request(`/nc/${asked.project ?? projectId}/api/v1/${path}`, { ...asked, headers: headersOf(asked) })
const operate = (name: string, body: unknown = {}, asked: Asked = {}): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${asked.project ?? projectId}`, {
    method: 'POST',
    body,
    headers: headersOf(asked),
  })
const codeOf = (answer: Answer): string => (answer.status === 200 ? 'fine' : (answer.error.code ?? ''))

describe('a shared base', () => {
  it('has one link, which changes its role', async () => {
    expect(share.url).toContain(`/dashboard/#/nc/base/${share.link}`)
    const again = await server.operate('shareBaseCreate', { role: 'editor' }, { token: owner.token, projectId })
    expect([again.id, again.link, again.role]).toEqual([share.id, share.link, 'editor'])
    const opened = await server.operate('shareOpen', { link: share.link })
    expect(opened).toMatchObject({ kind: 'base', projectId, role: 'editor' })
  })

  it('shows its project without owner, file and server', async () => {
    const entry = (await operate('projectOpen')).json
    expect(entry).toMatchObject({ id: projectId, role: 'viewer', owner: '', user_id: 0, fileName: '', is_creator: 0 })
    expect(JSON.stringify(entry)).not.toMatch(/owner@example|sqlite"|share.manage|row.create/)
    await change({ role: 'editor' })
    expect((await operate('projectOpen')).text).toContain('row.create')
  })

  it('tells its visitors their role', async () => {
    expect((await server.request('/user/me', { headers: headersOf({}) })).json).toEqual({
      isAuthorized: true,
      isPublicBase: true,
      roles: { viewer: true },
    })
  })

  it.each([
    ['viewer', 'NOT_ALLOWED'],
    ['editor', 'fine'],
  ] as const)('as %s lets visitors read, and writing is %s', async (role, writing) => {
    await change({ role })
    expect((await rest('Person?sort=id&fields=name')).json).toMatchObject([{ name: 'Ada' }, { name: 'Bob' }])
    const row = { name: 'Cy' }
    const made = await rest('Person', { method: 'POST', body: row })
    expect(codeOf(made)).toBe(writing)
    expect(codeOf(await rest('Person/2', { method: 'PUT', body: { name: 'Bob' } }))).toBe(writing)
    expect(codeOf(await rest('Person/99', { method: 'DELETE' }))).toBe(writing)
    if (writing === 'fine') await rest(`Person/${(made.json as { id: number }).id}`, { method: 'DELETE' })
  })

  it.each([
    ['tableCreate', { table: 'new', columns: [] }],
    ['viewCreate', { table: 'Person', title: 'V' }],
    ['projectRename', { title: 'Mine' }],
    ['memberInvite', { emails: ['a@example.com'], role: 'viewer' }],
    ['apiTokenCreate', { title: 'T' }],
    ['shareBaseCreate', { role: 'editor' }],
    ['shareList', {}],
    ['auditList', {}],
    ['projectMemberList', {}],
    ['viewPersonalSave', { table: 'Person', settings: {} }],
  ])('never opens %s', async (name, body) => {
    await change({ role: 'editor' })
    expect(codeOf(await operate(name, body))).toBe('NOT_ALLOWED')
  })

  it('is one project alone', async () => {
    expect(codeOf(await rest('Person', { project: otherId }))).toBe('SHARE_CLOSED')
    expect(codeOf(await operate('tableList', {}, { project: otherId }))).toBe('SHARE_CLOSED')
    const list = await server.request('/api/v1/operations/projectList', {
      method: 'POST',
      body: {},
      headers: headersOf({}),
    })
    expect(list.error.code).toBe('NOT_ALLOWED')
  })

  it('gives its own rights to a signed-in user', async () => {
    const asked = { token: owner.token, method: 'POST', body: { name: 'Dee' } }
    expect(codeOf(await rest('Person', asked))).toBe('NOT_ALLOWED')
  })

  it('asks for its password on every path', async () => {
    await change({ password: 'open sesame' })
    expect(codeOf(await rest('Person'))).toBe('SHARE_PASSWORD_NEEDED')
    expect(codeOf(await operate('tableList'))).toBe('SHARE_PASSWORD_NEEDED')
    const { visitor } = await server.operate('shareOpen', { link: share.link, password: 'open sesame' })
    expect(codeOf(await rest('Person', { visitor: visitor.token }))).toBe('fine')
    await change({ password: 'another one' })
    expect(codeOf(await rest('Person', { visitor: visitor.token }))).toBe('SHARE_PASSWORD_NEEDED')
  })

  it('is closed at once, and opens again with the same address', async () => {
    expect(codeOf(await rest('Person'))).toBe('fine')
    await change({ enabled: false })
    expect(codeOf(await rest('Person'))).toBe('SHARE_CLOSED')
    expect((await server.request('/user/me', { headers: headersOf({}) })).text).not.toContain('isPublicBase')
    await change({ enabled: true })
    expect(codeOf(await rest('Person'))).toBe('fine')
  })
})
