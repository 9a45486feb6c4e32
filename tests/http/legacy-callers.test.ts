import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'

/** Calls as the original's own interface and test suites send them (wire §1): unknown keys are ignored and named. */
describe('a caller written for the original', () => {
  let server: TestServer
  let token: string
  let projectId: string
  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp('ada@example.com'))
    ;({ id: projectId } = await server.call('projectCreateByWebWithXCDB', { title: 'Old' }, { token }))
    const as = { token, projectId }
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'title', uidt: 'SingleLineText' },
    ]
    await server.call('tableCreate', { tn: 'author', columns }, as)
    await server.call('tableCreate', { tn: 'book', columns: [...columns, { cn: 'author', uidt: 'Number' }] }, as)
    const relation = { childTable: 'book', childColumn: 'author', parentTable: 'author', parentColumn: 'id' }
    await server.call('relationCreate', relation, as)
    const definition = { kind: 'formula', formula: '{author}*2' } as const
    await server.call('virtualColumnCreate', { tn: 'book', title: 'twice', definition }, as)
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown): Promise<Answer> => server.request(path, { method: 'POST', token, body })
  const dashboard = (api: string, args: unknown, more: Record<string, unknown> = {}): Promise<Answer> =>
    post(`/dashboard/?q=sqlOp_${api}`, { api, args, ...more })
  const ignoredBy = ({ status, headers }: Answer): unknown[] => [status, headers['basalt-ignored']]

  it('signs in with the keys of the sign-up form', async () => {
    const body = { email: 'ada@example.com', password: testPassword, firstName: null, lastName: null }
    expect(ignoredBy(await post('/auth/signin?tool=1', body))).toEqual([200, 'firstName,lastName'])
  })

  it('lists projects with a query in the envelope', async () => {
    const path = '/dashboard/?q=sqlOp_projectList&skipProjectHasDb=1'
    const answer = await post(path, { api: 'projectList', query: { skipProjectHasDb: 1 } })
    expect(ignoredBy(answer)).toEqual([200, 'query'])
    expect(answer.json).toMatchObject([{ title: 'Old' }])
  })

  it('calls the database of a project by an alias of its own', async () => {
    const answer = await dashboard('tableList', {}, { project_id: projectId, env: '_noco', dbAlias: 'dbundefined' })
    expect(answer.status).toBe(200)
  })

  it('tests a connection with the options of the driver, without a database', async () => {
    const connection = {
      host: '127.0.0.1',
      port: '1',
      user: 'root',
      password: '',
      database: null,
      multipleStatements: true,
      dateStrings: true,
      timezone: '+00:00',
    }
    const answer = await dashboard('testConnection', { client: 'mysql2', connection })
    expect(ignoredBy(answer)).toEqual([200, 'connection.multipleStatements,connection.dateStrings,connection.timezone'])
    expect(answer.json).toMatchObject({ code: -1, object: { failure: 'refused' } })
  })

  it('tests a connection in our own words without unknown keys', async () => {
    const settings = { kind: 'mysql', host: '127.0.0.1', port: 1, user: 'root', password: '', database: 'x' }
    expect((await dashboard('testConnection', { settings })).status).toBe(200)
    for (const [args, field] of [
      [{ settings, surprise: 1 }, 'surprise'],
      [{ settings: { ...settings, hostname: 'x' } }, 'settings.hostname'],
      [{ settings, client: 'mysql2' }, 'client'],
    ] as const) {
      const answer = await dashboard('testConnection', args)
      expect([field, answer.status, answer.json]).toMatchObject([field, 400, { code: 'INPUT_INVALID' }])
      expect(answer.text).toContain(field.split('.').at(-1))
    }
  })

  it('reads a SQLite file written as a configuration within a configuration', async () => {
    const filename = '/nowhere/music.db'
    const connection = { client: 'sqlite3', connection: { filename }, database: filename, useNullAsDefault: true }
    const answer = await dashboard('testConnection', { client: 'sqlite3', connection, surprise: 1 })
    expect(ignoredBy(answer)).toEqual([200, 'surprise'])
  })

  it('is told which field of a connection is missing', async () => {
    const project = { title: 'New', folder: '', type: 'mysql' }
    const db = [{ client: 'mysql2', connection: { host: 'localhost', user: 'root', password: '', database: null } }]
    const answer = await dashboard('projectCreateByWeb', { project, projectJson: { envs: { _noco: { db } } } })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ details: { fields: ['projectJson.envs._noco.db.0.connection.database'] } })
  })

  it('still learns what else is wrong with its arguments', async () => {
    const answer = await dashboard('tableList', { includeM2M: { $ne: 1 }, other: 1 }, { project_id: projectId })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ details: { fields: ['includeM2M'] } })
  })

  it('cannot use unknown keys in calls that are our own', async () => {
    const answer = await dashboard('tableDuplicate', { tn: 'book', wrong: 1 }, { project_id: projectId })
    expect(answer.json).toMatchObject({ details: { fields: expect.arrayContaining(['wrong']) as unknown } })
  })

  it('may send what is computed back with a row, new or changed', async () => {
    const rows = `/nc/${projectId}/api/v1/book`
    const computed = { twice: 99, authorRead: { id: 1 }, otherList: [] }
    const made = await post(rows, { title: 'One', author: null, ...computed })
    expect(ignoredBy(made)).toEqual([200, 'twice,authorRead,otherList'])
    const { id } = made.json as { id: number }
    const changed = await server.request(`${rows}/${id}`, { method: 'PUT', token, body: { title: 'Two', ...computed } })
    expect(ignoredBy(changed)).toEqual([200, 'twice,authorRead,otherList'])
    expect(changed.json).toMatchObject({ title: 'Two', twice: null })
    const bulk = await post(`${rows}/bulk`, [{ title: 'Three' }, { title: 'Four', twice: 1 }])
    expect(ignoredBy(bulk)).toEqual([200, 'twice'])
    const many = await server.request(`${rows}/bulk`, { method: 'PUT', token, body: [{ id, title: 'Five', twice: 7 }] })
    expect(ignoredBy(many)).toEqual([200, 'twice'])
  })

  it('is refused for a name that is no column of the row', async () => {
    expect((await post(`/nc/${projectId}/api/v1/book`, { titel: 'One' })).status).toBe(400)
  })
})
