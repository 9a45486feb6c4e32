import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallName } from '@tests/helpers/calls'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Calls made only by scripts of the original (wire §4.4, §5). */
await describeEngines('scripts', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let project: string

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    project = await createEngineProject(server, owner, engine, opened)
    const columns = [
      { cn: 'name', _cn: 'Name', uidt: 'SingleLineText', rqd: true },
      { cn: 'pages', uidt: 'Number' },
    ]
    await server.call('tableCreate', { tn: 'book', _tn: 'Book', columns }, { token: owner.token, projectId: project })
    const body = ['One', 'Two', 'Three'].map((name, at) => ({ Name: name, pages: at * 100 }))
    await server.request(`/nc/${project}/api/v1/Book/bulk`, { method: 'POST', token: owner.token, body })
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const send = (api: CallName, args: unknown = {}): Promise<Answer> =>
    server.request(`/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token: owner.token,
      body: { api, project_id: project, env: '_noco', dbAlias: 'db', args },
    })
  const data = async (api: CallName, args?: unknown): Promise<unknown> => {
    const answer = await send(api, args)
    expect([api, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([api, 200, ''])
    expect(answer.json).toMatchObject({ code: 0, message: '' })
    return (answer.json as { data: unknown }).data
  }

  it('list answers rows under the names of columns, page by page, and how many there are', async () => {
    expect(await data('list', { tn: 'book', fields: 'name,pages', size: 2, page: 2 })).toEqual({
      count: 3,
      list: [{ name: 'Three', pages: 200 }],
    })
    expect(await data('list', { tn: 'Book', fields: '*', size: '1' })).toEqual({
      count: 3,
      list: [{ id: 1, name: 'One', pages: 0 }],
    })
    expect(await data('list', { tn: 'book', fields: ['Name'] })).toMatchObject({
      list: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    })
    for (const [args, code] of [
      [{ tn: 'nope' }, 'TABLE_NOT_FOUND'],
      [{ tn: 'book', fields: 'name; DROP TABLE book' }, 'COLUMN_NOT_FOUND'],
      [{ tn: 'book', size: 100_000 }, 'INPUT_INVALID'],
      [{ tn: 'book', page: 0 }, 'INPUT_INVALID'],
    ] as const)
      expect((await send('list', args)).error.code).toBe(code)
  })

  it('statements are those of the database, with its quotes, and run', async () => {
    const { database } = opened
    const { quote, placeholder } = database.dialect
    const [id, name, pages, book] = ['id', 'name', 'pages', 'book'].map(quote)
    expect(await data('tableSelectStatement', { tn: 'book' })).toBe(`SELECT ${name}, ${pages}, ${id} FROM ${book}`)
    expect(await data('tableInsertStatement', { tn: 'book' })).toBe(
      `INSERT INTO ${book} (${name}, ${pages}) VALUES (${placeholder(1)}, ${placeholder(2)})`,
    )
    expect(await data('tableUpdateStatement', { tn: 'book' })).toBe(
      `UPDATE ${book} SET ${name} = ${placeholder(1)}, ${pages} = ${placeholder(2)} WHERE ${id} = ${placeholder(3)}`,
    )
    expect(await data('tableDeleteStatement', { tn: 'book' })).toBe(
      `DELETE FROM ${book} WHERE ${id} = ${placeholder(1)}`,
    )
    const made = String(await data('tableCreateStatement', { tn: 'book' }))
    expect(made).toContain(`CREATE TABLE ${book}`)
    const copy = made.replace(`CREATE TABLE ${book}`, `CREATE TABLE ${quote('copy')}`).replace(/;\s*$/, '')
    await database.changeSchema([{ sql: copy, params: [] }])
    const columnsOf = async (table: string): Promise<unknown> =>
      (await database.dialect.introspect.describeTable(database, table))?.columns.map((column) => [
        column.name,
        column.nativeType,
        column.notNull,
        column.keyPosition,
      ])
    expect(await columnsOf('copy')).toEqual(await columnsOf('book'))
    expect((await send('tableSelectStatement', { tn: 'nope' })).error.code).toBe('TABLE_NOT_FOUND')
  })

  it('the types of the database, the project and the version are told, secrets are not', async () => {
    const { list } = (await data('getKnexDataTypes')) as { list: string[] }
    expect(list.length).toBeGreaterThan(5)
    expect(new Set(list).size).toBe(list.length)
    const { list: projects } = (await data('PROJECT_READ_BY_WEB')) as { list: { id: number; projectJson: object }[] }
    expect(projects).toMatchObject([
      {
        id: 1,
        projectJson: { id: project, workingEnv: '_noco', envs: { _noco: { db: [{ meta: { dbAlias: 'db' } }] } } },
      },
    ])
    expect(JSON.stringify(projects)).not.toMatch(/password|secret/i)
    const release = await server.request('/dashboard/', { method: 'POST', body: { api: 'xcRelease', args: {} } })
    expect([release.status, release.json]).toEqual([200, { current: '0.0.0-test', isDocker: false }])
  })
})
