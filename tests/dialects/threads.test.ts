import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Step } from '@main/db/statement'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads, type SqliteThreads, type SqliteThreadsOptions } from '@main/db/dialects/sqlite/threads'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { temporaryFolder } from './sqlite-files'

const folder = temporaryFolder()
const bigFile = folder.file('big.sqlite')
const ends: (() => Promise<void>)[] = []

async function open(
  filename: string,
  options: Partial<SqliteThreadsOptions> = {},
): Promise<{ database: Database; threads: SqliteThreads }> {
  const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...options })
  const database = await openSqlite({ threads, filename, mode: 'builtIn', create: true })
  ends.push(async () => {
    await database.close()
    await threads.close()
  })
  return { database, threads }
}

const step = (sql: string, ...params: Step['params']): Step => ({ sql, params })
const byKey = (id: number): Step => step('SELECT id FROM big WHERE id = ?', id)
/** Reads and sorts the whole table once for each of its rows: it ends when it is cancelled. */
const endlessSort = ({ dialect }: Database): Step =>
  step(
    `SELECT a.noise FROM big AS a, big AS b WHERE ${dialect.cancellation?.(null) ?? true} ORDER BY a.noise, a.id DESC LIMIT 1 OFFSET 300000`,
  )
/** Runs for about a second, without a point at which it could stop. */
const unstoppable = step(
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000000) SELECT count(*) FROM n',
)
/** For a query that is to finish: on a busy machine, a long one gets little of a processor. */
const timeoutMs = 100_000
const endless = (database: Database): Step =>
  step(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT count(*) FROM n WHERE ${database.dialect.cancellation?.(null) ?? true}`,
  )

beforeAll(() => {
  const file = new Sqlite(bigFile)
  file.pragma('journal_mode = WAL')
  file.exec(`CREATE TABLE big (id integer PRIMARY KEY, noise text);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
    INSERT INTO big SELECT i, hex(randomblob(16)) FROM n`)
  file.close()
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
afterAll(() => folder.remove())

describe('a slow query', () => {
  it('delays no short one: they are answered while two slow sorts run', async () => {
    const { database } = await open(bigFile)
    const leaving = new AbortController()
    const sort = endlessSort(database)
    const slow = [1, 2].map(() => database.read(sort, { lane: 'long', signal: leaving.signal }))
    for (let round = 0; round < 20; round++)
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => database.read(byKey(at + 1), { lane: 'short', timeoutMs })),
      )
    leaving.abort()
    expect(await Promise.allSettled(slow)).toMatchObject([1, 2].map(() => ({ status: 'rejected' })))
  })

  it('delays no write, nor the reading of what was written', async () => {
    const { database } = await open(folder.file('own.sqlite'))
    await database.changeSchema([step('CREATE TABLE t (id integer PRIMARY KEY)')])
    const leaving = new AbortController()
    const slow = [1, 2, 3].map(() => database.read(endless(database), { lane: 'long', signal: leaving.signal }))
    for (let id = 1; id <= 20; id++) {
      await database.transact([step('INSERT INTO t VALUES (?)', id)])
      expect(await database.read(step('SELECT max(id) FROM t'))).toEqual([[id]])
    }
    leaving.abort()
    expect(await Promise.allSettled(slow)).toMatchObject([1, 2, 3].map(() => ({ status: 'rejected' })))
  })

  it('that waits for a free thread is given up as quickly as one that runs', async () => {
    const { database } = await open(bigFile)
    const running = new AbortController()
    const waiting = new AbortController()
    const two = [1, 2].map(() => database.read(endless(database), { lane: 'long', signal: running.signal }))
    const third = database.read(byKey(1), { lane: 'long', signal: waiting.signal })
    waiting.abort()
    await expect(third).rejects.toMatchObject({ code: 'QUERY_CANCELLED' })
    await expect(database.read(byKey(1), { lane: 'long', timeoutMs: 50 })).rejects.toMatchObject({
      code: 'QUERY_TIMEOUT',
    })
    running.abort()
    await Promise.allSettled(two)
    expect(await database.read(byKey(1), { lane: 'long' })).toEqual([[1]])
  })

  it('that cannot be stopped leaves its caller at once and its place to others', async () => {
    const { database } = await open(bigFile, { slowReads: 1, slowReadsMost: 1 })
    const order: string[] = []
    const stuck = database.read(unstoppable, { lane: 'long', timeoutMs: 50 }).catch((error: { code: string }) => {
      order.push(error.code)
    })
    await stuck
    await database.read(byKey(1), { lane: 'long' })
    order.push('next')
    expect(order).toEqual(['QUERY_TIMEOUT', 'next'])
  })

  it('in the short lane by mistake holds others up for a moment only', async () => {
    const { database } = await open(bigFile)
    const finished: string[] = []
    const mistake = database.read(unstoppable, { lane: 'short', timeoutMs }).then(() => finished.push('mistake'))
    const others = Array.from({ length: 20 }, (_, at) =>
      database.read(byKey(at + 1), { lane: 'short', timeoutMs }).then(() => finished.push('short')),
    )
    await Promise.all([mistake, ...others])
    expect(finished.at(-1)).toBe('mistake')
    expect(await database.read(byKey(3))).toEqual([[3]])
  })

  it(
    'in the short lane that never ends leaves the lane to others and ends at its limit',
    { tags: ['nightly'] },
    async () => {
      const { database } = await open(bigFile)
      // The short lane's thread is busy with one: the next one runs in a process that can be killed.
      const mistake = database.read(unstoppable, { lane: 'short', timeoutMs })
      await database.read(byKey(1), { lane: 'short', timeoutMs })
      const forEver = step(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0`,
      )
      const outcome = database.read(forEver, { lane: 'short', timeoutMs: 5_000 }).catch((error: unknown) => error)
      for (let id = 1; id <= 20; id++)
        expect(await database.read(byKey(id), { lane: 'short', timeoutMs })).toEqual([[id]])
      expect(await outcome).toMatchObject({ code: 'QUERY_TIMEOUT' })
      await mistake
      // Now classified as long, it no longer starts in the short lane.
      await expect(database.read(forEver, { lane: 'short', timeoutMs: 50 })).rejects.toMatchObject({
        code: 'QUERY_TIMEOUT',
      })
      expect(await database.read(byKey(1), { lane: 'short', timeoutMs })).toEqual([[1]])
    },
  )

  it('that was tried as a short one begins again among the long ones, and does so at once the next time', async () => {
    const { database } = await open(bigFile)
    const leaving = new AbortController()
    const tried = endless(database)
    const options = { lane: 'likelyShort', signal: leaving.signal } as const
    const first = database.read(tried, options)
    const second = new Promise((resolve) => setImmediate(resolve)).then(() => database.read(tried, options))
    // In the short lane these would never finish; here they do.
    for (let round = 1; round <= 20; round++) expect(await database.read(byKey(round))).toEqual([[round]])
    leaving.abort()
    for (const outcome of await Promise.allSettled([first, second]))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'QUERY_CANCELLED' } })
  })

  it('that was tried as a short one is answered whole', { tags: ['nightly'] }, async () => {
    const { database } = await open(bigFile)
    const all = step(`SELECT id FROM big WHERE ${database.dialect.cancellation?.('id') ?? true} ORDER BY noise, id`)
    for (let time = 0; time < 2; time++) expect(await database.read(all, { lane: 'likelyShort' })).toHaveLength(150_000)
    expect(await database.read(byKey(3), { lane: 'likelyShort' })).toEqual([[3]])
  })

  it('of one database does not delay another that shares the threads', async () => {
    const { database, threads } = await open(bigFile)
    const other = await openSqlite({ threads, filename: folder.file('other.sqlite'), mode: 'builtIn', create: true })
    ends.push(() => other.close())
    const leaving = new AbortController()
    const slow = database.read(endless(database), { lane: 'long', signal: leaving.signal })
    await other.changeSchema([step('CREATE TABLE IF NOT EXISTS t (id integer)')])
    expect(await other.read(step('SELECT count(*) FROM t'))).toEqual([[0]])
    leaving.abort()
    await expect(slow).rejects.toMatchObject({ code: 'QUERY_CANCELLED' })
  })
})

describe('writes that share a commit', () => {
  const filename = folder.file('group.sqlite')

  async function openGroup(): Promise<Database> {
    const { database } = await open(filename)
    await database.changeSchema([
      step('DROP TABLE IF EXISTS child'),
      step('DROP TABLE IF EXISTS parent'),
      step('CREATE TABLE parent (id integer PRIMARY KEY, name text UNIQUE ON CONFLICT ROLLBACK)'),
      step(
        'CREATE TABLE child (id integer PRIMARY KEY, parent integer REFERENCES parent DEFERRABLE INITIALLY DEFERRED)',
      ),
    ])
    return database
  }
  /** Sent in one turn, so that they arrive together. */
  const together = async (database: Database, jobs: readonly (readonly Step[])[]): Promise<string[]> =>
    (await Promise.allSettled(jobs.map((steps) => database.transact(steps)))).map((result) =>
      result.status === 'fulfilled' ? 'kept' : String((result.reason as { code: string }).code),
    )
  const parent = (id: number, name: string): Step[] => [step('INSERT INTO parent VALUES (?, ?)', id, name)]

  it('stand alone when one ends the whole transaction', async () => {
    const database = await openGroup()
    const results = await together(database, [parent(1, 'a'), parent(2, 'a'), parent(3, 'b'), parent(4, 'c')])
    expect(results).toEqual(['kept', 'VALUE_NOT_UNIQUE', 'kept', 'kept'])
    expect(await database.read(step('SELECT id FROM parent ORDER BY id'))).toEqual([[1], [3], [4]])
  })

  it('stand alone when the commit finds that one points nowhere', async () => {
    const database = await openGroup()
    const child = (id: number, of: number): Step[] => [step('INSERT INTO child VALUES (?, ?)', id, of)]
    const results = await together(database, [parent(1, 'a'), child(1, 99), child(2, 1), parent(2, 'b')])
    expect(results).toEqual(['kept', 'VALUE_REFERENCE_MISSING', 'kept', 'kept'])
    expect(await database.read(step('SELECT id FROM child'))).toEqual([[2]])
  })

  it('are as many as there are', async () => {
    const database = await openGroup()
    const jobs = Array.from({ length: 3_000 }, (_, id) => parent(id, `name ${id}`))
    expect(new Set(await together(database, jobs))).toEqual(new Set(['kept']))
    expect(await database.read(step('SELECT count(*) FROM parent'))).toEqual([[3_000]])
  })

  it('keep those whose callers stayed when others leave', async () => {
    const database = await openGroup()
    const left = new AbortController()
    const jobs = Array.from({ length: 40 }, (_, id) =>
      database.transact(parent(id, `name ${id}`), id % 2 === 0 ? {} : { signal: left.signal }),
    )
    left.abort()
    const results = await Promise.allSettled(jobs)
    const stored = results.flatMap((result, id) => (result.status === 'fulfilled' ? [id] : []))
    expect(stored.filter((id) => id % 2 === 0)).toHaveLength(20)
    expect((await database.read(step('SELECT id FROM parent ORDER BY id'))).map(([id]) => id)).toEqual(stored)
  })

  it('refuse a schema change that leaves rows pointing nowhere, but not for rows that did before', async () => {
    const database = await openGroup()
    await database.transact([...parent(1, 'a'), step('INSERT INTO child VALUES (1, 1)')])
    await expect(database.changeSchema([step('DELETE FROM parent')])).rejects.toMatchObject({
      code: 'VALUE_REFERENCE_MISSING',
    })
    expect(await database.read(step('SELECT count(*) FROM parent'))).toEqual([[1]])
    const file = new Sqlite(filename)
    file.pragma('foreign_keys = OFF')
    file.exec('INSERT INTO child VALUES (2, 99)')
    file.close()
    await database.changeSchema([step('ALTER TABLE child ADD COLUMN note text')])
    await expect(database.transact([step('INSERT INTO child VALUES (3, 98, NULL)')])).rejects.toMatchObject({
      code: 'VALUE_REFERENCE_MISSING',
    })
  })
})

describe('a write that never ends', () => {
  const endlessView = `CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0`
  const trigger = `CREATE TRIGGER never AFTER INSERT ON t WHEN NEW.id > 100 BEGIN UPDATE t SET id = (SELECT count(*) FROM endless) WHERE id = NEW.id; END`

  it('is ended at its limit and rolled back, and the next write works', { tags: ['nightly'] }, async () => {
    const { database } = await open(folder.file('endless-write.sqlite'))
    await database.changeSchema([step('CREATE TABLE t (id integer PRIMARY KEY)')])
    await database.transact([step('INSERT INTO t VALUES (1)')])
    await database.changeSchema([step(endlessView), step(trigger)])
    await database.transact([step('INSERT INTO t VALUES (2)')])
    const endlessWrite = database.transact([step('INSERT INTO t VALUES (3)'), step('INSERT INTO t VALUES (101)')], {
      timeoutMs: 500,
    })
    await expect(endlessWrite).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
    await database.transact([step('INSERT INTO t VALUES (4)')])
    expect(await database.read(step('SELECT id FROM t ORDER BY id'))).toEqual([[1], [2], [4]])
    expect(await database.read(step('PRAGMA integrity_check'))).toEqual([['ok']])
  })

  it('because of a trigger that another program has just made is ended as well', async () => {
    const filename = folder.file('endless-elsewhere.sqlite')
    const { database } = await open(filename)
    await database.changeSchema([step('CREATE TABLE t (id integer PRIMARY KEY)')])
    await database.transact([step('INSERT INTO t VALUES (1)')])
    const file = new Sqlite(filename)
    file.exec(endlessView)
    file.exec(trigger)
    file.close()
    const endlessWrite = database.transact([step('INSERT INTO t VALUES (101)')], { timeoutMs: 500 })
    await expect(endlessWrite).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
    await database.transact([step('DROP TRIGGER never')])
    await database.transact([step('INSERT INTO t VALUES (102)')])
    expect(await database.read(step('SELECT id FROM t ORDER BY id'))).toEqual([[1], [102]])
  })
})

describe('a thread that dies', () => {
  /**
   * Returns the real worker with a statement that ends the thread like a fault in native code, once per created file.
   */
  function fatalWorker(): Pick<SqliteThreadsOptions, 'workerUrl' | 'processUrl'> & { always: string; once: string } {
    const marker = folder.file(`died-${Math.random()}`)
    const script = folder.file(`worker-${Math.random()}.mjs`)
    const driver = pathToFileURL(`${process.cwd()}/node_modules/better-sqlite3/lib/index.js`)
    writeFileSync(
      script,
      `import { existsSync, rmSync, writeFileSync } from 'node:fs'
       import Sqlite from ${JSON.stringify(driver.href)}
       const prepare = Sqlite.prototype.prepare
       Sqlite.prototype.prepare = function (sql) {
         if (sql.includes('die always')) process.exit(1)
         if (sql.includes('die once') && !existsSync(${JSON.stringify(marker)})) {
           writeFileSync(${JSON.stringify(marker)}, '')
           process.exit(1)
         }
         return prepare.call(this, sql)
       }
       await import(${JSON.stringify(sqliteWorkerUrl.href)})`,
    )
    return {
      workerUrl: pathToFileURL(script),
      processUrl: new URL('./sqlite-process.js', sqliteWorkerUrl),
      always: '/* die always */',
      once: '/* die once */',
    }
  }

  it.each(['short', 'long'] as const)('is replaced: reads of the %s lane are asked again, once', async (lane) => {
    const fatal = fatalWorker()
    const { database } = await open(folder.file('dying.sqlite'), fatal)
    const others = Array.from({ length: 10 }, () => database.read(step('SELECT 2'), { lane }))
    expect(await database.read(step(`SELECT 1 ${fatal.once}`), { lane })).toEqual([[1]])
    expect(await Promise.all(others)).toEqual(others.map(() => [[2]]))
    await expect(database.read(step(`SELECT 1 ${fatal.always}`), { lane })).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    })
    expect(await database.read(step('SELECT 3'), { lane })).toEqual([[3]])
  })

  it('fails its writes, which are not tried again, and the next one works', async () => {
    const fatal = fatalWorker()
    const { database } = await open(folder.file('dying-writer.sqlite'), fatal)
    await database.changeSchema([step('CREATE TABLE t (id integer PRIMARY KEY)')])
    await expect(
      database.transact([step('INSERT INTO t VALUES (1)'), step(`INSERT INTO t VALUES (2) ${fatal.once}`)]),
    ).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await database.transact([step('INSERT INTO t VALUES (3)')])
    expect(await database.read(step('SELECT id FROM t'))).toEqual([[3]])
  })

  it('before it has begun says so to everyone', async () => {
    const threads = createSqliteThreads({ workerUrl: pathToFileURL(folder.file('nowhere.mjs')) })
    const opening = openSqlite({ threads, filename: folder.file('never.sqlite'), mode: 'builtIn', create: true })
    await expect(opening).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await threads.close()
  })
})

describe('threads', () => {
  it('end when they are idle, closing their connections, and are there again when needed', async () => {
    const filename = folder.file('idle.sqlite')
    const { database } = await open(filename, { idleMs: 200 })
    await database.changeSchema([step('CREATE TABLE t (id integer)')])
    await database.transact([step('INSERT INTO t VALUES (1)')])
    expect(existsSync(`${filename}-wal`)).toBe(true)
    // The last connection removes the write-ahead log.
    await expect.poll(() => existsSync(`${filename}-wal`), { timeout: 20_000 }).toBe(false)
    expect(await database.read(step('SELECT id FROM t'))).toEqual([[1]])
    await database.transact([step('INSERT INTO t VALUES (2)')])
    expect(await database.read(step('SELECT count(*) FROM t'))).toEqual([[2]])
  })

  it('refuse what comes after they were closed, and finish what came before', async () => {
    const { database, threads } = await open(folder.file('closing.sqlite'))
    await database.changeSchema([step('CREATE TABLE IF NOT EXISTS t (id integer)')])
    const writing = database.transact([step('INSERT INTO t VALUES (1)')])
    const closing = database.close()
    await expect(database.read(step('SELECT 1'))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(await writing).toEqual([{ changes: 1, rows: [] }])
    await closing
    await threads.close()
    await expect(
      openSqlite({ threads, filename: folder.file('closing.sqlite'), mode: 'builtIn' }),
    ).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })

  it('stop what still reads a while after its database was closed', async () => {
    const { database } = await open(folder.file('closing-slowly.sqlite'))
    const reading = database.read(endless(database), { lane: 'long' })
    const outcome = reading.catch((error: unknown) => error)
    await database.close()
    expect(await outcome).toMatchObject({ code: 'QUERY_CANCELLED' })
  })

  it('begin no file anew that has disappeared', async () => {
    const filename = folder.file('disappeared.sqlite')
    const { database } = await open(filename)
    rmSync(filename)
    await expect(database.transact([step('CREATE TABLE t (id integer)')])).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    })
    expect(existsSync(filename)).toBe(false)
  })

  it('fail only the job whose value cannot be sent', async () => {
    const { database } = await open(folder.file('values.sqlite'))
    const strange = (() => 1) as unknown as string
    const results = await Promise.allSettled([
      database.read(step('SELECT 1')),
      database.read(step('SELECT ?', strange)),
      database.read(step('SELECT 2')),
    ])
    expect(results).toMatchObject([{ value: [[1]] }, { reason: { code: 'INTERNAL' } }, { value: [[2]] }])
  })
})
