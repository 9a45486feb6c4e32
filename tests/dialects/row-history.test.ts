import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import { serverActor, type Column, type Table } from '@common/model'
import { createMetaStore, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, targetOfUrl, type Databases } from '@main/db/pool'
import { readAudit } from '@main/features/audit/audit-list'
import { createRecorder, type RecorderOptions } from '@main/features/audit/recorder'
import type { RowChange } from '@main/features/audit/row-entries'
import { readRowHistory } from '@main/features/audit/row-history'
import { randomIds } from '@main/lib/ids'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const start = Date.parse('2026-03-01T12:00:00Z')
const day = 24 * 60 * 60 * 1_000
let time = start
const clock = { now: () => new Date(time), monotonicMs: () => 0 }
const postgres = await hasPostgres()
const mariadb = await hasMariadb()

let databases: Databases
let folder: string
beforeAll(async () => {
  databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
  folder = await mkdtemp(join(tmpdir(), 'basalt-row-history-'))
})
afterAll(async () => {
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

const column = (name: string, primaryKey = false): Column => ({
  name,
  title: name,
  uiType: primaryKey ? 'ID' : 'SingleLineText',
  nativeType: primaryKey ? 'integer' : 'text',
  required: false,
  primaryKey,
  autoIncrement: primaryKey,
  unique: false,
  defaultValue: null,
  generated: false,
  primaryValue: false,
  options: {},
})
const table: Table = {
  name: 'things',
  title: 'Things',
  type: 'table',
  order: 1,
  columns: [column('id', true), column('name')],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: 'rowid',
}

const update = (id: number, before: string, after: string, projectId = 'shop'): RowChange => ({
  kind: 'update',
  projectId,
  table,
  keys: [[String(id)]],
  before: [{ id, name: before }],
  after: [{ id, name: after }],
  who: { kind: 'person', userId: 1, email: 'ada@example.com', ip: null, origin: 'page' },
  when: clock.now().toISOString(),
  why: 'rest',
})

const engines: Record<string, () => Promise<{ open: () => ReturnType<Databases['open']>; end: () => Promise<void> }>> =
  {
    SQLite: () =>
      Promise.resolve({
        open: () =>
          databases.open({ dialect: 'sqlite', filename: join(folder, 'meta.sqlite'), mode: 'builtIn', create: true }),
        end: () => Promise.resolve(),
      }),
    ...(mariadb && {
      MariaDB: async () => {
        const { url, drop } = await createTestMariadb()
        return { open: () => databases.open(targetOfUrl(url)), end: drop }
      },
    }),
    ...(postgres && {
      PostgreSQL: async () => {
        const { url, drop } = await createTestPostgres()
        return { open: () => databases.open(targetOfUrl(url)), end: drop }
      },
    }),
  }

describe.each(Object.keys(engines))('history in a meta store on %s', (engine) => {
  let store: MetaStore
  let end: () => Promise<void>
  beforeAll(async () => {
    const place = await (engines[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const database = await place.open()
    end = async () => {
      await database.close()
      await place.end()
    }
    await migrate(database, { now: clock.now })
    store = createMetaStore(database, { exclusive: false })
    const at = { created_at: '2026', updated_at: '2026' }
    await store.transact([
      insertInto(metaTables.users, {
        id: 1,
        email: 'ada@example.com',
        password: '',
        user_role: 'user',
        super_admin: 1,
        email_verified: 0,
        ...at,
      }),
    ])
  })
  afterAll(() => end())
  beforeEach(async () => {
    time = start
    present = {}
    await store.transact([
      { sql: 'DELETE FROM nc_projects', params: [] },
      { sql: 'DELETE FROM nc_audit', params: [] },
    ])
    await makeProject('shop')
  })

  const makeProject = (id: string): Promise<unknown> =>
    store.transact([
      insertInto(metaTables.projects, {
        id,
        title: id,
        type: 'rest',
        source: 'builtIn',
        filename: id,
        prefix: '',
        owner_id: 1,
        created_at: '2026',
        updated_at: '2026',
      }),
    ])
  const recorderOf = (more: Partial<RecorderOptions> = {}) =>
    createRecorder({
      store,
      clock,
      ids: randomIds,
      report: (error) => {
        throw error
      },
      ...more,
    })
  /** Values of the table's rows that the changes don't mention. */
  let present: Record<string, { id: number; name: string }> = {}
  const reading = {
    get store() {
      return store
    },
    rows: (_projectId: string, _table: Table, keys: readonly (readonly string[])[]) =>
      Promise.resolve(keys.flatMap(([key = '']) => present[key] ?? [])),
    report: (error: unknown) => {
      throw error
    },
  }
  const names = async (id: number, projectId = 'shop'): Promise<unknown[]> => {
    const { list } = await readRowHistory(reading, { projectId, table, rowKey: String(id), limit: 100 })
    return list.map(({ changes }) => changes[0]?.after)
  }

  const counted = async (name: string): Promise<number> =>
    Number((await store.read(`SELECT count(*) FROM ${name}`))[0]?.[0])

  it('keeps the order in which things happened, even when the clock is set back', async () => {
    const recorder = recorderOf()
    recorder.change(update(1, 'a', 'b'))
    recorder.change(update(1, 'b', 'c'))
    await recorder.flush()
    time -= 60_000
    recorder.change(update(1, 'c', 'd'))
    await recorder.close()
    const next = recorderOf()
    next.change(update(1, 'd', 'e'))
    await next.close()
    expect(await names(1)).toEqual(['e', 'd', 'c', 'b'])
  })

  it('keeps so many entries of each project, the newest, and none for longer than its days', async () => {
    const recorder = recorderOf({ keeping: { entries: 30, changes: 30, lines: 10, days: 100, lineDays: 100 } })
    await makeProject('other')
    recorder.change(update(7, 'x', 'other', 'other'))
    for (let n = 0; n < 1_200; n += 1) recorder.change(update(1, `${n}`, `${n + 1}`))
    await recorder.flush()
    const saved = await names(1)
    expect(saved.slice(0, 2)).toEqual(['1200', '1199'])
    expect(saved.length).toBeGreaterThanOrEqual(30)
    expect((await readAudit(store, { projectId: 'shop' }, { limit: 0, offset: 0 })).count).toBeLessThan(1_030)
    expect(await names(7, 'other')).toEqual(['other'])
    time += 101 * day
    const later = recorderOf({ keeping: { entries: 30, changes: 30, lines: 10, days: 100, lineDays: 100 } })
    later.change(update(2, 'old', 'new'))
    await later.close()
    expect(await names(1)).toEqual([])
    expect(await names(2)).toEqual(['new'])
    await recorder.close()
  })

  it('keeps a bulk insert as one entry, from which the history of each of its rows follows', async () => {
    const recorder = recorderOf()
    const keys = Array.from({ length: 10_000 }, (_, at) => [String(at + 1)])
    const made: RowChange = { ...update(0, '', ''), kind: 'create', keys, before: [], after: [] }
    recorder.change(made)
    time += 1_000
    recorder.change(update(7, 'first', 'second'))
    recorder.change({ ...update(8, 'eight', ''), kind: 'delete', after: [] })
    recorder.change(update(8, 'again', 'later'))
    recorder.change({ ...update(9, 'nine', ''), after: [{ id: 20_000, name: 'nine' }] })
    await recorder.flush()
    expect(await counted('nc_changes')).toBe(1)
    present = { 6: { id: 6, name: 'six' }, 7: { id: 7, name: 'second' }, 20_000: { id: 20_000, name: 'nine' } }
    const told = async (id: number) => {
      const { list } = await readRowHistory(reading, { projectId: 'shop', table, rowKey: String(id), limit: 100 })
      return list.map(({ kind, when, email, changes }) => [kind, when, email, changes.map(({ after }) => after)])
    }
    const at = new Date(start).toISOString()
    expect(await told(6)).toEqual([['insert', at, 'ada@example.com', [6, 'six']]])
    expect((await told(7)).at(-1)).toEqual(['insert', at, 'ada@example.com', [7, 'first']])
    expect((await told(8)).at(-1)).toEqual(['insert', at, 'ada@example.com', [8, 'eight']])
    expect(await told(9)).toEqual([])
    expect((await told(20_000)).at(-1)).toEqual(['insert', at, 'ada@example.com', [9, 'nine']])
    expect(await told(10_001)).toEqual([])
    const audit = (more: object, offset: number) =>
      readAudit(store, { projectId: 'shop', type: 'DATA', ...more }, { limit: 3, offset })
    const lines = await audit({}, 10_001)
    expect([lines.count, lines.list.map(({ row }) => row)]).toEqual([10_004, ['3', '2', '1']])
    // Successive changes of one kind and moment are one.
    const perChange = await audit({ perChange: true }, 2)
    expect([perChange.count, perChange.list.map(({ rows }) => rows)]).toEqual([4, [undefined, 10_000]])
    expect((await audit({ table: 'things', row: '20000' }, 0)).count).toBe(2)
    await recorder.close()
  })

  it('forgets a bulk insert together with the entries that tell what it wrote', async () => {
    const keeping = { entries: 30, changes: 2, lines: 10, days: 100, lineDays: 100 }
    const recorder = recorderOf({ keeping })
    const create = (key: number): RowChange => ({
      ...update(0, '', ''),
      kind: 'create',
      keys: [[String(key)], [String(key + 1)]],
      before: [],
      after: [],
    })
    for (const key of [1, 11, 21, 31]) recorder.change(create(key))
    await recorder.close()
    const later = recorderOf({ keeping })
    later.change(create(41))
    await later.flush()
    expect(await counted('nc_changes')).toBe(2)
    for (let n = 0; n < 1_100; n += 1) later.change(update(1, `${n}`, `${n + 1}`))
    // A recorder that closes waits for a slow database only so long.
    await later.flush()
    await later.close()
    expect(await counted('nc_changes')).toBe(0)
  })

  it('tries again what could not be stored, and loses nothing of it', async () => {
    let away = true
    const reported: unknown[] = []
    const unsteady: MetaStore = {
      ...store,
      transact: (steps) => (away ? Promise.reject(new AppError('DATABASE_UNAVAILABLE')) : store.transact(steps)),
    }
    const recorder = recorderOf({ store: unsteady, report: (error) => reported.push(error) })
    recorder.change(update(1, 'a', 'b'))
    await expect(recorder.flush()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    recorder.change(update(1, 'b', 'c'))
    away = false
    await recorder.flush()
    expect(await names(1)).toEqual(['c', 'b'])
    await recorder.close()
  })

  it('says how much it could not keep when too much comes at once', { tags: ['nightly'] }, async () => {
    const recorder = recorderOf()
    const many = Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'x' }))
    const removal: RowChange = { ...update(0, '', ''), kind: 'delete', keys: [], before: many, after: [] }
    recorder.change(removal)
    recorder.change({ ...removal, before: many.slice(0, 25_000) })
    recorder.change(update(1, 'a', 'b'))
    await recorder.flush()
    await recorder.flush()
    const { list } = await readAudit(store, { projectId: 'shop', type: 'DATA' }, { limit: 3, offset: 0 })
    expect(list.find(({ operation }) => operation === 'DATA/NOT_KEPT')?.details).toBe('{"rows":25000}')
    expect(await names(1)).toContain('b')
    await recorder.close()
  })

  it('lists a change of many records as one line, in however many batches it was stored', async () => {
    const recorder = recorderOf()
    const rows = Array.from({ length: 1_200 }, (_, id) => ({ id, name: 'x' }))
    // The last 400 stay as they are, so that the last batch has no entry.
    const after = rows.map((row) => (row.id < 800 ? { ...row, name: 'y' } : row))
    const keys = rows.map(({ id }) => [String(id)])
    recorder.change({ ...update(0, '', ''), keys, before: rows, after, change: 'paste' })
    time += 1
    recorder.change({ ...update(5, 'y', 'z'), change: 'one' })
    recorder.change({ ...update(6, 'y', 'z'), change: 'other' })
    await recorder.close()
    const { list, count } = await readAudit(store, { projectId: 'shop', perChange: true }, { limit: 5, offset: 0 })
    expect(count).toBe(3)
    expect(list.map(({ rows: size, row }) => size ?? row)).toEqual(['6', '5', 800])
    const every = await readAudit(store, { projectId: 'shop' }, { limit: 0, offset: 0 })
    expect(every.count).toBe(802)
  })

  it('names actors without a user, origins and addresses', async () => {
    const recorder = recorderOf()
    const token = { kind: 'apiToken', id: 't1', title: 'Nightly sync', userId: 1, email: 'ada@example.com' } as const
    const link = { kind: 'formVisitor', id: 's1', title: 'Sign up', userId: null, email: null } as const
    recorder.change({ ...update(1, 'a', 'b'), who: { ...token, ip: '192.0.2.7', origin: 'token' } })
    recorder.change({
      ...update(0, '', ''),
      kind: 'create',
      keys: [['9']],
      before: [],
      after: [],
      who: { ...link, ip: null, origin: 'share' },
    })
    recorder.change({ ...update(1, 'b', 'a'), why: 'undo' })
    recorder.line({ projectId: 'shop', operation: 'TABLE/CREATED', who: serverActor, when: clock.now().toISOString() })
    await recorder.close()
    const found = await Promise.all(
      ['nc_row_history', 'nc_changes', 'nc_audit'].map((name) =>
        store.read(`SELECT actor_kind, actor_id, actor_title, origin, ip, user_id FROM ${name} ORDER BY id`),
      ),
    )
    expect(found).toEqual([
      [
        ['apiToken', 't1', 'Nightly sync', 'token', '192.0.2.7', 1],
        ['person', null, null, 'undo', null, 1],
      ],
      [['formVisitor', 's1', 'Sign up', 'share', null, null]],
      [['system', null, null, 'automation', null, null]],
    ])
  })

  it('leaves out what belongs to a project that is gone', async () => {
    const recorder = recorderOf()
    recorder.change(update(1, 'a', 'b', 'gone'))
    recorder.line({
      projectId: 'gone',
      operation: 'PROJECT/DELETED',
      who: { kind: 'person', userId: 1, email: 'ada@example.com', ip: null, origin: 'page' },
      when: clock.now().toISOString(),
    })
    recorder.change(update(1, 'a', 'b'))
    await recorder.close()
    expect(await names(1)).toEqual(['b'])
    const { list } = await readAudit(store, { projectId: null }, { limit: 5, offset: 0 })
    expect(list.map(({ operation, projectId }) => [operation, projectId])).toEqual([['PROJECT/DELETED', 'gone']])
  })
})
