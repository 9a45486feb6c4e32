import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCatalogue } from '@common/errors'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startServer()
  token = (await server.signUp()).token
})
afterAll(() => server.close())

const dashboard = (body: unknown, q = '', as: string | undefined = token): Promise<Answer> =>
  server.request(`/dashboard/${q}`, { method: 'POST', token: as, body })

describe('every error', () => {
  it.each<[string, string, number, string]>([
    ['GET', '/nowhere', 404, 'ROUTE_NOT_FOUND'],
    ['POST', '/api/auth/nothing', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/%', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/%c0%af', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/auth/signin', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/dashboard/auth/type/', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '//user//me', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/nc/some/projectApiInfo', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/nc/some/v1/graphql', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', '/health', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s %s is %i %s in one form', async (method, path, status, code) => {
    const answer = await server.request(path, { method })
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.error.msg).toMatch(/^\S.*\.$/)
    expect(Object.keys(answer.error).every((key) => ['msg', 'code', 'details', 'message', 'id'].includes(key))).toBe(
      true,
    )
  })

  it('says which methods an address answers', async () => {
    const answer = await server.request('/auth/signin', { method: 'PUT' })
    expect(answer.headers.allow).toBe('POST')
    expect(answer.error.details).toEqual({ method: 'PUT', allowed: ['POST'] })
    const graphql = await server.request('/nc/some/v1/graphql', { method: 'DELETE' })
    expect(graphql.headers.allow).toBe('GET, POST, HEAD')
    expect(graphql.error.details).toEqual({ method: 'DELETE', allowed: ['GET', 'POST', 'HEAD'] })
  })

  it.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '\u0000', '[1', '"\\x"', 'NaN'])(
    'of JSON is told as such: %s',
    async (text) => {
      const answer = await server.request('/auth/signin', { method: 'POST', text })
      expect([answer.status, answer.error.code]).toEqual([400, 'JSON_INVALID'])
    },
  )

  it('of JSON that is not UTF-8 is told as such', async () => {
    const text = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    const answer = await server.request('/auth/signin', { method: 'POST', text })
    expect(answer.error.code).toBe('JSON_INVALID')
  })

  it.each([null, [], 1, 'text', true])('of a body that is %j is no fault of ours', async (body) => {
    for (const path of ['/dashboard/', '/auth/signin', '/auth/signup']) {
      const answer = await server.request(path, { method: 'POST', token, body })
      expect(answer.status).toBe(400)
      expect(errorCatalogue).toHaveProperty(answer.error.code)
    }
  })
})

describe('dashboard calls', () => {
  it.each<[unknown, string, number, string]>([
    [{}, '', 400, 'INPUT_INVALID'],
    [{ api: 1 }, '', 400, 'INPUT_INVALID'],
    [{ api: '' }, '', 400, 'INPUT_INVALID'],
    [{ api: 'projectList', project_id: 7 }, '', 400, 'INPUT_INVALID'],
    [{ api: 'projectList', dbAlias: 7 }, '', 400, 'INPUT_INVALID'],
    [{ api: 'projectCreateSample', args: { x: 1 } }, '', 400, 'INPUT_INVALID'],
    [{ api: 'projectList', args: [] }, '', 400, 'INPUT_INVALID'],
    [{ api: 'projectList', args: 'text' }, '', 400, 'INPUT_INVALID'],
    [{ api: 'noSuchThing' }, '', 404, 'OPERATION_NOT_FOUND'],
    [{ api: 'projectList' }, '?q=sqlOp_projectDelete', 400, 'OPERATION_MISMATCH'],
    [{ api: 'projectList' }, '?q=projectList', 400, 'OPERATION_MISMATCH'],
    [{ api: 'projectList' }, '?q=sqlOp_projectList&q=sqlOp_projectList', 400, 'OPERATION_MISMATCH'],
    [{ api: 'projectOpen', project_id: 'a' }, '?project_id=b', 400, 'OPERATION_MISMATCH'],
    [{ api: 'projectOpen', args: {} }, '', 404, 'PROJECT_NOT_FOUND'],
    [{ api: 'projectOpen', project_id: 'nothing', args: {} }, '', 404, 'PROJECT_NOT_FOUND'],
    [{ api: 'projectOpen', project_id: "' OR 1=1 --", args: {} }, '', 404, 'PROJECT_NOT_FOUND'],
  ])('%j %s is %i %s', async (body, q, status, code) => {
    const answer = await dashboard(body, q)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it('name each field that is wrong', async () => {
    const answer = await dashboard({
      api: 'projectCreateFromFile',
      args: { title: 1, filename: 'music.db', projectType: 'x', extra: 1 },
    })
    expect(answer.error.details).toEqual({
      problems: [
        'title must be a string',
        'projectType must be one of graphql, rest, grpc, migrations, dbConnection',
        'extra is not known here',
      ],
      fields: ['title', 'projectType', 'extra'],
    })
    expect(answer.error.msg).toContain('title must be a string')
  })

  it('tell a stranger nothing about what they expect', async () => {
    for (const args of [{}, { wrong: 1 }]) {
      const answer = await dashboard({ api: 'tableCreate', project_id: 'nothing', args }, '', '')
      expect([answer.status, answer.error.code]).toEqual([401, 'NOT_SIGNED_IN'])
    }
  })

  it('are the same in any spelling of the path, with and without the slash', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/Dashboard/', '//dashboard//', '/dashboard?q=sqlOpPlus_nothing'])
      expect((await server.request(path, { method: 'POST', token, body: { api: 'nothing' } })).error.code).toBe(
        'OPERATION_NOT_FOUND',
      )
  })
})
