import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedHistoryEntry } from '@common/operations/audit'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let projectId: string
let as: { token: string; projectId: string }

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp('Ada@example.com')
  const project = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, owner)
  projectId = project.id
  as = { token: owner.token, projectId }
})
afterAll(() => server.close())

const rows = (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body })

const columns = [
  { cn: 'id', uidt: 'ID' },
  { cn: 'name', uidt: 'SingleLineText' },
  { cn: 'price', uidt: 'Decimal' },
]

async function makeTable(tn: string, more: object[] = []): Promise<void> {
  await server.call('tableCreate', { tn, columns: [...columns, ...more] as never }, as)
}

const history = async (tn: string, rowId: string | number, more: object = {}): Promise<ListedHistoryEntry[]> =>
  (await server.call('rowHistory', { table: tn, rowId: String(rowId), ...more }, as)).list

/** Returns the content of a list of entries, without ids and times. */
const told = (entries: readonly ListedHistoryEntry[]): unknown[] =>
  entries.map(({ kind, changes }) => [kind, ...changes.map(({ title, before, after }) => [title, before, after])])

describe('history of a row', () => {
  it('tells what was made, changed and deleted, newest first, and by whom', async () => {
    await makeTable('things')
    const before = Date.now()
    const made = await rows('things', 'POST', { name: 'Lamp', price: 12.5 })
    const { id } = made.json as { id: number }
    await rows(`things/${id}`, 'PUT', { price: 15 })
    await rows(`things/${id}`, 'PUT', { name: 'Big lamp', price: 15 })
    await rows(`things/${id}`, 'DELETE')
    const entries = await history('things', id)
    expect(told(entries)).toEqual([
      ['delete', ['id', id, null], ['name', 'Big lamp', null], ['price', 15, null]],
      ['update', ['name', 'Lamp', 'Big lamp']],
      ['update', ['price', 12.5, 15]],
      ['insert', ['id', null, id], ['name', null, 'Lamp'], ['price', null, 12.5]],
    ])
    expect(new Set(entries.map(({ user, why }) => `${user} by ${why}`))).toEqual(new Set(['ada@example.com by rest']))
    for (const { when } of entries) {
      expect(Date.parse(when)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(when)).toBeLessThanOrEqual(Date.now())
    }
  })

  it('says nothing of a change that changed nothing', async () => {
    await makeTable('same')
    await rows('same', 'POST', { name: 'Lamp' })
    await rows('same/1', 'PUT', { name: 'Lamp' })
    expect(told(await history('same', 1))).toEqual([['insert', ['id', null, 1], ['name', null, 'Lamp']]])
  })

  it('goes on in parts', async () => {
    await makeTable('parts')
    await rows('parts', 'POST', { name: '0' })
    for (let n = 1; n <= 5; n += 1) await rows('parts/1', 'PUT', { name: String(n) })
    const first = await server.call('rowHistory', { table: 'parts', rowId: '1', limit: 4 }, as)
    expect(first.more).toBe(true)
    const after = first.list.at(-1)?.id
    const rest = await server.call('rowHistory', { table: 'parts', rowId: '1', limit: 4, after }, as)
    expect(rest.more).toBe(false)
    const names = [...first.list, ...rest.list].map(
      ({ changes }) => changes.find(({ column }) => column === 'name')?.after,
    )
    expect(names).toEqual(['5', '4', '3', '2', '1', '0'])
  })

  it('of one value leaves out what happened to others', async () => {
    await makeTable('cells')
    await rows('cells', 'POST', { name: 'a', price: 1 })
    for (let n = 2; n <= 4; n += 1) {
      await rows('cells/1', 'PUT', { name: 'a'.repeat(n) })
      await rows('cells/1', 'PUT', { price: n })
    }
    const { list, more } = await server.call(
      'cellHistory',
      { table: 'cells', rowId: '1', column: 'price', limit: 3 },
      as,
    )
    expect([told(list), more]).toEqual([
      [
        ['update', ['price', 3, 4]],
        ['update', ['price', 2, 3]],
        ['update', ['price', 1, 2]],
      ],
      true,
    ])
    const unknown = await operation('cellHistory', { table: 'cells', rowId: '1', column: 'colour' })
    expect([unknown.status, unknown.error.code]).toEqual([400, 'COLUMN_NOT_FOUND'])
  })

  it('of lists of rows is as of single ones', async () => {
    await makeTable('bulk')
    const many = Array.from({ length: 1_200 }, (_, n) => ({ name: `n${n}` }))
    expect((await rows('bulk/bulk', 'POST', many)).status).toBe(200)
    await rows('bulk/bulk', 'PUT', [
      { id: 2, name: 'two' },
      { id: 9_999, name: 'nobody' },
      { id: 3, name: 'n2' },
      { id: 1_200, price: 3 },
      { id: 2, name: 'second' },
    ])
    await rows('bulk/bulk', 'DELETE', [{ id: 2 }, { id: 9_999 }])
    expect(told(await history('bulk', 2))).toEqual([
      ['delete', ['id', 2, null], ['name', 'second', null]],
      ['update', ['name', 'n1', 'second']],
      ['insert', ['id', null, 2], ['name', null, 'n1']],
    ])
    expect(told(await history('bulk', 3))).toEqual([['insert', ['id', null, 3], ['name', null, 'n2']]])
    expect(told(await history('bulk', 1_200))).toEqual([
      ['update', ['price', null, 3]],
      ['insert', ['id', null, 1_200], ['name', null, 'n1199']],
    ])
    expect(await history('bulk', 9_999)).toEqual([])
  })

  it('follows a row whose key changes, and knows composite keys', async () => {
    const keys = [
      { cn: 'shop', uidt: 'SingleLineText', pk: true, rqd: true },
      { cn: 'day', uidt: 'SingleLineText', pk: true, rqd: true },
      { cn: 'sold', uidt: 'Number' },
    ]
    await server.call('tableCreate', { tn: 'sales', columns: keys }, as)
    await rows('sales', 'POST', { shop: 'a_b', day: 'Mon', sold: 1 })
    await rows('sales/a%5Fb___Mon', 'PUT', { sold: 2 })
    await rows('sales/a%5Fb___Mon', 'PUT', { day: 'Tue' })
    expect(told(await history('sales', 'a%5Fb___Tue'))).toEqual([
      ['update', ['day', 'Mon', 'Tue']],
      ['update', ['sold', 1, 2]],
      ['insert', ['shop', null, 'a_b'], ['day', null, 'Mon'], ['sold', null, 1]],
    ])
    expect(await history('sales', 'a%5Fb___Mon')).toEqual([])
    const half = await operation('rowHistory', { table: 'sales', rowId: 'a' })
    expect([half.status, half.error.code]).toEqual([400, 'ROW_KEY_INVALID'])
  })

  it('keeps what its columns and its table are called now', async () => {
    await makeTable('old_name', [{ cn: 'colour', uidt: 'SingleLineText' }])
    await rows('old_name', 'POST', { name: 'Lamp', colour: 'red' })
    await rows('old_name/1', 'PUT', { name: 'Light' })
    const rename = { cno: 'name', cn: 'label', _cn: 'Label', uidt: 'SingleLineText', altered: 8 }
    const drop = { cn: 'colour', cno: 'colour', altered: 4 }
    await server.call('tableUpdate', { tn: 'old_name', columns: [rename, drop] }, as)
    await server.call('tableRename', { tn_old: 'old_name', tn: 'new_name' }, as)
    const again = { cn: 'colour', uidt: 'SingleLineText', altered: 1 }
    await server.call('tableUpdate', { tn: 'new_name', columns: [again] }, as)
    await rows('new_name/1', 'PUT', { Label: 'Sun', colour: 'blue' })
    expect(told(await history('new_name', 1))).toEqual([
      ['update', ['Label', 'Light', 'Sun'], ['colour', null, 'blue']],
      ['update', ['Label', 'Lamp', 'Light']],
      ['insert', ['id', null, 1], ['Label', null, 'Lamp']],
    ])
  })

  it('of rows that were inserted together keeps up with columns and with other tables of that name', async () => {
    await makeTable('first_name', [{ cn: 'colour', uidt: 'SingleLineText' }])
    await rows('first_name/bulk', 'POST', [
      { name: 'Lamp', colour: 'red' },
      { name: 'Desk', price: 3 },
    ])
    await rows('first_name/1', 'PUT', { name: 'Light' })
    const rename = { cno: 'name', cn: 'label', _cn: 'Label', uidt: 'SingleLineText', altered: 8 }
    const drop = { cn: 'colour', cno: 'colour', altered: 4 }
    const add = { cn: 'stock', uidt: 'Number', cdf: '5', altered: 1 }
    await server.call('tableUpdate', { tn: 'first_name', columns: [rename, drop, add] }, as)
    await server.call('tableRename', { tn_old: 'first_name', tn: 'second_name' }, as)
    expect(told(await history('second_name', 1))).toEqual([
      ['update', ['Label', 'Lamp', 'Light']],
      ['insert', ['id', null, 1], ['Label', null, 'Lamp']],
    ])
    expect(told(await history('second_name', 2))).toEqual([
      ['insert', ['id', null, 2], ['Label', null, 'Desk'], ['price', null, 3]],
    ])
    const oneRow = { model_id: '1', model_name: 'second_name' }
    const { list } = await server.call('xcModelRowAuditAndCommentList', oneRow, as)
    expect(list[0]).toMatchObject({ description: '1 inserted into second_name', user: 'ada@example.com' })
    const page = await server.call('cellHistory', { table: 'second_name', rowId: '1', column: 'Label', limit: 1 }, as)
    expect([page.list.length, page.more]).toEqual([1, true])
    const after = page.list[0]?.id
    const rest = await server.call(
      'cellHistory',
      { table: 'second_name', rowId: '1', column: 'Label', limit: 1, after },
      as,
    )
    expect([told(rest.list), rest.more]).toEqual([[['insert', ['Label', null, 'Lamp']]], false])
    await server.call('tableDelete', { tn: 'second_name' }, as)
    await makeTable('second_name')
    await rows('second_name/bulk', 'POST', [{ name: 'New' }])
    expect(told(await history('second_name', 1))).toEqual([['insert', ['id', null, 1], ['name', null, 'New']]])
  })

  it('of a table that went is not that of another one with its name', async () => {
    await makeTable('phoenix')
    await rows('phoenix', 'POST', { name: 'first' })
    await server.call('tableDelete', { tn: 'phoenix' }, as)
    await makeTable('phoenix')
    await rows('phoenix', 'POST', { name: 'second' })
    expect(told(await history('phoenix', 1))).toEqual([['insert', ['id', null, 1], ['name', null, 'second']]])
  })

  it('keeps the beginning of a very long text, and digits beyond 2^53', async () => {
    await makeTable('long', [
      { cn: 'story', uidt: 'LongText' },
      { cn: 'big', uidt: 'Number' },
    ])
    await rows('long', 'POST', { story: 'x'.repeat(50_000), big: '9007199254740993' })
    const [entry] = await history('long', 1)
    expect(entry?.changes.filter(({ column }) => column !== 'id')).toEqual([
      { column: 'story', title: 'story', before: null, after: { cut: 'x'.repeat(200), length: 50_000 } },
      { column: 'big', title: 'big', before: null, after: '9007199254740993' },
    ])
  })

  it('is refused for a table without a key, and for one that is not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basalt-keyless-'))
    const file = new Sqlite(join(folder, 'keyless.sqlite'))
    file.exec('CREATE TABLE notes (text TEXT)')
    file.close()
    const given = await server.call('projectCreateFromFile', { filename: join(folder, 'keyless.sqlite') }, owner)
    const answer = await operation('rowHistory', { table: 'notes', rowId: '1' }, given.id)
    expect([answer.status, answer.error.code]).toEqual([404, 'TABLE_WITHOUT_KEY'])
    const missing = await operation('rowHistory', { table: 'nothing', rowId: '1' })
    expect([missing.status, missing.error.code]).toEqual([404, 'TABLE_NOT_FOUND'])
    // The audit also holds rows without a key.
    await server.request(`/nc/${given.id}/api/v1/notes`, {
      method: 'POST',
      token: owner.token,
      body: { text: 'Hello' },
    })
    const { list } = await server.call('xcAuditList', { limit: 1 }, { token: owner.token, projectId: given.id })
    expect(list[0]).toMatchObject({ op_sub_type: 'INSERT', model_name: 'notes', model_id: '-' })
    await rm(folder, { recursive: true, force: true })
  })
})

function operation(api: string, args: object, project = projectId): Promise<Answer> {
  const body = { api, project_id: project, env: '_noco', dbAlias: 'db', args }
  return server.request(`/dashboard/?q=sqlOp_${api}`, { method: 'POST', token: owner.token, body })
}

describe('audit', () => {
  it('tells what was done to a project, newest first', async () => {
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Told' }, owner)
    const here = { token: owner.token, projectId: id }
    await server.call('tableCreate', { tn: 'things', columns }, here)
    await server.request(`/nc/${id}/api/v1/things`, { method: 'POST', token: owner.token, body: { name: 'Lamp' } })
    const add = { cn: 'colour', uidt: 'SingleLineText', altered: 1 }
    const rename = { cno: 'name', cn: 'label', uidt: 'SingleLineText', altered: 8 }
    await server.call('tableUpdate', { tn: 'things', columns: [add, rename] }, here)
    await server.call('tableRename', { tn_old: 'things', tn: 'objects' }, here)
    await server.call('projectRename', { title: 'Retold' }, here)
    const { list, count } = await server.call('xcAuditList', { limit: 10, offset: 0 }, here)
    expect(count).toBe(6)
    expect(
      list.map(({ op_type, op_sub_type, model_name, model_id, user, details }) => [
        `${op_type} ${op_sub_type}`,
        model_name,
        model_id,
        user,
        details === null ? null : (JSON.parse(details) as unknown),
      ]),
    ).toEqual([
      ['PROJECT RENAMED', null, null, 'ada@example.com', { before: 'Told', after: 'Retold' }],
      ['TABLE RENAMED', 'objects', null, 'ada@example.com', { before: 'things', after: 'objects' }],
      [
        'TABLE UPDATED',
        'things',
        null,
        'ada@example.com',
        {
          added: ['colour'],
          renamed: [['name', 'label']],
          values: [
            { column: 'name', before: 'name', after: 'label', of: 'name' },
            { column: 'title', before: 'name', after: 'label', of: 'name' },
          ],
        },
      ],
      [
        'DATA INSERT',
        'objects',
        '1',
        'ada@example.com',
        [
          { column: 'id', before: null, after: 1 },
          { column: 'name', before: null, after: 'Lamp' },
        ],
      ],
      ['TABLE CREATED', 'things', null, 'ada@example.com', { columns: ['id', 'name', 'price'] }],
      ['PROJECT CREATED', null, null, 'ada@example.com', { title: 'Told' }],
    ])
    expect(list[0]).toMatchObject({ project_id: id, db_alias: 'db', status: null, ip: '127.0.0.1' })
    const page = await server.call('xcAuditList', { limit: 2, offset: 4 }, here)
    expect(page.list.map(({ op_sub_type }) => op_sub_type)).toEqual(['CREATED', 'CREATED'])
    expect((await server.call('xcAuditList', { limit: 0 }, here)).count).toBe(6)
  })

  it('answers what is asked for: by whom, of what kind, where and when', async () => {
    const count = async (filter: object): Promise<number> => (await server.call('xcAuditList', filter, as)).count
    const all = await count({})
    expect(await count({ user: 'ADA@' })).toBe(all)
    expect(await count({ user: 'a%a' })).toBe(0)
    expect(await count({ op_type: 'TABLE' })).toBeGreaterThan(5)
    expect((await count({ op_type: 'TABLE' })) + (await count({ op_type: 'DATA' }))).toBe(all - 1)
    const { list } = await server.call('xcAuditList', { model_name: 'things' }, as)
    expect(new Set(list.map(({ model_name }) => model_name))).toEqual(new Set(['things']))
    expect(await count({ from: '2999-01-01T00:00:00Z' })).toBe(0)
    expect(await count({ until: '2999-01-01T00:00:00Z', from: '2020-01-01T00:00:00Z' })).toBe(all)
  })

  it('takes the lines of scripts', async () => {
    await makeTable('scripted')
    await rows('scripted', 'POST', { name: 'A' })
    const [id] = await server.call(
      'xcAuditCreate',
      { tn: 'scripted', cn: 'name', pk: 1, value: 'B', prevValue: 'A' },
      as,
    )
    const { list, count } = await server.call(
      'xcModelRowAuditAndCommentList',
      { model_id: '1', model_name: 'scripted' },
      as,
    )
    expect(count).toBe(2)
    expect(list.map(({ op_type, op_sub_type, description }) => [op_type, op_sub_type, description])).toEqual([
      ['DATA', 'INSERT', '1 inserted into scripted'],
      ['DATA', 'UPDATE', 'Table scripted : field name got changed from  A to B'],
    ])
    expect(list[1]).toMatchObject({ id, model_name: 'scripted', model_id: '1', user: 'ada@example.com' })
    expect(list[1]?.message).toMatchObject({ key: 'auditLines.valueChanged', params: { column: 'name', after: 'B' } })
    const comments = { model_id: 1, model_name: 'scripted', comments: true }
    expect(await server.call('xcModelRowAuditAndCommentList', comments, as)).toEqual({ list: [], count: 0 })
  })

  it('of the installation tells who came, and which projects were made and deleted', async () => {
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Short' }, owner)
    await server.call('projectDelete', {}, { token: owner.token, projectId: id })
    const other = await server.signUp('eve@example.com')
    await server.request('/auth/signin', {
      method: 'POST',
      body: { email: 'Eve@example.com', password: other.password },
    })
    await server.request('/auth/signin', { method: 'POST', body: { email: 'eve@example.com', password: 'wrong one' } })
    const { list } = await server.call('auditInstallationList', { limit: 4 }, owner)
    expect(list.map(({ type, action, user, projectId: project }) => [type, action, user, project])).toEqual([
      ['AUTHENTICATION', 'SIGNIN', 'eve@example.com', null],
      ['AUTHENTICATION', 'SIGNUP', 'eve@example.com', null],
      ['PROJECT', 'DELETED', 'ada@example.com', id],
      ['PROJECT', 'CREATED', 'ada@example.com', id],
    ])
    expect(JSON.stringify(list)).not.toContain(other.password)
  })
})

describe('the audit, a line for each change', () => {
  it('counts the rows of a change that wrote many, and tells a single one whole', async () => {
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Pasted' }, owner)
    const here = { token: owner.token, projectId: id }
    await server.call('tableCreate', { tn: 'things', columns }, here)
    const send = (method: string, path: string, body: unknown): Promise<Answer> =>
      server.request(`/nc/${id}/api/v1/${path}`, { method, token: owner.token, body })
    await send(
      'POST',
      'things/bulk',
      ['A', 'B', 'C'].map((name) => ({ name })),
    )
    await send(
      'PUT',
      'things/bulk',
      [1, 2, 3].map((row) => ({ id: row, price: row })),
    )
    await send('PUT', 'things/2', { name: 'Bell' })
    const filter = { op_type: 'DATA', perChange: true }
    const { list, count } = await server.call('xcAuditList', filter, here)
    expect(count).toBe(3)
    const told = list.map(({ op_sub_type, model_id, details }) => [op_sub_type, model_id, JSON.parse(details ?? '')])
    expect(told).toEqual([
      ['UPDATE', '2', [{ column: 'name', before: 'B', after: 'Bell' }]],
      ['UPDATE', null, { rows: 3 }],
      ['INSERT', null, { rows: 3 }],
    ])
    expect(list.map(({ user }) => user)).toEqual(Array.from({ length: 3 }, () => 'ada@example.com'))
    const second = await server.call('xcAuditList', { ...filter, limit: 1, offset: 1 }, here)
    expect(second).toEqual({ list: [list[1]], count: 3 })
    expect((await server.call('xcAuditList', { op_type: 'DATA' }, here)).count).toBe(7)
  })
})

describe('what waits to be kept', () => {
  it('is there after the server has ended and begun again', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'basalt-history-'))
    const first = await startServer({ profileFolder })
    const person = await first.signUp('bea@example.com')
    const { id } = await first.call('projectCreateSample', {}, person)
    const here = { token: person.token, projectId: id }
    await first.request(`/nc/${id}/api/v1/Artists/1`, { method: 'PUT', token: person.token, body: { Name: 'Nobody' } })
    await first.close()
    const second = await startServer({ profileFolder })
    const { list } = await second.call('rowHistory', { table: 'Artists', rowId: '1' }, here)
    expect(list).toMatchObject([{ kind: 'update', user: 'bea@example.com', changes: [{ after: 'Nobody' }] }])
    await second.close()
    await rm(profileFolder, { recursive: true, force: true })
  })

  it('goes with a project that is deleted, without harm to the rest', async () => {
    await makeTable('steady')
    const { id } = await server.call('projectCreateSample', {}, owner)
    const there = (path: string, body: object): Promise<Answer> =>
      server.request(`/nc/${id}/api/v1/${path}`, { method: 'PUT', token: owner.token, body })
    await Promise.all([
      there('Artists/1', { Name: 'A' }),
      rows('steady', 'POST', { name: 'kept' }),
      there('Artists/2', { Name: 'B' }),
    ])
    await server.call('projectDelete', {}, { token: owner.token, projectId: id })
    expect(told(await history('steady', 1))).toEqual([['insert', ['id', null, 1], ['name', null, 'kept']]])
  })
})
