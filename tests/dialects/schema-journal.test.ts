import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { systemPrincipal } from '@common/principal'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, Project } from '@common/model'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { createMetaStore, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { createTables, type Tables } from '@main/features/tables'
import { systemClock } from '@main/lib/clock'
import { randomIds } from '@main/lib/ids'
import { metaTemplate } from '@tests/helpers/meta-template'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const folder = mkdtempSync(join(tmpdir(), 'basalt-journal-'))
const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
const opened: Database[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = '2026-01-01T00:00:00.000Z'
const project: Project = {
  id: 'p_0000',
  title: 'P',
  type: 'rest',
  source: 'builtIn',
  filename: '',
  prefix: 'nc_0000__',
  production: false,
  ownerId: 1,
  createdAt: at,
  updatedAt: at,
}
const call = { projectId: project.id, userId: 1 }

const column = (name: string, uiType: UiType, title = name): ColumnDefinition => ({
  name,
  title,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
})

interface Place {
  readonly store: MetaStore
  readonly database: Database
}

let places = 0
async function newPlace(): Promise<Place> {
  const open = async (name: string): Promise<Database> => {
    const database = await openSqlite({ threads, filename: join(folder, name), mode: 'builtIn', create: true })
    opened.push(database)
    return database
  }
  places += 1
  writeFileSync(join(folder, `meta${places}.sqlite`), await metaTemplate())
  const meta = await open(`meta${places}.sqlite`)
  const store = createMetaStore(meta, { exclusive: places % 2 === 0 })
  await store.transact([
    insertInto(metaTables.users, {
      id: 1,
      email: 'a@example.com',
      password: '',
      user_role: 'user',
      super_admin: 1,
      email_verified: 0,
      created_at: at,
      updated_at: at,
    }),
    insertInto(metaTables.projects, {
      id: project.id,
      title: project.title,
      type: project.type,
      source: project.source,
      filename: `p${places}.sqlite`,
      prefix: project.prefix,
      owner_id: 1,
      created_at: at,
      updated_at: at,
    }),
  ])
  return { store, database: await open(`p${places}.sqlite`) }
}

const tablesIn = ({ store, database }: Place) => {
  const tables = createTables({
    store,
    clock: systemClock,
    ids: randomIds,
    database: () => Promise.resolve(database),
    project: () => Promise.resolve(project),
  })
  return { ...tables, lookups: tables.catalog.as(systemPrincipal) }
}

/** Simulates a process killed at its n-th write: before the write, or after it but before its acknowledgement. */
function killedAt(place: Place, n: number, moment: 'before' | 'after'): Place {
  let writes = 0
  let dead = false
  const mortal =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>, isWrite: boolean) =>
    async (...args: A): Promise<R> => {
      if (isWrite) writes += 1
      if (isWrite && writes === n && moment === 'before') dead = true
      if (dead) throw new Error('killed')
      const result = await work(...args)
      if (isWrite && writes === n) {
        dead = true
        throw new Error('killed')
      }
      return result
    }
  const { store, database } = place
  return {
    store: {
      ...store,
      transact: mortal(store.transact, true),
      select: mortal(store.select, false) as MetaStore['select'],
      find: mortal(store.find, false) as MetaStore['find'],
    },
    database: Object.assign(Object.create(database) as Database, {
      read: mortal(database.read, false),
      changeSchema: mortal(database.changeSchema, true),
    }),
  }
}

/** Returns all that a user can see of the project's tables. */
async function seen(place: Place): Promise<unknown> {
  const { lookups: catalog } = tablesIn(place)
  const list = await catalog.list(project.id)
  return Promise.all(
    list.map(async ({ name, title, order }) => {
      const { columns } = await catalog.get(project.id, name)
      return { name, title, order, columns: columns.map(({ name, title, uiType }) => `${name} ${title} ${uiType}`) }
    }),
  )
}

async function begin(place: Place): Promise<void> {
  const { service } = tablesIn(place)
  const columns = [column('title', 'Email', 'Title'), column('pages', 'SingleLineText', 'Pages')]
  await service.create(call, { name: 'nc_0000__book', title: 'Books', columns, primaryValue: undefined })
  await place.database.transact([{ sql: `INSERT INTO nc_0000__book (pages) VALUES ('12')`, params: [] }])
}

const operations: Record<string, (tables: Tables) => Promise<unknown>> = {
  create: ({ service }) =>
    service.create(call, {
      name: 'page',
      title: 'Seiten',
      columns: [column('text', 'URL', 'Text')],
      primaryValue: 'text',
    }),
  change: ({ service }) =>
    service.changeColumns(call, 'Books', () => [
      { kind: 'change', name: 'pages', column: column('pages', 'Number', 'Seiten'), from: 'SingleLineText' },
      { kind: 'rename', name: 'title', newName: 'name', newTitle: 'Name' },
      { kind: 'add', column: column('stars', 'Rating', 'Stars') },
    ]),
  rename: ({ service }) => service.rename(call, 'Books', 'nc_0000__tome'),
  remove: ({ service }) => service.remove(call, 'Books'),
}

describe('a schema change that is cut short', () => {
  const cases = Object.keys(operations).flatMap((name) =>
    [1, 2, 3].flatMap((write) => (['before', 'after'] as const).map((moment) => ({ name, write, moment }))),
  )

  it.each(cases)('leaves all of it or nothing: $name, killed $moment write $write', async ({ name, write, moment }) => {
    const operation = operations[name]
    if (operation === undefined) throw new Error(name)
    const [clean, place] = [await newPlace(), await newPlace()]
    await begin(clean)
    await begin(place)
    const before = await seen(place)
    await operation(tablesIn(clean))
    const after = await seen(clean)
    expect(after).not.toEqual(before)

    await expect(operation(tablesIn(killedAt(place, write, moment)))).rejects.toThrow('killed')
    // The note is written first, then the database changes: from then on, the change counts as done.
    const isMade = write > 2 || (write === 2 && moment === 'after')
    expect(await seen(place)).toEqual(isMade ? after : before)
    const open = await place.store.select(metaTables.schemaChanges, `WHERE status = 'intended'`)
    expect(open).toEqual([])
    // The next change isn't blocked either.
    if (!isMade) await operation(tablesIn(place))
    expect(await seen(place)).toEqual(after)
  })

  it('leaves nothing when the database refuses it', async () => {
    const place = await newPlace()
    await begin(place)
    await place.database.transact([{ sql: `INSERT INTO nc_0000__book (title) VALUES ('x'), ('x')`, params: [] }])
    const before = await seen(place)
    const { service, lookups: catalog } = tablesIn(place)
    const unique = { ...column('title', 'URL', 'T'), unique: true }
    await expect(
      service.changeColumns(call, 'Books', () => [{ kind: 'change', name: 'title', column: unique }]),
    ).rejects.toMatchObject({ code: 'VALUE_NOT_UNIQUE' })
    expect(await seen(place)).toEqual(before)
    const rows = await place.store.select(metaTables.schemaChanges, 'ORDER BY created_at')
    expect(rows.map(({ operation, status }) => [operation, status])).toEqual([
      ['tableCreate', 'applied'],
      ['tableUpdate', 'reverted'],
    ])
    expect((await catalog.get(project.id, 'books')).columns).toHaveLength(3)
  })

  it('is not disturbed by readers while it runs', async () => {
    const place = await newPlace()
    await begin(place)
    const { service, lookups: catalog } = tablesIn(place)
    const change = service.changeColumns(call, 'Books', () => [{ kind: 'add', column: column('x', 'URL', 'X') }])
    for (let n = 0; n < 20; n += 1) {
      const { columns } = await catalog.get(project.id, 'Books')
      const added = columns.find(({ name }) => name === 'x')
      if (added !== undefined) expect(added).toMatchObject({ title: 'X', uiType: 'URL' })
    }
    await change
    expect((await catalog.get(project.id, 'Books')).columns.at(-1)).toMatchObject({ title: 'X', uiType: 'URL' })
  })
})

describe('the catalog', () => {
  it('answers the same object until something changes, and follows other servers', async () => {
    const place = await newPlace()
    await begin(place)
    const [here, elsewhere] = [tablesIn(place), tablesIn(place)]
    const first = await here.lookups.get(project.id, 'Books')
    expect(await here.lookups.get(project.id, 'NC_0000__BOOK')).toBe(first)
    await elsewhere.service.retitle(call, 'Books', 'Tomes')
    const second = await here.lookups.get(project.id, 'Tomes')
    expect(second.columns).toEqual(first.columns)
    expect(await here.lookups.find(project.id, 'Books')).toBeUndefined()
    expect(await here.lookups.get(project.id, 'Tomes')).toBe(second)
  })

  it('gives every table a title of its own', async () => {
    const place = await newPlace()
    await place.database.changeSchema(
      ['nc_0000__book', 'book', 'nc_0000__a', 'nc_9999__b'].map((name) => ({
        sql: `CREATE TABLE ${name} (id INTEGER PRIMARY KEY)`,
        params: [],
      })),
    )
    const list = await tablesIn(place).lookups.list(project.id)
    expect(list.map(({ name, title, order }) => [name, title, order])).toEqual([
      ['book', 'book', 1],
      ['nc_0000__a', 'a', 2],
      ['nc_0000__book', 'nc_0000__book', 3],
      ['nc_9999__b', 'nc_9999__b', 4],
    ])
  })

  it('names a view that has lost what it shows, and goes on with the others', async () => {
    const place = await newPlace()
    await begin(place)
    await place.database.changeSchema([
      { sql: 'CREATE TABLE gone (id)', params: [] },
      { sql: 'CREATE VIEW lost AS SELECT id FROM gone', params: [] },
      { sql: 'DROP TABLE gone', params: [] },
    ])
    const { lookups: catalog, service } = tablesIn(place)
    expect((await catalog.list(project.id)).map(({ name }) => name)).toEqual(['nc_0000__book', 'lost'])
    await expect(catalog.get(project.id, 'lost')).rejects.toMatchObject({ code: 'VIEW_INVALID' })
    // A broken view elsewhere must not block a rebuild.
    await service.changeColumns(call, 'Books', () => [
      { kind: 'change', name: 'pages', column: column('pages', 'Number'), from: 'SingleLineText' },
    ])
    await service.rename(call, 'Books', 'x')
    expect((await catalog.list(project.id)).map(({ name }) => name)).toEqual(expect.arrayContaining(['x', 'lost']))
  })
})
