import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { importAsNew, importInto, type Importing } from '@tests/helpers/imports'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Property names of every JavaScript object. For tables and columns they are ordinary names. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const

await describeEngines('names of objects', { nightly: 'servers' }, (engine) => {
  if (engine.dialect === 'mssql') return
  let server: TestServer
  let opened: OpenedEngine
  let owner: TestUser
  let as: Importing

  const call = (method: string, path: string, body?: unknown) =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, {
      method,
      token: as.token,
      ...(typeof body === 'string' ? { text: body } : body !== undefined && { body }),
    })
  const text = async (method: string, path: string, body?: unknown): Promise<string> => {
    const answer = await call(method, path, body)
    expect([method, path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([method, path, 200, ''])
    return answer.text
  }
  const json = (method: string, path: string, body?: unknown) =>
    text(method, path, body).then((found) => JSON.parse(found) as unknown)
  const condition = (value: string) => encodeURIComponent(value)
  const row = (id: number, value: number | string): string =>
    `{"id":${id},${names.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  const own = (value: unknown): string => JSON.stringify(value)
  const stored = async (table: string): Promise<string> => {
    const { quote } = opened.database.dialect
    // The MariaDB driver refuses to return some of these names.
    const columns = ['id', ...names].map((name, at) => `${quote(name)} AS c${at}`).join(', ')
    return own(await opened.database.read({ sql: `SELECT ${columns} FROM ${quote(table)} ORDER BY id`, params: [] }))
  }

  beforeAll(async () => {
    opened = await engine.open()
    const { quote } = opened.database.dialect
    const columns = names.map((name) => `${quote(name)} int`).join(', ')
    await opened.database.changeSchema(
      [
        `CREATE TABLE parent (id int PRIMARY KEY, v int)`,
        ...names.map(
          (name) =>
            `CREATE TABLE ${quote(name)} (id int PRIMARY KEY, ${columns}, parent_id int, FOREIGN KEY (parent_id) REFERENCES parent (id))`,
        ),
      ].map((sql) => ({ sql, params: [] })),
    )
    await opened.database.transact([{ sql: 'INSERT INTO parent VALUES (1, 1)', params: [] }])
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  describe.each(names)('%s as the name of a table', (table) => {
    it('has rows that are made, read, changed, found, deleted and restored', async () => {
      expect(await text('POST', table, row(1, 1))).toContain(row(1, 1).slice(0, -1))
      expect(await json('POST', `${table}/bulk`, `[${row(2, 2)},${row(3, 3)}]`)).toEqual([2, 3])
      expect(await text('GET', `${table}/1?bt=&hm=&mm=`)).toContain(row(1, 1).slice(0, -1))
      expect(await text('PUT', `${table}/1`, row(1, 7))).toContain(row(1, 7).slice(0, -1))
      expect(await json('PUT', `${table}/bulk`, `[${row(1, 8)}]`)).toEqual([1])
      expect(await stored(table)).toBe(
        own([
          [1, 8, 8, 8, 8],
          [2, 2, 2, 2, 2],
          [3, 3, 3, 3, 3],
        ]),
      )
      expect(await json('DELETE', `${table}/3`)).toBe(1)
      const { list } = await server.call('trashList', { kind: 'rows', table } as never, as)
      const restored = await server.call('trashRestore', { id: list[0]?.id ?? '' }, as)
      expect(restored).toMatchObject({ refused: [], notes: [] })
      expect(await stored(table)).toBe(
        own([
          [1, 8, 8, 8, 8],
          [2, 2, 2, 2, 2],
          [3, 3, 3, 3, 3],
        ]),
      )
      expect(await json('POST', `${table}/bulk?upsert=true`, `[${row(3, 4)}]`)).toEqual([3])
      expect(await text('PUT', `${table}/3?expect=${condition('{"__proto__":4}')}`, '{"__proto__":5}')).toContain(
        '"__proto__":5',
      )
      expect((await call('PUT', `${table}/3?expect=${condition('{"__proto__":4}')}`, '{"__proto__":6}')).status).toBe(
        409,
      )
      expect(await stored(table)).toBe(
        own([
          [1, 8, 8, 8, 8],
          [2, 2, 2, 2, 2],
          [3, 5, 4, 4, 4],
        ]),
      )
    })

    it('has a history, and undo writes the value back', async () => {
      const back = `{"rowId":"3","values":{"__proto__":4},"expected":{"__proto__":5}}`
      const args = `{"table":${own(table)},"rows":[${back}],"anyway":false}`
      const undone = await server.request('/dashboard/?q=sqlOp_rowsWriteBack', {
        method: 'POST',
        token: as.token,
        text: `{"api":"rowsWriteBack","project_id":${own(as.projectId)},"args":${args}}`,
      })
      expect([undone.status, undone.json]).toEqual([200, { written: 1 }])
      expect(await stored(table)).toContain('[3,4,4,4,4]')
      const { list } = await server.call('rowHistory', { table, rowId: '3' }, as)
      expect(list.slice(0, 2).map(({ changes }) => changes)).toEqual([
        [{ column: '__proto__', title: '__proto__', before: 5, after: 4 }],
        [{ column: '__proto__', title: '__proto__', before: 4, after: 5 }],
      ])
    })

    it('is written in a list of changes, and previewed', async () => {
      const changes = [
        `{"kind":"create","table":${own(table)},"values":${row(9, 9)}}`,
        `{"kind":"update","table":${own(table)},"rowId":"3","values":{"__proto__":5,"constructor":5},"expected":{"__proto__":4}}`,
      ]
      const send = (api: string, list: readonly string[]) =>
        server.request(`/dashboard/?q=sqlOp_${api}`, {
          method: 'POST',
          token: as.token,
          text: `{"api":"${api}","project_id":${own(as.projectId)},"args":{"id":"${api}-${table}1","changes":[${list.join(',')}]}}`,
        })
      const { json: preview } = await send('rowsPreview', changes)
      const { quote } = opened.database.dialect
      const statements = (preview as { statements: { sql: string }[] }).statements.map(({ sql }) => sql)
      expect(statements.filter((sql) => sql.includes(quote('__proto__')))).toHaveLength(2)
      const done = await send('rowsApply', changes)
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('"__proto__":9')])
      expect(await stored(table)).toMatch(/\[3,5,5,4,4\],\[9,9,9,9,9\]/)
      const stale = `{"kind":"update","table":${own(table)},"rowId":"3","values":{"__proto__":6},"expected":{"__proto__":4}}`
      expect((await send('rowsApply', [stale])).error.code).toBe('VALUE_CHANGED')
      await text('DELETE', `${table}/9`)
      await text('PUT', `${table}/3`, row(3, 4))
    })

    it.each(names)('is listed, ordered and grouped by %s', async (column) => {
      const ids = async (query: string): Promise<unknown> =>
        ((await json('GET', `${table}?bt=&${query}`)) as { id: number }[]).map(({ id }) => id)
      expect(await ids(`sort=-${column}`)).toEqual([1, 3, 2])
      expect(await ids(`where=(${column},eq,4)`)).toEqual([3])
      expect(await ids(`condition=${condition(`{${own(column)}:{"eq":4}}`)}`)).toEqual([3])
      expect(await ids(`conditionGraph=${condition(`{${own(column)}:{"gt":2}}`)}&sort=id`)).toEqual([1, 3])
      expect(await text('GET', `${table}?bt=&fields=${column}&limit=1`)).toBe(`[{"id":1,${own(column)}:8}]`)
      expect(await text('GET', `${table}/groupby/${column}?sort=${column}`)).toContain(`${own(column)}:2`)
      expect(await text('GET', `${table}/distinct?cn=${column}&sort=${column}`)).toContain(`{${own(column)}:2}`)
      expect(await json('GET', `${table}/aggregate?column_name=${column}&func=sum`)).toMatchObject([{}, {}, {}])
      expect(await text('GET', `${table}/groupby?aggregates=${condition(own([[column, 'sum']]))}`)).toContain(
        `"sum(${column})":14`,
      )
      expect(await json('GET', `${table}/count?where=(${column},eq,4)`)).toEqual({ count: 1 })
      expect(await json('GET', `${table}?find=8&findNumber=8&findIn=${condition(own([column]))}`)).toMatchObject({
        cells: 1,
      })
      const cursor = await call('GET', `${table}?bt=&sort=${column}&limit=1&after=`)
      const next = String(cursor.headers['xc-next-cursor'])
      expect(await ids(`sort=${column}&limit=1&after=${next}`)).toEqual([3])
    })

    it('is linked', async () => {
      expect(await json('PUT', `parent/1/${table}/2/link`)).toBe(1)
      expect(await text('GET', `parent?hm=${table}&mm=`)).toContain(`${table}List`)
      expect(await json('GET', `parent/1/${table}?fields=id`)).toMatchObject([{ id: 2 }])
      expect(await json('GET', `parent/has/${table}`)).toMatchObject([{ id: 1, [`${table}List`]: [{ id: 2 }] }])
      expect(await json('GET', `${table}/2/parent`)).toMatchObject([{ id: 1 }])
      const graph = condition(`{${own(table)}:{"relationType":"hm","__proto__":{"eq":2}}}`)
      expect(await json('GET', `parent?hm=&conditionGraph=${graph}`)).toMatchObject([{ id: 1 }])
      expect(await json('DELETE', `parent/1/${table}/2/link`)).toBe(1)
    })

    it.each(['csv', 'tsv', 'json', 'ndjson', 'sql', 'markdown', 'xlsx'])('is exported as %s', async (format) => {
      const file = await call('GET', `${table}?format=${format}`)
      expect([format, file.status]).toEqual([format, 200])
      const isText = format !== 'xlsx'
      expect(isText ? file.text : '__proto__').toMatch(/__proto__|\\_\\_proto\\_\\_/)
      const columns = await call(
        'GET',
        `${table}?format=${format}&columns=${condition(own(['__proto__', 'constructor']))}`,
      )
      expect([format, columns.status]).toEqual([format, 200])
    })

    it('takes a file', async () => {
      const content = `id,${names.join(',')}\n3,6,6,6,6\n4,9,9,9,9\n`
      const done = await importInto(server, { name: 'rows.csv', content }, as, {
        table,
        columns: ['id', ...names],
        key: ['id'],
        onMatch: 'update',
      })
      expect(done).toMatchObject({ state: 'done' })
      expect(await stored(table)).toBe(
        own([
          [1, 8, 8, 8, 8],
          [2, 2, 2, 2, 2],
          [3, 6, 6, 6, 6],
          [4, 9, 9, 9, 9],
        ]),
      )
    })

    it('is described', async () => {
      const model = await server.call('tableXcModelGet', { tn: table }, as)
      expect(String(model?.meta)).toContain('"__proto__"')
      expect((await server.request(`/nc/${as.projectId}/db/swagger`, { token: as.token })).status).toBe(200)
    })
  })

  describe('a table that is made here', () => {
    const table = 'made'
    const made = ['constructor', 'prototype', 'valueOf'] as const
    const cells = async (): Promise<string> => {
      const { quote } = opened.database.dialect
      const sql = `SELECT ${['id', ...made].map(quote).join(', ')} FROM ${quote(table)} ORDER BY id`
      return own(await opened.database.read({ sql, params: [] }))
    }

    it('has columns with these names, created, renamed and retitled', async () => {
      const key = { cn: 'id', uidt: 'ID', pk: true, ai: true }
      const columns = [key, { cn: 'constructor', uidt: 'Number' }, { cn: 'other', uidt: 'Number' }]
      await server.call('tableCreate', { tn: table, columns }, as)
      const change = (column: object) => server.call('tableUpdate', { tn: table, columns: [column] } as never, as)
      await change({ cn: 'valueOf', uidt: 'Number', altered: 1 })
      await change({ cn: 'prototype', cno: 'other', altered: 8 })
      await change({ cn: 'valueOf', cno: 'valueOf', _cn: 'isPrototypeOf', altered: 8 })
      await change({ cn: 'valueOf', cno: 'valueOf', _cn: 'valueOf', altered: 8 })
      expect(await text('POST', table, '{"constructor":1,"prototype":2,"valueOf":3}')).toContain(
        '"constructor":1,"prototype":2,"valueOf":3',
      )
      expect(await json('POST', `${table}/bulk`, '[{"prototype":5}]')).toEqual([2])
      expect(await cells()).toBe(
        own([
          [1, 1, 2, 3],
          [2, null, 5, null],
        ]),
      )
    })

    it('has views, forms, computed columns and an undone delete', async () => {
      const formula = { kind: 'formula', formula: '{constructor} + {prototype}' }
      await server.call('virtualColumnCreate', { tn: table, title: 'hasOwnProperty', definition: formula } as never, as)
      expect(await text('GET', `${table}/1?bt=`)).toContain('"hasOwnProperty":3')
      const parts = [...made].map((column) => ({ kind: 'field' as const, column }))
      const form = await server.call(
        'xcVirtualTableCreate',
        { title: 'Form', parent_model_title: table, show_as: 'form', options: { parts } } as never,
        as,
      )
      const { id } = form as { id: string }
      const answers = { constructor: 7, prototype: 8, valueOf: 9 }
      await server.call('formSubmit', { id, answers, submission: 'submission-of-names' }, as)
      expect(await cells()).toContain(own([3, 7, 8, 9]))
      const settings = { widths: { constructor: 200, prototype: 90 }, aggregates: { constructor: 'sum' as const } }
      const grid = await server.call('xcVirtualTableCreate', { title: 'Grid', parent_model_title: table }, as)
      await server.call('viewSettingsSave', { table, view: (grid as { id: string }).id, settings }, as)
      const views = await server.call('xcVirtualTableList', { tn: table, meta: false }, as)
      expect(own(views)).toContain('"widths":{"constructor":200,"prototype":90}')
      await text('DELETE', `${table}/3`)
      const trash = await server.call('trashList', { kind: 'rows', table } as never, as)
      await server.call('trashRestore', { id: trash.list[0]?.id ?? '' }, as)
      expect(await cells()).toContain('[3,7,8,9]')
    })

    it('comes from a file under the same names', async () => {
      const content = '[{"constructor":1,"prototype":"b","__proto__":"c"}]'
      expect(await importAsNew(server, { name: 'n.json', content }, as, 'From JSON')).toMatchObject({ created: 1 })
      expect(await json('GET', 'From%20JSON')).toEqual([
        expect.objectContaining({ constructor: 1, prototype: 'b', 'proto name': 'c' }),
      ])
      const csv = await call('GET', 'From%20JSON?format=csv')
      expect(csv.text).toMatch(/constructor,prototype,proto name/)
      expect(await importAsNew(server, { name: 'n.csv', content: csv.text }, as, 'From CSV')).toMatchObject({
        created: 1,
      })
      expect(await json('GET', 'From%20CSV?where=(prototype,eq,b)&fields=constructor')).toEqual([
        expect.objectContaining({ constructor: 1 }),
      ])
    })

    it.each([
      ['tableCreate', { tn: 'other', columns: [{ cn: '__proto__', uidt: 'Number' }] }],
      ['tableUpdate', { tn: table, columns: [{ cn: '__proto__', uidt: 'Number', altered: 1 }] }],
      ['tableUpdate', { tn: table, columns: [{ cn: 'valueOf', cno: 'valueOf', _cn: '__proto__', altered: 8 }] }],
    ])('is not given a column `__proto__` by %s', async (api, args) => {
      const body = { api, project_id: as.projectId, args }
      const answer = await server.request(`/dashboard/?q=sqlOp_${api}`, { method: 'POST', token: as.token, body })
      expect([answer.status, answer.error.code]).toEqual([400, 'COLUMN_NAME_RESERVED'])
    })

    it('keeps a column `__proto__` that is there already', async () => {
      const column = { cn: '__proto__', cno: '__proto__', _cn: 'Title', altered: 8 }
      await server.call('tableUpdate', { tn: 'constructor', columns: [column] }, as)
      expect(await text('GET', 'constructor/1?bt=')).toContain('"Title":8')
      await server.call('tableUpdate', { tn: 'constructor', columns: [{ ...column, _cn: '__proto__' }] }, as)
      expect(await text('GET', 'constructor/1?bt=')).toContain('"__proto__":8')
    })
  })

  describe('GraphQL', () => {
    const ask = async (query: string, variables?: string) => {
      const body = `{"query":${own(query)}${variables === undefined ? '' : `,"variables":${variables}`}}`
      const answer = await server.request(`/nc/${as.projectId}/v1/graphql`, {
        method: 'POST',
        token: as.token,
        text: body,
      })
      expect([query, answer.status, /"errors"/.test(answer.text) ? answer.text : '']).toEqual([query, 200, ''])
      return answer.text
    }

    it.each(['constructor', 'toString', 'hasOwnProperty'])('reads and writes %s', async (table) => {
      expect(await ask(`{ ${table}List(sort: "id", limit: 1) { id constructor toString hasOwnProperty } }`)).toContain(
        '{"id":1,"constructor":8,"toString":8,"hasOwnProperty":8}',
      )
      expect(await ask(`{ ${table}List(where: "(toString,eq,2)") { id } }`)).toContain('[{"id":2}]')
      expect(await ask(`{ ${table}List(condition: { toString: { eq: "2" } }) { id } }`)).toContain('[{"id":2}]')
      const update = `mutation ($d: ${table}Input) { ${table}Update(id: "2", data: $d) { constructor toString } }`
      expect(await ask(update, '{"d":{"constructor":3,"toString":3}}')).toContain('{"constructor":3,"toString":3}')
      expect(await ask(`{ ${table}GroupBy(fields: "constructor") { constructor count } }`)).toContain('"constructor":3')
      expect(await ask(`{ parentList { ${table}List { id } ${table}Count } }`)).toContain(`"${table}Count":0`)
    })
  })
})
