import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor, Column, Table } from '@common/model'
import { createMetaStore, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, targetOfUrl, type Databases } from '@main/db/pool'
import { readAudit } from '@main/features/audit/audit-list'
import { createRecorder, type Recorder } from '@main/features/audit/recorder'
import { createRetentionJob, type Retention } from '@main/features/audit/retention'
import { createSchedule } from '@main/lib/schedule'
import { rowKeyText, type RowChange } from '@main/features/audit/row-entries'
import { readRowHistory } from '@main/features/audit/row-history'
import { trashEntrySteps } from '@main/features/trash'
import { idFloor } from '@main/lib/log-id'
import { randomIds } from '@main/lib/ids'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const start = Date.parse('2026-03-01T08:00:00Z')
const hour = 60 * 60 * 1_000
const day = 24 * hour
let time = start
const clock = { now: () => new Date(time), monotonicMs: () => 0 }

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
  columns: [column('id', true), column('name'), column('note')],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: 'rowid',
}
const who: Actor = { kind: 'person', userId: null, email: 'ada@example.com', ip: null, origin: 'script' }

const hasServer = await hasPostgres()

let databases: Databases
let folder: string
beforeAll(async () => {
  databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
  folder = await mkdtemp(join(tmpdir(), 'basalt-log-retention-'))
})
afterAll(async () => {
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['SQLite', ...(hasServer ? ['PostgreSQL'] : [])])('the change log in a store on %s', (engine) => {
  let store: MetaStore
  let recorder: Recorder
  let end: () => Promise<void>
  let project = ''
  let setting: Retention = { days: 365, thinDays: 0, auditDays: 365 }
  const fail = (error: unknown): never => {
    throw error
  }

  beforeAll(async () => {
    const server = engine === 'PostgreSQL' ? await createTestPostgres() : undefined
    const filename = join(folder, 'meta.sqlite')
    const database = await databases.open(
      server === undefined ? { dialect: 'sqlite', filename, mode: 'builtIn', create: true } : targetOfUrl(server.url),
    )
    await migrate(database, { now: clock.now })
    store = createMetaStore(database, { exclusive: false })
    const at = { created_at: '2026', updated_at: '2026' }
    const user = { password: '', user_role: 'user', super_admin: 1, email_verified: 0 }
    await store.transact([insertInto(metaTables.users, { id: 1, email: 'ada@example.com', ...user, ...at })])
    end = async () => {
      await database.close()
      await server?.drop()
    }
  })
  afterAll(() => end())
  afterEach(async () => {
    vi.useRealTimers()
    await recorder.close()
  })

  const begin = async (given: Retention): Promise<void> => {
    // Ids never go back in time.
    time += 30 * day
    setting = given
    project = randomIds.hex(8)
    const of = { title: project, type: 'rest', source: 'builtIn', filename: project, prefix: '', owner_id: 1 }
    await store.transact([
      insertInto(metaTables.projects, { id: project, ...of, created_at: '2026', updated_at: '2026' }),
    ])
    recorder = createRecorder({ store, clock, ids: randomIds, report: fail })
  }
  const write = (kind: RowChange['kind'], before: object, after: object, change: string, key = 1): void =>
    recorder.change({
      kind,
      projectId: project,
      table,
      keys: [[String(key)]],
      before: kind === 'create' ? [] : [{ id: key, ...before }],
      after: kind === 'delete' ? [] : [{ id: key, ...after }],
      who,
      when: clock.now().toISOString(),
      why: 'rest',
      change,
    })
  const rename = (before: string, after: string, change: string, key = 1): void =>
    write('update', { name: before }, { name: after }, change, key)
  const intoTrash = (change: string): Promise<unknown> =>
    store.transact(
      trashEntrySteps({
        id: change,
        projectId: project,
        kind: 'rows',
        table: 'things',
        tableTitle: 'Things',
        titles: [],
        count: 1,
        definition: '{}',
        sideTable: null,
        begun: false,
        userId: null,
        email: null,
        createdAt: clock.now().toISOString(),
        change,
      }),
    )
  const purge = async (): Promise<void> => {
    const schedule = createSchedule(clock)
    const job = createRetentionJob({ store, clock, schedule, retention: () => Promise.resolve(setting), report: fail })
    await job.run()
    await job.close()
  }
  const history = async (key = 1) => {
    const reading = { store, rows: () => Promise.resolve([]), report: fail }
    const query = { projectId: project, table, rowKey: rowKeyText([String(key)]), limit: 100 }
    const { list } = await readRowHistory(reading, query)
    return list.map(({ kind, changes }) => [kind, ...changes.map(({ before, after }) => [before, after])])
  }
  const changeIds = async (name: string): Promise<unknown[]> =>
    (await store.read(`SELECT change_id FROM ${name} WHERE project_id = ? ORDER BY id`, [project])).map(([id]) => id)

  it('loses entries older than the setting, but none of a change that is in the trash', async () => {
    await begin({ days: 10, thinDays: 0, auditDays: 365 })
    for (let n = 0; n < 1_200; n += 1) rename(`${n}`, `${n + 1}`, 'old')
    write('delete', { name: 'gone' }, {}, 'deleted', 2)
    recorder.line({
      projectId: project,
      operation: 'TABLE/CREATED',
      who,
      when: clock.now().toISOString(),
      change: 'old',
    })
    await recorder.flush()
    const inverse = { project_id: project, operation: 'tableDelete', input: '{}', created_at: '2026' }
    await store.transact(
      ['old', 'deleted'].map((change) =>
        insertInto(metaTables.inverses, { ...inverse, id: `${idFloor(time)}${change}${project}`, change_id: change }),
      ),
    )
    time += 9 * day
    rename('a', 'b', 'new', 3)
    await recorder.flush()
    await purge()
    expect(await changeIds('nc_row_history')).toHaveLength(1_202)
    time += 2 * day
    await intoTrash('deleted')
    setting = { days: 0, thinDays: 0, auditDays: 365 }
    await purge()
    expect(await changeIds('nc_row_history')).toHaveLength(1_202)
    setting = { days: 10, thinDays: 0, auditDays: 10 }
    await purge()
    expect(await changeIds('nc_row_history')).toEqual(['deleted', 'new'])
    expect(await changeIds('nc_inverses')).toEqual(['deleted'])
    expect(await changeIds('nc_audit')).toEqual([])
  })

  it('holds one update of a record for each day, once it is older than the setting', async () => {
    await begin({ days: 365, thinDays: 5, auditDays: 365 })
    write('create', {}, { name: 'a' }, 'made')
    rename('a', 'b', 'one')
    write('update', { name: 'b', note: 'x' }, { name: 'c', note: 'y' }, 'two')
    rename('p', 'q', 'two', 2)
    rename('c', 'd', 'three')
    for (const change of ['two', 'made'])
      recorder.line({ projectId: project, operation: 'TABLE/UPDATED', who, when: clock.now().toISOString(), change })
    time += day
    rename('d', 'e', 'four')
    rename('e', 'd', 'five')
    write('update', { note: 'y' }, { note: 'z' }, 'six')
    time += 5 * day
    rename('d', 'f', 'seven')
    rename('f', 'g', 'eight')
    await recorder.flush()
    await purge()
    const today = [
      ['update', ['f', 'g']],
      ['update', ['d', 'f']],
    ]
    const second = [
      ['update', ['y', 'z']],
      ['update', ['e', 'd']],
      ['update', ['d', 'e']],
    ]
    const first = [
      ['update', ['a', 'd'], ['x', 'y']],
      ['insert', [null, 1], [null, 'a']],
    ]
    expect(await history()).toEqual([...today, ...second, ...first])
    expect(await history(2)).toEqual([['update', ['p', 'q']]])
    // A change that lost a part can't be undone by its id.
    expect(await changeIds('nc_row_history')).toEqual(['made', null, null, 'four', 'five', 'six', 'seven', 'eight'])
    expect(await changeIds('nc_audit')).toEqual([null, 'made'])
    time += day
    await purge()
    expect(await history()).toEqual([...today, ['update', ['y', 'z']], ...first])
  })

  it('keeps the updates of a change that is in the trash apart, and those before and after another entry', async () => {
    await begin({ days: 365, thinDays: 5, auditDays: 365 })
    for (const [before, after, change] of [
      ['a', 'b', 'one'],
      ['b', 'c', 'trashed'],
      ['c', 'd', 'two'],
    ] as const)
      rename(before, after, change)
    write('delete', { name: 'd' }, {}, 'delete')
    rename('d', 'e', 'three')
    await recorder.flush()
    await intoTrash('trashed')
    time += 7 * day
    await purge()
    expect(await changeIds('nc_row_history')).toEqual(['one', 'trashed', 'two', 'delete', 'three'])
  })

  it('lists a change once in the audit after some of its entries were joined', async () => {
    await begin({ days: 365, thinDays: 5, auditDays: 365 })
    const at = clock.now().toISOString()
    const rows = [1, 2, 3].map((id) => ({ id, name: 'a' }))
    recorder.change({
      kind: 'update',
      projectId: project,
      table,
      keys: rows.map(({ id }) => [String(id)]),
      before: rows,
      after: rows.map((row) => ({ ...row, name: 'b' })),
      who,
      when: at,
      why: 'rest',
      change: 'paste',
    })
    time += hour
    rename('b', 'c', 'later', 3)
    await recorder.flush()
    time += 7 * day
    const lines = async () => {
      const { list } = await readAudit(store, { projectId: project, perChange: true }, { limit: 9, offset: 0 })
      return list.map(({ rows: size, row }) => size ?? row)
    }
    expect(await lines()).toEqual(['3', 3])
    await purge()
    expect(await lines()).toEqual(['3', 2])
  })

  it('deletes audit lines after their own time, those of the installation and of deleted projects too', async () => {
    await begin({ days: 0, thinDays: 0, auditDays: 10 })
    await store.transact([{ sql: 'DELETE FROM nc_audit', params: [] }])
    const line = (projectId: string | null, operation: string): void =>
      recorder.line({ projectId, operation, who, when: clock.now().toISOString() })
    rename('a', 'b', 'one')
    for (let n = 0; n < 600; n += 1) line(null, 'AUTHENTICATION/SIGNIN')
    line('gone', 'PROJECT/DELETED')
    line(project, 'TABLE/CREATED')
    await recorder.flush()
    time += 11 * day
    line(null, 'AUTHENTICATION/SIGNOUT')
    line(project, 'TABLE/DELETED')
    await recorder.flush()
    const operations = async (): Promise<unknown[]> =>
      (await store.read('SELECT operation FROM nc_audit ORDER BY id')).map(([operation]) => operation)
    setting = { days: 0, thinDays: 0, auditDays: 0 }
    await purge()
    expect(await operations()).toHaveLength(604)
    setting = { days: 0, thinDays: 0, auditDays: 10 }
    await purge()
    expect(await operations()).toEqual(['AUTHENTICATION/SIGNOUT', 'TABLE/DELETED'])
    expect(await history()).toHaveLength(1)
  })

  it('is purged on a timer, with the setting of that moment', async () => {
    await begin({ days: 10, thinDays: 0, auditDays: 365 })
    rename('a', 'b', 'old')
    await recorder.flush()
    const ask = vi.fn(() => Promise.resolve(setting))
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    const job = createRetentionJob({ store, clock, schedule: createSchedule(clock), retention: ask, report: fail })
    vi.advanceTimersByTime(2 * 60_000)
    expect(ask).toHaveBeenCalledTimes(1)
    await job.run()
    expect(await history()).toHaveLength(1)
    time += 11 * day
    vi.advanceTimersByTime(6 * hour)
    await job.run()
    expect(await history()).toEqual([])
    await job.close()
    vi.advanceTimersByTime(12 * hour)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
