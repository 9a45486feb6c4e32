import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type RequestOptions, type TestServer, type TestUser } from '@tests/helpers/server'

/** Schemas of other programs with structures that Basalt never creates: no call affects the wrong table or row. */
await describeEngines('schemas of other programs', (engine) => {
  let server: TestServer
  let owner: TestUser
  let opened: OpenedEngine
  let as: { token: string; projectId: string }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const quote = (name: string): string => opened.database.dialect.quote(name)
  const run = async (...statements: readonly string[]): Promise<void> => {
    await opened.database.changeSchema(statements.map((sql) => ({ sql, params: [] })))
  }
  const rows = (sql: string): Promise<unknown[][]> => opened.database.read({ sql, params: [] })
  const send = (path: string, init: RequestOptions = {}): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { token: as.token, ...init })
  const answer = async (path: string, method = 'GET', body?: unknown): Promise<unknown> => {
    const { status, json, text } = await send(path, { method, body })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }
  const meta = async (tn: string) => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return wireTableMeta.parse(JSON.parse(found?.meta ?? ''))
  }
  const graphql = async (query: string): Promise<Answer> => {
    const path = `/nc/${as.projectId}/v1/graphql`
    return server.request(path, { token: as.token, method: 'POST', body: { query } })
  }

  describe.skipIf(!['postgres', 'mysql'].includes(engine.dialect))('names that differ only in case', () => {
    beforeAll(async () => {
      for (const name of ['dropme', 'DropMe'])
        await run(
          `CREATE TABLE ${quote(name)} (id int PRIMARY KEY, v varchar(20), parent int,
            CONSTRAINT ${name === 'dropme' ? 'a' : 'b'}_fk FOREIGN KEY (parent) REFERENCES ${quote(name)} (id))`,
          `INSERT INTO ${quote(name)} VALUES (1, '${name} 1', NULL), (2, '${name} 2', 1)`,
        )
    })

    it('are told apart in every call that reads or writes', async () => {
      for (const name of ['dropme', 'DropMe']) {
        expect(await answer(`${name}/1`)).toMatchObject({ id: 1, v: `${name} 1` })
        const listed = await server.call('list', { tn: name }, as)
        expect(listed).toMatchObject({ data: { list: [{ v: `${name} 1` }, { v: `${name} 2` }] } })
        await answer(`${name}/2`, 'PUT', { v: `${name} two` })
        await answer(name, 'POST', { id: 3, v: `${name} 3`, parent: 2 })
      }
      expect(await answer('dropme/3', 'DELETE')).toBe(1)
      expect(await rows(`SELECT id, v FROM ${quote('dropme')} ORDER BY id`)).toEqual([
        [1, 'dropme 1'],
        [2, 'dropme two'],
      ])
      expect(await rows(`SELECT id, v FROM ${quote('DropMe')} ORDER BY id`)).toEqual([
        [1, 'DropMe 1'],
        [2, 'DropMe two'],
        [3, 'DropMe 3'],
      ])
      expect((await send('DROPME')).status).toBe(404)
    })

    it('have titles, links and GraphQL types of their own', async () => {
      const [small, large] = [await meta('dropme'), await meta('DropMe')]
      expect([small.tn, large.tn]).toEqual(['dropme', 'DropMe'])
      expect(small._tn).not.toBe(large._tn)
      expect(await answer(`${encodeURIComponent(small._tn)}/1`)).toMatchObject({ v: 'dropme 1' })
      expect(await answer(`${encodeURIComponent(large._tn)}/1`)).toMatchObject({ v: 'DropMe 1' })
      expect([small.hasMany, large.hasMany].map((links) => links?.map(({ tn, rtn }) => [tn, rtn]))).toEqual([
        [['dropme', 'dropme']],
        [['DropMe', 'DropMe']],
      ])
      expect(await answer('dropme/1/dropme')).toMatchObject([{ id: 2, v: 'dropme two' }])
      const ids = [...small.v, ...large.v].map(({ column }) => column?.id)
      expect(new Set(ids).size).toBe(ids.length)
      const read = await graphql(`{ small: ${small._tn}Read(id: "1") { v } large: ${large._tn}Read(id: "1") { v } }`)
      expect(read.json).toEqual({ data: { small: { v: 'dropme 1' }, large: { v: 'DropMe 1' } } })
    })

    it('are renamed, changed, deleted and restored one by one', async () => {
      await run(`CREATE VIEW ${quote('of DropMe')} AS SELECT id, v FROM ${quote('DropMe')}`)
      await server.call('tableUpdate', { tn: 'dropme', columns: [{ cn: 'more', uidt: 'Number', altered: 1 }] }, as)
      expect((await meta('dropme')).columns.map(({ cn }) => cn)).toEqual(['id', 'v', 'parent', 'more'])
      expect((await meta('DropMe')).columns.map(({ cn }) => cn)).toEqual(['id', 'v', 'parent'])
      await server.call('tableRename', { tn_old: 'dropme', tn: 'kept' }, as)
      expect(await rows(`SELECT v FROM ${quote('of DropMe')} WHERE id = 1`)).toEqual([['DropMe 1']])
      expect(await answer('kept/1')).toMatchObject({ v: 'dropme 1' })
      await run(`CREATE TABLE ${quote('dropme')} (id int PRIMARY KEY)`)
      await server.call('tableDelete', { tn: 'dropme' }, as)
      expect(await rows(`SELECT v FROM ${quote('DropMe')} WHERE id = 1`)).toEqual([['DropMe 1']])
      const { list } = await server.call('trashList', {}, as)
      await server.call('trashRestore', { id: list[0]?.id ?? '' }, as)
      expect(await answer('dropme')).toEqual([])
      expect(await answer('DropMe/count')).toEqual({ count: 3 })
    })

    it.skipIf(engine.dialect === 'mysql')(
      'are told apart as columns, in rows, filters, sorts and changes',
      async () => {
        await run(
          `CREATE TABLE twins (id int PRIMARY KEY, a text, "A" text, "Name" text)`,
          `INSERT INTO twins VALUES (1, 'small', 'large', 'n')`,
        )
        const { columns } = await meta('twins')
        const titleOf = (cn: string): string => columns.find((column) => column.cn === cn)?._cn ?? ''
        expect(new Set(columns.map(({ _cn }) => _cn)).size).toBe(4)
        const read = await answer('twins/1')
        expect(read).toEqual({ id: 1, [titleOf('a')]: 'small', [titleOf('A')]: 'large', Name: 'n' })
        await answer('twins/1', 'PUT', { A: 'LARGE' })
        await answer('twins/1', 'PUT', { a: 'little' })
        expect(await rows('SELECT a, "A" FROM twins')).toEqual([['little', 'LARGE']])
        expect(await answer('twins?where=(A,eq,LARGE)&fields=A&sort=-a')).toEqual([{ id: 1, [titleOf('A')]: 'LARGE' }])
        expect(await answer('twins?where=(a,eq,LARGE)')).toEqual([])
        // No other column is called like it in any letter case.
        expect(await answer('twins?where=(name,eq,n)&fields=NAME')).toEqual([{ id: 1, Name: 'n' }])
        await answer('twins/1', 'PUT', { NAME: 'other' })
        expect(await rows('SELECT "Name" FROM twins')).toEqual([['other']])
        expect((await send('twins?where=(NOTHING,eq,1)')).status).toBe(400)
        await server.call('tableUpdate', { tn: 'twins', columns: [{ cn: 'A', cno: 'A', altered: 4 }] }, as)
        expect((await meta('twins')).columns.map(({ cn }) => cn)).toEqual(['id', 'a', 'Name'])
      },
    )

    it('never share a title with the name of another table', async () => {
      await run(`CREATE TABLE ${quote('first')} (id int PRIMARY KEY)`)
      await server.call('ncTableAliasRename', { tn_old: 'first', tn: 'Second' }, as)
      expect((await meta('Second')).tn).toBe('first')
      await run(`CREATE TABLE ${quote('Second')} (id int PRIMARY KEY)`, `INSERT INTO ${quote('Second')} VALUES (7)`)
      // The database is searched for an unknown table.
      expect((await send('nothing')).status).toBe(404)
      expect((await meta('Second')).tn).toBe('Second')
      expect((await meta('first'))._tn).not.toBe('Second')
      expect(await answer('Second')).toEqual([{ id: 7 }])
      expect(await answer(encodeURIComponent((await meta('first'))._tn))).toEqual([])
    })
  })

  describe('a table with two foreign keys', () => {
    const counted = {
      sqlite: 'INTEGER PRIMARY KEY',
      postgres: 'serial PRIMARY KEY',
      mysql: 'int AUTO_INCREMENT PRIMARY KEY',
      mssql: 'int IDENTITY PRIMARY KEY',
    }[engine.dialect]
    beforeAll(async () => {
      await run(
        'CREATE TABLE account (id int PRIMARY KEY, owner varchar(20))',
        `INSERT INTO account VALUES (1, 'Ann'), (2, 'Bob')`,
        'CREATE TABLE store (id int PRIMARY KEY, city varchar(20))',
        `INSERT INTO store VALUES (1, 'Rome'), (2, 'Oslo')`,
        `CREATE TABLE transfer (id int PRIMARY KEY, amount int, from_acc int, to_acc int,
          FOREIGN KEY (from_acc) REFERENCES account (id), FOREIGN KEY (to_acc) REFERENCES account (id))`,
        'INSERT INTO transfer VALUES (1, 100, 1, 2), (2, 250, 1, 2), (3, 75, 1, 2)',
        `CREATE TABLE inventory (id int PRIMARY KEY, acc_id int NOT NULL, store_id int NOT NULL,
          FOREIGN KEY (acc_id) REFERENCES account (id), FOREIGN KEY (store_id) REFERENCES store (id))`,
        'INSERT INTO inventory VALUES (1, 1, 1), (2, 1, 1)',
        `CREATE TABLE twoc (id int PRIMARY KEY, name varchar(20), p1 int NOT NULL, p2 int NOT NULL, UNIQUE (p1, p2),
          FOREIGN KEY (p1) REFERENCES account (id), FOREIGN KEY (p2) REFERENCES store (id))`,
        `CREATE TABLE named (id int PRIMARY KEY, n1 int NOT NULL, n2 int NOT NULL, UNIQUE (n1, n2),
          FOREIGN KEY (n1) REFERENCES account (id), FOREIGN KEY (n2) REFERENCES store (id))`,
        'CREATE TABLE naming (id int PRIMARY KEY, named_id int, FOREIGN KEY (named_id) REFERENCES named (id))',
        `CREATE TABLE loose (l1 int, l2 int, UNIQUE (l1, l2),
          FOREIGN KEY (l1) REFERENCES account (id), FOREIGN KEY (l2) REFERENCES store (id))`,
        `CREATE TABLE pairs (p_acc int NOT NULL, p_store int NOT NULL, made_at timestamp DEFAULT CURRENT_TIMESTAMP,
          PRIMARY KEY (p_acc, p_store), FOREIGN KEY (p_acc) REFERENCES account (id), FOREIGN KEY (p_store) REFERENCES store (id))`.replace(
          'timestamp',
          engine.dialect === 'mssql' ? 'datetime2' : 'timestamp',
        ),
        'INSERT INTO pairs (p_acc, p_store) VALUES (1, 1), (1, 2), (2, 1)',
        `CREATE TABLE keyed (id ${counted}, k_acc int NOT NULL, k_store int NOT NULL, UNIQUE (k_store, k_acc),
          FOREIGN KEY (k_acc) REFERENCES account (id), FOREIGN KEY (k_store) REFERENCES store (id))`,
        'INSERT INTO keyed (k_acc, k_store) VALUES (1, 1), (1, 2)',
      )
    })

    it('is a junction table only if its rows are nothing but pairs', async () => {
      const { manyToMany, hasMany } = await meta('account')
      expect(manyToMany?.map(({ vtn }) => vtn).toSorted()).toEqual(['keyed', 'pairs'])
      for (const tn of ['transfer', 'inventory', 'twoc', 'named', 'loose'])
        expect(hasMany?.some((link) => link.tn === tn)).toBe(true)
    })

    it('keeps its rows: without a many-to-many there is nothing to unlink', async () => {
      expect((await send('account/1/accountMMList/2/link', { method: 'DELETE' })).status).toBe(404)
      expect((await send('account/1/account/2/link', { method: 'DELETE' })).status).toBe(404)
      expect(await answer('transfer/count')).toEqual({ count: 3 })
      expect(await answer('account?mm=&bt=&fields=owner&hm=inventory')).toMatchObject([
        { inventoryList: [{ id: 1 }, { id: 2 }] },
        { inventoryList: [] },
      ])
    })

    it('that holds pairs loses one row when they are unlinked', async () => {
      expect(await answer('store/1/account/1/link', 'DELETE')).toBe(1)
      const left = await Promise.all(['pairs', 'keyed'].map((table) => rows(`SELECT count(*) FROM ${table}`)))
      expect(
        left
          .flat(2)
          .map(Number)
          .toSorted((one, other) => one - other),
      ).toEqual([1, 3])
    })
  })

  describe('names and objects that GraphQL cannot take', () => {
    it('have valid and distinct names without Latin letters', async () => {
      const columns = ['名前', '住所', 'Имя', 'Город'].map((cn) => ({ cn, _cn: cn, uidt: 'SingleLineText' as const }))
      await server.call('tableCreate', { tn: '表', columns }, as)
      await server.call('tableCreate', { tn: '本', columns: columns.slice(0, 2) }, as)
      const { status, json } = await graphql('{ __schema { types { name fields { name } inputFields { name } } } }')
      expect(status).toBe(200)
      const { data } = json as { data: { __schema: { types: { name: string; fields: { name: string }[] | null }[] } } }
      const own = data.__schema.types.filter(({ name }) => !name.startsWith('__'))
      const names = own.flatMap(({ name, fields }) => [name, ...(fields ?? []).map((field) => field.name)])
      expect(names.filter((name) => name.startsWith('__'))).toEqual([])
      const types = own.filter(({ fields }) => fields?.some(({ name }) => name === '_2'))
      expect(types.map(({ fields }) => fields?.slice(-4).every(({ name }) => /^_\d?$|^id$/.test(name)))).toContain(true)
    })

    it.runIf(['sqlite', 'postgres', 'mysql'].includes(engine.dialect))(
      'leave the rest of the project alone',
      async () => {
        await run('CREATE TABLE gone (id int PRIMARY KEY)')
        if (engine.dialect === 'postgres') await run('CREATE TABLE bare ()', 'INSERT INTO bare DEFAULT VALUES')
        else {
          await run('CREATE VIEW vbad AS SELECT * FROM gone', 'DROP TABLE gone')
          await run('CREATE VIEW vworse AS SELECT * FROM vbad').catch(() => undefined)
        }
        await server.call('tableCreate', { tn: 'sound', columns: [{ cn: 'a', _cn: 'a', uidt: 'SingleLineText' }] }, as)
        const read = await graphql('{ soundCount }')
        expect([read.status, read.json]).toEqual([200, { data: { soundCount: 0 } }])
        const document = await server.request(`/nc/${as.projectId}/api/v1/swagger`, { token: as.token })
        expect(document.status).not.toBe(500)
        const { tables } = await server.call('projectDiagram', {}, as)
        expect(tables.map(({ tn }) => tn).some((tn) => tn.endsWith('sound'))).toBe(true)
        await server.call('xcMetaDiff', {}, as)
        await server.call('tableRename', { tn_old: 'sound', tn: 'solid' }, as)
        const rename = { cn: 'b', cno: 'a', _cn: 'b', uidt: 'SingleLineText' as const, altered: 8 }
        await server.call('tableUpdate', { tn: 'solid', columns: [rename] }, as)
        expect((await meta('solid')).columns.map(({ cn }) => cn).toSorted()).toEqual(['b', 'id'])
        const { list } = await server.call('xcTableAndViewList', {}, as).then(({ data }) => data)
        const bad = engine.dialect === 'postgres' ? 'bare' : 'vbad'
        expect(list.map(({ tn }) => tn)).toContain(bad)
        expect((await send(bad)).status).toBe(engine.dialect === 'postgres' ? 200 : 400)
      },
    )
  })

  describe('foreign keys of several columns', () => {
    beforeAll(async () => {
      await run(
        'CREATE TABLE site (co int NOT NULL, nr int NOT NULL, city varchar(20), PRIMARY KEY (co, nr))',
        `INSERT INTO site VALUES (1, 1, 'Rome'), (1, 2, 'Oslo'), (2, 1, 'Bern')`,
        `CREATE TABLE worker (id int PRIMARY KEY, name varchar(20), site_co int, site_nr int, pay int,
          FOREIGN KEY (site_co, site_nr) REFERENCES site (co, nr))`,
        `INSERT INTO worker VALUES (1, 'Ann', 1, 2, 10), (2, 'Bob', 2, 1, 20), (3, 'Cy', NULL, 1, 30), (4, 'Di', 1, 2, 40)`,
        'CREATE TABLE skill (id int PRIMARY KEY, word varchar(20))',
        `INSERT INTO skill VALUES (1, 'sew'), (2, 'cut')`,
        `CREATE TABLE offered (s_co int NOT NULL, s_nr int NOT NULL, skill_id int NOT NULL, PRIMARY KEY (s_co, s_nr, skill_id),
          FOREIGN KEY (s_co, s_nr) REFERENCES site (co, nr), FOREIGN KEY (skill_id) REFERENCES skill (id))`,
        'INSERT INTO offered VALUES (1, 1, 1), (1, 2, 1), (1, 2, 2)',
      )
    })

    it('are links, in the words of scripts too', async () => {
      const [worker, site, skill] = [await meta('worker'), await meta('site'), await meta('skill')]
      expect(worker.belongsTo).toMatchObject([{ tn: 'worker', rtn: 'site', cn: 'site_co', rcn: 'co' }])
      expect(site.hasMany.map(({ tn }) => tn).toSorted()).toEqual(['offered', 'worker'])
      expect(site.manyToMany).toMatchObject([{ tn: 'site', rtn: 'skill', vtn: 'offered' }])
      expect(skill.manyToMany).toMatchObject([{ tn: 'skill', rtn: 'site', vtn: 'offered' }])
      expect(worker.v.map(({ _cn }) => _cn)).toEqual(['site <= worker'])
      for (const { hm, bt, mm, lk, rl, formula } of [...worker.v, ...site.v, ...skill.v])
        expect([hm, bt, mm, lk, rl, formula].filter((term) => term !== undefined)).toHaveLength(1)
      const { relations } = await server.call('projectDiagram', {}, as)
      expect(relations).toContainEqual(
        expect.objectContaining({ tn: 'worker', columns: ['site_co', 'site_nr'], rtn: 'site', rcolumns: ['co', 'nr'] }),
      )
    })

    it('lead both ways, in rows, filters, GraphQL and what is computed', async () => {
      const [ann, , cy] = (await answer('worker')) as Record<string, unknown>[]
      expect(ann?.['siteRead']).toMatchObject({ co: 1, nr: 2, city: 'Oslo' })
      expect(cy).not.toHaveProperty('siteRead')
      expect(await answer('site/1___2')).toMatchObject({
        workerList: [{ name: 'Ann' }, { name: 'Di' }],
        skillMMList: [{ word: 'sew' }, { word: 'cut' }],
      })
      const graph = encodeURIComponent(JSON.stringify({ site: { relationType: 'bt', city: { eq: 'Bern' } } }))
      expect(await answer(`worker?conditionGraph=${graph}&fields=name&bt=`)).toMatchObject([{ name: 'Bob' }])
      const [links, siteLinks] = [(await meta('worker')).v, (await meta('site')).v]
      const idOf = (v: typeof links, term: 'bt' | 'hm' | 'mm') => v.find((entry) => entry[term])?.column.id ?? ''
      const create = (tn: string, title: string, definition: object) =>
        server.call('virtualColumnCreate', { tn, title, definition } as never, as)
      await create('worker', 'City', { kind: 'lookup', link: idOf(links, 'bt'), column: 'city' })
      await create('site', 'Pay', { kind: 'rollup', link: idOf(siteLinks, 'hm'), column: 'pay', function: 'sum' })
      await create('site', 'Skills', { kind: 'count', link: idOf(siteLinks, 'mm') })
      expect(await answer('worker/1?bt=')).toMatchObject({ City: 'Oslo' })
      expect(await answer('site?hm=&mm=&sort=co,nr')).toMatchObject([
        { Pay: null, Skills: 1 },
        { Pay: 50, Skills: 2 },
        { Pay: 20, Skills: 0 },
      ])
      const read = await graphql('{ workerList(limit: 1) { name siteRead { city workerCount skillMMList { word } } } }')
      expect(read.json).toEqual({
        data: {
          workerList: [
            {
              name: 'Ann',
              siteRead: { city: 'Oslo', workerCount: 2, skillMMList: [{ word: 'sew' }, { word: 'cut' }] },
            },
          ],
        },
      })
    })

    it('are linked and unlinked like others', async () => {
      expect(await answer('worker/2/site/1___1/link', 'PUT')).toBe(1)
      expect(await answer('worker/2')).toMatchObject({ site_co: 1, site_nr: 1 })
      expect(await answer('site/1___1/worker/2/link', 'DELETE')).toBe(1)
      expect(await answer('worker/2')).toMatchObject({ site_co: null, site_nr: null })
      expect(await answer('site/2___1/skill/2/link', 'PUT')).toBe(1)
      expect(await answer('site/1___2/skill/1/link', 'DELETE')).toBe(1)
      const pairs = await rows('SELECT s_co, s_nr, skill_id FROM offered ORDER BY s_co, s_nr')
      expect(pairs.map((row) => row.map(Number))).toEqual([
        [1, 1, 1],
        [1, 2, 2],
        [2, 1, 2],
      ])
      expect(await answer('site/m2mNotChildren/offered/1___2')).toMatchObject({
        list: [{ word: 'sew' }],
        info: { count: 1 },
      })
    })
  })

  describe.runIf(engine.dialect === 'postgres')('a neighbour that may not be read', () => {
    it('is left out of answers, which say so, and no write fails because of it', async () => {
      const user = `reader_${Date.now().toString(36)}`
      await run(
        'CREATE TABLE secret (id int PRIMARY KEY, word text)',
        `INSERT INTO secret VALUES (1, 'x')`,
        'CREATE TABLE open_table (id serial PRIMARY KEY, v text, secret_id int REFERENCES secret)',
        `CREATE ROLE ${user} LOGIN PASSWORD 'reads'`,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON open_table TO ${user}`,
        `GRANT USAGE ON SEQUENCE open_table_id_seq TO ${user}`,
        `GRANT SELECT (id) ON secret TO ${user}`,
      )
      const { hostname: host, port, pathname } = new URL(opened.address)
      const settings = {
        kind: 'postgres',
        host,
        port: Number(port),
        user,
        password: 'reads',
        database: pathname.slice(1),
      }
      const made = await server.call(
        'projectCreateFromConnection',
        { title: 'Limited', projectType: 'rest', settings } as never,
        { token: owner.token },
      )
      const path = `/nc/${made.id}/api/v1/open_table`
      const call = (method: string, at = '', body?: unknown) =>
        server.request(`${path}${at}`, { token: owner.token, method, ...(body === undefined ? {} : { body }) })
      expect((await call('GET')).json).toEqual([])
      const posted = await call('POST', '', { v: 'a', secret_id: 1 })
      expect([posted.status, posted.json]).toEqual([200, { id: 1, v: 'a', secret_id: 1 }])
      expect(posted.headers['basalt-omitted']).toBe('secretRead=DATABASE_FORBIDDEN')
      const listed = await call('GET')
      expect([listed.status, listed.json]).toEqual([200, [{ id: 1, v: 'a', secret_id: 1 }]])
      expect(listed.headers['basalt-omitted']).toBe('secretRead=DATABASE_FORBIDDEN')
      expect((await call('GET', '/1')).status).toBe(200)
      expect((await call('PUT', '/1', { v: 'b' })).json).toEqual({ id: 1, v: 'b', secret_id: 1 })
      expect((await call('GET', '?bt=')).headers).not.toHaveProperty('basalt-omitted')
      await server.call('projectDelete', {}, { token: owner.token, projectId: made.id }).catch(() => undefined)
      await run(`DROP OWNED BY ${user}`, `DROP ROLE ${user}`).catch(() => undefined)
    })
  })
})
