import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serverActor, type Actor, type Column, type Table } from '@common/model'
import type { Principal } from '@common/principal'
import { sightUnder, type SightedTable } from '@common/principal/sight'
import { createMetaStore, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, targetOfUrl, type Databases } from '@main/db/pool'
import { actorColumns, tableMarkStep } from '@main/features/audit'
import { createAuditReader, type AuditReader } from '@main/features/audit/audit-reader'
import { createRecorder, type Recorder } from '@main/features/audit/recorder'
import type { RowChange } from '@main/features/audit/row-entries'
import { randomIds } from '@main/lib/ids'
import { contextOf, inRole } from '@tests/helpers/context'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import type { TableRules } from '@common/principal/table-rules'

const start = Date.parse('2026-03-01T12:00:00Z')
let time = start
const clock = { now: () => new Date(time), monotonicMs: () => 0 }
const engines = [
  'SQLite',
  ...((await hasMariadb()) ? ['MariaDB'] : []),
  ...((await hasPostgres()) ? ['PostgreSQL'] : []),
]

let databases: Databases
let folder: string
beforeAll(async () => {
  databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
  folder = await mkdtemp(join(tmpdir(), 'basalt-audit-list-'))
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
const tableOf = (name: string): Table => ({
  name,
  title: name,
  type: 'table',
  order: 1,
  columns: [column('id', true), column('name'), column('salary')],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: 'rowid',
})
const people = tableOf('people')
const things = tableOf('things')

const ada: Actor = { kind: 'person', userId: 1, email: 'ada@example.com', ip: '192.0.2.1', origin: 'page' }
const token: Actor = { ...ada, kind: 'apiToken', id: 't1', title: 'Nightly sync', origin: 'token' }
const form: Actor = {
  kind: 'formVisitor',
  id: 's1',
  title: 'Sign up',
  userId: null,
  email: null,
  ip: null,
  origin: 'share',
}

describe.each(engines)('the audit in a meta store on %s', (engine) => {
  let store: MetaStore
  let end: () => Promise<void>
  let recorder: Recorder
  let reader: AuditReader
  let rulesOf: Readonly<Record<string, TableRules>> = {}
  let hidden: readonly string[] = []

  beforeAll(async () => {
    const server =
      engine === 'PostgreSQL'
        ? await createTestPostgres()
        : engine === 'MariaDB'
          ? await createTestMariadb()
          : undefined
    const filename = join(folder, 'meta.sqlite')
    const database = await databases.open(
      server === undefined ? { dialect: 'sqlite', filename, mode: 'builtIn', create: true } : targetOfUrl(server.url),
    )
    await migrate(database, { now: clock.now })
    store = createMetaStore(database, { exclusive: false })
    end = async () => {
      await database.close()
      await server?.drop()
    }
    const at = { created_at: '2026', updated_at: '2026' }
    const user = { password: '', user_role: 'user', super_admin: 1, email_verified: 0 }
    const of = { type: 'rest', source: 'builtIn', filename: 'p', prefix: '', owner_id: 1 }
    await store.transact([
      insertInto(metaTables.users, { id: 1, email: 'ada@example.com', ...user, ...at }),
      insertInto(metaTables.projects, { id: 'p', title: 'Shop', ...of, ...at }),
    ])
  })
  afterAll(async () => {
    await recorder.close()
    await end()
  })

  const open: TableRules = { read: true, create: true, change: true, delete: true }
  beforeEach(async () => {
    rulesOf = {}
    hidden = []
    time += 60_000
    await store.transact(
      ['nc_audit', 'nc_row_history', 'nc_changes', 'nc_comments'].map((name) => ({
        sql: `DELETE FROM ${name}`,
        params: [],
      })),
    )
    const fail = (error: unknown): never => {
      throw error
    }
    recorder = createRecorder({ store, clock, ids: randomIds, report: fail })
    const seen = (principal: Principal, table: Table): SightedTable =>
      sightUnder(principal.kind === 'system' ? open : (rulesOf[table.name] ?? open), table)
    const names = (principal: Principal): Table[] =>
      [people, things].filter(({ name }) => principal.kind === 'system' || !hidden.includes(name))
    reader = createAuditReader({
      store,
      tables: (principal) => ({
        list: () => Promise.resolve(names(principal)),
        named: (_, name) => {
          const found = names(principal).find((table) => table.name === name)
          return Promise.resolve(found && seen(principal, found))
        },
      }),
      rows: () => Promise.resolve([]),
      report: fail,
      stored: () => recorder.flush(),
    })
  })

  const write = (table: Table, before: object, after: object, own: Partial<RowChange> = {}): void => {
    time += 1_000
    recorder.change({
      kind: 'update',
      projectId: 'p',
      table,
      keys: [['1']],
      before: [{ id: 1, ...before }],
      after: [{ id: 1, ...after }],
      who: ada,
      when: clock.now().toISOString(),
      why: 'rest',
      change: `change ${time}`,
      ...own,
    })
  }
  const line = (operation: string, own: object = {}): void => {
    time += 1_000
    recorder.line({ projectId: 'p', operation, who: ada, when: clock.now().toISOString(), ...own })
  }
  const comment = (text: string): Promise<unknown> => {
    time += 1_000
    const id = `${time.toString(16).padStart(12, '0')}00000000`
    const place = { project_id: 'p', table_name: 'people', row_key: '1', mentions: '[]' }
    return store.transact([
      insertInto(metaTables.comments, { id, ...place, ...actorColumns(ada), body: text, created_at: 'x' }),
    ])
  }
  /** Callers with rules are other principals than those without: caches use them as keys. */
  const context = () => contextOf({ ...inRole('creator') })
  const page = (input: object = {}) => reader.page(context(), { limit: 50, offset: 0, perChange: true, ...input })
  const short = async (input: object = {}): Promise<string[]> => {
    const { list, count } = await page(input)
    expect(count).toBe(list.length)
    return list.map(({ type, action, table }) => [type, action, table].filter((each) => each !== null).join(' '))
  }
  const everything = async (): Promise<void> => {
    write(people, { name: 'A' }, { name: 'B' })
    write(things, { name: 'x' }, { name: 'Lamp 50% "off"' }, { who: token })
    write(people, {}, {}, { kind: 'create', keys: [['7']], before: [], after: [], who: form })
    write(people, { name: 'B' }, { name: 'A' }, { why: 'undo' })
    line('TABLE/UPDATED', { table: 'things', details: { added: ['salary'] } })
    line('PROJECT/RENAMED', { who: serverActor, details: { before: 'Shop', after: 'Store' } })
    await comment('Is this right?')
  }

  it('filters by actor, origin, kind, table, time and text, and counts what it lists', async () => {
    await everything()
    const all = [
      'COMMENT INSERT people',
      'PROJECT RENAMED',
      'TABLE UPDATED things',
      'DATA UPDATE people',
      'DATA INSERT people',
      'DATA UPDATE things',
      'DATA UPDATE people',
    ]
    expect(await short()).toEqual(all)
    expect(await short({ who: { id: 't1' } })).toEqual(['DATA UPDATE things'])
    expect(await short({ who: { id: 's1' } })).toEqual(['DATA INSERT people'])
    expect(await short({ who: { nobody: true } })).toEqual(['PROJECT RENAMED'])
    expect(await short({ who: { person: 'ada@example.com' }, type: 'DATA' })).toEqual([
      'DATA UPDATE people',
      'DATA UPDATE people',
    ])
    expect(await short({ who: { person: 'ada@example' } })).toEqual([])
    expect(await short({ user: 'ADA' })).toHaveLength(5)
    expect(await short({ origin: 'undo' })).toEqual(['DATA UPDATE people'])
    expect(await short({ origin: 'automation' })).toEqual(['PROJECT RENAMED'])
    expect(await short({ table: 'things' })).toEqual(['TABLE UPDATED things', 'DATA UPDATE things'])
    expect(await short({ text: 'lamp 50% "OFF"' })).toEqual(['DATA UPDATE things'])
    expect(await short({ text: 'this right' })).toEqual(['COMMENT INSERT people'])
    expect(await short({ text: 'store' })).toEqual(['PROJECT RENAMED'])
    // Names in the stored text aren't values.
    expect(await short({ text: 'rest' })).toEqual([])
    expect(await short({ text: '_' })).toEqual([])
    expect(await short({ until: new Date(time - 6_500).toISOString() })).toEqual([])
    expect(await short({ from: new Date(time - 1_500).toISOString() })).toEqual(all.slice(0, 2))
  })

  it('counts the choices of each filter under the other filters', async () => {
    await everything()
    const counts = await reader.count(context(), {})
    const sorted = <T>(list: readonly T[]): T[] =>
      list.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    expect([counts.count, counts.types[0], sorted(counts.types.slice(1))]).toEqual([
      7,
      { value: 'DATA', count: 4 },
      ['COMMENT', 'PROJECT', 'TABLE'].map((value) => ({ value, count: 1 })),
    ])
    expect(counts.origins[0]).toEqual({ value: 'page', count: 3 })
    expect(counts.origins.map(({ value }) => value).toSorted()).toEqual([
      'automation',
      'page',
      'share',
      'token',
      'undo',
    ])
    expect(counts.tables).toEqual([
      { value: 'people', count: 4 },
      { value: 'things', count: 2 },
    ])
    expect(counts.people[0]).toEqual({
      who: { person: 'ada@example.com' },
      kind: 'person',
      label: 'ada@example.com',
      count: 4,
    })
    expect(sorted(counts.people.slice(1))).toEqual(
      sorted([
        { who: { id: 't1' }, kind: 'apiToken', label: 'Nightly sync', count: 1 },
        { who: { id: 's1' }, kind: 'formVisitor', label: 'Sign up', count: 1 },
        { who: { nobody: true }, kind: null, label: null, count: 1 },
      ]),
    )
    const ofToken = await reader.count(context(), { who: { id: 't1' }, table: 'things' })
    expect([ofToken.count, ofToken.tables, ofToken.people.map(({ count }) => count)]).toEqual([
      1,
      [{ value: 'things', count: 1 }],
      [1, 1],
    ])
    expect((await reader.count(context(), { text: 'nowhere' })).count).toBe(0)
  })

  it('pages by a cursor without gaps, from the newest to the oldest line', async () => {
    await everything()
    const { list: all } = await page()
    const found: string[] = []
    let after: string | undefined
    for (;;) {
      const { list, more, count } = await page({ limit: 2, after })
      expect(count).toBe(after === undefined ? 7 : null)
      found.push(...list.map(({ id }) => id))
      after = list.at(-1)?.id
      if (!more) break
    }
    expect(found).toEqual(all.map(({ id }) => id))
  })

  it('leaves out tables that the caller does not see', async () => {
    await everything()
    line('RELATION/CREATED', { table: 'people', details: { to: 'things' } })
    hidden = ['things']
    const expected = [
      'COMMENT INSERT people',
      'PROJECT RENAMED',
      ...['UPDATE', 'INSERT', 'UPDATE'].map((each) => `DATA ${each} people`),
    ]
    expect(await short()).toEqual(expected)
    expect((await reader.count(context(), {})).tables).toEqual([{ value: 'people', count: 4 }])
    expect(await short({ text: 'lamp' })).toEqual([])
    hidden = ['things', 'people']
    expect(await short()).toEqual(['PROJECT RENAMED'])
  })

  it('leaves out tables with hidden rows, as a whole', async () => {
    await everything()
    rulesOf = { people: { ...open, rows: { kind: 'condition', column: 'id', operator: 'eq', value: '1' } } }
    expect(await short()).toEqual(['PROJECT RENAMED', 'TABLE UPDATED things', 'DATA UPDATE things'])
  })

  it('shows hidden columns neither in values nor in counts, also under former names', async () => {
    write(people, { name: 'A', salary: 100 }, { name: 'B', salary: 200 })
    write(people, { salary: 200 }, { salary: 300 })
    // `name` was `alias` before, and today's `name` had been `pay`.
    await recorder.flush()
    time += 1_000
    const swap = {
      renamed: [
        ['name', 'alias'],
        ['salary', 'name'],
      ] as const,
    }
    await store.transact([tableMarkStep('p', 'people', swap, clock.now().toISOString(), 'ffffffff')])
    const now: Table = { ...people, columns: [column('id', true), column('alias'), column('name')] }
    write(now, { name: '300' }, { name: '400' })
    write(now, { alias: 'B' }, { alias: 'C' })
    rulesOf = { people: { ...open, columns: new Set(['id', 'alias']) } }
    const before = people.columns
    Object.assign(people, { columns: now.columns })
    try {
      const { list, count } = await page({ perChange: false })
      expect(count).toBe(2)
      expect(list.map(({ details }) => details)).toEqual([
        [{ column: 'alias', before: 'B', after: 'C' }],
        [{ column: 'alias', before: 'A', after: 'B' }],
      ])
      expect(JSON.stringify(list.map(({ details, description }) => [details, description]))).not.toMatch(/[1-4]00/)
      expect((await reader.count(context(), {})).count).toBe(2)
      for (const text of ['200', '300', '400', 'B']) expect(await short({ text })).toEqual([])
      rulesOf = { people: { ...open, columns: new Set(['alias']) } }
      expect((await page()).list.map(({ rowId }) => rowId)).toEqual([null, null])
    } finally {
      Object.assign(people, { columns: before })
    }
  })

  it('of the installation lists events of accounts and projects, with their titles', async () => {
    await everything()
    line('AUTHENTICATION/SIGNIN', { projectId: null })
    line('AUTHENTICATION/INVITE', { details: { title: 'bea@example.com' } })
    line('PROJECT/DELETED', { projectId: 'gone' })
    const { list, count } = await reader.installationPage(context(), { limit: 10, offset: 0 })
    expect(list.map(({ type, action, project }) => [type, action, project])).toEqual([
      ['PROJECT', 'DELETED', null],
      ['AUTHENTICATION', 'INVITE', 'Shop'],
      ['AUTHENTICATION', 'SIGNIN', null],
      ['PROJECT', 'RENAMED', 'Shop'],
    ])
    expect(count).toBe(4)
    const counts = await reader.installationCount({ type: 'PROJECT' })
    expect([counts.count, counts.types.map(({ value }) => value).toSorted()]).toEqual([
      2,
      ['AUTHENTICATION', 'PROJECT'],
    ])
    const next = await reader.installationPage(context(), { limit: 2, offset: 0, after: list[1]?.id })
    expect([next.list.map(({ action }) => action), next.more]).toEqual([['SIGNIN', 'RENAMED'], false])
  })
})
