import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlExportPath } from '@common/constants'
import type { SqlRunView } from '@common/sql/shapes'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { strFromU8, unzipSync } from 'fflate'

let server: TestServer
let owner: TestUser
let projectId: string

const send = (name: string, body: unknown): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: owner.token, body })

/** Runs a query to its end. */
async function ended(sql: string): Promise<string> {
  const { run } = (await send('sqlRun', { sql })).json as { readonly run: string }
  let view = (await send('sqlRunRead', { run })).json as SqlRunView
  while (view.state === 'running') view = (await send('sqlRunRead', { run, after: view.version })).json as SqlRunView
  expect(view.state).toBe('done')
  return run
}
const file = (body: object, token = owner.token, query = `?project=${projectId}`): Promise<Response> =>
  fetch(`${server.origin}${sqlExportPath}${query}`, {
    method: 'POST',
    headers: { 'xc-auth': token, 'content-type': 'application/json' },
    body: JSON.stringify({ statement: 0, ...body }),
  })

beforeAll(async () => {
  server = await startServer({ signUpAttempts: 0 })
  owner = await server.signUp()
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
})
afterAll(() => server.close())

const three = `SELECT 1 AS id, 'Plain' AS name, 1.5 AS price UNION ALL
  SELECT 2, 'With "quotes", and a|bar', NULL UNION ALL SELECT 3, '=1+1', 9007199254740993`

describe('files of a result', () => {
  it.each([
    ['csv', '\uFEFFid,name,price\r\n1,Plain,1.5\r\n2,"With ""quotes"", and a|bar",\r\n3,\'=1+1,9007199254740993\r\n'],
    [
      'json',
      '[\n  {"id":1,"name":"Plain","price":1.5},\n  {"id":2,"name":"With \\"quotes\\", and a|bar","price":null},\n  {"id":3,"name":"=1+1","price":"9007199254740993"}\n]\n',
    ],
    [
      'markdown',
      '| id | name | price |\n| ---: | --- | ---: |\n| 1 | Plain | 1.5 |\n| 2 | With "quotes", and a\\|bar |  |\n| 3 | =1+1 | 9007199254740993 |\n',
    ],
    [
      'insert',
      'INSERT INTO "some table" ("id", "name", "price") VALUES (1, \'Plain\', 1.5);\nINSERT INTO "some table" ("id", "name", "price") VALUES (2, \'With "quotes", and a|bar\', NULL);\nINSERT INTO "some table" ("id", "name", "price") VALUES (3, \'=1+1\', \'9007199254740993\');\n',
    ],
  ])('hold all rows: %s', async (form, text) => {
    const answer = await file({ run: await ended(three), form, title: 'My/query', table: 'some table' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('My-query.')
    expect(Buffer.from(await answer.arrayBuffer()).toString('utf8')).toBe(text)
  })

  it('are a workbook with numbers as numbers', async () => {
    const answer = await file({ run: await ended(three), form: 'xlsx', title: 'Three' })
    const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('<c r="C2"><v>1.5</v></c>')
    expect(sheet).toContain('=1+1')
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Three"')
  })

  it('are sorted and filtered as asked', async () => {
    const run = await ended(three)
    const sort = [{ column: 0, descending: true }]
    const filters = [{ column: 0, operator: 'less', value: '3' }]
    const answer = await file({ run, form: 'csv', sort, filters })
    expect((await answer.text()).split('\r\n').slice(1, -1)).toEqual(['2,"With ""quotes"", and a|bar",', '1,Plain,1.5'])
  })

  it('hold columns of the same name once each', async () => {
    const answer = await file({ run: await ended('SELECT 1 AS id, 2 AS id, 3 AS "id 2"'), form: 'json' })
    expect(await answer.json()).toEqual([{ id: 1, 'id 3': 2, 'id 2': 3 }])
  })

  it('hold a million rows, and stop when the caller leaves', { tags: ['nightly'], timeout: 300_000 }, async () => {
    const run = await ended(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i, i % 7 AS part FROM n',
    )
    const lines = async (body: object) => {
      const answer = await file({ run, form: 'csv', ...body })
      let count = 0
      let last = ''
      for await (const chunk of answer.body ?? []) {
        const text = last + Buffer.from(chunk).toString()
        const found = text.split('\r\n')
        last = found.pop() ?? ''
        count += found.length
        if (found.at(-1) !== undefined) lastLine = found.at(-1) ?? ''
      }
      return count
    }
    let lastLine = ''
    expect(await lines({})).toBe(1_000_001)
    expect(lastLine).toBe('1000000,1')
    expect(await lines({ sort: [{ column: 1, descending: true }] })).toBe(1_000_001)
    expect(lastLine).toBe('999999,0')
    const abort = new AbortController()
    const answer = await fetch(`${server.origin}${sqlExportPath}?project=${projectId}`, {
      method: 'POST',
      headers: { 'xc-auth': owner.token, 'content-type': 'application/json' },
      body: JSON.stringify({ run, statement: 0, form: 'json' }),
      signal: abort.signal,
    })
    await answer.body?.getReader().read()
    abort.abort()
    const window = await send('sqlResultRows', { run, statement: 0, offset: 999_999, limit: 1 })
    expect(window.json).toMatchObject({ rows: [[1_000_000, 1]], total: 1_000_000 })
  })

  it('are for the person who ran the query only', async () => {
    const run = await ended('SELECT 1')
    const [viewer, creator] = [await server.signUp('viewer@example.com'), await server.signUp('creator@example.com')]
    giveRoles(server.profileFolder, projectId, { 'viewer@example.com': 'viewer', 'creator@example.com': 'creator' })
    const answers = [
      await file({ run, form: 'csv' }, viewer.token),
      await file({ run, form: 'csv' }, creator.token),
      await file({ run, form: 'csv' }, ''),
      await file({ run, form: 'pdf' }),
      await file({ run, form: 'csv', statement: 3 }),
      await file({ run, form: 'csv', more: 1 }),
      await file({ run, form: 'csv' }, owner.token, ''),
      await file({ run, form: 'csv' }, owner.token, `?project=${projectId}&x=1`),
    ]
    const codes = await Promise.all(answers.map(async (each) => ((await each.json()) as { code: string }).code))
    expect(codes).toEqual([
      'NOT_ALLOWED',
      'SQL_RUN_NOT_FOUND',
      'NOT_SIGNED_IN',
      'INPUT_INVALID',
      'SQL_RESULT_NOT_FOUND',
      'INPUT_INVALID',
      'PROJECT_NOT_FOUND',
      'QUERY_PARAMETER_INVALID',
    ])
  })
})
