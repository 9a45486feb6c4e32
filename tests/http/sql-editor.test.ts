import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlRunView } from '@common/sql/shapes'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let creator: TestUser
let reader: TestUser
let projectId: string

const send = (name: string, body: unknown, as: TestUser = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: as.token, body })

/** Runs a script to its end. */
async function ended(body: object, as: TestUser = owner): Promise<SqlRunView> {
  const started = await send('sqlRun', body, as)
  if (started.status !== 200) throw new Error(started.text)
  const { run } = started.json as { readonly run: string }
  let view = (await send('sqlRunRead', { run }, as)).json as SqlRunView
  while (view.state === 'running')
    view = (await send('sqlRunRead', { run, after: view.version }, as)).json as SqlRunView
  return view
}

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  creator = await server.signUp('creator@example.com')
  reader = await server.signUp('reader@example.com')
  const as = { token: owner.token, projectId }
  const { id: role } = await server.operate(
    'roleCreate',
    { title: 'Analyst', permissions: ['row.read', 'sql.read'] },
    as,
  )
  giveRoles(server.profileFolder, projectId, { 'creator@example.com': 'creator', 'reader@example.com': role })
})
afterAll(() => server.close())

describe('rights', () => {
  it.each(['editor', 'commenter', 'viewer'])('lack SQL: %s', async (role) => {
    const user = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [user.email]: role })
    for (const [name, body] of [
      ['sqlRun', { sql: 'SELECT 1' }],
      ['sqlExplain', { sql: 'SELECT 1' }],
      ['sqlSavedList', {}],
      ['sqlHistoryList', {}],
    ] as const) {
      const answer = await send(name, body, user)
      expect([name, answer.status, answer.error.code]).toEqual([name, 403, 'NOT_ALLOWED'])
    }
  })

  it('to read do not allow to write', async () => {
    expect((await ended({ sql: 'SELECT 1' }, reader)).state).toBe('done')
    const answer = await send('sqlRun', { sql: 'DELETE FROM tracks', mode: 'write' }, reader)
    expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
    const view = await ended({ sql: 'DELETE FROM tracks' }, reader)
    expect(view.statements[0]).toMatchObject({ state: 'failed', problem: { code: 'SQL_NOT_READING' } })
  })

  it('end with rules that hide something', async () => {
    const rules = (hidden: boolean) => ({
      table: 'tracks',
      role: 'creator',
      rules: hidden ? { columns: { price: 'hidden' } } : {},
    })
    const view = await ended({ sql: 'SELECT price FROM tracks' }, creator)
    expect(view.state).toBe('done')
    expect((await send('accessRulesSave', rules(true))).status).toBe(200)
    for (const [name, body] of [
      ['sqlRun', { sql: 'SELECT price FROM tracks' }],
      ['sqlResultRows', { run: view.run, statement: 0 }],
    ] as const) {
      const answer = await send(name, body, creator)
      expect([name, answer.status, answer.error.code]).toEqual([name, 403, 'NOT_ALLOWED'])
    }
    await send('accessRulesSave', rules(false))
  })
})

it('shows a run to its user only', async () => {
  const { run } = await ended({ sql: 'SELECT 1' })
  for (const name of ['sqlRunRead', 'sqlCancel', 'sqlRunClose']) {
    const foreign = await send(name, { run }, creator)
    const unknown = await send(name, { run: 'f'.repeat(24) }, creator)
    expect([foreign.status, foreign.json]).toEqual([404, unknown.json])
  }
  expect((await send('sqlRunClose', { run })).status).toBe(200)
  expect((await send('sqlRunRead', { run })).error.code).toBe('SQL_RUN_NOT_FOUND')
})

it('audits writing scripts with their text', async () => {
  await ended({ sql: 'CREATE TABLE audited (id integer); SELECT 1', mode: 'write' })
  const { list } = (await send('auditList', { limit: 20, offset: 0 })).json as { readonly list: unknown[] }
  const lines = list.filter((line) => JSON.stringify(line).includes('CREATE TABLE audited'))
  expect(lines).toHaveLength(1)
})

it('stores runs in the history of their user', async () => {
  await ended({ sql: 'SELECT 41 AS needle_one' }, reader)
  await ended({ sql: 'SELECT needle_two' }, reader)
  const read = async (search: string, as: TestUser) =>
    (await send('sqlHistoryList', { search }, as)).json as { total: number; entries: { id: string; sql: string }[] }
  // The history is written beside the answer.
  await expect
    .poll(() => read('NEEDLE_', reader))
    .toMatchObject({
      total: 2,
      entries: [
        { sql: 'SELECT needle_two', state: 'failed', error: expect.stringContaining('needle_two') as string },
        { sql: 'SELECT 41 AS needle_one', state: 'done', rows: 1, mode: 'read' },
      ],
    })
  const found = await read('needle_', reader)
  expect((await read('needle%', reader)).total).toBe(0)
  expect((await read('needle_', creator)).total).toBe(0)
  await send('sqlHistoryDelete', { ids: [found.entries[0]?.id] }, creator)
  expect((await read('needle_', reader)).total).toBe(2)
  await send('sqlHistoryDelete', { ids: [found.entries[0]?.id] }, reader)
  expect((await read('needle_', reader)).total).toBe(1)
})

describe('executeRawQuery', () => {
  const call = (sql: unknown, as: TestUser) =>
    server.request('/dashboard/?q=sqlOp_executeRawQuery', {
      method: 'POST',
      token: as.token,
      body: { api: 'executeRawQuery', project_id: projectId, env: '_noco', dbAlias: 'db', args: sql },
    })

  it('runs the SQL in its body and returns the rows', async () => {
    expect((await call('SELECT 1 AS one, NULL AS none', reader)).json).toEqual([{ one: 1, none: null }])
    expect((await call('CREATE TABLE raw_made (id integer); INSERT INTO raw_made VALUES (7)', owner)).json).toEqual([])
    expect((await call('SELECT * FROM raw_made', owner)).json).toEqual([{ id: 7 }])
  })

  it('rejects writes of readers, wrong SQL and other bodies', async () => {
    const codes = [
      await call('DELETE FROM raw_made', reader),
      await call('SELECT nothing', owner),
      await call({ sql: 'SELECT 1' }, owner),
      await call('', owner),
    ].map(({ status, error }) => [status, error.code])
    expect(codes).toEqual([
      [400, 'SQL_NOT_READING'],
      [400, 'SQL_FAILED'],
      [400, 'INPUT_INVALID'],
      [400, 'INPUT_INVALID'],
    ])
    expect((await call('SELECT count(*) AS n FROM raw_made', owner)).json).toEqual([{ n: 1 }])
  })
})

describe('saved queries', () => {
  const own = { title: 'Mine', sql: 'SELECT 1', folder: 'A/B', description: 'Private' }

  it('are private until they are shared, and changed by their author and owners only', async () => {
    const { id } = (await send('sqlSavedCreate', own, creator)).json as { readonly id: string }
    const titles = async (as: TestUser) =>
      ((await send('sqlSavedList', {}, as)).json as { readonly title: string }[]).map(({ title }) => title)
    expect([await titles(creator), await titles(owner)]).toEqual([['Mine'], []])
    expect((await send('sqlSavedUpdate', { id, title: 'Taken' })).error.code).toBe('SQL_SAVED_NOT_FOUND')
    expect((await send('sqlSavedUpdate', { id, shared: true }, creator)).json).toMatchObject({
      shared: true,
      own: true,
    })
    expect(await titles(reader)).toEqual(['Mine'])
    expect((await send('sqlSavedUpdate', { id, title: 'Taken' }, reader)).error.code).toBe('NOT_ALLOWED')
    expect((await send('sqlSavedDelete', { id }, reader)).error.code).toBe('NOT_ALLOWED')
    expect((await send('sqlSavedUpdate', { id, title: 'Ours' })).json).toMatchObject({ title: 'Ours', sql: 'SELECT 1' })
    expect((await send('sqlSavedDelete', { id })).status).toBe(200)
    expect(await titles(creator)).toEqual([])
  })
})

it('reads windows of a million rows, sorted, while other requests are answered', { tags: ['nightly'] }, async () => {
  const sql =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i, 'row ' || i AS name FROM n"
  const { run } = (await send('sqlRun', { sql })).json as { readonly run: string }
  let view = (await send('sqlRunRead', { run })).json as SqlRunView
  let slowestMs = 0
  while (view.state === 'running') {
    const began = performance.now()
    expect((await send('tableList', {})).status).toBe(200)
    slowestMs = Math.max(slowestMs, performance.now() - began)
    view = (await send('sqlRunRead', { run, after: view.version })).json as SqlRunView
  }
  expect(view.statements[0]).toMatchObject({ state: 'done', rows: 1_000_000, isCut: false })
  expect(slowestMs).toBeLessThan(2_000)
  const window = { run, statement: 0, offset: 10, limit: 2, sort: [{ column: 0, descending: true }] }
  expect((await send('sqlResultRows', window)).json).toMatchObject({
    rows: [
      [999_990, 'row 999990'],
      [999_989, 'row 999989'],
    ],
    total: 1_000_000,
  })
  const filters = [{ column: 1, operator: 'contains', value: '99999' }]
  expect((await send('sqlResultRows', { run, statement: 0, filters, limit: 1 })).json).toMatchObject({
    rows: [[99_999, 'row 99999']],
    total: 19,
  })
})
