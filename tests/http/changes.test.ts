import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName } from '@common/operations'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: string

const send = (api: OperationName, args: unknown, who: TestUser = owner): Promise<Answer> =>
  server.request('/dashboard/', { method: 'POST', token: who.token, body: { api, project_id: project, args } })
const rows = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(`/nc/${project}/api/v1/${path}`, { method, token: owner.token, body, headers })
const changeOf = ({ headers }: Answer): string => String(headers['basalt-change'])
/** Returns entries of the change log by change. */
const entries = async (change: string): Promise<{ history: number; bulk: number; trash: number; audit: number }> => {
  await send('auditList', {})
  const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
  const count = (table: string): number =>
    meta.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE change_id = ?`).pluck().get(change) ?? 0
  try {
    return {
      history: count('nc_row_history'),
      bulk: count('nc_changes'),
      trash: count('nc_trash'),
      audit: count('nc_audit'),
    }
  } finally {
    meta.close()
  }
}

/** Signs up a person who has a role in the project. */
async function member(role: string): Promise<TestUser> {
  const email = `${role}${(members += 1)}@example.com`
  const user = await server.signUp(email)
  const meta = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  meta
    .prepare(
      `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at) SELECT ?, id, ?, '2026' FROM xc_users WHERE email = ?`,
    )
    .run(project, role, email)
  meta.close()
  return user
}
let members = 0

interface Undone {
  readonly change: string | null
  readonly written: readonly {
    readonly table: string
    readonly rowIds: readonly string[]
    readonly columns: readonly string[]
  }[]
  readonly restored: number
  readonly refused: readonly unknown[]
  readonly code?: string
  readonly details?: Readonly<Record<string, unknown>>
}
const undo = async (change: string, more: object = {}, who: TestUser = owner): Promise<Undone> =>
  (await send('changeUndo', { change, ...more }, who)).json as Undone
const redo = async (change: string | null, more: object = {}): Promise<Undone> =>
  (await send('changeRedo', { change, ...more })).json as Undone
const row = async (path: string): Promise<unknown> => (await rows('GET', path)).json
const made = async (values: unknown): Promise<number> =>
  ((await rows('POST', 'Thing', values)).json as { id: number }).id

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  const made = await server.call('projectCreateByWebWithXCDB', { title: 'Log', projectType: 'rest' } as never, {
    token: owner.token,
  })
  project = (made as { id: string }).id
  await send('tableCreate', {
    tn: 'Thing',
    columns: [
      { cn: 'name', uidt: 'SingleLineText' },
      { cn: 'note', uidt: 'LongText' },
    ],
  })
})
afterAll(() => server.close())

describe('A response', () => {
  it('names the change of each write, and all entries of the write have its id', async () => {
    const made = await rows('POST', 'Thing', { name: 'Lamp' })
    const changed = await rows('PUT', 'Thing/1', { name: 'Desk lamp' })
    const removed = await rows('DELETE', 'Thing/1')
    const ids = [made, changed, removed].map(changeOf)
    expect(new Set(ids).size).toBe(3)
    expect(ids.toSorted()).toEqual(ids)
    expect(await entries(ids[0] ?? '')).toEqual({ history: 1, bulk: 0, trash: 0, audit: 0 })
    expect(await entries(ids[2] ?? '')).toEqual({ history: 1, bulk: 0, trash: 1, audit: 0 })
  })

  it('names one change for a bulk insert, which is one entry', async () => {
    const names = Array.from({ length: 150 }, (_, at) => ({ name: `Row ${at}` }))
    expect(await entries(changeOf(await rows('POST', 'Thing/bulk', names)))).toEqual({
      history: 0,
      bulk: 1,
      trash: 0,
      audit: 0,
    })
  })

  it('names one change for writes of all kinds in one call', async () => {
    const made = [2, 3].map((n) => ({ id: n, name: `Thing ${n}` }))
    await rows('POST', 'Thing?upsert=true', made[0])
    const applied = await send('rowsApply', {
      id: 'all-kinds',
      changes: [
        { kind: 'create', table: 'Thing', values: { name: 'New' } },
        { kind: 'update', table: 'Thing', rowId: '2', values: { name: 'Changed' } },
        { kind: 'delete', table: 'Thing', rowId: '3' },
      ],
    })
    expect(await entries(changeOf(applied))).toEqual({ history: 3, bulk: 0, trash: 1, audit: 0 })
  })

  it('names the first change again when a write is retried with its idempotency key', async () => {
    const headers = { 'idempotency-key': 'once-only-1' }
    const first = await rows('POST', 'Thing', { name: 'Once' }, headers)
    expect(changeOf(await rows('POST', 'Thing', { name: 'Once' }, headers))).toBe(changeOf(first))
    const changes = [{ kind: 'create', table: 'Thing', values: { name: 'Twice' } }]
    const [one, other] = [
      await send('rowsApply', { id: 'same-id-1', changes }),
      await send('rowsApply', { id: 'same-id-1', changes }),
    ]
    expect(changeOf(other)).toBe(changeOf(one))
  })

  it('names the change of a command about tables, and of its trash entry', async () => {
    const made = await send('tableCreate', { tn: 'Short', columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    expect(await entries(changeOf(made))).toMatchObject({ audit: 1 })
    const dropped = await send('tableDelete', { tn: 'Short' })
    expect(await entries(changeOf(dropped))).toMatchObject({ audit: 1, trash: 1 })
  })

  it('names no change if nothing was written', async () => {
    const id = await made({ name: 'Same', note: 'as before' })
    const same = await rows('PUT', `Thing/${id}`, { name: 'Same' })
    const bulk = await rows('PUT', 'Thing/bulk', [{ id, name: 'Same', note: 'as before' }])
    expect([same.status, bulk.status]).toEqual([200, 200])
    const reads = [await rows('GET', 'Thing'), await send('tableList', {})]
    for (const none of [same, bulk, ...reads, await rows('DELETE', 'Thing/9999')])
      expect(none.headers).not.toHaveProperty('basalt-change')
  })
})

describe('An undo of a change', () => {
  it('deletes the records that it created, and a redo restores them with their keys', async () => {
    const answer = await rows('POST', 'Thing', { name: 'Created', note: 'with a note' })
    const { id } = answer.json as { id: number }
    const undone = await undo(changeOf(answer))
    expect(undone).toMatchObject({ written: [], restored: 0, refused: [] })
    expect(await row(`Thing/${id}`)).toEqual({})
    const redone = await redo(undone.change)
    expect(redone).toMatchObject({ restored: 1, written: [{ table: 'Thing', rowIds: [String(id)] }] })
    expect(await row(`Thing/${id}`)).toMatchObject({ id, name: 'Created', note: 'with a note' })
    const again = await undo(String(redone.change))
    expect(await row(`Thing/${id}`)).toEqual({})
    expect(again.change).not.toBe(undone.change)
  })

  it('deletes the records of a bulk insert', async () => {
    const before = await row('Thing/count')
    const names = Array.from({ length: 300 }, (_, at) => ({ name: `Many ${at}` }))
    const undone = await undo(changeOf(await rows('POST', 'Thing/bulk', names)))
    expect(await row('Thing/count')).toEqual(before)
    expect(await redo(undone.change)).toMatchObject({ restored: 300 })
  })

  it('writes values back, exactly and of long texts all of it, and redoes that', async () => {
    const long = 'x'.repeat(30_000)
    const id = await made({ name: 'before', note: long })
    const change = changeOf(await rows('PUT', `Thing/${id}`, { name: 'after', note: 'short' }))
    const undone = await undo(change)
    expect(undone.written).toEqual([{ table: 'Thing', rowIds: [String(id)], columns: ['name', 'note'] }])
    expect(await row(`Thing/${id}`)).toMatchObject({ name: 'before', note: long })
    await redo(undone.change)
    expect(await row(`Thing/${id}`)).toMatchObject({ name: 'after', note: 'short' })
  })

  it('leaves newer values, names the record, and overwrites them on demand', async () => {
    const id = await made({ name: 'Lamp', note: 'old' })
    const change = changeOf(await rows('PUT', `Thing/${id}`, { note: 'mine' }))
    await rows('PUT', `Thing/${id}`, { note: 'theirs' })
    const refused = await send('changeUndo', { change })
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      code: 'VALUE_CHANGED',
      details: { column: 'note', record: 'Lamp', rowId: String(id), changed: 1 },
    })
    expect(refused.headers).not.toHaveProperty('basalt-change')
    expect(await row(`Thing/${id}`)).toMatchObject({ note: 'theirs' })
    await undo(change, { anyway: true })
    expect(await row(`Thing/${id}`)).toMatchObject({ note: 'old' })
  })

  it('leaves newer values of other columns alone', async () => {
    const id = await made({ name: 'Lamp', note: 'old' })
    const change = changeOf(await rows('PUT', `Thing/${id}`, { note: 'mine' }))
    await rows('PUT', `Thing/${id}`, { name: 'Renamed since' })
    await undo(change)
    expect(await row(`Thing/${id}`)).toMatchObject({ name: 'Renamed since', note: 'old' })
  })

  it('reverses creates, updates and deletes of one call, all or nothing', async () => {
    const [stored, gone] = [await made({ name: 'kept' }), await made({ name: 'gone' })]
    const answer = await send('rowsApply', {
      id: 'three-kinds',
      changes: [
        { kind: 'create', table: 'Thing', values: { name: 'new' } },
        { kind: 'update', table: 'Thing', rowId: String(stored), values: { name: 'changed' } },
        { kind: 'delete', table: 'Thing', rowId: String(gone) },
      ],
    })
    const { rowId } = (answer.json as { made: { rowId: string }[] }).made[0] ?? { rowId: '' }
    await rows('PUT', `Thing/${stored}`, { name: 'newer' })
    expect(await undo(changeOf(answer))).toMatchObject({ code: 'VALUE_CHANGED' })
    expect([await row(`Thing/${gone}`), await row(`Thing/${rowId}`)]).toMatchObject([{}, { name: 'new' }])
    const undone = await undo(changeOf(answer), { anyway: true })
    expect(await row(`Thing/${stored}`)).toMatchObject({ name: 'kept' })
    expect(await row(`Thing/${gone}`)).toMatchObject({ name: 'gone' })
    expect(await row(`Thing/${rowId}`)).toEqual({})
    await redo(undone.change)
    expect(await row(`Thing/${stored}`)).toMatchObject({ name: 'newer' })
    expect(await row(`Thing/${gone}`)).toEqual({})
    expect(await row(`Thing/${rowId}`)).toMatchObject({ name: 'new' })
  })

  it('finds a record under the key that it has now', async () => {
    await send('tableCreate', {
      tn: 'Coded',
      columns: [
        { cn: 'code', uidt: 'SingleLineText', pk: true },
        { cn: 'name', uidt: 'SingleLineText' },
      ],
    })
    await rows('POST', 'Coded', { code: 'a', name: 'one' })
    const renamed = changeOf(await rows('PUT', 'Coded/a', { name: 'two' }))
    const moved = changeOf(await rows('PUT', 'Coded/a', { code: 'b' }))
    await undo(renamed)
    expect(await row('Coded/b')).toMatchObject({ name: 'one' })
    const undone = await undo(moved)
    expect(undone.written).toMatchObject([{ rowIds: ['a'] }])
    expect(await row('Coded/a')).toMatchObject({ code: 'a', name: 'one' })
    await redo(undone.change)
    expect(await row('Coded/b')).toMatchObject({ code: 'b' })
  })

  it('follows a renamed table and column', async () => {
    const id = ((await rows('POST', 'Coded', { code: 'r', name: 'old' })).json as { code: string }).code
    const change = changeOf(await rows('PUT', `Coded/${id}`, { name: 'new' }))
    await send('tableUpdate', {
      tn: 'Coded',
      columns: [{ cn: 'label', cno: 'name', uidt: 'SingleLineText', altered: 2 }],
    })
    await send('tableRename', { tn_old: 'Coded', tn: 'Labelled' })
    await undo(change)
    expect(await row(`Labelled/${id}`)).toMatchObject({ label: 'old' })
  })

  it('restores exactly what the change deleted, whatever was deleted since', async () => {
    const id = await made({ name: 'mine' })
    const mine = changeOf(await rows('DELETE', `Thing/${id}`))
    // Another record with the same key, deleted later.
    await rows('POST', 'Thing?upsert=true', { id, name: 'theirs' })
    await rows('DELETE', `Thing/${id}`)
    expect(await undo(mine)).toMatchObject({ restored: 1 })
    expect(await row(`Thing/${id}`)).toMatchObject({ name: 'mine' })
    expect(await send('changeUndo', { change: mine })).toMatchObject({
      status: 404,
      json: { code: 'TRASH_ENTRY_NOT_FOUND' },
    })
  })

  it('takes restored records back if a later part fails', async () => {
    await send('tableCreate', {
      tn: 'Keyed',
      columns: [
        { cn: 'code', uidt: 'SingleLineText', pk: true },
        { cn: 'name', uidt: 'SingleLineText' },
      ],
    })
    await rows('POST', 'Keyed/bulk', [
      { code: 'a', name: 'Moved' },
      { code: 'g', name: 'Gone' },
    ])
    const changes = [
      { kind: 'update', table: 'Keyed', rowId: 'a', values: { code: 'b' } },
      { kind: 'delete', table: 'Keyed', rowId: 'g' },
    ]
    const change = changeOf(await send('rowsApply', { id: 'move-and-delete', changes }))
    // Its key is needed for the last part of the undo.
    await rows('POST', 'Keyed', { code: 'a', name: 'Theirs' })
    expect(await undo(change)).toMatchObject({ code: 'VALUE_NOT_UNIQUE' })
    expect(await row('Keyed')).toMatchObject([{ code: 'a' }, { code: 'b' }])
    await rows('DELETE', 'Keyed/a')
    expect((await send('trashList', { kind: 'rows', table: 'Keyed' })).json).toMatchObject({ count: 2 })
  })

  it('removes and restores links, in reference columns and in pairs', async () => {
    const ddl = `
      CREATE TABLE Album (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE Tag (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE Pair (album INTEGER REFERENCES Album (id) ON DELETE CASCADE, tag INTEGER REFERENCES Tag (id), PRIMARY KEY (album, tag));
      CREATE TABLE Track (id INTEGER PRIMARY KEY, name TEXT, album INTEGER REFERENCES Album (id) ON DELETE SET NULL);
      INSERT INTO Album VALUES (1, 'One');
      INSERT INTO Tag VALUES (7, 'Red'), (8, 'Blue');
      INSERT INTO Pair VALUES (1, 7);
      INSERT INTO Track VALUES (5, 'First', 1);`
    const { filename, remove } = makeDatabaseFile({ sql: ddl })
    const linked = await server.call('projectCreateFromFile', { title: 'Links', filename }, { token: owner.token })
    const first = project
    project = linked.id
    const pairs = async (): Promise<unknown> => row('Pair')
    try {
      const unlinked = await undo(changeOf(await rows('DELETE', 'Pair/bulk', [{ album: 1, tag: 7 }])))
      expect(await pairs()).toMatchObject([{ album: 1, tag: 7 }])
      await redo(unlinked.change)
      expect(await pairs()).toEqual([])
      const paired = await undo(changeOf(await rows('POST', 'Pair', { album: 1, tag: 8 })))
      expect(await pairs()).toEqual([])
      await redo(paired.change)
      expect(await pairs()).toMatchObject([{ album: 1, tag: 8 }])

      // Everything that the database deletes or clears with the record.
      const removed = await undo(changeOf(await rows('DELETE', 'Album/1')))
      expect(await pairs()).toMatchObject([{ album: 1, tag: 8 }])
      expect(await row('Track/5')).toMatchObject({ album: 1 })
      const again = await redo(removed.change)
      expect([await row('Album/1'), await pairs()]).toEqual([{}, []])
      expect(await row('Track/5')).toMatchObject({ album: null })
      await undo(String(again.change))
      expect(await row('Album/1')).toMatchObject({ name: 'One' })
      expect(await pairs()).toMatchObject([{ album: 1, tag: 8 }])
      expect(await row('Track/5')).toMatchObject({ album: 1 })
    } finally {
      project = first
      await server.call('projectDelete', {}, { token: owner.token, projectId: linked.id })
      remove()
    }
  })

  it('needs the right of each part', async () => {
    const answer = await rows('POST', 'Thing', { name: 'Not yours' })
    const viewer = await member('viewer')
    expect(await send('changeUndo', { change: changeOf(answer) }, viewer)).toMatchObject({ status: 403 })
    expect(
      await send('changeUndo', { change: changeOf(answer) }, await server.signUp('stranger@example.com')),
    ).toMatchObject({ status: 404 })
  })

  it('brings back a dropped table and no other', async () => {
    const drop = async (tn: string): Promise<Answer> => {
      await send('tableCreate', { tn, columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
      return send('tableDelete', { tn })
    }
    const [mine, theirs] = [await drop('Mine'), await drop('Theirs')]
    expect(await undo(changeOf(mine))).toMatchObject({ restored: 1, notes: [] })
    const { list } = (await send('trashList', { kind: 'table' })).json as { list: { titles: string[] }[] }
    expect(list.map(({ titles }) => titles[0])).not.toContain('Mine')
    await send('trashDelete', { ids: [String(theirs.headers['basalt-trashed'])] })
    expect(await send('changeUndo', { change: changeOf(theirs) })).toMatchObject({
      status: 404,
      json: { code: 'TRASH_ENTRY_NOT_FOUND' },
    })
  })

  it('fails for changes that are not in the log, or wrote nothing that could be reversed', async () => {
    expect(await send('changeUndo', { change: 'nothing' })).toMatchObject({
      status: 404,
      json: { code: 'CHANGE_NOT_FOUND' },
    })
    const synchronised = await send('schemaSync', {})
    expect(await undo(changeOf(synchronised))).toMatchObject({ code: 'CHANGE_NOT_UNDOABLE' })
    const id = await made({ name: 'twice' })
    const change = changeOf(await rows('PUT', `Thing/${id}`, { name: 'gone soon' }))
    await rows('DELETE', `Thing/${id}`)
    expect(await undo(change)).toMatchObject({ code: 'ROW_NOT_FOUND' })
  })
})

describe('The change log', () => {
  interface Page {
    readonly list: readonly {
      readonly id: string
      readonly change: string
      readonly kind: string
      readonly table: string
    }[]
    readonly cursor: string
    readonly more: boolean
  }
  const since = async (args: object, who: TestUser = owner): Promise<Page> =>
    (await send('changesSince', args, who)).json as Page
  const end = async (): Promise<string> => {
    let page = await since({ limit: 1_000 })
    while (page.more) page = await since({ limit: 1_000, cursor: page.cursor })
    return page.cursor
  }

  it('is read from a cursor in the order of the changes, each entry once', async () => {
    const cursor = await end()
    const first = await rows('POST', 'Thing', { name: 'First' })
    const answers = [
      first,
      await rows(
        'POST',
        'Thing/bulk',
        Array.from({ length: 120 }, (_, at) => ({ name: `Bulk ${at}` })),
      ),
    ]
    const { id } = first.json as { id: number }
    answers.push(await rows('PUT', `Thing/${id}`, { name: 'Second' }), await rows('DELETE', `Thing/${id}`))
    const pages: Page[] = []
    for (let at = cursor; ; at = pages.at(-1)?.cursor ?? '') {
      pages.push(await since({ cursor: at, limit: 3 }))
      if (pages.at(-1)?.more === false) break
    }
    const list = pages.flatMap((page) => page.list)
    expect(pages.map((page) => page.list.length)).toEqual([3, 1])
    expect(list.map(({ kind }) => kind)).toEqual(['insert', 'insert', 'update', 'delete'])
    expect(list.map(({ change }) => change)).toEqual(answers.map(changeOf))
    expect(list).toMatchObject([
      { table: 'Thing', records: 1, rowId: String(id), user: 'owner@example.com', why: 'rest' },
      { table: 'Thing', records: 120, rowId: null, keys: [{ first: id + 1, last: id + 120 }], values: [] },
      { values: [{ column: 'name', title: 'name', before: 'First', after: 'Second' }] },
      { records: 1 },
    ])
    const last = pages.at(-1)?.cursor ?? ''
    expect(await since({ cursor: last })).toEqual({ list: [], cursor: last, more: false })
  })

  it('begins at a time', async () => {
    const now = new Date(Date.now() + 60_000).toISOString()
    expect((await since({ from: now })).list).toEqual([])
    expect((await since({ from: '2020-01-01T00:00:00Z', limit: 1 })).list).toHaveLength(1)
  })

  it('leaves out records of dropped tables, also if a new table has the name', async () => {
    const create = (): Promise<Answer> =>
      send('tableCreate', { tn: 'Again', columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    await create()
    const cursor = await end()
    await rows('POST', 'Again', { name: 'old' })
    await send('tableDelete', { tn: 'Again' })
    await create()
    const made = changeOf(await rows('POST', 'Again', { name: 'new' }))
    const { list } = await since({ cursor })
    expect(list.filter(({ kind }) => kind !== 'command').map(({ change }) => change)).toEqual([made])
  })

  it('shows commands to those who may read the audit, and nothing to viewers', async () => {
    for (const role of ['commenter', 'editor'] as const) {
      const { list } = await since({ limit: 1_000 }, await member(role))
      expect(list.some(({ kind }) => kind === 'update')).toBe(true)
      expect(list.some(({ kind }) => kind === 'command')).toBe(false)
    }
    expect((await since({ limit: 1_000 })).list.some(({ kind }) => kind === 'command')).toBe(true)
    expect(await send('changesSince', {}, await member('viewer'))).toMatchObject({ status: 403 })
  })
})
