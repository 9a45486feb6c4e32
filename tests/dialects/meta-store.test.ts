import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import {
  createMetaStore,
  deleteFrom,
  insertInto,
  insertOrUpdate,
  metaTables,
  openMetaStore,
  updateIn,
  type MetaStore,
} from '@main/db/meta'
import { migrate, newestVersion, readMetaState } from '@main/db/meta/migrate'
import { migrations } from '@main/db/meta/migrations'
import { createOnce } from '@main/features/rows'
import type { Clock } from '@main/lib/clock'
import { createDatabases, targetOfUrl, type Databases } from '@main/db/pool'
import { openProfile, type Profile } from '@main/lib/profile'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const now = (): Date => new Date('2026-03-01T12:00:00Z')
const time = now().toISOString()
const postgres = await hasPostgres()
const mariadb = await hasMariadb()

let databases: Databases
let folder: string
let numbers = 0
beforeAll(async () => {
  databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
  folder = await mkdtemp(join(tmpdir(), 'basalt-meta-'))
})
afterAll(async () => {
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

/** An empty database, and a second connection to it as another server would have. */
interface Place {
  readonly open: () => Promise<Database>
  readonly end: () => Promise<void>
}

const places: Record<string, () => Promise<Place>> = {
  SQLite: () => {
    const filename = join(folder, `place${(numbers += 1)}.sqlite`)
    return Promise.resolve({
      open: () => databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true }),
      end: () => Promise.resolve(),
    })
  },
  ...(postgres && {
    PostgreSQL: async () => {
      const { url, drop } = await createTestPostgres()
      return { open: () => databases.open(targetOfUrl(url)), end: drop }
    },
  }),
  ...(mariadb && {
    MariaDB: async () => {
      const { url, drop } = await createTestMariadb()
      return { open: () => databases.open(targetOfUrl(url)), end: drop }
    },
  }),
}

describe.each(Object.keys(places))('meta store on %s', (engine) => {
  let place: Place
  let database: Database
  let store: MetaStore
  beforeAll(async () => {
    place = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    database = await place.open()
    await migrate(database, { now })
    store = createMetaStore(database, { exclusive: false })
  })
  afterAll(async () => {
    await database.close()
    await place.end()
  })

  it('records each migration with its time, and runs none twice', async () => {
    await migrate(database, { now: () => new Date() })
    const rows = await store.read('SELECT version, name, applied_at FROM xc_migrations ORDER BY version')
    expect(rows).toEqual(migrations.map(({ version, name }) => [version, name, time]))
  })

  it('has every table with every column that the code names', async () => {
    const all = await Promise.all(metaTables.metaTables.map((table) => store.select(table, 'WHERE 1 = 0')))
    expect(all.flat()).toEqual([])
  })

  it('gives back what was written, typed', async () => {
    const user = {
      id: 7,
      email: "o'brien@example.com",
      password: '?',
      firstname: null,
      lastname: 'Ünïcødé 🪨',
      user_role: 'user',
      super_admin: 0,
      email_verified: 1,
      created_at: time,
      updated_at: time,
      suspended_at: null,
    }
    await store.transact([insertInto(metaTables.users, user)])
    expect(await store.find(metaTables.users, 'WHERE email = ?', [user.email])).toEqual(user)
    await store.transact([
      insertInto(metaTables.projects, {
        id: 'p_1',
        title: 'Project',
        type: 'rest',
        source: 'builtIn',
        filename: 'p_1.sqlite',
        prefix: '',
        owner_id: 7,
        created_at: time,
        updated_at: time,
      }),
      insertInto(metaTables.models, {
        id: 'm1',
        project_id: 'p_1',
        table_name: 't',
        title: 'T',
        type: 'table',
        position: 1.5,
        created_at: time,
        updated_at: time,
      }),
    ])
    expect((await store.find(metaTables.models, 'WHERE id = ?', ['m1']))?.position).toBe(1.5)
    await store.transact([
      updateIn(metaTables.models, { position: 2, title: 'Two' }, 'id = ?', ['m1'], { expectRows: 1 }),
    ])
    expect(await store.find(metaTables.models, 'WHERE id = ?', ['m1'])).toMatchObject({ position: 2, title: 'Two' })
    // Deleting a project deletes its records.
    await store.transact([deleteFrom(metaTables.projects, 'id = ?', ['p_1'])])
    expect(await store.find(metaTables.models, 'WHERE id = ?', ['m1'])).toBeUndefined()
  })

  it('changes a row that is there and adds one that is not', async () => {
    const write = (value: string): Promise<unknown> =>
      store.transact([insertOrUpdate(metaTables.store, ['name'], { name: 'color', value, updated_at: time })])
    await write('red')
    await write('blue')
    expect(await store.select(metaTables.store, 'WHERE name = ?', ['color'])).toEqual([
      { name: 'color', value: 'blue', updated_at: time },
    ])
  })

  describe('of writes with an idempotency key', () => {
    const project = 'p_once'
    let time = now().getTime()
    const clock: Clock = { now: () => new Date(time), monotonicMs: () => time }
    const name = (id: string) => ({ projectId: project, userId: 7, id, request: ['create', id] })
    beforeAll(() =>
      store.transact([
        insertInto(metaTables.projects, {
          id: project,
          title: 'Once',
          type: 'rest',
          source: 'builtIn',
          filename: 'once.sqlite',
          prefix: '',
          owner_id: 7,
          created_at: now().toISOString(),
          updated_at: now().toISOString(),
        }),
      ]),
    )
    afterAll(() => store.transact([deleteFrom(metaTables.projects, 'id = ?', [project])]))

    it('lets one of two servers write', async () => {
      const servers = [createOnce({ store, clock }), createOnce({ store, clock })]
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        let writes = 0
        const answers = await Promise.all(
          servers.map((once) =>
            once(name(id), () => Promise.resolve((writes += 1))).catch((error: unknown) => (error as AppError).code),
          ),
        )
        expect([writes, answers.filter((answer) => answer !== 'DATABASE_BUSY')]).toEqual([
          1,
          answers.includes('DATABASE_BUSY') ? [1] : [1, 1],
        ])
      }
    })

    it('keeps the newest answers only', async () => {
      const once = createOnce({ store, clock, most: 3 })
      for (const id of ['f', 'g', 'h', 'i']) {
        time += 60 * 60_000
        await once(name(id), () => Promise.resolve(id))
      }
      const rows = await store.select(metaTables.idempotency, 'WHERE project_id = ? ORDER BY created_at', [project])
      expect(rows.map(({ answer }) => answer)).toEqual(['"f"', '"g"', '"h"', '"i"'].slice(-rows.length))
      expect(rows.length).toBeLessThanOrEqual(4)
    })

    it('answers a write that was stored, even if its answer can not be kept, and does not repeat it', async () => {
      const whole = store
      const failing: MetaStore = {
        ...whole,
        transact: (steps) =>
          steps.some((step) => 'shape' in step && step.shape.startsWith('update'))
            ? Promise.reject(new AppError('INTERNAL'))
            : whole.transact(steps),
      }
      const once = createOnce({ store: { ...failing, exclusive: true }, clock })
      expect(await once(name('j'), () => Promise.resolve('done'))).toBe('done')
      await expect(once(name('j'), () => Promise.resolve('twice'))).rejects.toMatchObject({ code: 'WRITE_UNCERTAIN' })
    })

    it('does not repeat a write that failed after its rows were stored', async () => {
      const once = createOnce({ store: { ...store, exclusive: true }, clock })
      const failing = (committed: () => void): Promise<string> => {
        committed()
        return Promise.reject(new AppError('QUERY_TIMEOUT'))
      }
      await expect(once(name('k'), failing)).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
      await expect(once(name('k'), failing)).rejects.toMatchObject({ code: 'WRITE_UNCERTAIN' })
      await expect(once(name('l'), () => Promise.reject(new AppError('ROW_INVALID')))).rejects.toMatchObject({
        code: 'ROW_INVALID',
      })
      expect(await once(name('l'), () => Promise.resolve('corrected'))).toBe('corrected')
    })
  })

  it('finds rows by equal columns, NULL included, and in order', async () => {
    const { audit } = metaTables
    const line = (id: string, tableName: string | null) =>
      insertInto(audit, { id, operation: 'o', table_name: tableName, created_at: time, installation: 0 })
    await store.transact([line('b', null), line('a', null), line('c', 't')])
    const found = await store.select(audit, { operation: 'o', table_name: null }, { orderBy: ['id'] })
    expect(found.map(({ id }) => id)).toEqual(['a', 'b'])
    await store.transact([
      updateIn(audit, { table_name: 'u' }, { id: 'a', table_name: null }, { expectRows: 1 }),
      deleteFrom(audit, { id: 'b' }),
    ])
    expect((await store.find(audit, { table_name: 'u' }))?.id).toBe('a')
    const ids = { id: undefined as unknown as string }
    await expect(store.select(audit, ids)).rejects.toThrow('no value')
    expect(() => deleteFrom(audit, ids)).toThrow('no value')
    await store.transact([deleteFrom(audit, { operation: 'o' })])
    expect(await store.select(audit, { operation: 'o' })).toEqual([])
  })

  it('undoes every step when one fails', async () => {
    const steps = [
      insertInto(metaTables.store, { name: 'half', value: '1', updated_at: time }),
      updateIn(metaTables.store, { value: '2' }, 'name = ?', ['nobody'], { expectRows: 1 }),
    ]
    await expect(store.transact(steps)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
    expect(await store.find(metaTables.store, 'WHERE name = ?', ['half'])).toBeUndefined()
    const twice = insertInto(metaTables.counters, { name: 'user', value: 9 })
    await expect(store.transact([twice])).rejects.toMatchObject({ code: 'VALUE_NOT_UNIQUE' })
  })

  it('counts writes by table, before and after, so that no cache is stale', async () => {
    const before = store.version(metaTables.store)
    const others = store.version(metaTables.users, metaTables.sessions)
    const writing = store.transact([deleteFrom(metaTables.store, 'name = ?', ['nothing'])])
    const during = store.version(metaTables.store)
    await writing
    expect(during).toBeGreaterThan(before)
    expect(store.version(metaTables.store)).toBeGreaterThan(during)
    expect(store.version(metaTables.users, metaTables.sessions)).toBe(others)
  })

  it('refuses names that are not columns', () => {
    expect(() =>
      insertInto(metaTables.store, { name: 'a', value: 'b', updated_at: time, 'x; --': 1 } as never),
    ).toThrow('has no column')
  })

  it('is migrated once when several servers start at the same time', async () => {
    const fresh = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const opened = await Promise.all([fresh.open(), fresh.open(), fresh.open()])
    try {
      await Promise.all(opened.map((each) => migrate(each, { now })))
      expect(await readMetaState(opened[0])).toEqual({ kind: 'versioned', version: newestVersion() })
    } finally {
      for (const each of opened) await each.close()
      await fresh.end()
    }
  })

  it('is not taken for damaged when another server migrates it between two looks', async () => {
    const fresh = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const opened = await fresh.open()
    try {
      let isFirst = true
      const beside: Database = Object.assign(Object.create(opened) as Database, {
        read: async (...given: Parameters<Database['read']>) => {
          if (!isFirst) return opened.read(...given)
          isFirst = false
          try {
            return await opened.read(...given)
          } finally {
            await migrate(opened, { now })
          }
        },
      })
      expect(await readMetaState(beside)).toEqual({ kind: 'versioned', version: newestVersion() })
    } finally {
      await opened.close()
      await fresh.end()
    }
  })

  it('gives one entry of each change of older versions the lead', async () => {
    const fresh = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const opened = await fresh.open()
    try {
      const older = migrations.filter(({ version }) => version < 23)
      // It misses the columns of today.
      await expect(migrate(opened, { now, migrations: older })).rejects.toHaveProperty('code', 'META_STORE_DAMAGED')
      const run = (sql: string): Promise<unknown> => opened.transact([{ sql, params: [] }])
      await run(`INSERT INTO xc_users (id, email, password, user_role, created_at, updated_at)
        VALUES (1, 'a@b.c', '', 'user', 'x', 'x')`)
      await run(`INSERT INTO nc_projects (id, title, type, source, filename, prefix, owner_id, created_at, updated_at)
        VALUES ('p', 'P', 'rest', 'builtIn', 'p', '', 1, 'x', 'x')`)
      const entry = (id: string, kind: string, when: string, user: number | null): Promise<unknown> =>
        run(`INSERT INTO nc_row_history (id, project_id, table_name, row_key, kind, changes, user_id, created_at)
          VALUES ('${id}', 'p', 't', '1', '${kind}', '{}', ${user ?? 'NULL'}, '${when}')`)
      for (const id of ['a1', 'a2', 'a3']) await entry(id, 'update', 'one', 1)
      for (const id of ['b1', 'b2']) await entry(id, 'delete', 'two', null)
      await entry('c1', 'update', 'two', 1)
      await entry('m1', 'schema', 'two', null)
      for (const operation of ['PROJECT/CREATED', 'TABLE/CREATED'])
        await run(`INSERT INTO nc_audit (id, project_id, operation, created_at)
          VALUES ('${operation}', 'p', '${operation}', 'x')`)
      await migrate(opened, { now })
      const read = (sql: string): Promise<unknown[][]> => opened.read({ sql, params: [] })
      const leads = await read(
        'SELECT id, lead_id, lead_rows FROM nc_row_history WHERE lead_id IS NOT NULL ORDER BY id',
      )
      expect(leads.map(([id, lead, size]) => [id, lead, Number(size)])).toEqual([
        ['a3', 'a3', 3],
        ['b2', 'b2', 2],
        ['c1', 'c1', 1],
      ])
      const shown = await read('SELECT operation, installation FROM nc_audit ORDER BY operation')
      expect(shown.map(([name, flag]) => [name, Number(flag)])).toEqual([
        ['PROJECT/CREATED', 1],
        ['TABLE/CREATED', 0],
      ])
    } finally {
      await opened.close()
      await fresh.end()
    }
  })

  it('runs a migration whole or not at all, or finishes it with the next start', async () => {
    const fresh = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const opened = await fresh.open()
    try {
      const broken = {
        version: newestVersion() + 1,
        name: 'broken',
        statements: ['CREATE TABLE half_done (id integer)', 'THIS IS NOT SQL'],
      }
      await expect(migrate(opened, { now, migrations: [...migrations, broken] })).rejects.toBeInstanceOf(AppError)
      expect(await readMetaState(opened)).toEqual({ kind: 'versioned', version: newestVersion() })
      await migrate(opened, { now })
      if (opened.dialect.capabilities.transactionalSchema)
        await expect(opened.read({ sql: 'SELECT * FROM half_done', params: [] })).rejects.toBeInstanceOf(AppError)
      else {
        const mended = {
          ...broken,
          statements: ['CREATE TABLE half_done (id integer)', 'CREATE TABLE rest (id integer)'],
        }
        await migrate(opened, { now, migrations: [...migrations, mended] })
        expect(await opened.read({ sql: 'SELECT * FROM rest', params: [] })).toEqual([])
        expect(await readMetaState(opened)).toEqual({ kind: 'versioned', version: mended.version })
      }
    } finally {
      await opened.close()
      await fresh.end()
    }
  })

  it('refuses to run on what a newer Basalt has written, and changes nothing', async () => {
    const fresh = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const opened = await fresh.open()
    try {
      const later = {
        version: newestVersion() + 1,
        name: 'later',
        statements: ['CREATE TABLE nc_later (id integer)'],
      }
      await migrate(opened, { now, migrations: [...migrations, later] })
      await expect(migrate(opened, { now })).rejects.toMatchObject({
        code: 'META_STORE_NEWER',
        details: { version: later.version, known: newestVersion() },
      })
      expect(await readMetaState(opened)).toEqual({ kind: 'versioned', version: later.version })
    } finally {
      await opened.close()
      await fresh.end()
    }
  })

  it('takes a store without its accounts for damaged, never for new', async () => {
    const fresh = await (places[engine] ?? (() => Promise.reject(new Error('unknown'))))()
    const opened = await fresh.open()
    try {
      await migrate(opened, { now })
      for (const table of ['nc_session_uses', 'nc_sessions'])
        await opened.changeSchema([{ sql: `DROP TABLE ${table}`, params: [] }])
      await expect(migrate(opened, { now })).rejects.toMatchObject({ code: 'META_STORE_DAMAGED' })
      await opened.changeSchema([{ sql: 'DROP TABLE xc_migrations', params: [] }])
      await expect(migrate(opened, { now })).rejects.toMatchObject({ code: 'META_STORE_DAMAGED' })
    } finally {
      await opened.close()
      await fresh.end()
    }
  })
})

describe('meta store of a profile', () => {
  let profile: Profile
  const open = (): Promise<MetaStore> =>
    openMetaStore({
      profile,
      openFile: (filename) => databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true }),
      openUrl: (url) => databases.open(targetOfUrl(url)),
      now,
    })
  const freshProfile = async (): Promise<void> => {
    profile = await openProfile(join(folder, `profile${(numbers += 1)}`))
  }

  it('is made at the first start and opened at the next', async () => {
    await freshProfile()
    const first = await open()
    expect(first.exclusive).toBe(true)
    await first.transact([insertInto(metaTables.store, { name: 'a', value: 'b', updated_at: time })])
    await first.close()
    const second = await open()
    expect(await second.find(metaTables.store, 'WHERE name = ?', ['a'])).toMatchObject({ value: 'b' })
    await second.close()
    expect(await readdir(profile.backups)).toEqual([])
  })

  it('is copied before an older schema is changed', async () => {
    await freshProfile()
    // A profile from before the first migration: a record, and version 0.
    const file = new Sqlite(profile.metaFile)
    file.exec('CREATE TABLE xc_migrations (version integer NOT NULL PRIMARY KEY, name text, applied_at text)')
    file.exec("INSERT INTO xc_migrations VALUES (0, 'before', '')")
    file.close()
    const before = await readFile(profile.metaFile)
    await (await open()).close()
    const copies = await readdir(profile.backups)
    expect(copies).toEqual(['meta-v0-2026-03-01T12-00-00-000Z.sqlite'])
    const copy = new Sqlite(join(profile.backups, copies[0] ?? ''), { readonly: true })
    expect(copy.prepare('SELECT version FROM xc_migrations').pluck().all()).toEqual([0])
    copy.close()
    expect(before.length).toBeGreaterThan(0)
  })

  const unreadable: [string, () => Promise<void>][] = [
    ['is something else', () => writeFile(profile.metaFile, 'this is not a database, '.repeat(100))],
    ['was cut off', () => truncate(profile.metaFile, 5_000)],
    ['was cut off at its first bytes', () => truncate(profile.metaFile, 10)],
    [
      'has bytes that are not its own',
      async () => {
        const bytes = await readFile(profile.metaFile)
        bytes.fill(0xff, 100, 4_096)
        await writeFile(profile.metaFile, bytes)
      },
    ],
  ]
  it.each(unreadable)('that %s is left as it is, and the person is told', async (_name, damage) => {
    await freshProfile()
    await (await open()).close()
    await damage()
    const bytes = await readFile(profile.metaFile)
    await expect(open()).rejects.toMatchObject({
      code: 'META_STORE_DAMAGED',
      details: { fileName: 'meta.sqlite' },
    })
    expect((await readFile(profile.metaFile)).equals(bytes)).toBe(true)
  })

  it.each(['missing', 'empty'])('that is %s while projects are there is not begun anew', async (how) => {
    await freshProfile()
    await (await open()).close()
    await writeFile(join(profile.projects, 'shop_ab12.sqlite'), '')
    await rm(profile.metaFile)
    if (how === 'empty') await writeFile(profile.metaFile, '')
    await expect(open()).rejects.toMatchObject({ code: 'META_STORE_DAMAGED' })
    const size = await stat(profile.metaFile).then(
      (found) => found.size,
      () => undefined,
    )
    expect(size).toBe(how === 'empty' ? 0 : undefined)
  })

  it('that was written by a newer Basalt is left as it is', async () => {
    await freshProfile()
    await (await open()).close()
    const file = new Sqlite(profile.metaFile)
    file.exec("INSERT INTO xc_migrations VALUES (999, 'future', '')")
    file.close()
    const bytes = await readFile(profile.metaFile)
    await expect(open()).rejects.toMatchObject({ code: 'META_STORE_NEWER' })
    expect((await readFile(profile.metaFile)).equals(bytes)).toBe(true)
  })
})
