import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { beyondSqlite, createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { importAsNew, importEnd, importInto, uploadImport, type Importing } from '@tests/helpers/imports'
import { startServer, type TestServer } from '@tests/helpers/server'

/** Imports files of rows into new or existing tables, with the same result on every kind of database. */
await describeEngines('imports', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: Importing

  const rows = async (table: string, query = ''): Promise<Record<string, unknown>[]> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${table}?limit=1000&${query}`, { token: as.token })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer.json as Record<string, unknown>[]
  }
  /** Yes and no are numbers where the engine has no other. */
  const plain = (row: Record<string, unknown> | undefined): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row ?? {}).map(([key, value]) => [key, typeof value === 'boolean' ? Number(value) : value]),
    )
  const count = async (table: string): Promise<number> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${table}/count`, { token: as.token })
    return Number((answer.json as { count: number }).count)
  }
  const types = async (tn: string): Promise<Record<string, string>> => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    const { columns } = tableFromWire(wireTableMeta.parse(JSON.parse(found?.meta ?? 'null')))
    return Object.fromEntries(columns.map(({ title, uiType }) => [title, uiType]))
  }
  const staging = async (): Promise<number> => {
    const { quote } = opened.database.dialect
    const sql =
      engine.dialect === 'sqlite'
        ? `SELECT count(*) FROM sqlite_schema WHERE name LIKE 'nc_import_%' AND type = 'table'`
        : `SELECT count(*) FROM ${engine.dialect === 'mssql' ? quote('INFORMATION_SCHEMA') : 'information_schema'}.TABLES WHERE TABLE_NAME LIKE 'nc_import_%'${engine.dialect === 'mysql' ? ' AND TABLE_SCHEMA = database()' : ''}`
    return Number((await opened.database.read({ sql, params: [] }))[0]?.[0])
  }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const text = { uidt: 'SingleLineText' }
    await server.call('tableCreate', { tn: 'genre', columns: [{ cn: 'name', ...text }] }, as)
    await server.call(
      'tableCreate',
      {
        tn: 'album',
        columns: [
          { cn: 'title', ...text, rqd: true },
          { cn: 'code', ...text, unique: true },
          { cn: 'price', uidt: 'Decimal' },
          { cn: 'sold', uidt: 'Checkbox' },
          { cn: 'day', uidt: 'Date' },
          { cn: 'kind', uidt: 'SingleSelect', dtxp: "'Rock','Jazz'" },
          { cn: 'made', uidt: 'CreateTime' },
          { cn: 'changed', uidt: 'LastModifiedTime' },
        ],
      },
      as,
    )
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  /** Imports an album of the test itself. @returns its id */
  async function addAlbum(code: string): Promise<string> {
    const content = `title,code\nOf ${code},${code}\n`
    const columns = ['title', 'code']
    const status = await importInto(server, { name: `${code}.csv`, content }, as, { table: 'album', columns })
    expect(status).toMatchObject({ state: 'done', error: null, created: 1 })
    const [row] = await rows('album', `where=(code,eq,${code})`)
    return String(row?.['id'])
  }

  it('make a table with a key, and types and choices from the values', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) =>
        `Person ${at},${at * 1.5},2024-02-${10 + (at % 9)},${['red', 'blue', 'green'][at % 3]},${at % 2 === 0},"{""n"":${at}}"`,
    )
    const content = `Name,Amount,Day,Colour,Active,Data\n${lines.join('\n')}\n`
    const status = await importAsNew(server, { name: 'people.csv', content }, as, 'People of all')
    expect(status).toMatchObject({ state: 'done', error: null, created: 60, failed: 0 })
    const table = encodeURIComponent('People of all')
    expect(await types(status.tables[0]?.table ?? '')).toEqual({
      id: 'ID',
      Name: 'SingleLineText',
      Amount: 'Decimal',
      Day: 'Date',
      Colour: 'SingleSelect',
      Active: 'Checkbox',
      Data: 'JSON',
    })
    expect(plain((await rows(table, 'sort=id'))[1])).toMatchObject({
      id: 2,
      Name: 'Person 1',
      Amount: 1.5,
      Day: '2024-02-11',
      Colour: 'blue',
      Active: 0,
      Data: '{"n":1}',
    })
    expect(await staging()).toBe(0)
  })

  it('take names that the database has for itself', { tags: beyondSqlite(engine) }, async () => {
    const content = 'ctid,xmin,oid,tableoid,ctid 2,rowid\nA,B,C,D,E,F\n'
    const status = await importAsNew(server, { name: 'system.csv', content }, as, 'Of the system')
    expect(status).toMatchObject({ state: 'done', error: null, created: 1, failed: 0 })
    const table = encodeURIComponent('Of the system')
    expect((await rows(table, 'where=(ctid,eq,A)'))[0]).toMatchObject({
      ctid: 'A',
      xmin: 'B',
      oid: 'C',
      tableoid: 'D',
      'ctid 2': 'E',
      rowid: 'F',
    })
  })

  it('keep the keys that a file brings, and count on from them', { tags: beyondSqlite(engine) }, async () => {
    const content = 'id,Name\n7,Seven\n3,Three\n7,Again\n'
    const { id } = await uploadImport(server, { name: 'k.csv', content }, as)
    await server.call(
      'importStart',
      {
        id,
        sheets: [
          {
            sheet: 0,
            into: { kind: 'new', title: 'Keyed' },
            columns: [
              { source: 0, title: 'id', uiType: 'ID' },
              { source: 1, title: 'Name', uiType: 'SingleLineText' },
            ],
          },
        ],
      },
      as,
    )
    const status = await importEnd(server, id, as)
    expect(status).toMatchObject({ state: 'done', created: 2, failed: 1 })
    expect((await server.call('importFailures', { id }, as)).list).toMatchObject([{ line: 4 }])
    const added = await server.request(`/nc/${as.projectId}/api/v1/Keyed`, {
      method: 'POST',
      token: as.token,
      body: { Name: 'New' },
    })
    expect([added.status, (added.json as { id: number }).id]).toEqual([200, 8])
  })

  it('add rows to a table, and list those that do not fit', async () => {
    const content = [
      'title,code,price,sold,day,kind',
      'One,a,1.5,yes,2024-01-01,Rock',
      ',b,2,no,2024-01-02,Jazz',
      'Three,a,3,no,2024-01-03,Jazz',
      'Four,d,many,no,2024-01-04,Jazz',
      'Five,e,5,no,2024-01-05,Polka',
      'Six,f,,,,',
    ].join('\n')
    const columns = ['title', 'code', 'price', 'sold', 'day', 'kind']
    const status = await importInto(server, { name: 'a.csv', content }, as, { table: 'album', columns })
    expect(status).toMatchObject({ state: 'done', error: null, created: 2, updated: 0, failed: 4 })
    const { list } = await server.call('importFailures', { id: status.id }, as)
    expect(list.map(({ line, column }) => [line, column])).toEqual([
      [3, 'title'],
      [5, 'price'],
      [6, 'kind'],
      [4, 'code'],
    ])
    expect((await rows('album', 'sort=id')).map(plain)).toMatchObject([
      { title: 'One', code: 'a', price: 1.5, sold: 1, day: '2024-01-01', kind: 'Rock' },
      { title: 'Six', code: 'f', price: null, sold: null, day: null, kind: null },
    ])
    const [first] = await rows('album')
    expect([typeof first?.['made'], typeof first?.['changed']]).toEqual(['string', 'string'])
  })

  it('change rows by a column of theirs, and add the others', async () => {
    const content = 'code,price,title\na,9.99,One again\nz,1,Last\nz,2,Last again\n,3,Nameless\n'
    const columns = ['code', 'price', 'title']
    const status = await importInto(server, { name: 'b.csv', content }, as, { table: 'album', columns, key: ['code'] })
    expect(status).toMatchObject({ state: 'done', error: null, created: 2, updated: 1, failed: 1 })
    expect((await rows('album', 'sort=id')).map(plain)).toMatchObject([
      { title: 'One again', code: 'a', price: 9.99, sold: 1, day: '2024-01-01', kind: 'Rock' },
      { title: 'Six' },
      { title: 'Last', price: 1 },
      { title: 'Nameless', code: null },
    ])
    const skipped = await importInto(server, { name: 'b.csv', content: 'code,price,title\na,0,None\ny,5,Y\n' }, as, {
      table: 'album',
      columns,
      key: ['code'],
      onMatch: 'skip',
    })
    expect(skipped).toMatchObject({ state: 'done', created: 1, updated: 0, skipped: 1, failed: 0 })
    expect((await rows('album', 'where=(code,eq,a)'))[0]).toMatchObject({ price: 9.99 })
  })

  it('write nothing where a row that does not fit is to end them', async () => {
    const before = await count('album')
    const content = 'title,price\nFits,1\nDoes not,x\n'
    const status = await importInto(server, { name: 'c.csv', content }, as, {
      table: 'album',
      columns: ['title', 'price'],
      onFail: 'stop',
    })
    expect(status).toMatchObject({ state: 'failed', error: { code: 'IMPORT_ROW_FAILED' } })
    expect(await count('album')).toBe(before)
    expect(await staging()).toBe(0)
  })

  it('write more rows than the API takes at once', { tags: beyondSqlite(engine) }, async () => {
    await addAlbum('taken')
    const before = await count('album')
    const many = 12_000
    const line = (at: number, price: number): string =>
      `Album ${at},m${at},${price},${at % 2 === 0 ? 'yes' : 'no'},2020-01-01`
    const file = (price: number): string =>
      `title,code,price,sold,day\n${Array.from({ length: many }, (_, at) => line(at, price)).join('\n')}\nTaken,taken,1,no,\n`
    const columns = ['title', 'code', 'price', 'sold', 'day']
    const added = await importInto(server, { name: 'd.csv', content: file(1.25) }, as, { table: 'album', columns })
    expect(added).toMatchObject({ state: 'done', error: null, created: many, failed: 1 })
    expect(await count('album')).toBe(before + many)
    const changed = await importInto(server, { name: 'd.csv', content: file(2.5) }, as, {
      table: 'album',
      columns,
      key: ['code'],
    })
    expect(changed).toMatchObject({ state: 'done', error: null, created: 0, updated: many + 1, failed: 0 })
    expect(plain((await rows('album', 'where=(code,eq,m11999)'))[0])).toMatchObject({
      title: 'Album 11999',
      price: 2.5,
      sold: 0,
      day: '2020-01-01',
    })
    expect(await count('album')).toBe(before + many)
    expect(await staging()).toBe(0)
  })

  it('refer only to records that are there', { tags: beyondSqlite(engine) }, async () => {
    await server.call('tableCreate', { tn: 'song', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, as)
    await server.call('tableUpdate', { tn: 'song', columns: [{ cn: 'album_id', uidt: 'Number', altered: 1 }] }, as)
    await server.call(
      'relationCreate',
      { childTable: 'song', childColumn: 'album_id', parentTable: 'album', parentColumn: 'id' },
      as,
    )
    const content = `name,album_id\nThere,${await addAlbum('sung')}\nLost,999999\nNone,\n`
    const status = await importInto(server, { name: 's.csv', content }, as, {
      table: 'song',
      columns: ['name', 'album_id'],
    })
    expect(status).toMatchObject({ state: 'done', error: null, created: 2, failed: 1 })
    expect((await server.call('importFailures', { id: status.id }, as)).list).toMatchObject([
      { line: 3, column: 'album_id', value: '999999' },
    ])
  })

  it('leave a history of rows where they are few', { tags: beyondSqlite(engine) }, async () => {
    const rowId = await addAlbum('remembered')
    const { list } = await server.call('rowHistory', { table: 'album', rowId }, as)
    expect(list.length).toBeGreaterThan(0)
  })

  it('list rows that are larger than the database takes', { tags: beyondSqlite(engine) }, async () => {
    const line = (value: (at: number) => string): string =>
      Array.from({ length: 1_000 }, (_, at) => value(at)).join(',')
    const content = `${line((at) => `c${at}`)}\n${line((at) => (at === 0 ? 'short' : ''))}\n${line((at) => `text ${at}`)}\n`
    const status = await importAsNew(server, { name: 'wide.csv', content }, as, 'Wide')
    const { state, error, created, failed } = status
    if (state === 'failed') expect(error?.code).toBe('SCHEMA_CHANGE_UNSUPPORTED')
    else expect([state, created + failed, created >= 1]).toEqual(['done', 2, true])
    if (failed > 0)
      expect((await server.call('importFailures', { id: status.id }, as)).list).toMatchObject([{ line: 3 }])
    expect(await staging()).toBe(0)
  })
})
