import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let owner: TestUser
let member: TestUser
let projectId: string

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
  member = await server.signUp()
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  giveRoles(server.profileFolder, projectId, { [member.email]: 'editor' })
})
afterAll(() => server.close())

const open = (user: TestUser, project = projectId) => server.server.shells.open(user.token, project, false)
const tokenOf = ({ environment }: Awaited<ReturnType<typeof open>>): string => environment['BASALT_TOKEN'] ?? ''
const send = (token: string, path: string, init: { method?: string; body?: unknown } = {}) =>
  server.request(path, { ...init, headers: { 'xc-token': token } })
const rows = (project = projectId): string => `/nc/${project}/api/v1/Artists?limit=1`

describe('the terminal of a project', () => {
  it('has the address, the project and a folder that only its user can open', async () => {
    const context = await open(owner)
    expect(context.environment).toEqual({
      BASALT_URL: server.origin,
      BASALT_PROJECT: projectId,
      BASALT_TOKEN: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(context.folder).toBe(join(server.profileFolder, 'workspaces', projectId))
    expect(existsSync(context.folder) && statSync(context.folder).mode & 0o077).toBe(0)
    context.end()
  })

  it('has a token of its own that ends with it', async () => {
    const [one, other] = [await open(owner), await open(owner)]
    expect((await send(tokenOf(one), rows())).status).toBe(200)
    one.end()
    const after = await send(tokenOf(one), rows())
    expect([after.status, after.error.code]).toEqual([401, 'API_TOKEN_INVALID'])
    expect((await send(tokenOf(other), rows())).status).toBe(200)
    other.end()
  })

  it('has a token that grants what its user may do now, and no more', async () => {
    const context = await open(member)
    const query = `/api/v1/operations/sqlQuery?project=${projectId}`
    const change = () =>
      send(tokenOf(context), `/nc/${projectId}/api/v1/Artists`, { method: 'POST', body: { Name: 'A' } })
    expect((await send(tokenOf(context), query, { method: 'POST', body: { sql: 'SELECT 1' } })).status).toBe(403)
    expect((await change()).status).toBe(200)
    giveRoles(server.profileFolder, projectId, { [member.email]: 'viewer' })
    expect((await change()).status).toBe(403)
    // It can't create tokens that would outlive it.
    const create = `/api/v1/operations/apiTokenCreate?project=${projectId}`
    const longer = await send(tokenOf(context), create, { method: 'POST', body: { title: 'Longer', role: 'viewer' } })
    expect(longer.status).toBe(403)
    context.end()
  })

  it('has a token without SQL, and no client program, while rules hide something from its user', async () => {
    const creator = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [creator.email]: 'creator' })
    const context = await open(creator)
    const sql = (statement: string) =>
      send(tokenOf(context), `/api/v1/operations/sqlQuery?project=${projectId}`, {
        method: 'POST',
        body: { sql: statement },
      })
    expect((await sql('SELECT Name FROM Artists LIMIT 1')).status).toBe(200)

    const restrict = async (rules: object): Promise<void> => {
      const path = `/api/v1/operations/accessRulesSave?project=${projectId}`
      const body = { table: 'artists', role: 'creator', rules }
      expect((await server.request(path, { method: 'POST', token: owner.token, body })).status).toBe(200)
    }
    const ofIreland = { join: 'and', filters: [{ column: 'country', operator: 'isAnyOf', value: ['Ireland'] }] }
    for (const rules of [{ columns: { booking: 'hidden' } }, { rows: ofIreland }, { read: false }]) {
      await restrict(rules)
      for (const statement of ['SELECT Booking FROM Artists', 'SELECT 1', 'EXPLAIN SELECT 1']) {
        const answer = await sql(statement)
        expect([rules, statement, answer.status, answer.error.code]).toEqual([rules, statement, 403, 'NOT_ALLOWED'])
      }
      expect(await server.server.shells.clientOf(creator.token, projectId)).toBeUndefined()
      await expect(server.server.shells.open(creator.token, projectId, true)).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
      })
    }
    // The token follows every change of the rules at once.
    for (const [hidden, shown] of [
      ['booking', 'Website'],
      ['website', 'Booking'],
    ] as const) {
      await restrict({ columns: { [hidden]: 'hidden' } })
      const [artist] = (await send(tokenOf(context), rows())).json as [object]
      expect(Object.keys(artist)).toEqual(expect.arrayContaining(['Name', shown]))
      expect(Object.keys(artist).map((key) => key.toLowerCase())).not.toContain(hidden)
    }

    await restrict({})
    expect((await sql('SELECT 1')).status).toBe(200)
    context.end()
  })

  it('is for members only, and reaches no other project', async () => {
    const { id: another } = await server.call('projectCreateSample', {}, { token: owner.token })
    await expect(open(member, another)).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    await expect(open(owner, 'nothing')).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' })
    await expect(server.server.shells.open('nonsense', projectId, false)).rejects.toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    })
    const context = await open(owner)
    expect((await send(tokenOf(context), rows(another))).status).toBe(401)
    context.end()
  })
})
