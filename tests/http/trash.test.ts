import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '@tests/helpers/calls'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const day = 24 * 60 * 60 * 1_000
let time = Date.parse('2026-03-01T12:00:00Z')
/** Advances a little with every read. */
const clock = { now: () => new Date((time += 1)), monotonicMs: () => performance.now() }

let server: TestServer
let owner: TestUser
let project: string
const people = new Map<string, TestUser>()

const send = (api: CallName, args: unknown, who: TestUser = owner, projectId = project): Promise<Answer> =>
  server.request('/dashboard/', { method: 'POST', token: who.token, body: { api, project_id: projectId, args } })
const rows = (method: string, path: string, body?: unknown, who: TestUser = owner): Promise<Answer> =>
  server.request(`/nc/${project}/api/v1/${path}`, { method, token: who.token, body })
const person = (role: string): TestUser => {
  const found = people.get(role)
  if (found === undefined) throw new Error(`Nobody is ${role}`)
  return found
}
const list = async (query: unknown = {}, who: TestUser = owner) =>
  ((await send('trashList', query, who)).json as { list: { id: string; kind: string; titles: string[] }[] }).list
/** Names of our own tables in the project's database. */
const sides = (): string[] => {
  const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
  const filename = meta.prepare<[string], string>('SELECT filename FROM nc_projects WHERE id = ?').pluck().get(project)
  meta.close()
  const file = new Sqlite(join(server.profileFolder, 'projects', filename ?? ''), { readonly: true })
  try {
    return file
      .prepare<[], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'nc!_trash!_%' ESCAPE '!'`,
      )
      .pluck()
      .all()
  } finally {
    file.close()
  }
}
const dropColumn = (cn: string): Promise<Answer> =>
  send('tableUpdate', { tn: 'Thing', columns: [{ cn, cno: cn, uidt: 'SingleLineText', altered: 4 }] })

beforeAll(async () => {
  server = await startServer({ clock, signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  const made = await server.call('projectCreateByWebWithXCDB', { title: 'Trash', projectType: 'rest' } as never, {
    token: owner.token,
  })
  project = (made as { id: string }).id
  for (const role of ['creator', 'editor', 'commenter', 'viewer']) {
    people.set(role, await server.signUp(`${role}@example.com`))
    const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    meta
      .prepare(
        `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at) SELECT ?, id, ?, '2026' FROM xc_users WHERE email = ?`,
      )
      .run(project, role, `${role}@example.com`)
    meta.close()
  }
  people.set('stranger', await server.signUp('stranger@example.com'))
  const columns = ['name', 'note', 'code'].map((cn) => ({ cn, uidt: 'SingleLineText' }))
  await send('tableCreate', { tn: 'Thing', columns })
  await rows(
    'POST',
    'Thing/bulk',
    [1, 2, 3, 4, 5].map((n) => ({ name: `thing ${n}`, note: `note ${n}`, code: `c${n}` })),
  )
})
afterAll(() => server.close())

describe('The trash', () => {
  it('is there for those who may delete: rows for editors, columns and tables for creators', async () => {
    await rows('DELETE', 'Thing/1', undefined, person('editor'))
    await dropColumn('note')
    expect((await list()).map(({ kind }) => kind)).toEqual(['column', 'rows'])
    expect((await list({}, person('creator'))).map(({ kind }) => kind)).toEqual(['column', 'rows'])
    expect((await list({}, person('editor'))).map(({ kind }) => kind)).toEqual(['rows'])
    const [column, row] = await list()
    for (const role of ['commenter', 'viewer', 'stranger'])
      for (const [api, args] of [
        ['trashList', {}],
        ['trashRestore', { id: row?.id }],
        ['trashDelete', { ids: [row?.id] }],
        ['trashEmpty', {}],
        ['rowsWriteBack', { table: 'Thing', rows: [{ rowId: '2', values: { name: 'x' }, expected: {} }] }],
      ] as const)
        expect([role, api, (await send(api, args, person(role))).status]).toEqual([
          role,
          api,
          role === 'stranger' ? 404 : 403,
        ])
    expect((await send('trashRestore', { id: column?.id }, person('editor'))).status).toBe(403)
    expect((await send('trashDelete', { ids: [column?.id] }, person('editor'))).status).toBe(403)
    expect((await send('trashEmpty', {}, person('editor'))).status).toBe(403)
    expect((await send('trashRestore', { id: column?.id }, person('creator'))).json).toMatchObject({ restored: 1 })
    expect((await send('trashRestore', { id: row?.id }, person('editor'))).json).toMatchObject({ restored: 1 })
    expect((await rows('GET', 'Thing?sort=id&limit=2')).json).toMatchObject([
      { id: 1, name: 'thing 1', note: 'note 1' },
      { id: 2, note: 'note 2' },
    ])
  })

  it.each([
    ['no entry', 'trashRestore', { id: 'nothing' }, 404, 'TRASH_ENTRY_NOT_FOUND'],
    ['an empty id', 'trashRestore', { id: '' }, 400, 'INPUT_INVALID'],
    ['both ways at once', 'trashRestore', { id: 'x', table: 'Thing', rowIds: ['1'] }, 400, 'INPUT_INVALID'],
    ['no rows', 'trashRestore', { table: 'Thing', rowIds: [] }, 400, 'INPUT_INVALID'],
    ['no table', 'trashRestore', { table: 'Nothing', rowIds: ['1'] }, 404, 'TABLE_NOT_FOUND'],
    ['our own table', 'trashRestore', { table: 'nc_trash', rowIds: ['1'] }, 404, 'TABLE_NOT_FOUND'],
    ['too many', 'trashDelete', { ids: Array.from({ length: 1_001 }, String) }, 400, 'INPUT_INVALID'],
    ['code instead of an id', 'trashDelete', { ids: ["' OR 1=1 --"] }, 404, 'TRASH_ENTRY_NOT_FOUND'],
    ['another kind', 'trashList', { kind: 'projects' }, 400, 'INPUT_INVALID'],
    ['too much', 'trashList', { limit: 1_000_000 }, 400, 'INPUT_INVALID'],
  ] as const)('refuses %s', async (_what, api, args, status, code) => {
    const answer = await send(api, args)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it('says of rows that are in no entry that they are not there', async () => {
    expect((await send('trashRestore', { table: 'Thing', rowIds: ['3', 'x y'] })).json).toMatchObject({
      restored: 0,
      refused: [{ rowId: '3' }, { rowId: 'x y' }],
    })
  })

  it('does not answer to another project', async () => {
    await rows('DELETE', 'Thing/5')
    const [entry] = await list()
    const other = (await server.call('projectCreateSample', {}, { token: owner.token })).id
    expect((await send('trashRestore', { id: entry?.id }, owner, other)).status).toBe(404)
    expect((await send('trashDelete', { ids: [entry?.id] }, owner, other)).status).toBe(404)
    expect((await send('trashRestore', { id: entry?.id })).json).toMatchObject({ restored: 1 })
  })

  it('keeps values of columns whatever these are called', async () => {
    const columns = ['$i', '$b', 'type', 'data'].map((cn) => ({ cn, uidt: 'SingleLineText' }))
    expect((await send('tableCreate', { tn: 'Odd', columns })).status).toBe(200)
    const values = { $i: 'abc', $b: 'def', type: 'Buffer', data: '[1]' }
    const made = (await rows('POST', 'Odd', values)).json as { id: number }
    await rows('DELETE', `Odd/${made.id}`)
    expect((await send('trashRestore', { table: 'Odd', rowIds: [String(made.id)] })).json).toMatchObject({
      restored: 1,
    })
    expect((await rows('GET', `Odd/${made.id}`)).json).toEqual(made)
    expect(made).toMatchObject(values)
  })

  it('brings back each of its rows once, however many ask for them at the same moment', async () => {
    await rows('POST', 'Odd', {})
    await rows('DELETE', 'Odd/bulk', [{ id: 1 }, { id: 2 }])
    const [entry] = await list({ kind: 'rows' })
    const both = await Promise.all(['1', '2'].map((id) => send('trashRestore', { table: 'Odd', rowIds: [id] })))
    expect(both.map(({ json }) => json)).toEqual([1, 2].map(() => ({ restored: 1, refused: [], notes: [] })))
    expect((await list({ kind: 'rows' })).filter(({ id }) => id === entry?.id)).toEqual([])
    await rows('DELETE', 'Odd/bulk', [{ id: 1 }, { id: 2 }])
    const [again] = await list({ kind: 'rows' })
    const all = await Promise.all([owner, owner, owner].map((who) => send('trashRestore', { id: again?.id }, who)))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect(all.find(({ status }) => status === 200)?.json).toMatchObject({ restored: 2 })
  })

  it('keeps ten thousand rows that were deleted at once, and brings them back', { tags: ['nightly'] }, async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `bulk ${at}`, note: '🪨'.repeat(3), code: null }))
    const ids = (await rows('POST', 'Thing/bulk', many)).json as number[]
    const before = (await rows('GET', 'Thing?sort=-id&limit=1000')).json
    expect(
      (
        await rows(
          'DELETE',
          'Thing/bulk',
          ids.map((id) => ({ id })),
        )
      ).status,
    ).toBe(200)
    expect((await rows('GET', 'Thing/count')).json).toEqual({ count: 5 })
    const answer = await send('trashRestore', { table: 'Thing', rowIds: ids.map(String) })
    expect(answer.json).toEqual({ restored: 10_000, refused: [], notes: [] })
    expect((await rows('GET', 'Thing?sort=-id&limit=1000')).json).toEqual(before)
    expect(await list()).toEqual([])
    await rows(
      'DELETE',
      'Thing/bulk',
      ids.map((id) => ({ id })),
    )
  })

  it('tells the history of a row that it came back', async () => {
    await rows('DELETE', 'Thing/4')
    await send('trashRestore', { table: 'Thing', rowIds: ['4'] })
    const answer = (await send('rowHistory', { table: 'Thing', rowId: '4' })).json as {
      list: { kind: string; why: string }[]
    }
    expect(answer.list.map(({ kind, why }) => `${kind} ${why}`)).toEqual([
      'insert restore',
      'delete rest',
      'insert rest',
    ])
  })

  it('names the entry of each drop, so that deleting one for good leaves what others drop meanwhile', async () => {
    const creator = person('creator')
    for (const tn of ['Mine', 'Theirs'])
      await send('tableCreate', { tn, columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    const [mine, theirs] = await Promise.all([
      send('tableDelete', { tn: 'Mine' }),
      send('tableDelete', { tn: 'Theirs' }, creator),
    ])
    const entry = ({ headers }: Answer): string => String(headers['basalt-trashed'])
    expect((await send('trashDelete', { ids: [entry(mine)] })).status).toBe(200)
    const left = (await list({ kind: 'table' })).filter(({ titles }) => ['Mine', 'Theirs'].includes(titles[0] ?? ''))
    expect(left).toEqual([expect.objectContaining({ id: entry(theirs), titles: ['Theirs'] })])
    expect((await send('trashDelete', { ids: [entry(theirs)] })).status).toBe(200)
    const untouched = await send('tableCreate', { tn: 'Mine', columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    expect(untouched.headers).not.toHaveProperty('basalt-trashed')
    expect((await send('trashDelete', { ids: [entry(await send('tableDelete', { tn: 'Mine' }))] })).status).toBe(200)
  })

  it('forgets what has waited for thirty days, and leaves nothing of it in the database', async () => {
    await dropColumn('code')
    await send('tableCreate', { tn: 'Passing', columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    await send('tableDelete', { tn: 'Passing' })
    expect(sides()).toHaveLength(2)
    const entries = await list()
    const later = async (days: number): Promise<void> => {
      time += days * day
      // Sessions do not live that long.
      const body = { email: owner.email, password: owner.password }
      const signIn = await server.request('/auth/signin', { method: 'POST', body })
      owner = { ...owner, token: (signIn.json as { token: string }).token }
    }
    await later(29)
    expect(await list()).toHaveLength(entries.length)
    await rows('DELETE', 'Thing/3')
    await later(2)
    expect((await list()).map(({ titles }) => titles)).toEqual([['thing 3']])
    for (const { id } of entries) expect((await send('trashRestore', { id })).status).toBe(404)
    await expect.poll(sides).toEqual([])
  })
})

describe('A table of a file that somebody else has made', () => {
  it('keeps records that refer to nothing in the trash until that is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basalt-trash-'))
    const filename = join(folder, 'dangling.sqlite')
    const made = new Sqlite(filename)
    made.pragma('foreign_keys = OFF')
    made.exec(`
      CREATE TABLE owner (id INTEGER PRIMARY KEY);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER REFERENCES owner (id));
      INSERT INTO thing VALUES (1, 'lamp', 7), (2, 'chair', NULL);`)
    made.close()
    const given = (await server.call('projectCreateFromFile', { title: 'Dangling', filename }, { token: owner.token }))
      .id
    const at = (method: string, path: string, body?: unknown) =>
      server.request(`/nc/${given}/api/v1/${path}`, { method, token: owner.token, ...(body !== undefined && { body }) })
    expect((await at('DELETE', 'thing/bulk', [{ id: 1 }, { id: 2 }])).json).toEqual([1, 1])
    const entryId = async (): Promise<string> =>
      ((await send('trashList', {}, owner, given)).json as { list: { id: string }[] }).list[0]?.id ?? ''
    const first = (await send('trashRestore', { id: await entryId() }, owner, given)).json
    // The reference is neither cleared nor restored against the rule of the database.
    expect(first).toMatchObject({
      restored: 1,
      refused: [{ rowId: '1', msg: 'The row this points to does not exist.' }],
    })
    expect((await at('GET', 'thing?bt=&hm=&mm=')).json).toEqual([{ id: 2, name: 'chair', owner: null }])
    await at('POST', 'owner', { id: 7 })
    const second = (await send('trashRestore', { id: await entryId() }, owner, given)).json
    expect(second).toEqual({ restored: 1, refused: [], notes: [] })
    expect((await at('GET', 'thing/1?bt=&hm=&mm=')).json).toEqual({ id: 1, name: 'lamp', owner: 7 })
    await rm(folder, { recursive: true })
  })

  it('goes to the trash and comes back with its triggers, whatever else is broken there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basalt-trash-'))
    const filename = join(folder, 'given.sqlite')
    const made = new Sqlite(filename)
    made.exec(`
      CREATE TABLE gone (a);
      CREATE TABLE parts (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, "in" INTEGER REFERENCES parts (id), seen INTEGER DEFAULT 0);
      CREATE INDEX parts_in ON parts ("in");
      CREATE TRIGGER counted AFTER UPDATE OF name ON parts BEGIN UPDATE parts SET seen = seen + 1 WHERE id = NEW.id; END;
      CREATE VIEW broken AS SELECT * FROM gone;
      DROP TABLE gone;
      INSERT INTO parts (name, "in") VALUES ('lamp', NULL), ('shade', 1), ('bulb', 1);`)
    const schema = (file: Sqlite.Database) =>
      file.prepare(`SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name`).all()
    const before = [schema(made), made.prepare('SELECT * FROM parts').all()]
    made.close()
    const given = (await server.call('projectCreateFromFile', { title: 'Given', filename }, { token: owner.token })).id
    expect((await send('tableDelete', { tn: 'parts' }, owner, given)).status).toBe(200)
    const [entry] = ((await send('trashList', {}, owner, given)).json as { list: { id: string }[] }).list
    const answer = await send('trashRestore', { id: entry?.id }, owner, given)
    expect(answer.json).toEqual({ restored: 1, refused: [], notes: [] })
    const path = `/nc/${given}/api/v1/parts`
    await server.request(`${path}/3`, { method: 'PUT', token: owner.token, body: { name: 'candle' } })
    await server.request(path, { method: 'POST', token: owner.token, body: { name: 'bulb', in: 1 } })
    const now = new Sqlite(filename)
    expect(schema(now)).toEqual(before[0])
    expect(now.prepare('SELECT id, name, "in", seen FROM parts ORDER BY id').raw().all()).toEqual([
      [1, 'lamp', null, 0],
      [2, 'shade', 1, 0],
      [3, 'candle', 1, 1],
      [4, 'bulb', 1, 0],
    ])
    expect(now.pragma('foreign_key_list(parts)')).toMatchObject([{ table: 'parts', from: 'in', to: 'id' }])
    now.close()
    await rm(folder, { recursive: true, force: true })
  })
})

describe('Changes of rows that are taken back', () => {
  const write = (body: readonly unknown[], more: object = {}, who = owner): Promise<Answer> =>
    send('rowsWriteBack', { table: 'Thing', rows: body, ...more }, who)

  it('are written together when the rows hold what is expected', async () => {
    const answer = await write([
      { rowId: '1', values: { name: 'one' }, expected: { name: 'thing 1' } },
      { rowId: '2', values: { name: 'two' }, expected: { name: 'thing 2' } },
    ])
    expect(answer.json).toEqual({ written: 2 })
    expect((await rows('GET', 'Thing?sort=id&limit=2')).json).toMatchObject([{ name: 'one' }, { name: 'two' }])
  })

  it('are not written at all when one of them was changed or is gone, unless that is wanted', async () => {
    const changes = [
      { rowId: '1', values: { name: 'thing 1' }, expected: { name: 'something else' } },
      { rowId: '2', values: { name: 'thing 2' }, expected: { name: 'two' } },
      { rowId: '77', values: { name: 'x' }, expected: { name: 'y' } },
    ]
    const refused = await write(changes)
    expect([refused.status, refused.error.code]).toEqual([409, 'VALUE_CHANGED'])
    expect(refused.error.details).toMatchObject({ column: 'name', rowId: '1', changed: 1, missing: 1 })
    expect((await rows('GET', 'Thing?sort=id&limit=2')).json).toMatchObject([{ name: 'one' }, { name: 'two' }])
    expect((await write(changes, { anyway: true })).json).toEqual({ written: 2 })
    expect((await rows('GET', 'Thing?sort=id&limit=2')).json).toMatchObject([{ name: 'thing 1' }, { name: 'thing 2' }])
  })

  it.each([
    ['no rows', [], 400, 'INPUT_INVALID'],
    ['rows that are gone', [{ rowId: '77', values: { name: 'x' }, expected: {} }], 404, 'ROW_NOT_FOUND'],
    ['a key that can be none', [{ rowId: 'abc', values: { name: 'x' }, expected: {} }], 400, 'ROW_KEY_INVALID'],
    ['a column that is not there', [{ rowId: '1', values: { colour: 'x' }, expected: {} }], 400, 'ROW_INVALID'],
    [
      'a column to expect that is not there',
      [{ rowId: '1', values: { name: 'x' }, expected: { no: 1 } }],
      400,
      'COLUMN_NOT_FOUND',
    ],
    ['more than is asked for', [{ rowId: '1', values: {}, expected: {}, table: 'Other' }], 400, 'INPUT_INVALID'],
  ] as const)('refuse %s', async (_what, body, status, code) => {
    const answer = await write(body)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })
})
