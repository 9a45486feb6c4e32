import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowIdSegment } from '@common/query/row-id'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { writtenOut } from '@tests/helpers/library'
import { startServer, type TestServer } from '@tests/helpers/server'

interface KeyType {
  readonly name: string
  readonly type: string
  /** As SQL. */
  readonly values: readonly [string, string]
}

const words: KeyType = { name: 'words', type: 'varchar(40)', values: [`''`, `'a"b%/c éж''___.?#'`] }
const keyTypes: Readonly<Record<'sqlite' | 'postgres' | 'mysql', readonly KeyType[]>> = {
  sqlite: [
    words,
    { name: 'whole', type: 'bigint', values: ['9007199254740993', '-9223372036854775808'] },
    { name: 'bytes', type: 'blob', values: [`x'00112233445566778899aabbccddeeff'`, `x'fbff'`] },
    { name: 'exact', type: 'decimal blob', values: [`'1.00000000000000000001'`, '1'] },
  ],
  postgres: [
    words,
    { name: 'whole', type: 'bigint', values: ['9007199254740993', '-9223372036854775808'] },
    { name: 'bytes', type: 'bytea', values: [String.raw`'\x00112233445566778899aabbccddeeff'`, String.raw`'\xfbff'`] },
    { name: 'exact', type: 'numeric(38,20)', values: ['1.00000000000000000001', '1'] },
  ],
  mysql: [
    { ...words, type: 'varchar(40) CHARACTER SET utf8mb4' },
    { name: 'whole', type: 'bigint unsigned', values: ['18446744073709551615', '9007199254740993'] },
    {
      name: 'bytes',
      type: 'binary(16)',
      values: [`x'00112233445566778899aabbccddeeff'`, `x'fbff00000000000000000000000000ff'`],
    },
    { name: 'exact', type: 'decimal(38,20)', values: ['1.00000000000000000001', '1'] },
  ],
}
/** A name that has to be written in another way in a path, in SQL and in JSON. */
const oddName = `we"ird %25/éж 'x'`

type Row = Readonly<Record<string, unknown>>

/** Records are addressed in many ways: odd keys and names lead to them in each. */
await describeEngines('odd addresses', (engine) => {
  if (engine.dialect === 'mssql') return
  const types = keyTypes[engine.dialect]
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }

  const call = (method: string, path: string, body?: unknown) =>
    server.request(`/nc/${as.projectId}/api/v1/${writtenOut(path)}`, {
      method,
      token: as.token,
      ...(body !== undefined && { body }),
    })
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await call(method, path, body)
    expect([method, path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([method, path, 200, ''])
    return answer.json
  }
  const graphql = async (query: string): Promise<Row> => {
    const answer = await server.request(`/nc/${as.projectId}/v1/graphql`, {
      method: 'POST',
      token: as.token,
      body: { query },
    })
    const { data, errors } = answer.json as { data: Row; errors?: unknown }
    expect([query, answer.status, errors]).toEqual([query, 200, undefined])
    return data
  }
  const keysOf = async (table: string): Promise<unknown[]> =>
    ((await send('GET', `${table}?sort=rank&hm=&bt=&mm=`)) as Row[]).map(({ id }) => id)

  beforeAll(async () => {
    opened = await engine.open()
    const { quote } = opened.database.dialect
    const schema = types.flatMap(({ name, type }) => [
      `CREATE TABLE k_${name} (id ${type} NOT NULL PRIMARY KEY, note varchar(40), ${quote('rank')} int)`,
      `CREATE TABLE c_${name} (id int PRIMARY KEY, ref ${type}, FOREIGN KEY (ref) REFERENCES k_${name} (id))`,
    ])
    const odd = quote(oddName)
    schema.push(`CREATE TABLE ${odd} (id int PRIMARY KEY, ${odd} varchar(40))`)
    const rows = types.flatMap(({ name, values }) => [
      `INSERT INTO k_${name} VALUES ${values.map((value, at) => `(${value}, 'n', ${at})`).join(', ')}`,
      `INSERT INTO c_${name} VALUES (1, ${values[0]}), (2, NULL)`,
    ])
    await opened.database.changeSchema(schema.map((sql) => ({ sql, params: [] })))
    await opened.database.transact(rows.map((sql) => ({ sql, params: [] })))
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  describe.each(types.map(({ name }) => name))('a record with a key of %s', (name) => {
    const [table, child] = [`k_${name}`, `c_${name}`]

    it('is read and changed through GraphQL', async () => {
      for (const [at, id] of (await keysOf(table)).entries()) {
        const key = JSON.stringify(String(id))
        expect(await graphql(`{ ${table}Read(id: ${key}) { id rank } }`)).toEqual({
          [`${table}Read`]: { id, rank: at },
        })
        const update = `mutation { ${table}Update(id: ${key}, data: { note: "g${at}" }) { id note } }`
        expect(await graphql(update)).toEqual({ [`${table}Update`]: { id, note: `g${at}` } })
      }
      expect(((await send('GET', `${table}?sort=rank`)) as Row[]).map(({ note }) => note)).toEqual(['g0', 'g1'])
    })

    it('comes with its linked records, and they with it', async () => {
      const [first, second] = await keysOf(table)
      expect(await send('GET', `${table}?hm=${child}&sort=rank`)).toMatchObject([
        { id: first, [`${child}List`]: [{ id: 1 }] },
        { id: second, [`${child}List`]: [] },
      ])
      expect(await send('GET', `${child}?bt=${table}&sort=id`)).toMatchObject([
        { [`${table}Read`]: { id: first } },
        { ref: null },
      ])
      expect(await graphql(`{ ${table}List(sort: "rank") { ${child}List { id } } }`)).toEqual({
        [`${table}List`]: [{ [`${child}List`]: [{ id: 1 }] }, { [`${child}List`]: [] }],
      })
    })

    it('is linked and unlinked by its path, and in a nested body', async () => {
      for (const id of await keysOf(table)) {
        const path = `${table}/${rowIdSegment([String(id)])}`
        const before = (await send('GET', `${path}/${child}?fields=id`)) as Row[]
        expect(await send('PUT', `${path}/${child}/2/link`)).toBe(1)
        expect(await send('GET', `${path}/${child}/count`)).toEqual({ count: before.length + 1 })
        expect(await send('GET', `${child}/2/${table}`)).toMatchObject([{ id }])
        expect(await send('DELETE', `${path}/${child}/2/link`)).toBe(1)
        await send('PUT', `${path}?nested=true`, { [`${child}List`]: [{ id: 2 }] })
        expect(await send('GET', `${child}/2?bt=`)).toMatchObject({ ref: id })
        await send('PUT', `${child}/2?nested=true`, { [`${table}Read`]: null })
        expect(await send('GET', `${child}/2?bt=`)).toMatchObject({ ref: null })
      }
    })

    it('has comments and a history', async () => {
      for (const [at, id] of (await keysOf(table)).entries()) {
        const rowId = rowIdSegment([String(id)])
        await server.call('xcAuditCommentInsert', { model_id: rowId, model_name: table, description: `of ${at}` }, as)
        const { list } = await server.call('commentList', { table, rowId }, as)
        expect(list.map(({ text }) => text)).toEqual([`of ${at}`])
        await send('PUT', `${table}/${rowId}`, { note: `h${at}` })
        const history = await server.call('rowHistory', { table, rowId }, as)
        expect(history.list[0]?.changes).toEqual([{ column: 'note', title: 'note', before: `g${at}`, after: `h${at}` }])
      }
    })

    it('is undone, deleted and restored', async () => {
      const ids = await keysOf(table)
      const rows = ids.map((id, at) => ({
        rowId: rowIdSegment([String(id)]),
        values: { note: 'u' },
        expected: { note: `h${at}` },
      }))
      expect(await server.call('rowsWriteBack', { table, rows, anyway: false }, as)).toEqual({ written: 2 })
      await send('DELETE', `${child}/1`)
      for (const { rowId } of rows) expect(await send('DELETE', `${table}/${rowId}`)).toBe(1)
      const rowIds = rows.map(({ rowId }) => rowId)
      const attached = () =>
        Promise.all(
          rowIds.map(async (rowId) => [
            (await server.call('commentList', { table, rowId }, as)).list.map(({ text }) => text),
            (await server.call('recordFollowing', { table, rowId }, as)).following,
          ]),
        )
      const nothing = rowIds.map(() => [[], false])
      expect(await attached()).toEqual(nothing)
      expect(await server.call('trashRestore', { table, rowIds }, as)).toMatchObject({ refused: [], notes: [] })
      expect(await keysOf(table)).toEqual(ids)
      expect(await attached()).toEqual(rowIds.map((_, at) => [[`of ${at}`], true]))
    })
  })

  it('are those of tables and columns with odd names', async () => {
    const path = encodeURIComponent(oddName)
    const body = { id: 1, [oddName]: 'one' }
    expect(await send('POST', path, body)).toEqual(body)
    expect(await send('PUT', `${path}/1`, { [oddName]: 'two' })).toEqual({ id: 1, [oddName]: 'two' })
    const condition = encodeURIComponent(JSON.stringify({ [oddName]: { eq: 'two' } }))
    expect(await send('GET', `${path}?condition=${condition}`)).toEqual([{ id: 1, [oddName]: 'two' }])
    expect(await send('GET', `${path}?fields=${encodeURIComponent(JSON.stringify([oddName]))}`)).toEqual([
      { id: 1, [oddName]: 'two' },
    ])
    expect(await send('GET', `${path}/distinct?cn=${path}`)).toEqual([{ [oddName]: 'two' }])
    expect((await call('GET', `${path}?format=csv`)).text).toBe(`id,"${oddName.replaceAll('"', '""')}"\r\n1,two\r\n`)
    await server.call('xcAuditCommentInsert', { model_id: '1', model_name: oddName, description: 'odd' }, as)
    expect((await server.call('commentList', { table: oddName, rowId: '1' }, as)).list).toMatchObject([{ text: 'odd' }])
    expect((await server.call('rowHistory', { table: oddName, rowId: '1' }, as)).list).toHaveLength(2)
    expect(await send('DELETE', `${path}/1`)).toBe(1)
  })
})
