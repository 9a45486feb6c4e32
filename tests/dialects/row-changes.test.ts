import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import type { RowChangeInput } from '@common/operations/rows'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const column = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})

let number = 0
const nextId = (): string => `changes-${++number}`

await describeEngines('Changes of several rows', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let project: string
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${project}/api/v1/${path}`, { method, token: owner.token, body })
  const apply = (changes: readonly RowChangeInput[], more: { id?: string; anyway?: boolean } = {}): Promise<Answer> =>
    server.request('/dashboard/', {
      method: 'POST',
      token: owner.token,
      body: { api: 'rowsApply', project_id: project, args: { id: nextId(), changes, ...more } },
    })
  const held = async (table = 'things'): Promise<Record<string, unknown>[]> =>
    (await call('GET', `${table}?sort=id&fields=id,name,amount,done`)).json as never

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    const { database } = opened
    for (const table of ['things', 'others'])
      await database.changeSchema(
        database.dialect.schema.createTable(table, [
          column('id', 'ID', { primaryKey: true, required: true }),
          column('name', 'SingleLineText'),
          column('amount', 'Decimal'),
          column('done', 'Checkbox'),
        ]).up,
      )
    await database.changeSchema(
      database.dialect.schema.createTable('coded', [
        column('code', 'SingleLineText', { primaryKey: true, required: true }),
        column('name', 'SingleLineText'),
      ]).up,
    )
    project = await createEngineProject(server, owner, engine, opened)
  })
  beforeEach(async () => {
    for (const table of ['things', 'others']) {
      const rows = (await call('GET', `${table}?fields=id&limit=1000`)).json as object[]
      await call('DELETE', `${table}/bulk`, rows)
    }
    await call('POST', 'things/bulk', [
      { name: 'one', amount: 1.5, done: true },
      { name: 'two', amount: 2.5, done: false },
      { name: null, amount: null, done: false },
    ])
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })
  const ids = async (): Promise<string[]> => (await held()).map(({ id }) => String(id))

  it('writes new, changed and deleted rows of two tables at once', async () => {
    const [one = '', two = '', three = ''] = await ids()
    const answer = await apply([
      { kind: 'update', table: 'things', rowId: one, values: { name: "It's new" }, expected: { name: 'one' } },
      { kind: 'create', table: 'others', values: { name: 'there', amount: 7 } },
      { kind: 'delete', table: 'things', rowId: two, expected: { name: 'two', amount: 2.5, done: false } },
      { kind: 'update', table: 'things', rowId: three, values: { amount: 3 }, expected: { amount: null, name: null } },
    ])
    expect([answer.status, answer.error?.msg]).toEqual([200, undefined])
    const { made } = answer.json as { made: { at: number; rowId: string; row: Record<string, unknown> }[] }
    expect(made).toEqual([{ at: 1, rowId: expect.any(String), row: expect.objectContaining({ name: 'there' }) }])
    expect((await held()).map(({ name, amount }) => [name, Number(amount)])).toEqual([
      ["It's new", 1.5],
      [null, 3],
    ])
    expect((await held('others')).map(({ id, name }) => [String(id), name])).toEqual([[made[0]?.rowId, 'there']])
  })

  it('writes nothing when a row holds something else or has gone, and names each of them', async () => {
    const before = await held()
    const [one = '', two = '', three = ''] = await ids()
    const changes: RowChangeInput[] = [
      { kind: 'create', table: 'things', values: { name: 'new' } },
      { kind: 'update', table: 'things', rowId: one, values: { name: 'mine' }, expected: { name: 'One' } },
      { kind: 'update', table: 'things', rowId: '999999', values: { name: 'mine' } },
      { kind: 'delete', table: 'things', rowId: two, expected: { amount: 9 } },
      { kind: 'update', table: 'things', rowId: three, values: { name: 'mine' }, expected: { name: null } },
    ]
    const refused = await apply(changes)
    expect([refused.status, refused.error.code]).toEqual([409, 'VALUE_CHANGED'])
    expect(refused.error.details).toMatchObject({
      changed: 3,
      conflicts: [
        { at: 1, rowId: one, column: 'name', value: 'one' },
        { at: 2, rowId: '999999' },
        { at: 3, rowId: two, column: 'amount' },
      ],
    })
    expect(await held()).toEqual(before)
    const written = await apply(changes, { anyway: true })
    expect([written.status, written.json]).toMatchObject([200, { skipped: [2] }])
    expect((await held()).map(({ name }) => name)).toEqual(['mine', 'mine', 'new'])
  })

  it('writes nothing when the database refuses one of them', async () => {
    const before = await held()
    const [one = '', two = ''] = await ids()
    const refused = await apply([
      { kind: 'delete', table: 'things', rowId: two },
      { kind: 'update', table: 'things', rowId: one, values: { name: 'mine' } },
      { kind: 'create', table: 'others', values: { name: 'new', amount: 'no number' } },
    ])
    expect([refused.status, refused.error.code, refused.error.details?.['row']]).toEqual([400, 'ROW_INVALID', 2])
    expect(await held()).toEqual(before)
    expect(await held('others')).toEqual([])
  })

  it('does each once, however often it is sent', async () => {
    const [one = '', two = ''] = await ids()
    const changes: RowChangeInput[] = [
      { kind: 'create', table: 'others', values: { name: 'once' } },
      { kind: 'update', table: 'things', rowId: one, values: { amount: 4 }, expected: { amount: 1.5 } },
      { kind: 'delete', table: 'things', rowId: two, expected: { name: 'two' } },
    ]
    const id = nextId()
    const [first, second] = await Promise.all([apply(changes, { id }), apply(changes, { id })])
    const third = await apply(changes, { id })
    expect([first.status, second.json, third.json]).toEqual([200, first.json, first.json])
    expect((await held('others')).map(({ name }) => name)).toEqual(['once'])
    // Without a new row, the existing rows show that the change was applied.
    const again = await apply(changes.slice(1))
    expect([again.status, again.json]).toEqual([200, { made: [], skipped: [] }])
  })

  it('changes many rows of one kind in one call', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ name: at % 3 === 0 ? null : `row ${at}`, amount: at }))
    await call('POST', 'others/bulk', rows)
    const list = await held('others')
    const answer = await apply(
      list.map(({ id, name }) => ({
        kind: 'update',
        table: 'others',
        rowId: String(id),
        values: { name: 'same' },
        expected: { name },
      })),
    )
    expect([answer.status, answer.error?.msg]).toEqual([200, undefined])
    expect(new Set((await held('others')).map(({ name }) => name))).toEqual(new Set(['same']))
  })

  it('takes comments and followers along when several keys change at once', async () => {
    await call('POST', 'coded/bulk', [{ code: 'a' }, { code: 'b' }, { code: 'c' }])
    const as = { token: owner.token, projectId: project }
    for (const code of ['a', 'b'])
      await server.call(
        'xcAuditCommentInsert',
        { model_name: 'coded', model_id: code, description: `about ${code}` },
        as,
      )
    const answer = await apply([
      { kind: 'update', table: 'coded', rowId: 'a', values: { code: 'x' } },
      { kind: 'update', table: 'coded', rowId: 'b', values: { code: 'y' } },
      { kind: 'update', table: 'coded', rowId: 'c', values: { code: 'z' } },
    ])
    expect(answer.status).toBe(200)
    const comments = async (rowId: string): Promise<string[]> =>
      (await server.call('commentList', { table: 'coded', rowId }, as)).list.map(({ text }) => text)
    expect(await Promise.all(['x', 'y', 'z', 'a'].map(comments))).toEqual([['about a'], ['about b'], [], []])
    const following = (rowId: string) => server.call('recordFollowing', { table: 'coded', rowId }, as)
    expect(await Promise.all(['x', 'y', 'z'].map(following))).toEqual([
      { following: true },
      { following: true },
      { following: false },
    ])
  })

  it('answers a create of the data API that is sent again with its Idempotency-Key as it did before', async () => {
    const send = (name: string, key: string, path = 'others'): Promise<Answer> =>
      server.request(`/nc/${project}/api/v1/${path}`, {
        method: 'POST',
        token: owner.token,
        headers: { 'idempotency-key': key },
        body: path === 'others' ? { name } : [{ name }, { name }],
      })
    const key = `key-${nextId()}`
    const first = await send('a', key)
    const again = await send('a', key)
    expect([first.status, again.json]).toEqual([200, first.json])
    const many = await send('b', `${key}-b`, 'others/bulk')
    expect((await send('b', `${key}-b`, 'others/bulk')).json).toEqual(many.json)
    expect((await held('others')).map(({ name }) => name)).toEqual(['a', 'b', 'b'])
    expect((await send('a', 'short')).error.code).toBe('IDEMPOTENCY_KEY_INVALID')
  })
})
