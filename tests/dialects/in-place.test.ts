import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { OpenSqliteOptions } from '@main/db/dialects/sqlite/open-options'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { temporaryFolder } from './sqlite-files'

const folder = temporaryFolder()
const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
const opened: Database[] = []

async function open(filename: string, options: Partial<OpenSqliteOptions> = {}): Promise<Database> {
  const database = await openSqlite({ threads, filename, mode: 'inPlace', ...options })
  opened.push(database)
  return database
}

const sql = (text: string) => ({ sql: text, params: [] })
const scalar = async (database: Database, text: string, lane: 'short' | 'long' = 'short'): Promise<unknown> =>
  (await database.read(sql(text), { lane }))[0]?.[0]
const hash = (filename: string): string => createHash('sha256').update(readFileSync(filename)).digest('hex')
let files = 0

/** Returns a file that another program created. */
function theirFile(journalMode: 'DELETE' | 'WAL' | 'TRUNCATE'): string {
  const place = folder.file(`their-${++files}`)
  mkdirSync(place)
  const filename = `${place}/theirs.db`
  const file = new Sqlite(filename)
  file.pragma(`journal_mode = ${journalMode}`)
  file.exec(`CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'one'), (2, 'two')`)
  file.close()
  return filename
}
const beside = (filename: string): string[] => readdirSync(filename.replace(/[^/]*$/, ''))

/** Another program that writes, or holds a lock until it is killed. */
function otherProcess(filename: string, script: string): string {
  const code = `const db = new (require('better-sqlite3'))(${JSON.stringify(filename)}); ${script}`
  return execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', cwd: process.cwd() })
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(async () => {
  await threads.close()
  folder.remove()
})

describe("somebody else's file", () => {
  it.each(['DELETE', 'TRUNCATE', 'WAL'] as const)('in %s mode keeps every byte when it is read', async (mode) => {
    const filename = theirFile(mode)
    const before = hash(filename)
    const files = beside(filename)
    const database = await open(filename)
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(2)
    expect(await scalar(database, 'SELECT name FROM t WHERE id = 2', 'long')).toBe('two')
    await database.schemaVersion()
    await database.dataVersion()
    expect(hash(filename)).toBe(before)
    await database.close()
    expect(hash(filename)).toBe(before)
    expect(beside(filename)).toEqual(files)
  })

  it.each(['DELETE', 'WAL'] as const)('in %s mode stays in it when it is written', async (mode) => {
    const filename = theirFile(mode)
    const database = await open(filename)
    await database.transact([sql(`INSERT INTO t VALUES (3, 'three')`)])
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(3)
    await database.close()
    expect(beside(filename)).toEqual(['theirs.db'])
    const file = new Sqlite(filename)
    expect(file.pragma('journal_mode', { simple: true })).toBe(mode.toLowerCase())
    expect(file.prepare('SELECT count(*) FROM t').pluck().get()).toBe(3)
    file.close()
  })

  it('is safe from power cuts and broken references, and its schema may call nothing harmful', async () => {
    const database = await open(theirFile('DELETE'))
    for (const lane of ['short', 'long'] as const) {
      expect(await scalar(database, 'PRAGMA foreign_keys', lane)).toBe(1)
      expect(await scalar(database, 'PRAGMA trusted_schema', lane)).toBe(0)
    }
    const results = await database.transact(
      ['synchronous', 'foreign_keys', 'trusted_schema'].map((name) => ({ ...sql(`PRAGMA ${name}`), returns: true })),
    )
    expect(results.map(({ rows }) => rows[0]?.[0])).toEqual([2, 1, 0])
  })

  it('cannot be written through a read', async () => {
    const database = await open(theirFile('DELETE'))
    for (const lane of ['short', 'long'] as const)
      await expect(database.read(sql('DELETE FROM t RETURNING id'), { lane })).rejects.toMatchObject({
        code: 'DATABASE_READ_ONLY',
      })
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(2)
  })

  it('opened read-only refuses writes', async () => {
    const database = await open(theirFile('DELETE'), { readOnly: true })
    await expect(database.transact([sql('DELETE FROM t')])).rejects.toMatchObject({ code: 'DATABASE_READ_ONLY' })
    await expect(database.changeSchema([sql('DROP TABLE t')])).rejects.toMatchObject({ code: 'DATABASE_READ_ONLY' })
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(2)
  })

  it.each(['DELETE', 'WAL'] as const)('in %s mode: what another program writes is noticed', async (mode) => {
    const filename = theirFile(mode)
    const database = await open(filename)
    const [data, schema] = [await database.dataVersion(), await database.schemaVersion()]
    otherProcess(filename, `db.exec("INSERT INTO t VALUES (3, 'three')")`)
    const later = await database.dataVersion()
    expect(later).not.toBe(data)
    expect(await database.dataVersion()).toBe(later)
    expect(await database.schemaVersion()).toBe(schema)
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(3)
    otherProcess(filename, 'db.exec("ALTER TABLE t ADD COLUMN note text")')
    expect(await database.schemaVersion()).not.toBe(schema)
    expect(await database.read(sql('SELECT * FROM t WHERE id = 1'))).toEqual([[1, 'one', null]])
  })

  it('whose writer was killed is put right and read', async () => {
    const filename = theirFile('DELETE')
    // Killed with its changes half in the file, and a journal that undoes them.
    const script = `db.pragma('cache_size = 5'); db.exec("BEGIN; UPDATE t SET name = 'lost'");
      db.exec("WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t SELECT i, hex(randomblob(20)) FROM n");
      process.kill(process.pid, 'SIGKILL')`
    expect(() => otherProcess(filename, script)).toThrow()
    expect(existsSync(`${filename}-journal`)).toBe(true)
    const database = await open(filename)
    expect(await database.read(sql('SELECT * FROM t'))).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
  })
})

describe.each(['DELETE', 'WAL'] as const)('a file in %s mode that another program replaces by renaming', (mode) => {
  /** Replaces a file by renaming a new one over it, like sync tools, git and many editors. */
  const replace = (filename: string, rows: string): void =>
    void otherProcess(
      `${filename}.new`,
      `db.pragma('journal_mode = ${mode}');
       db.exec("CREATE TABLE t (id integer PRIMARY KEY, name text, added text); INSERT INTO t (id, name) VALUES ${rows}");
       db.close(); require('node:fs').renameSync(${JSON.stringify(`${filename}.new`)}, ${JSON.stringify(filename)})`,
    )
  const names = async (database: Database, lane?: 'long'): Promise<unknown> =>
    (await database.read(sql('SELECT name FROM t ORDER BY id'), lane && { lane })).map(([name]) => name)

  it('is read and written as it is now, in every lane, and never half old and half new', async () => {
    const filename = theirFile(mode)
    const database = await open(filename)
    await database.transact([sql(`INSERT INTO t VALUES (3, 'three')`)])
    expect(await names(database, 'long')).toEqual(['one', 'two', 'three'])
    for (let round = 1; round <= 3; round++) {
      const [version, schema] = [database.versionNow?.(), await database.schemaVersion()]
      replace(filename, `(1, 'new ${round}'), (2, 'other')`)
      expect(await names(database)).toEqual([`new ${round}`, 'other'])
      expect(await names(database, 'long')).toEqual([`new ${round}`, 'other'])
      expect(database.versionNow?.()).not.toBe(version)
      expect(await database.schemaVersion()).not.toBe(schema)
      await database.transact([sql(`UPDATE t SET name = 'ours ${round}' WHERE id = 2`)])
      expect(await names(database)).toEqual([`new ${round}`, `ours ${round}`])
    }
    // Our writes are in the current file, and no row of the old ones is.
    const seen = otherProcess(
      filename,
      `console.log(db.pragma('integrity_check', { simple: true }),
      db.prepare('SELECT group_concat(name) FROM t').pluck().get())`,
    )
    expect(seen.trim()).toBe('ok new 3,ours 3')
    await database.close()
    expect(beside(filename)).toEqual(['theirs.db'])
  })

  it('keeps what is being written out of the old one', async () => {
    const filename = theirFile(mode)
    const database = await open(filename)
    await database.read(sql('SELECT 1'))
    const many = {
      ...sql(''),
      sql: 'INSERT INTO t (name) VALUES (?)',
      batch: Array.from({ length: 60_000 }, () => ['x']),
    }
    const writing = database.transact([many])
    replace(filename, `(1, 'new')`)
    expect((await writing)[0]?.changes).toBe(60_000)
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(60_001)
  })

  it('fails reads and writes alike while it is gone, and is back by itself', async () => {
    const filename = theirFile(mode)
    const database = await open(filename)
    await database.transact([sql(`INSERT INTO t VALUES (3, 'three')`)])
    renameSync(filename, `${filename}.away`)
    const gone = {
      code: 'DATABASE_UNAVAILABLE',
      details: { reason: { key: 'connectionFailures.fileMissing', params: { fileName: 'theirs.db' } } },
    }
    for (const lane of ['short', 'long'] as const)
      await expect(database.read(sql('SELECT 1'), { lane })).rejects.toMatchObject(gone)
    await expect(database.transact([sql(`INSERT INTO t VALUES (4, 'four')`)])).rejects.toMatchObject(gone)
    await expect(database.schemaVersion()).rejects.toMatchObject(gone)
    expect(database.versionNow?.()).toBeUndefined()
    expect(existsSync(filename)).toBe(false)
    renameSync(`${filename}.away`, filename)
    expect(await names(database)).toEqual(['one', 'two', 'three'])
    rmSync(filename)
    await expect(database.read(sql('SELECT 1'))).rejects.toMatchObject(gone)
    replace(filename, `(1, 'new')`)
    expect(await names(database)).toEqual(['new'])
    await database.transact([sql(`INSERT INTO t (name) VALUES ('more')`)])
    expect(await names(database, 'long')).toEqual(['new', 'more'])
  })
})

describe('a file that another program has locked', () => {
  /** By a process: a lock of this one would be lost when any of its threads closes the file. */
  async function lock(filename: string): Promise<() => Promise<void>> {
    const code = `const db = new (require('better-sqlite3'))(${JSON.stringify(filename)});
      db.exec('BEGIN EXCLUSIVE'); console.log('locked'); process.stdin.on('data', () => process.exit())`
    const other = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(other, 'exit')
    await once(other.stdout, 'data')
    return async () => {
      other.stdin.write('unlock')
      await ended
    }
  }

  it('cannot be opened', async () => {
    const filename = theirFile('DELETE')
    const unlock = await lock(filename)
    await expect(open(filename)).rejects.toMatchObject({ code: 'DATABASE_FILE_IN_USE' })
    await unlock()
    expect(await scalar(await open(filename), 'SELECT count(*) FROM t')).toBe(2)
  })

  it('is waited for without delaying other databases', async () => {
    const filename = theirFile('DELETE')
    const [locked, free] = [await open(filename), await open(theirFile('DELETE'))]
    const unlock = await lock(filename)
    const finished: string[] = []
    const waiting = scalar(locked, 'SELECT count(*) FROM t').then((count) => finished.push(`locked ${String(count)}`))
    for (let round = 0; round < 10; round++) await scalar(free, 'SELECT count(*) FROM t')
    finished.push('free')
    await unlock()
    await waiting
    expect(finished).toEqual(['free', 'locked 2'])
  })

  it('is busy when that takes too long', async () => {
    const filename = theirFile('DELETE')
    const database = await open(filename)
    const unlock = await lock(filename)
    const [reading, writing] = await Promise.allSettled([
      scalar(database, 'SELECT count(*) FROM t'),
      database.transact([sql('DELETE FROM t')]),
    ])
    await unlock()
    expect(reading).toMatchObject({ reason: { code: 'DATABASE_BUSY' } })
    expect(writing).toMatchObject({ reason: { code: 'DATABASE_BUSY' } })
    expect(await scalar(database, 'SELECT count(*) FROM t')).toBe(2)
  })
})

describe('what is no database', () => {
  it('is refused and left as it is', async () => {
    const text = folder.file('notes.txt')
    writeFileSync(text, 'Nothing to see here, and more than sixteen bytes of it.')
    await expect(open(text)).rejects.toMatchObject({ code: 'DATABASE_FILE_INVALID' })
    expect(readFileSync(text, 'utf8')).toContain('Nothing to see here')
    const short = folder.file('short.db')
    writeFileSync(short, 'SQLite')
    await expect(open(short)).rejects.toMatchObject({ code: 'DATABASE_FILE_INVALID' })
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'DATABASE_FILE_INVALID' })
  })

  it('is not made by opening it, in either mode, unless asked', async () => {
    const missing = folder.file('missing.db')
    await expect(open(missing)).rejects.toMatchObject({ code: 'DATABASE_FILE_NOT_FOUND' })
    await expect(open(missing, { mode: 'builtIn' })).rejects.toMatchObject({ code: 'DATABASE_FILE_NOT_FOUND' })
    await expect(open(folder.file('no/folder/x.db'), { mode: 'builtIn', create: true })).rejects.toMatchObject({
      code: 'DATABASE_FILE_NOT_FOUND',
    })
    expect(existsSync(missing)).toBe(false)
  })

  it('because it is damaged says so, and is left as it is', async () => {
    const filename = theirFile('DELETE')
    const file = new Sqlite(filename)
    const page = file.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 't'`).pluck().get() as number
    file.close()
    const bytes = readFileSync(filename)
    bytes.fill(0xff, (page - 1) * 4_096, page * 4_096)
    writeFileSync(filename, bytes)
    const database = await open(filename)
    await expect(scalar(database, 'SELECT count(*) FROM t')).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' })
    expect(readFileSync(filename).equals(bytes)).toBe(true)
    // The first page holds the schema: without it, the file is no database at all.
    bytes.fill(0xff, 100, 4_096)
    writeFileSync(filename, bytes)
    await expect(open(filename)).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' })
    expect(readFileSync(filename).equals(bytes)).toBe(true)
  })
})
