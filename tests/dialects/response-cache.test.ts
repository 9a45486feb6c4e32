import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ReadCall } from '@main/dataapi/run/read-call'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { tableIndex } from '@main/dataapi/plan/columns'
import { createReads, type Reads } from '@main/dataapi/run/reads'
import { createTableSizes } from '@main/dataapi/run/table-sizes'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { systemClock } from '@main/lib/clock'
import { wholeSight } from '@common/principal/sight'
import { tableOf } from '@tests/helpers/test-database'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { until } from '@tests/helpers/until'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { temporaryFolder } from './sqlite-files'

const folder = temporaryFolder()
const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
let filename: string
let database: Database
let reads: Reads
/** Questions that went to the database. */
let asked: number
/** The statements of lists, and how often a whole order was read. */
let statements: string[]
let orders: number
let files = 0

/** How the file that is opened in place is written; undefined for a file of ours. */
let journal: 'WAL' | 'DELETE' | undefined

afterAll(async () => {
  await threads.close()
  folder.remove()
})

const callOf = (table: Table): ReadCall => ({
  projectId: 'p',
  database,
  index: tableIndex(wholeSight(table)),
  tableNamed: async (name) => wholeSight(await tableOf(database, name)),
  signal: new AbortController().signal,
})
const textOf = (answer: Uint8Array | string): string =>
  typeof answer === 'string' ? answer : new TextDecoder().decode(answer)
const list = async (table: Table, query = ''): Promise<string> =>
  textOf(await reads.list(callOf(table), new URLSearchParams(query)))
const countOf = async (call: ReadCall, query: Iterable<readonly [string, string]>): Promise<unknown> =>
  (JSON.parse(textOf(await reads.count(call, query))) as { count: unknown }).count
const idsOf = (text: string): unknown => (JSON.parse(text) as { id: number }[]).map(({ id }) => id)

/** Another program, with a connection of its own. */
function otherProcess(sql: string): void {
  const code = `new (require('better-sqlite3'))(${JSON.stringify(filename)}).exec(${JSON.stringify(sql)})`
  execFileSync(process.execPath, ['-e', code], { cwd: process.cwd() })
}

describe.each([['a file of ours'], ['a file in place, WAL'], ['a file in place, DELETE']])('%s', (kind) => {
  beforeEach(async () => {
    journal = (['WAL', 'DELETE'] as const).find((mode) => kind.endsWith(mode))
    filename = folder.file(`kept-${++files}.sqlite`)
    if (journal !== undefined) {
      const file = new Sqlite(filename)
      file.pragma(`journal_mode = ${journal}`)
      file.exec('CREATE TABLE theirs_first (id integer)')
      file.close()
    }
    const opened = await openSqlite({
      threads,
      filename,
      mode: journal === undefined ? 'builtIn' : 'inPlace',
      create: true,
    })
    await opened.changeSchema([
      { sql: 'CREATE TABLE t (id integer PRIMARY KEY, name text, other integer REFERENCES other (id))', params: [] },
      { sql: 'CREATE TABLE other (id integer PRIMARY KEY, name text)', params: [] },
      { sql: 'CREATE VIEW v AS SELECT id, random() AS chance FROM t', params: [] },
      { sql: `INSERT INTO t VALUES (1, 'one', NULL), (2, 'two', NULL)`, params: [] },
    ])
    asked = 0
    orders = 0
    statements = []
    database = {
      ...opened,
      dialect: opened.dialect,
      read: (...of) => (asked++, opened.read(...of)),
      readJson: (...of) => {
        asked++
        statements.push(of[0].sql)
        return opened.readJson(...of)
      },
      ...(opened.readKeys && {
        readKeys: async (...of) => {
          const keys = await opened.readKeys?.(...of)
          orders++
          return keys
        },
      }),
    }
    // Reads the version as a request does first: from then on it is known immediately.
    await database.schemaVersion()
    reads = createReads(createTableSizes(systemClock))
  })
  afterEach(() => database.close())
  describe('versions', () => {
    it('change with every commit of another process, that of the schema only with the schema', async () => {
      const [rows, schema] = [database.versionNow?.(), await database.schemaVersion()]
      expect([database.versionNow?.(), await database.dataVersion()]).toEqual([rows, rows])
      otherProcess(`INSERT INTO t (name) VALUES ('theirs')`)
      expect(database.versionNow?.()).not.toBe(rows)
      expect(await database.schemaVersion()).toBe(schema)
      otherProcess('CREATE TABLE theirs (id integer)')
      expect(await database.schemaVersion()).not.toBe(schema)
    })

    it('are unknown of a database that is closed', async () => {
      expect(database.versionNow?.()).toBeTypeOf('string')
      await database.close()
      expect(database.versionNow?.()).toBeUndefined()
      await expect(database.schemaVersion()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    })
  })

  describe('an answer that was asked for before', () => {
    it('is given again without asking the database, while nothing is written', async () => {
      const table = await tableOf(database, 't')
      const first = await list(table, 'limit=5')
      await list(table, 'limit=5')
      await countOf(callOf(table), [])
      await countOf(callOf(table), [])
      asked = 0
      expect(await list(table, 'limit=5')).toBe(first)
      expect(await countOf(callOf(table), [])).toBe(2)
      expect(asked).toBe(0)
      expect(idsOf(await list(table, 'limit=1'))).toEqual([1])
      expect(idsOf(await list(table, 'limit=5&sort=-id'))).toEqual([2, 1])
      expect(idsOf(await list(table, 'limit=5&offset=1'))).toEqual([2])
      expect(asked).toBeGreaterThan(0)
    })

    it('is never old: every write of ours shows in the next one', async () => {
      const table = await tableOf(database, 't')
      for (let id = 3; id < 40; id++) {
        await database.transact([{ sql: 'INSERT INTO t (id, name) VALUES (?, ?)', params: [id, `row ${id}`] }])
        expect(await countOf(callOf(table), [])).toBe(id)
        expect(await countOf(callOf(table), [])).toBe(id)
        expect(await countOf(callOf(table), [])).toBe(id)
        expect(idsOf(await list(table, 'limit=1&sort=-id'))).toEqual([id])
      }
    })

    it('is never old: what another process writes shows in the next one', async () => {
      const table = await tableOf(database, 't')
      for (let id = 3; id < 7; id++) {
        for (let time = 0; time < 3; time++) await list(table)
        otherProcess(`INSERT INTO t (id, name) VALUES (${id}, 'theirs')`)
        expect(idsOf(await list(table))).toContain(id)
      }
      for (let time = 0; time < 3; time++) await list(table)
      otherProcess('DELETE FROM t; DROP TABLE other; VACUUM')
      expect(await list(table)).toBe('[]')
    })

    it('is not given while another process writes in the middle of the question', async () => {
      const table = await tableOf(database, 't')
      const slow = { ...database }
      for (let time = 0; time < 3; time++) {
        const call = { ...callOf(table), database: { ...slow, readJson: lateRead(slow) } }
        await reads.list(call, new URLSearchParams('limit=7'))
      }
      expect(idsOf(await list(table, 'limit=7'))).toEqual(idsOf(await list(table, 'limit=8')))
    })

    /** The write follows the read of the rows: the response is stale when it enters the cache. */
    const lateRead =
      (of: Database): Database['readJson'] =>
      async (...question) => {
        const answer = await of.readJson(...question)
        await of.transact([{ sql: `INSERT INTO t (name) VALUES ('late')`, params: [] }])
        return answer
      }

    it('belongs to the table as it was described: another title makes another answer', async () => {
      const table = await tableOf(database, 't')
      for (let time = 0; time < 3; time++) await list(table)
      const renamed = {
        ...table,
        columns: table.columns.map((column) => (column.name === 'name' ? { ...column, title: 'Title' } : column)),
      }
      expect(await list(renamed)).toContain('"Title":"one"')
    })

    it('is asked anew where it may change by itself: views, and formulas that tell the time', async () => {
      const view = await tableOf(database, 'v')
      const answers = new Set<string>()
      for (let time = 0; time < 4; time++) answers.add(await list(view))
      expect(answers.size).toBe(4)

      const table = await tableOf(database, 't')
      const now: VirtualColumn = { kind: 'formula', id: 'f', title: 'Now', order: 9, formula: 'now()' } as VirtualColumn
      const withFormula = { ...table, virtualColumns: [now] }
      for (let time = 0; time < 3; time++) await list(withFormula)
      asked = 0
      await list(withFormula)
      expect(asked).toBe(1)
    })
  })

  describe('the order of a list that is sorted or skipped without an index', () => {
    const rowCount = 12_000
    /** Keys in order, as SQLite finds them by itself. */
    const expected = async (order: string, offset: number, where = 'true'): Promise<unknown> =>
      (
        await database.read({
          sql: `SELECT id FROM t WHERE ${where} ORDER BY ${order} LIMIT 25 OFFSET ${offset}`,
          params: [],
        })
      ).map(([id]) => id)
    const page = async (table: Table, query: string): Promise<unknown> => idsOf(await list(table, query))
    const isByKeys = (): boolean => statements.at(-1)?.includes(' IN (') === true

    async function filled(): Promise<Table> {
      const names = 'WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
      const sql = `INSERT INTO t (id, name) ${names} SELECT i, 'row ' || (i * 7919 % 1000) FROM n`
      await database.transact([{ sql, params: [rowCount] }])
      return tableOf(database, 't')
    }
    /** Requests different pages until one is served from cached keys. */
    async function untilCached(table: Table, query: string): Promise<void> {
      let offset = 5_000
      await until(async () => {
        await list(table, `${query}&offset=${offset++}`)
        return isByKeys()
      })
    }

    it('is found out once, and every page is then its rows by their keys', async () => {
      const table = await filled()
      await untilCached(table, 'sort=name')
      for (const offset of [0, 1, 400, 6_000, rowCount - 3, rowCount + 5])
        expect(await page(table, `sort=name&offset=${offset}`)).toEqual(await expected('name, id', offset))
      expect(orders).toBe(1)
      await untilCached(table, 'limit=25')
      expect(await page(table, 'offset=11000')).toEqual(await expected('id', 11_000))
      await untilCached(table, 'where=(name,like,%2525)&sort=-name')
      expect(await page(table, 'where=(name,like,%2525)&sort=-name&offset=30')).toEqual(
        await expected('name DESC, id DESC', 30, `name LIKE '%25'`),
      )
      expect(isByKeys()).toBe(true)
    })

    it('is never old: what is written, by us or by others, is in its place in the next page', async () => {
      const table = await filled()
      await untilCached(table, 'sort=name')
      await database.transact([{ sql: `INSERT INTO t (id, name) VALUES (-1, ' first')`, params: [] }])
      expect(await page(table, 'sort=name&limit=1')).toEqual([-1])
      await untilCached(table, 'sort=name')
      otherProcess(`INSERT INTO t (id, name) VALUES (-2, '  before')`)
      expect(await page(table, 'sort=name&limit=2')).toEqual([-2, -1])
      await untilCached(table, 'sort=name')
      otherProcess(`DELETE FROM t WHERE id < 0`)
      expect(await page(table, 'sort=name&limit=25')).toEqual(await expected('name, id', 0))
    })
  })
})

describe('while another program writes and replaces the file all the time', () => {
  /**
   * Writes rising numbers into every row and prints each after its commit. Sometimes it writes a new file and renames
   * it over the old one.
   */
  const writer = (): string => `
    const Sqlite = require('better-sqlite3'), fs = require('node:fs'), filename = ${JSON.stringify('FILE')}
    const open = (name) => { const db = new Sqlite(name, { timeout: 10000 }); db.pragma('journal_mode = JOURNAL'); return db }
    let db = open(filename), n = 10
    const say = () => fs.writeSync(1, n + '\\n')
    const next = () => {
      n += 1
      if (n % 20 === 0 && REPLACES) {
        for (const end of ['', '-wal', '-shm']) fs.rmSync(filename + '.new' + end, { force: true })
        db.exec('VACUUM INTO ' + "'" + filename + ".new'")
        db.close()
        db = open(filename + '.new')
        db.prepare('UPDATE t SET n = ?').run(n)
        db.close()
        // As SQLite asks of programs that replace a file: its log would be applied to the new one.
        for (const end of ['-wal', '-shm']) fs.rmSync(filename + end, { force: true })
        fs.renameSync(filename + '.new', filename)
        db = open(filename)
      } else db.prepare('UPDATE t SET n = ?').run(n)
      say()
      setTimeout(next, n % 7)
    }
    next()`

  it.each([
    ['WAL', true],
    ['DELETE', true],
    ['WAL', false],
  ] as const)(
    'no answer is older than what it had committed before the question (%s, replaces: %s)',
    async (mode, replaces) => {
      const name = folder.file(`storm-${++files}.db`)
      const file = new Sqlite(name)
      file.pragma(`journal_mode = ${mode}`)
      file.exec('CREATE TABLE t (id integer PRIMARY KEY, n integer)')
      const insert = file.prepare('INSERT INTO t VALUES (?, 10)')
      for (let id = 1; id <= 200; id++) insert.run(id)
      file.close()
      const opened = await openSqlite({ threads, filename: name, mode: 'inPlace' })
      await opened.schemaVersion()
      const table = await tableOf(opened, 't')
      const ours = createReads(createTableSizes(systemClock))
      const call = { ...callOf(table), database: opened, tableNamed: async () => undefined }
      const script = writer().replace('FILE', name).replace('JOURNAL', mode).replace('REPLACES', String(replaces))
      const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
      let committed = 10
      other.stdout.on('data', (said: Buffer) => (committed = Number(said.toString().trim().split('\n').at(-1))))
      try {
        const last = 10 + 150
        for (let question = 0; committed < last; question++) {
          const before = committed
          const read = [
            async () => listed(await ours.list(call, new URLSearchParams('limit=2&fields=n'))),
            async () => listed(await ours.list(call, new URLSearchParams('sort=-n&limit=3&fields=n'))),
            async () => counted(await ours.count(call, new URLSearchParams('where=(n,gt,0)'))),
          ][question % 3]
          const { low, rows } = (await read?.()) ?? { low: 0, rows: 0 }
          expect(rows).toBeGreaterThan(0)
          // A count holds no number of its own; the lists do.
          if (low !== undefined) expect(low).toBeGreaterThanOrEqual(before)
          // Lets the other program's numbers arrive.
          await new Promise((resolve) => setImmediate(resolve))
        }
      } finally {
        other.kill('SIGKILL')
        await once(other, 'exit')
        await opened.close()
      }
    },
    120_000,
  )

  const listed = (answer: Uint8Array | string): { low: number | undefined; rows: number } => {
    const rows = JSON.parse(textOf(answer)) as { n: number }[]
    return { low: Math.min(...rows.map(({ n }) => n)), rows: rows.length }
  }
  const counted = (answer: Uint8Array): { low: number | undefined; rows: number } => ({
    low: undefined,
    rows: (JSON.parse(textOf(answer)) as { count: number }).count,
  })
})
