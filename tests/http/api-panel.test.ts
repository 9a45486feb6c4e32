import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { callText, graphqlAddress, type ShownRows } from '@renderer/features/api-panel/calls'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type TestServer } from '@tests/helpers/server'

const run = promisify(execFile)
const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

let server: TestServer
let shown: Omit<ShownRows, 'table'>
let tableOf: (name: string) => Promise<Table>
let remove: () => void
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.signUp()
  const file = makeDatabaseFile({
    sql: `CREATE TABLE "It's a ""table"" & more" (id INTEGER PRIMARY KEY, "a, b" TEXT, "c'd" REAL, hidden TEXT);
      INSERT INTO "It's a ""table"" & more" VALUES (1, 'x''s $HOME', 1, 'h'), (2, 'x "y" \`z\`', 2, 'h'), (3, 'other', 3, 'h');`,
  })
  remove = file.remove
  const { id } = await server.call('projectCreateFromFile', { title: 'Odd', filename: file.filename }, { token })
  tableOf = async (name) => {
    const model = await server.call('tableXcModelGet', { tn: name }, { token, projectId: id })
    return tableFromWire(wireTableMeta.parse(JSON.parse(model?.meta ?? '')))
  }
  const { data } = await server.call('xcTableAndViewList', {}, { token, projectId: id })
  shown = {
    origin: server.origin,
    projectId: id,
    token,
    header: 'xc-auth',
    tables: data.list.map(({ _tn }) => _tn),
    sort: [{ column: 'id', descending: true }],
    search: '',
    where: `(a, b,like,x%)`,
    condition: '',
    fields: ['id', 'a, b'],
  }
})
afterAll(async () => {
  await server.close()
  remove()
})

const name = `It's a "table" & more`
const expected = [
  { id: 2, 'a, b': 'x "y" `z`' },
  { id: 1, 'a, b': `x's $HOME` },
]

/** `where` can't hold a name with a comma: the search is equivalent. */
const rowsShown = async (): Promise<ShownRows> => ({
  ...shown,
  where: '',
  condition: '{"id":{"lt":3}}',
  search: 'x',
  table: await tableOf(name),
})

describe('calls for what is on the screen work when they are pasted', () => {
  it.skipIf(!isThere('curl') || !isThere('bash'))('curl', async () => {
    const { stdout } = await run('bash', ['-c', callText('curl', await rowsShown())])
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  it('JavaScript', async () => {
    const script = callText('javascript', await rowsShown()).replace(
      'console.log(rows)',
      'console.log(JSON.stringify(rows))',
    )
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  it.skipIf(!isThere('python3'))('Python', async () => {
    const script = callText('python', await rowsShown()).replace('print(rows)', 'print(json.dumps(rows))')
    const { stdout } = await run('python3', ['-c', script])
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  it('GraphQL', async () => {
    const rows = await rowsShown()
    const { json } = await server.request(graphqlAddress(rows).replace(server.origin, ''), {
      method: 'POST',
      token: rows.token,
      body: { query: callText('graphql', rows) },
    })
    expect(json).toEqual({
      data: {
        It_s_a__table____moreList: [
          { id: 2, a__b: 'x "y" `z`' },
          { id: 1, a__b: `x's $HOME` },
        ],
      },
    })
  })

  it('passes the values of a query table', async () => {
    const as = { token: shown.token, projectId: shown.projectId }
    const sql = 'SELECT id, hidden FROM "It\'s a ""table"" & more" WHERE id <= :most AND hidden = :word ORDER BY id'
    const parameters = [
      { name: 'most', type: 'number' },
      { name: 'word', type: 'text' },
    ] as const
    await server.operate('queryTableCreate', { title: 'Few', sql, parameters: [...parameters] }, as)
    const table = await server.operate('tableRead', { table: 'Few' }, as)
    const few = {
      ...shown,
      where: '',
      fields: ['id', 'hidden'],
      tables: [...shown.tables, 'Few'],
      table: { ...(await tableOf(name)), ...table } as Table,
      values: { most: '2', word: 'h' },
    }
    const rows = [
      { id: 2, hidden: 'h' },
      { id: 1, hidden: 'h' },
    ]
    const script = callText('javascript', few).replace('console.log(rows)', 'console.log(JSON.stringify(rows))')
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(JSON.parse(stdout)).toEqual(rows)
    const { json } = await server.request(graphqlAddress(few).replace(server.origin, ''), {
      method: 'POST',
      token: few.token,
      body: { query: callText('graphql', few) },
    })
    expect(json).toEqual({ data: { FewList: rows } })
  })

  it('asks for all columns only when all are shown', async () => {
    const table = await tableOf(name)
    const all = { ...(await rowsShown()), fields: table.columns.map(({ title }) => title) }
    expect(callText('curl', all)).not.toContain('fields=')
    expect(callText('curl', await rowsShown())).toContain('fields=')
  })
})

describe('the GraphQL page', () => {
  it('is served to browsers, and loads nothing from elsewhere', async () => {
    const path = `/nc/${shown.projectId}/v1/graphql`
    const page = await server.request(path, { headers: { accept: 'text/html,*/*' } })
    expect(page).toMatchObject({ status: 200 })
    expect(page.headers['content-type']).toContain('text/html')
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(loaded).toHaveLength(3)
    for (const address of loaded) expect((await server.request(address)).status, address).toBe(200)
    expect((await server.request(path, { token: shown.token })).status).toBe(400)
  })
})
