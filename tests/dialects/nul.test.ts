import { afterAll, beforeAll, expect, it } from 'vitest'
import { rpcEventsPath } from '@common/rpc/events'
import { describeEngines, engineProject, type OpenedEngine } from '@tests/helpers/engines'
import { importInto, type Importing } from '@tests/helpers/imports'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** Databases disagree about the character NUL, so Basalt rejects it in SQL and values, on every kind of database. */
await describeEngines('NUL', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: Importing

  const operate = (name: string, body: unknown): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${as.projectId}`, { method: 'POST', token: as.token, body })
  const rest = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const told = ({ status, error }: Answer): unknown => [status, error.code]
  const names = async (): Promise<unknown> =>
    ((await rest('GET', 'thing?sort=id')).json as { name: string }[]).map(({ name }) => name)

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    const [create, given] = engineProject(engine, opened)
    const { id } = await server.call(create, { ...given, projectType: 'grpc' }, { token: owner.token })
    as = { token: owner.token, projectId: id }
    const columns = [
      { cn: 'name', uidt: 'SingleLineText', pv: true },
      { cn: 'notes', uidt: 'LongText' },
      { cn: 'data', uidt: 'JSON' },
    ] as const
    await server.call('tableCreate', { tn: 'thing', columns: [...columns] }, as)
    await rest('POST', 'thing', { name: 'one' })
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it.each([
    ['sqlRun', { sql: "SELECT 'a\0b'" }],
    ['sqlRun', { sql: "INSERT INTO thing (name) VALUES ('a');\0", mode: 'write' }],
    ['sqlExplain', { sql: 'SELECT 1 \0' }],
    ['sqlQuery', { sql: 'SELECT 1 -- \0' }],
    ['sqlSavedCreate', { title: 'Odd', sql: 'SELECT \0' }],
  ])('in the SQL of %s', async (name, body) => {
    const answer = await operate(name, body)
    expect(told(answer)).toEqual([400, 'SQL_HAS_NUL'])
    expect(answer.text).toContain('The SQL contains the character NUL (U+0000)')
  })

  it.each(['sqlRun', 'sqlExplain'])('in a parameter of %s', async (name) => {
    const answer = await operate(name, { sql: 'SELECT :given', parameters: { given: 'a\0b' } })
    expect(told(answer)).toEqual([400, 'SQL_HAS_NUL'])
    expect(answer.text).toContain('The value of :given contains')
  })

  it('in the SQL of a schema object', async () => {
    const condition = "name <> 'a\0'"
    for (const [name, body] of [
      ['sqlViewCreate', { name: 'odd', definition: "CREATE VIEW odd AS SELECT 'a\0b' AS x" }],
      ['checkCreate', { table: 'thing', name: 'odd', condition }],
      ['indexCreate', { table: 'thing', name: 'odd', columns: ['name'], where: condition }],
      ['triggerCreate', { table: 'thing', definition: 'CREATE TRIGGER odd \0' }],
      ['routineCreate', { kind: 'function', definition: 'CREATE FUNCTION odd \0' }],
      ['queryTableCreate', { title: 'odd', sql: "SELECT 'a\0b' AS x" }],
    ] as const) {
      const { status, text } = await operate(name, body)
      expect([name, text, Math.floor(status / 100)]).toEqual([name, text, 4])
      expect(text).not.toContain('INTERNAL')
    }
  })

  it('in values of rows', async () => {
    for (const body of [{ name: 'a\0b' }, { name: 'x', notes: '\0' }]) {
      const message = 'contains a sign that a database cannot keep: NUL'
      for (const answer of [
        await rest('POST', 'thing', body),
        await rest('PUT', 'thing/1', body),
        await rest('POST', 'thing/bulk', [{ name: 'fine' }, body]),
        await rest('PUT', 'thing/bulk', [{ id: 1, ...body }]),
      ]) {
        expect([answer.text, answer.status]).toEqual([answer.text, 400])
        expect(answer.text).toContain(message)
      }
    }
    const query = 'mutation ($data: thingInput!) { thingCreate(data: $data) { id } }'
    const { text } = await server.request(`/nc/${as.projectId}/v1/graphql`, {
      method: 'POST',
      token: as.token,
      body: { query, variables: { data: { name: 'a\0b' } } },
    })
    expect(text).toContain('cannot keep: NUL')
    expect(await names()).toEqual(['one'])
  })

  it('in calls over gRPC', async () => {
    const statusOf = async (method: string, message: object): Promise<unknown> => {
      const service = `basalt.${as.projectId}`
      const target = { address: '{{grpcAddress}}', metadata: [{ name: 'xc-auth', value: as.token }] }
      const { text, json } = await operate('grpcCallStart', {
        ...target,
        service,
        method,
        message: JSON.stringify(message),
      })
      const { call } = json as { readonly call?: string }
      expect([text, typeof call]).toEqual([text, 'string'])
      const headers = { 'xc-auth': as.token, 'xc-gui': 'true' }
      const events = await fetch(server.origin + rpcEventsPath(as.projectId, call ?? ''), { headers })
      const last = (await events.text()).trim().split('data: ').at(-1) ?? ''
      return (JSON.parse(last) as { readonly code?: unknown }).code
    }
    const row = { fields: { name: { stringValue: 'a\0b' } } }
    for (const [method, message] of [
      ['Create', { table: 'thing', row }],
      ['CreateBulk', { table: 'thing', rows: [row] }],
      ['Update', { table: 'thing', id: '1', row }],
      ['List', { table: 'thing', where: '(name,like,a\0b)' }],
      ['List', { table: 'thing', search: '\0' }],
      ['Read', { table: 'thing', id: 'a\0b' }],
    ] as const)
      expect([method, message, await statusOf(method, message)]).toEqual([method, message, 3])
    expect(await names()).not.toContain('a\0b')
  })

  it('in parameters of query tables', async () => {
    const parameters = [{ name: 'given', type: 'text' }]
    const made = await operate('queryTableCreate', {
      title: 'Asked',
      sql: 'SELECT name FROM thing WHERE name = :given',
      parameters,
    })
    expect(made.text).toBe('{"name":"Asked","title":"Asked"}')
    for (const path of ['Asked?given=a%00b', 'Asked/count?given=a%00b'])
      expect([path, ...(told(await rest('GET', path)) as unknown[])]).toEqual([path, 400, 'QUERY_VALUE_INVALID'])
    const query = { title: 'Later', sql: 'SELECT :given AS x', parameters: [{ ...parameters[0], default: 'a\0b' }] }
    const { status, text } = await operate('queryTableCreate', query)
    expect([text, status]).toEqual([text, 400])
  })

  it.skipIf(engine.dialect === 'sqlite')('in an argument of a routine', async () => {
    const definition = {
      postgres: "CREATE FUNCTION echo(given text) RETURNS text LANGUAGE sql AS 'SELECT given'",
      mysql: 'CREATE FUNCTION echo(given text) RETURNS text DETERMINISTIC RETURN given',
    }[engine.dialect as 'postgres' | 'mysql']
    const made = await operate('routineCreate', { kind: 'function', definition })
    expect([made.text, made.status]).toEqual([made.text, 200])
    expect((await rest('POST', '_function/echo', ['fine'])).text).toBe('[{"echo":"fine"}]')
    expect(told(await rest('POST', '_function/echo', ['a\0b']))).toEqual([400, 'TEXT_HAS_NUL'])
  })

  it('in filters, searches and keys', async () => {
    const get = (path: string): Promise<Answer> => rest('GET', path)
    // Only PostgreSQL has no text that a comparison could find.
    for (const path of [
      'thing?where=(name,eq,a%00b)',
      'thing?where=(name,in,a%00b)',
      'thing?condition={"name":{"eq":"a\\u0000b"}}',
    ]) {
      const { status, text } = await get(path)
      expect([path, text, status]).toEqual([path, text, engine.dialect === 'postgres' ? 400 : 200])
      expect(text).toMatch(engine.dialect === 'postgres' ? /text without NUL signs/ : /^\[\]$/)
    }
    for (const path of ['thing?where=(name,like,a%00b)', 'thing?search=%00', 'thing/a%00b']) {
      const { status, text } = await get(path)
      expect([path, text, status]).toEqual([path, text, 400])
    }
  })

  it('in JSON stays readable', async () => {
    const data = { a: 'x\0y' }
    const { status, text } = await rest('POST', 'thing', { name: 'json', data })
    expect([text, status]).toEqual([text, 200])
    const read = await rest('GET', 'thing?where=(name,eq,json)')
    expect(read.json).toMatchObject([{ name: 'json', data: JSON.stringify(data) }])
  })

  it('in a file is left out of the imported text', async () => {
    const file = { name: 'n.json', content: '[{"name":"imp\\u0000ort"}]' }
    const ended = await importInto(server, file, as, { table: 'thing', columns: ['name'] })
    expect(ended).toMatchObject({ state: 'done', failed: 0 })
    expect(await names()).toContain('import')
  })
})
