import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer } from '@tests/helpers/server'

/** Lookups and rollups over a table that the connection's user may not read. */
await describeEngines('columns that may not be read', (engine) => {
  // A file of SQLite has no users; an account of SQL Server belongs to the whole server.
  describe.runIf(engine.dialect === 'postgres' || engine.dialect === 'mysql')('of another user', () => {
    const isPostgres = engine.dialect === 'postgres'
    const user = `limited_${Date.now().toString(36)}`
    const account = isPostgres ? user : `'${user}'@'%'`
    let server: TestServer
    let opened: OpenedEngine
    let as: { token: string; projectId: string }

    const run = async (...statements: string[]): Promise<void> => {
      for (const sql of statements) await opened.database.changeSchema([{ sql, params: [] }])
    }
    const call = (method: string, path: string, body?: unknown) =>
      server.request(`/nc/${as.projectId}/api/v1/${path}`, {
        method,
        token: as.token,
        ...(body !== undefined && { body }),
      })
    const graphql = (query: string) =>
      server.request(`/nc/${as.projectId}/v1/graphql`, { method: 'POST', token: as.token, body: { query } })
    const omitted = 'secretWord=DATABASE_FORBIDDEN, secretSum=DATABASE_FORBIDDEN'
    let ids: Readonly<Record<string, string>> = {}

    beforeAll(async () => {
      opened = await engine.open()
      const text = isPostgres ? 'text' : 'varchar(20)'
      await run(
        `CREATE TABLE secret (id int PRIMARY KEY, word ${text})`,
        'CREATE TABLE secret_item (id int PRIMARY KEY, open_id int, cost int)',
        `CREATE TABLE plain (id int PRIMARY KEY, name ${text})`,
        `CREATE TABLE opened (id int PRIMARY KEY, v ${text}, secret_id int, plain_id int,
        FOREIGN KEY (secret_id) REFERENCES secret (id), FOREIGN KEY (plain_id) REFERENCES plain (id))`,
        'ALTER TABLE secret_item ADD FOREIGN KEY (open_id) REFERENCES opened (id)',
      )
      for (const sql of [
        `INSERT INTO secret VALUES (1, 'x')`,
        `INSERT INTO plain VALUES (1, 'shown')`,
        `INSERT INTO opened VALUES (1, 'a', 1, 1)`,
        `INSERT INTO opened VALUES (2, 'b', NULL, 1)`,
        'INSERT INTO secret_item VALUES (1, 1, 5)',
      ])
        await opened.database.transact([{ sql, params: [] }])
      await run(
        isPostgres ? `CREATE ROLE ${user} LOGIN PASSWORD 'reads'` : `CREATE USER ${account} IDENTIFIED BY 'reads'`,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON opened TO ${account}`,
        `GRANT SELECT ON plain TO ${account}`,
        // Just enough to see that the tables exist.
        `GRANT SELECT (id) ON secret TO ${account}`,
        `GRANT SELECT (id, open_id) ON secret_item TO ${account}`,
        `GRANT REFERENCES ON secret TO ${account}`,
        `GRANT REFERENCES ON secret_item TO ${account}`,
      )
      server = await startServer()
      const owner = await server.signUp()
      const { hostname: host, port, pathname } = new URL(opened.address)
      const settings = { host, port: Number(port), user, password: 'reads', database: pathname.slice(1) }
      const made = await server.call(
        'projectCreateFromConnection',
        { title: 'Limited', projectType: 'rest', settings: { kind: engine.dialect, ...settings } } as never,
        { token: owner.token },
      )
      as = { token: owner.token, projectId: made.id }
      const meta = await server.call('tableXcModelGet', { tn: 'opened' }, as)
      const { v } = JSON.parse(String(meta?.meta)) as { readonly v: readonly { readonly _cn: string }[] }
      const titled = (pattern: RegExp): string => v.find(({ _cn }) => pattern.test(_cn))?._cn ?? ''
      const virtual = (title: string, link: RegExp, definition: object) =>
        server.call(
          'virtualColumnCreate',
          { tn: 'opened', title, definition: { ...definition, link: titled(link) } } as never,
          as,
        )
      await virtual('plainName', /plain <= opened/, { kind: 'lookup', column: 'name' })
      await virtual('secretWord', /secret <= opened/, { kind: 'lookup', column: 'word' })
      await virtual('secretSum', /opened => secret_item/, { kind: 'rollup', column: 'cost', function: 'sum' })
      const after = await server.call('tableXcModelGet', { tn: 'opened' }, as)
      const all = JSON.parse(String(after?.meta)) as {
        readonly v: readonly { readonly column: { readonly id: string; readonly title: string } }[]
      }
      ids = Object.fromEntries(all.v.map(({ column }) => [column.title, column.id]))
    })
    afterAll(async () => {
      await server.close()
      if (isPostgres) await run(`DROP OWNED BY ${user}`)
      await run(isPostgres ? `DROP ROLE ${user}` : `DROP USER ${account}`)
      await opened.drop()
    })

    it.each([
      [
        'a list',
        'opened?hm=&bt=&mm=',
        [
          { id: 1, v: 'a' },
          { id: 2, v: 'b' },
        ],
      ],
      ['a cursor', 'opened?hm=&bt=&mm=&after=&limit=1', [{ id: 1, v: 'a' }]],
      ['findOne', 'opened/findOne?where=(id,eq,2)&hm=&bt=&mm=', { id: 2, v: 'b' }],
      ['a row', 'opened/1?hm=&bt=&mm=', { id: 1, v: 'a' }],
      [
        'linked rows',
        'plain/1/opened',
        [
          { id: 1, v: 'a' },
          { id: 2, v: 'b' },
        ],
      ],
    ])('are left out of %s, which says so', async (_what, path, expected) => {
      for (let times = 0; times < 2; times += 1) {
        const answer = await call('GET', path)
        expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
        expect(answer.json).toMatchObject(expected)
        expect(answer.text).toContain('"plainName":"shown"')
        expect(answer.text).not.toMatch(/secretWord|secretSum/)
        expect(answer.headers['basalt-omitted']).toBe(omitted)
      }
    })

    it('are left out where fields name them, and forbidden where a filter or an order does', async () => {
      const listed = await call('GET', 'opened?fields=v,secretWord,plainName&hm=&bt=&mm=')
      expect([listed.status, (listed.json as unknown[])[0]]).toEqual([
        200,
        expect.objectContaining({ v: 'a', plainName: 'shown' }),
      ])
      for (const query of ['where=(secretWord,eq,x)', 'sort=secretSum', 'condition={"secretWord":{"eq":"x"}}'])
        expect([query, (await call('GET', `opened?${query}&bt=&hm=&mm=`)).status]).toEqual([query, 403])
    })

    it.each(['*', 'secretWord,plainName'])('are left out of linked rows with %s, which stay', async (fields) => {
      for (const path of ['plain?sort=id', 'plain/1?', 'plain?after=&limit=1']) {
        const answer = await call('GET', `${path}&hm=opened&bt=&mm=&hfields1=${fields}&hsort1=id`)
        const [row] = [answer.json].flat() as { readonly openedList: readonly object[] }[]
        expect(row?.openedList.slice(0, 2)).toMatchObject([
          { id: 1, plainName: 'shown' },
          { id: 2, plainName: 'shown' },
        ])
        expect(answer.text).not.toMatch(/secretWord|secretSum/)
        expect(answer.headers['basalt-omitted']).toContain('openedList.secretWord=DATABASE_FORBIDDEN')
      }
      // A condition or an order needs its values.
      const sorted = await call('GET', 'plain?hm=opened&bt=&mm=&hsort1=secretSum&hfields1=*')
      expect([sorted.status, sorted.headers['basalt-omitted']]).toEqual([200, 'openedList=DATABASE_FORBIDDEN'])
    })

    it('are left out of files', async () => {
      for (const query of [
        'format=csv',
        `format=csv&columns=${['v', ids['secretWord'], ids['plainName']].join(',')}`,
      ]) {
        const file = await call('GET', `opened?${query}`)
        expect(file.status).toBe(200)
        expect(file.text).not.toContain('secretWord')
        expect(file.text).toContain('shown')
        expect(file.headers['basalt-omitted']).toBe(omitted)
      }
    })

    it('harm no write', async () => {
      const made = await call('POST', 'opened?nested=true&hm=&bt=&mm=', { id: 7, v: 'new' })
      expect([made.status, made.text]).toEqual([200, expect.stringContaining('"v":"new"')])
      expect((await call('PUT', 'opened/7', { v: 'newer' })).json).toMatchObject({ id: 7, v: 'newer' })
      expect((await call('DELETE', 'opened/7')).json).toBe(1)
    })

    it.runIf(isPostgres)('and rows that row security protects are reported as not written', async () => {
      await run(
        'CREATE TABLE guarded (id int PRIMARY KEY, mine boolean, n text)',
        `INSERT INTO guarded VALUES (1, true, 'one'), (2, false, 'two')`,
        'ALTER TABLE guarded ENABLE ROW LEVEL SECURITY',
        'CREATE POLICY seen ON guarded FOR SELECT USING (true)',
        'CREATE POLICY changed ON guarded FOR UPDATE USING (mine)',
        'CREATE POLICY removed ON guarded FOR DELETE USING (mine)',
        `GRANT SELECT, INSERT, UPDATE, DELETE ON guarded TO ${account}`,
      )
      expect((await call('PUT', 'guarded/1', { n: 'first' })).json).toMatchObject({ n: 'first' })
      const prevented = { status: 400, json: { code: 'WRITE_PREVENTED' } }
      expect(await call('PUT', 'guarded/2', { n: 'second' })).toMatchObject(prevented)
      const back = (rows: object[]) =>
        server.request('/dashboard/?q=sqlOp_rowsWriteBack', {
          method: 'POST',
          token: as.token,
          body: { api: 'rowsWriteBack', project_id: as.projectId, args: { table: 'guarded', rows } },
        })
      const row = (id: number, before: string) => ({ rowId: String(id), values: { n: 'x' }, expected: { n: before } })
      expect(await back([row(2, 'two')])).toMatchObject(prevented)
      // The other one is written, and counted.
      expect((await back([row(1, 'first'), row(2, 'two')])).json).toEqual({ written: 1 })
      expect(await call('POST', 'guarded', { id: 3, mine: true, n: 'three' })).toMatchObject({ status: 403 })
      expect((await call('GET', 'guarded?sort=id&fields=n')).json).toEqual([
        { id: 1, n: 'x' },
        { id: 2, n: 'two' },
      ])
      expect((await call('DELETE', 'guarded/2')).json).toBe(0)
    })

    describe('in GraphQL', () => {
      it('are null, and named', async () => {
        const answer = await graphql('{ openedList { id plainName secretWord secretSum } openedRead(id: "1") { v } }')
        expect(answer.json).toEqual({
          data: {
            openedList: [
              { id: 1, plainName: 'shown', secretWord: null, secretSum: null },
              { id: 2, plainName: 'shown', secretWord: null, secretSum: null },
            ],
            openedRead: { v: 'a' },
          },
        })
        expect(answer.headers['basalt-omitted']).toBe(
          'opened.secretWord=DATABASE_FORBIDDEN, opened.secretSum=DATABASE_FORBIDDEN',
        )
      })

      it('are not asked for by queries that select others', async () => {
        const answer = await graphql('{ openedRead(id: "2") { v plainName } }')
        expect(answer.json).toEqual({ data: { openedRead: { v: 'b', plainName: 'shown' } } })
        expect(answer.headers).not.toHaveProperty('basalt-omitted')
      })

      it('leave links to tables that may not be read empty', async () => {
        const answer = await graphql('{ openedList { v secretRead { word } secret_itemList { cost } } }')
        expect(answer.json).toMatchObject({
          data: { openedList: [{ v: 'a', secretRead: null, secret_itemList: [] }, { v: 'b' }] },
        })
        expect(String(answer.headers['basalt-omitted'])).toContain('secretRead=DATABASE_FORBIDDEN')
      })

      it('harm no mutation', async () => {
        const answer = await graphql('mutation { openedUpdate(id: "2", data: { v: "c" }) { v secretWord } }')
        expect(answer.json).toEqual({ data: { openedUpdate: { v: 'c', secretWord: null } } })
      })
    })
  })
})
