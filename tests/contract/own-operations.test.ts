import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationByName, operationNames, type OperationName } from '@common/operations'
import { permissionTable, projectRoles, userRoles, type Role } from '@common/permissions'
import { formVisitor } from './share-calls'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* The door of our own page: operations in domain words, each strict. The legacy door is in operations.test.ts. */

let server: TestServer
let projectId: string
const people = new Map<Role, TestUser>()

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  const owner = await server.signUp('owner@example.com')
  people.set('super', owner)
  people.set('owner', owner)
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  for (const role of ['creator', 'editor', 'commenter', 'viewer', 'user', 'user_new'] as const)
    people.set(role, await server.signUp(`${role}@example.com`))
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  const member = file.prepare(
    `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at)
     SELECT ?, id, ?, '2026-01-01T00:00:00.000Z' FROM xc_users WHERE email = ?`,
  )
  for (const role of ['creator', 'editor', 'commenter', 'viewer']) member.run(projectId, role, `${role}@example.com`)
  file.prepare("UPDATE xc_users SET user_role = 'user' WHERE email = ?").run('user@example.com')
  file.close()
})
afterAll(() => server.close())

function send(
  name: string,
  input: unknown,
  token?: string,
  project: string | undefined = projectId,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const query = project === undefined ? '' : `?project=${encodeURIComponent(project)}`
  return server.request(`/api/v1/operations/${name}${query}`, { method: 'POST', token, body: input, headers })
}

const tokenOf = (role: Role): string | undefined => people.get(role)?.token
const declared = (name: OperationName) => operationByName(name) ?? { scope: 'project', permission: 'row.read' }
const grantedTo = (name: OperationName): readonly Role[] => permissionTable[declared(name).permission]
const names = operationNames.filter(
  (name) => operationByName(name)?.ownPathOnly !== true && operationByName(name)?.undoOnly !== true,
)
const inProjects = names.filter((name) => declared(name).scope === 'project')

describe('every operation in its own words', () => {
  it.each(names)('%s rejects input that is not declared', async (name) => {
    const token = tokenOf('owner') ?? ''
    const isForVisitors = declared(name).permission === 'share.answer'
    const headers = isForVisitors ? (await formVisitor(server, { token, projectId })).headers : {}
    for (const input of [{ nothingLikeThis: '1' }, { table: { $ne: null } }, [], 'text']) {
      const answer = await send(name, input, isForVisitors ? undefined : token, projectId, headers)
      expect([answer.status, answer.error.code]).toEqual([400, 'INPUT_INVALID'])
      expect(answer.headers['basalt-ignored']).toBeUndefined()
    }
  })

  it.each(names.filter((name) => !grantedTo(name).includes('guest')))('%s rejects strangers', async (name) => {
    for (const token of [undefined, 'nonsense']) {
      const answer = await send(name, { nothingLikeThis: '1' }, token)
      expect([answer.status, answer.error.code]).toEqual([401, token ? 'TOKEN_INVALID' : 'NOT_SIGNED_IN'])
    }
  })

  it.each(inProjects)('%s does not know projects of others', async (name) => {
    for (const project of [projectId, 'nothing', '']) {
      const answer = await send(name, {}, tokenOf('user'), project)
      expect([answer.status, answer.error.code]).toEqual([404, 'PROJECT_NOT_FOUND'])
    }
  })

  it.each(inProjects)('%s rejects weaker roles', async (name) => {
    for (const role of projectRoles.filter((each) => !grantedTo(name).includes(each))) {
      const answer = await send(name, {}, tokenOf(role))
      expect([role, answer.status, answer.error.code]).toEqual([role, 403, 'NOT_ALLOWED'])
    }
  })

  it.each(names.filter((name) => declared(name).scope === 'installation'))(
    '%s rejects weaker accounts',
    async (name) => {
      for (const role of userRoles.filter((each) => each !== 'guest' && !grantedTo(name).includes(each))) {
        const answer = await server.request(`/api/v1/operations/${name}`, {
          method: 'POST',
          token: tokenOf(role),
          body: {},
        })
        expect([role, answer.status, answer.error.code]).toEqual([role, 403, 'NOT_ALLOWED'])
      }
    },
  )
})

describe('the address of operations', () => {
  it('takes the input as the body and the project in the query', async () => {
    const list = await send('tableList', {}, tokenOf('viewer'))
    expect(list.json).toContainEqual(expect.objectContaining({ name: 'tracks', title: 'Tracks', type: 'table' }))
    const table = await send('tableRead', { table: 'Tracks' }, tokenOf('viewer'))
    expect(table.json).toMatchObject({ name: 'tracks', primaryKey: ['id'], rowId: null })
  })

  it('creates a table as docs/calls.md shows', async () => {
    const columns = [{ name: 'text', type: 'LongText' }]
    const made = await send('tableCreate', { table: 'notes', columns }, tokenOf('creator'))
    expect([made.status, made.json]).toEqual([
      200,
      { statements: expect.arrayContaining([expect.any(String)]) as unknown, undo: expect.any(Array) as unknown },
    ])
    const table = await send('tableRead', { table: 'notes' }, tokenOf('viewer'))
    expect(table.json).toMatchObject({
      columns: expect.arrayContaining([expect.objectContaining({ name: 'text' })]) as unknown,
    })
  })

  it('takes an empty body for an operation without input', async () => {
    const answer = await server.request(`/api/v1/operations/tableList?project=${projectId}`, {
      method: 'POST',
      token: tokenOf('viewer'),
    })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['tableXcModelGet', { table: 'tracks' }],
    ['xcTableAndViewList', {}],
    ['authSignIn', {}],
    ['constructor', {}],
  ])('does not know %s', async (name, input) => {
    const answer = await send(name, input, tokenOf('owner'))
    expect([answer.status, answer.error.code]).toEqual([404, 'OPERATION_NOT_FOUND'])
  })

  it('rejects other query parameters', async () => {
    const answer = await server.request(`/api/v1/operations/tableList?project=${projectId}&project_id=x`, {
      method: 'POST',
      token: tokenOf('owner'),
      body: {},
    })
    expect([answer.status, answer.error.code]).toEqual([400, 'QUERY_PARAMETER_INVALID'])
  })

  it('never takes the words of the original', async () => {
    const answer = await send('tableDelete', { tn: 'tracks' }, tokenOf('owner'))
    expect([answer.status, answer.error.code]).toEqual([400, 'INPUT_INVALID'])
  })
})
