import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationInput } from '@common/operations'
import { downloadMetadata, sendMetadata } from '@tests/helpers/metadata-file'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Queries that users add to the tree are read-only tables with addresses and parameters. */
await describeEngines('query tables', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let owner: TestUser
  let editor: TestUser
  let projectId: string

  const operate = (name: string, body: unknown, as = owner): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: as.token, body })
  const rows = (path: string, as = owner, method = 'GET', body?: unknown): Promise<Answer> =>
    server.request(`/nc/${projectId}/api/v1/${path.replaceAll(' ', '%20')}`, { method, token: as.token, body })
  const graphql = async (query: string, as = owner): Promise<unknown> =>
    (await server.request(`/nc/${projectId}/v1/graphql`, { method: 'POST', token: as.token, body: { query } })).json
  const make = (title: string, sql: string, parameters: OperationInput<'queryTableCreate'>['parameters'] = []) =>
    operate('queryTableCreate', { title, sql, parameters })
  const codeOf = ({ status, json }: Answer) => [status, (json as { readonly code?: string }).code]

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    editor = await server.signUp('eve@example.com')
    projectId = await createEngineProject(server, owner, engine, opened)
    const as = { token: owner.token, projectId }
    await server.operate(
      'tableCreate',
      {
        table: 'sale',
        columns: [
          { name: 'id', type: 'ID' },
          { name: 'city', type: 'SingleLineText' },
          { name: 'price', type: 'Decimal', options: { precision: 2 } },
          { name: 'day', type: 'Date' },
        ],
      },
      as,
    )
    const sales = Array.from({ length: 30 }, (_, at) => ({
      city: at % 3 === 0 ? 'Rome' : 'Oslo',
      price: at + 0.3,
      day: `2026-01-${String(at + 1).padStart(2, '0')}`,
    }))
    await rows('sale/bulk', owner, 'POST', sales)
    const sql = `SELECT city, count(*) AS sales, sum(price) AS total FROM sale
      WHERE price >= :least AND (:town IS NULL OR city = :town) GROUP BY city -- by city`
    const made = await make('City totals', sql, [
      { name: 'least', type: 'number', default: 0 },
      { name: 'town', type: 'text', default: null },
    ])
    expect(made.text).toBe('{"name":"City totals","title":"City totals"}')
    expect(
      (
        await make('Days', 'SELECT id, city, day, price FROM sale WHERE day >= :since', [
          { name: 'since', type: 'date' },
        ])
      ).status,
    ).toBe(200)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('lists one as a read-only table with the columns of its result', async () => {
    const list = (await operate('tableList', {})).json
    expect(list).toContainEqual(
      expect.objectContaining({ name: 'City totals', title: 'City totals', type: 'view', isQuery: true }),
    )
    const table = (await operate('tableRead', { table: 'City totals' })).json as { readonly columns: readonly object[] }
    expect(table).toMatchObject({
      primaryKey: [],
      columns: [
        { name: 'city', uiType: 'SingleLineText' },
        { name: 'sales', uiType: 'Number' },
        // An expression of SQLite has no type: its values tell.
        { name: 'total', uiType: engine.dialect === 'sqlite' ? 'Number' : 'Decimal' },
      ],
      parameters: [
        { name: 'least', type: 'number', default: 0 },
        { name: 'town', type: 'text', default: null },
      ],
    })
    expect(JSON.stringify(table)).not.toContain('SELECT')
    // A table that needs values opens without them.
    for (const name of ['tableRead', 'viewList'])
      expect([name, (await operate(name, { table: 'Days' })).status]).toEqual([name, 200])
  })

  it('reads, sorts, filters, searches, pages and counts by REST', async () => {
    expect((await rows('City totals?sort=city')).json).toEqual([
      { city: 'Oslo', sales: 20, total: expect.anything() },
      { city: 'Rome', sales: 10, total: expect.anything() },
    ])
    expect((await rows('City totals?sort=-sales&fields=city&limit=1')).json).toEqual([{ city: 'Oslo' }])
    expect((await rows('City totals?where=(sales,lt,15)&fields=city')).json).toEqual([{ city: 'Rome' }])
    expect((await rows('City totals?search=osl&fields=city')).json).toEqual([{ city: 'Oslo' }])
    expect((await rows('City totals/count')).json).toEqual({ count: 2 })
    expect((await rows('Days?since=2026-01-25&sort=-day&limit=2&offset=1&fields=day')).json).toEqual([
      { day: '2026-01-29' },
      { day: '2026-01-28' },
    ])
    expect((await rows('Days/groupby/city?since=2026-01-01&sort=city')).json).toMatchObject([
      { count: 20, city: 'Oslo' },
      { count: 10, city: 'Rome' },
    ])
    const file = await rows('Days?since=2026-01-30&format=csv&columns=city,day')
    expect(file.text.trim().split(/\r?\n/)).toEqual(['city,day', 'Oslo,2026-01-30'])
  })

  it('takes parameters, and rejects missing and wrong ones', async () => {
    expect((await rows('City totals?least=27&sort=city')).json).toMatchObject([
      { city: 'Oslo', sales: 2 },
      { city: 'Rome', sales: 1 },
    ])
    expect((await rows('City totals?town=Rome')).json).toMatchObject([{ city: 'Rome', sales: 10 }])
    // A value never becomes SQL.
    expect((await rows(`City totals?town=${encodeURIComponent("x' OR '1'='1")}`)).json).toEqual([])
    expect(codeOf(await rows('Days'))).toEqual([400, 'QUERY_VALUE_MISSING'])
    expect(codeOf(await rows('Days/count'))).toEqual([400, 'QUERY_VALUE_MISSING'])
    expect(codeOf(await rows('Days?since=yesterday'))).toEqual([400, 'QUERY_VALUE_INVALID'])
    expect(codeOf(await rows('Days?since=2026-02-30'))).toEqual([400, 'QUERY_VALUE_INVALID'])
    expect(codeOf(await rows('Days?since=2026-01-01&since=2026-01-02'))).toEqual([400, 'QUERY_VALUE_INVALID'])
    expect(codeOf(await rows('City totals?least=many'))).toEqual([400, 'QUERY_VALUE_INVALID'])
  })

  it('answers GraphQL with arguments', async () => {
    const answer = await graphql(
      '{ DaysList(since: "2026-01-29", sort: "-day") { city day } DaysCount(since: "2026-01-11") }',
    )
    expect(answer).toEqual({
      data: {
        DaysList: [
          { city: 'Oslo', day: '2026-01-30' },
          { city: 'Oslo', day: '2026-01-29' },
        ],
        DaysCount: 20,
      },
    })
    expect(await graphql('{ City_totalsList(least: 27, sort: "city") { city sales } }')).toEqual({
      data: {
        City_totalsList: [
          { city: 'Oslo', sales: 2 },
          { city: 'Rome', sales: 1 },
        ],
      },
    })
    expect(JSON.stringify(await graphql('{ DaysList { city } }'))).toContain('since')
    expect(JSON.stringify(await graphql('{ DaysList(since: "soon") { city } }'))).toContain('QUERY_VALUE_INVALID')
  })

  it('is in the OpenAPI document, without writes', async () => {
    const document = (await server.request(`/nc/${projectId}/db/swagger.json`, { token: owner.token })).json as {
      readonly paths: Record<string, Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>
    }
    const path = document.paths[`/nc/${projectId}/api/v1/Days`]
    expect(Object.keys(path ?? {})).toEqual(['get'])
    expect(path?.['get']?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'since',
        in: 'query',
        required: true,
        schema: { type: 'string', format: 'date' },
      }),
    )
  })

  it('is no difference between the database and its metadata', async () => {
    const { text } = await operate('schemaDrift', {})
    expect(text).not.toMatch(/gone/i)
  })

  it('rejects writes to it', async () => {
    expect(codeOf(await rows('City totals', owner, 'POST', { city: 'Bern' }))).toEqual([404, 'VIEW_READ_ONLY'])
    expect(codeOf(await operate('sqlViewRead', { name: 'Days' }))).toEqual([404, 'TABLE_NOT_FOUND'])
    expect(codeOf(await operate('sqlViewDelete', { name: 'Days' }))).toEqual([404, 'TABLE_NOT_FOUND'])
    expect((await operate('tableDelete', { table: 'Days' })).status).toBe(400)
    expect((await rows('Days/count?since=2026-01-01')).json).toEqual({ count: 30 })
  })

  it('rejects texts that are not one reading query', async () => {
    const wrong = [
      'DELETE FROM sale',
      'SELECT 1 AS a; DELETE FROM sale',
      "SELECT ';' AS a",
      'SELECT 1 AS a) AS x, (SELECT 2 AS b',
      'SELECT 1 AS a) AS x -- ',
      'WITH gone AS (DELETE FROM sale RETURNING id) SELECT * FROM gone',
      'SELECT * FROM missing',
      'SELECT * FROM nc_users',
      'SELECT 1 AS a /* basalt:end */',
      'EXPLAIN SELECT 1',
      'SELECT :limit AS a',
      'SELECT :other AS a',
      '-- nothing',
      ...(engine.dialect === 'sqlite' ? [] : ['SELECT id, id FROM sale']),
      ...(engine.dialect === 'mysql'
        ? ["SELECT load_file('/etc/passwd') AS a", "SELECT 1 AS a INTO OUTFILE '/tmp/a'"]
        : []),
      ...(engine.dialect === 'postgres'
        ? [
            "SELECT pg_read_file('/etc/passwd') AS a",
            "SELECT set_config('role', 'none', false) AS a",
            'SELECT 1 AS a INTO made',
          ]
        : []),
    ]
    for (const sql of wrong) {
      const answer = await make('Wrong', sql, sql.includes(':limit') ? [{ name: 'limit', type: 'number' }] : [])
      expect([sql, answer.status]).toEqual([sql, 400])
    }
    expect((await rows('sale/count')).json).toEqual({ count: 30 })
    expect(codeOf(await make('sale', 'SELECT 1 AS a'))).toEqual([400, 'TABLE_EXISTS'])
  })

  it('cannot write, whatever its functions do later', async () => {
    if (engine.dialect === 'sqlite') return
    const isPostgres = engine.dialect === 'postgres'
    const wipe = (body: string, head = isPostgres ? 'CREATE OR REPLACE' : 'CREATE'): Promise<unknown> => {
      const sql = isPostgres
        ? `${head} FUNCTION wipe() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN 1; END $$`
        : `${head} FUNCTION wipe() RETURNS integer MODIFIES SQL DATA BEGIN ${body} RETURN 1; END`
      return opened.database.changeSchema([{ sql, params: [] }])
    }
    await wipe('')
    expect((await make('Wipe', 'SELECT wipe() AS done')).status).toBe(200)
    expect((await rows('Wipe')).json).toEqual([{ done: 1 }])
    if (!isPostgres) await opened.database.changeSchema([{ sql: 'DROP FUNCTION wipe', params: [] }])
    await wipe('DELETE FROM sale;')
    expect(codeOf(await rows('Wipe'))).toEqual([409, 'QUERY_TABLE_FAILED'])
    expect(codeOf(await rows('Wipe?format=csv'))).toEqual([409, 'QUERY_TABLE_FAILED'])
    expect(JSON.stringify(await graphql('{ WipeList { done } }'))).toContain('QUERY_TABLE_FAILED')
    expect((await rows('sale/count')).json).toEqual({ count: 30 })
  })

  it('follows an edited query, and says when its tables are gone', async () => {
    const as = { token: owner.token, projectId }
    await server.operate(
      'tableCreate',
      {
        table: 'short',
        columns: [
          { name: 'id', type: 'ID' },
          { name: 'name', type: 'SingleLineText' },
        ],
      },
      as,
    )
    expect((await make('Shorts', 'SELECT name FROM short')).status).toBe(200)
    expect(
      (await operate('queryTableUpdate', { table: 'Shorts', sql: 'SELECT id AS number, name FROM short' })).status,
    ).toBe(200)
    expect((await operate('tableRead', { table: 'Shorts' })).json).toMatchObject({
      columns: [{ name: 'number' }, { name: 'name' }],
    })
    expect((await operate('tableRead', { table: 'Shorts' })).json).toMatchObject({ sources: ['short'] })
    expect((await operate('queryTableRead', { table: 'Shorts' })).json).toEqual({
      sql: 'SELECT id AS number, name FROM short',
      parameters: [],
    })
    await operate('tableDelete', { table: 'short' })
    const answer = await rows('Shorts')
    expect(codeOf(answer)).toEqual([409, 'QUERY_TABLE_FAILED'])
    // The words of the database could name hidden things.
    expect(answer.text).not.toContain('short')
    expect((await operate('queryTableDelete', { table: 'Shorts' })).status).toBe(200)
    expect(codeOf(await rows('Shorts'))).toEqual([404, 'TABLE_NOT_FOUND'])
  })

  it('shows nothing that rules hide', async () => {
    giveRoles(server.profileFolder, projectId, { 'eve@example.com': 'editor' })
    expect((await rows('City totals/count', editor)).json).toEqual({ count: 2 })
    expect(codeOf(await operate('queryTableRead', { table: 'Days' }, editor))).toEqual([403, 'NOT_ALLOWED'])
    expect(codeOf(await make('Mine', 'SELECT 1 AS a'))).toEqual([200, undefined])
    const rule = (table: string, rules: object) => operate('accessRulesSave', { role: 'editor', table, rules })
    expect((await rule('sale', { columns: { price: 'hidden' } })).status).toBe(200)
    expect(codeOf(await rows('City totals', editor))).toEqual([404, 'TABLE_NOT_FOUND'])
    expect(JSON.stringify((await operate('tableList', {}, editor)).json)).not.toContain('City totals')
    expect(JSON.stringify(await graphql('{ City_totalsList { total } }', editor))).toContain('City_totalsList')
    // The owner decides with rules for the query table itself.
    const shown = { join: 'and', filters: [{ column: 'city', operator: 'is', value: 'Rome' }] }
    expect((await rule('City totals', { columns: { total: 'hidden' }, rows: shown })).status).toBe(200)
    expect((await rows('City totals?least=1', editor)).json).toEqual([{ city: 'Rome', sales: 9 }])
    expect((await operate('tableRead', { table: 'City totals' })).json).toMatchObject({ sources: ['sale'] })
    expect((await operate('tableRead', { table: 'City totals' }, editor)).json).not.toHaveProperty('sources')
    expect(codeOf(await rows('City totals?where=(total,gt,1)', editor))).toEqual([400, 'COLUMN_NOT_FOUND'])
    expect(codeOf(await rows('Days?since=2026-01-01', editor))).toEqual([404, 'TABLE_NOT_FOUND'])
  })

  it.runIf(engine.dialect === 'postgres')('names the tables whose rows a source inherits', async () => {
    const schema = ['CREATE TABLE animal (name text)', 'CREATE TABLE cat (lives integer) INHERITS (animal)']
    await opened.database.changeSchema(schema.map((sql) => ({ sql, params: [] })))
    expect((await make('Animals', 'SELECT name FROM animal')).status).toBe(200)
    expect((await operate('tableRead', { table: 'Animals' })).json).toMatchObject({ sources: ['animal', 'cat'] })
    await operate('queryTableDelete', { table: 'Animals' })
  })

  it('travels with the metadata', async () => {
    const as = { token: owner.token, projectId }
    const file = await downloadMetadata(server, as)
    await operate('queryTableDelete', { table: 'Days' })
    expect(codeOf(await rows('Days?since=2026-01-29'))).toEqual([404, 'TABLE_NOT_FOUND'])
    expect((await sendMetadata(server, 'metadataImport', file, as)).status).toBe(200)
    expect((await rows('Days?since=2026-01-29&sort=day&fields=day')).json).toEqual([
      { day: '2026-01-29' },
      { day: '2026-01-30' },
    ])
  })
})
