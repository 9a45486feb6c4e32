import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { Statement, Step } from '@main/db/statement'

/** The database of the shared suite, and how to remove it. */
export interface SuiteDatabase {
  readonly database: Database
  readonly drop: () => Promise<void>
}

/** Native types of the suite's tables that differ by engine. */
export interface SuiteTypes {
  readonly key: string
  readonly bytes: string
  readonly float: string
  readonly boolean: string
  /** Type of a foreign-key column; default: `integer`. */
  readonly reference?: string
  /** Target type of text casts; default: `text`. */
  readonly text?: string
  /** An endless query of one number, for engines whose limits end the suite's own query. */
  readonly endless?: string
}

const maxSafe = Number.MAX_SAFE_INTEGER

/** Tests the behaviour that all databases share. */
export function describeDatabase(types: SuiteTypes, open: () => Promise<SuiteDatabase>): void {
  let opened: SuiteDatabase
  let database: Database

  /** Statements are written with `?`. */
  const statement = (sql: string, ...params: StoredValue[]): Statement => {
    let n = 0
    return { sql: sql.replaceAll('?', () => database.dialect.placeholder(++n)), params }
  }
  const name = (text: string): string => database.dialect.quote(text)
  const read = (sql: string, ...params: StoredValue[]): Promise<StoredValue[][]> =>
    database.read(statement(sql, ...params))
  const write = (...steps: Step[]) => database.transact(steps)
  const json = async (sql: string, shape: Parameters<Database['readJson']>[1]): Promise<string> =>
    Buffer.from(await database.readJson(statement(sql), shape)).toString('utf8')
  const people = async (): Promise<StoredValue[]> =>
    (await read('SELECT name FROM people ORDER BY id')).map(([name]) => name ?? null)
  const addPerson = (name: string | null): Statement => statement('INSERT INTO people (name) VALUES (?)', name)
  /** Returns a statement that runs far longer than any test, and can be stopped. */
  const endless = (): Statement =>
    statement(
      types.endless ??
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT count(*) FROM n WHERE ${database.dialect.cancellation?.(null) ?? 'i > 0'}`,
    )

  beforeAll(async () => {
    opened = await open()
    database = opened.database
    await database.changeSchema([
      statement(
        `CREATE TABLE people (id ${types.key}, name varchar(200) NOT NULL UNIQUE, age integer CHECK (age >= 0))`,
      ),
      statement(
        `CREATE TABLE seats (house integer, ${name('row')} integer, person ${types.reference ?? 'integer'}, PRIMARY KEY (house, ${name('row')}), FOREIGN KEY (person) REFERENCES people (id))`,
      ),
      statement(
        `CREATE TABLE things (id integer PRIMARY KEY, big bigint, price ${types.float}, label varchar(200), done ${types.boolean}, data ${types.bytes})`,
      ),
    ])
  })
  afterAll(() => opened.drop())
  beforeEach(() =>
    write(statement('DELETE FROM seats'), statement('DELETE FROM people'), statement('DELETE FROM things')),
  )

  describe('values', () => {
    const texts = [
      '',
      'it\'s "quoted"',
      'Ünïcödé 日本語 🎉',
      'a\\b\n\t\u0001',
      '\u2028',
      '%_;--',
      "'; DROP TABLE things; --",
    ]
    it.each(texts)('text %j comes back as it was', async (text) => {
      await write(statement('INSERT INTO things (id, label) VALUES (1, ?)', text))
      expect(await read('SELECT label FROM things')).toEqual([[text]])
      expect(JSON.parse(await json('SELECT label FROM things', { keys: ['label'] }))).toEqual([{ label: text }])
    })

    it.each([0, 1, -1, 2 ** 31, -(2 ** 31) - 1, maxSafe, -maxSafe])('whole number %d stays a number', async (value) => {
      await write(statement('INSERT INTO things (id, big) VALUES (1, ?)', value))
      expect(await read('SELECT big FROM things')).toEqual([[value]])
      expect(await json('SELECT big FROM things', { keys: ['big'], kinds: ['bigint'] })).toBe(`[{"big":${value}}]`)
    })

    it.each([2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)])(
      'whole number %d stays exact: as bigint, and as text in JSON',
      async (value) => {
        await write(statement('INSERT INTO things (id, big) VALUES (1, ?)', value))
        expect(await read('SELECT big, id FROM things')).toEqual([[value, 1]])
        expect(await json('SELECT big, id FROM things', { keys: ['big', 'id'], kinds: ['bigint'] })).toBe(
          `[{"big":"${value}","id":1}]`,
        )
      },
    )

    it.each([0.1, -1.5, 1e21, 1e300, 1e-7])('fraction %d keeps its digits', async (value) => {
      await write(statement('INSERT INTO things (id, price) VALUES (1, ?)', value))
      expect(await read('SELECT price FROM things')).toEqual([[value]])
      expect(JSON.parse(await json('SELECT price FROM things', { keys: ['price'] }))).toEqual([{ price: value }])
    })

    it('bytes come back as they were, in JSON as base64', async () => {
      const bytes = new Uint8Array([0, 1, 127, 128, 255])
      await write(statement('INSERT INTO things (id, data) VALUES (1, ?)', bytes))
      const [[data] = []] = await read('SELECT data FROM things')
      expect(Buffer.from(data as Uint8Array)).toEqual(Buffer.from(bytes))
      expect(await json('SELECT data FROM things', { keys: ['data'], kinds: ['blob'] })).toBe('[{"data":"AAF/gP8="}]')
    })

    it('booleans are true and false in JSON, and null is null', async () => {
      await write(
        statement('INSERT INTO things (id, done) VALUES (1, ?)', true),
        statement('INSERT INTO things (id, done) VALUES (2, ?)', false),
        statement('INSERT INTO things (id, done) VALUES (3, ?)', null),
      )
      expect(await json('SELECT done FROM things ORDER BY id', { keys: ['done'], kinds: ['boolean'] })).toBe(
        '[{"done":true},{"done":false},{"done":null}]',
      )
    })
  })

  describe('JSON', () => {
    it('has the keys given, in order, whatever the columns are called', async () => {
      await write(statement("INSERT INTO things (id, label) VALUES (7, 'x')"))
      const keys = ['A "key"', '__proto__', '1', 'é\n']
      expect(await json('SELECT id, label, id, price FROM things', { keys })).toBe(
        '[{"A \\"key\\"":7,"__proto__":"x","1":7,"é\\n":null}]',
      )
    })

    it('embeds JSON text as it is, and as text when it is none', async () => {
      const add = (id: number, text: string) => statement('INSERT INTO things (id, label) VALUES (?, ?)', id, text)
      await write(add(1, '{"a":[1, 9007199254740993]}'), add(2, '{broken'))
      expect(await json('SELECT label FROM things ORDER BY id', { keys: ['v'], kinds: ['json'] })).toBe(
        '[{"v":{"a":[1, 9007199254740993]}},{"v":"{broken"}]',
      )
    })

    it('is one row, or what stands for none', async () => {
      const sql = 'SELECT id FROM things'
      expect(await json(sql, { keys: ['id'] })).toBe('[]')
      expect(await json(sql, { keys: ['id'], single: true })).toBe('{}')
      expect(await json(sql, { keys: ['id'], single: true, empty: 'null' })).toBe('null')
      await write(statement('INSERT INTO things (id) VALUES (7)'))
      expect(await json(sql, { keys: ['id'], single: true })).toBe('{"id":7}')
    })

    it('may be larger than any buffer', async () => {
      const text = 'é'.repeat(900_000)
      await write(...[1, 2, 3].map((id) => statement('INSERT INTO things (id, label) VALUES (?, ?)', id, String(id))))
      const shape = { keys: ['id', 'text'] }
      const rows = await database.readJson(
        statement(`SELECT id, CAST(? AS ${types.text ?? 'text'}) FROM things ORDER BY id`, text),
        shape,
      )
      expect(JSON.parse(Buffer.from(rows).toString('utf8'))).toEqual([1, 2, 3].map((id) => ({ id, text })))
    })
  })

  describe('a transaction', () => {
    it('is whole', async () => {
      const results = await write(addPerson('Ada'), addPerson('Grace'))
      expect(results.map(({ changes }) => changes)).toEqual([1, 1])
      expect(await people()).toEqual(['Ada', 'Grace'])
    })

    it('is absent when a later step fails', async () => {
      await expect(write(addPerson('Ada'), addPerson('Ada'))).rejects.toThrow(AppError)
      expect(await people()).toEqual([])
    })

    it('answers with the rows that are wanted, and not with others', async () => {
      const insert = `INSERT INTO people (name) VALUES (?) RETURNING name`
      const [wanted, other] = await write({ ...statement(insert, 'Ada'), returns: true }, statement(insert, 'Grace'))
      expect(wanted).toEqual({ changes: 1, rows: [['Ada']] })
      expect(other).toEqual({ changes: 1, rows: [] })
    })

    it('binds many rows to one statement', async () => {
      const batch = Array.from({ length: 500 }, (_, at) => [`person ${at}`, at])
      const step = { ...statement('INSERT INTO people (name, age) VALUES (?, ?) RETURNING age'), batch, returns: true }
      const [result] = await write(step)
      expect(result?.changes).toBe(500)
      expect(result?.rows).toEqual(batch.map(([, age]) => [age]))
    })

    it('keeps no row of a bulk when one of them fails', async () => {
      const batch = [...Array.from({ length: 300 }, (_, at) => [`person ${at}`]), ['person 7']]
      await expect(write({ ...statement('INSERT INTO people (name) VALUES (?)'), batch })).rejects.toMatchObject({
        code: 'VALUE_NOT_UNIQUE',
      })
      expect(await people()).toEqual([])
    })

    it('fails when fewer rows are changed than expected', async () => {
      const rename = { ...statement(`UPDATE people SET name = 'x' WHERE name = ?`, 'nobody'), expectRows: 1 }
      await expect(write(addPerson('Ada'), rename)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
      expect(await people()).toEqual([])
      await write(addPerson('Ada'), { ...rename, params: ['Ada'] })
      expect(await people()).toEqual(['x'])
    })

    it('shares nothing with others that run at the same time but the wait', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 60 }, (_, at) =>
          write(addPerson(`first ${at}`), addPerson(at === 30 ? 'first 30' : `second ${at}`)),
        ),
      )
      const failed = results.flatMap((result, at) => (result.status === 'rejected' ? [at] : []))
      expect(failed).toEqual([30])
      const names = await people()
      expect(names).toHaveLength(59 * 2)
      expect(names).not.toContain('first 30')
    })

    it('loses no update among many', async () => {
      await write(statement(`INSERT INTO people (name, age) VALUES ('Ada', 0)`))
      const older = statement('UPDATE people SET age = age + 1')
      await Promise.all(Array.from({ length: 100 }, () => write(older)))
      expect(await read('SELECT age FROM people')).toEqual([[100]])
    })
  })

  describe('a refused value', () => {
    beforeEach(async () => {
      await write(statement(`INSERT INTO people (name) VALUES ('Ada')`))
      await write(statement(`INSERT INTO seats (house, ${name('row')}, person) SELECT 1, 1, id FROM people`))
    })

    it.each([
      [
        'is taken',
        `INSERT INTO people (name) VALUES ('Ada')`,
        'VALUE_NOT_UNIQUE',
        { columns: ['name'], column: 'name' },
      ],
      [
        'is taken together with another',
        'INSERT INTO seats VALUES (1, 1, NULL)',
        'VALUE_NOT_UNIQUE',
        { table: 'seats', columns: ['house', 'row'] },
      ],
      ['is missing', 'INSERT INTO people (name) VALUES (NULL)', 'VALUE_REQUIRED', { table: 'people', column: 'name' }],
      ['is not allowed', `INSERT INTO people (name, age) VALUES ('Grace', -1)`, 'VALUE_CHECK_FAILED', {}],
      ['points nowhere', 'INSERT INTO seats VALUES (2, 2, 999999)', 'VALUE_REFERENCE_MISSING', {}],
      ['points nowhere after a change', 'UPDATE seats SET person = 999999', 'VALUE_REFERENCE_MISSING', {}],
      ['is pointed to', 'DELETE FROM people', 'ROW_REFERENCED', {}],
    ])('%s: %s', async (_, sql, code, details) => {
      await expect(write(statement(sql))).rejects.toMatchObject({ code, details })
    })

    it('of a statement that makes no sense is a fault of ours, whose cause is kept', async () => {
      const error = await read('SELECT FROM WHERE').catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'INTERNAL', details: {} })
      expect((error as AppError).cause).toBeInstanceOf(Error)
    })
  })

  describe('a caller who leaves', () => {
    it.each(['short', 'long'] as const)('stops a query of the %s lane', async (lane) => {
      const leaving = new AbortController()
      const query = database.read(endless(), { signal: leaving.signal, lane })
      setTimeout(() => leaving.abort(), 50)
      await expect(query).rejects.toMatchObject({ code: 'QUERY_CANCELLED' })
      expect(await read('SELECT 1')).toEqual([[1]])
    })

    it('stops the making of JSON', async () => {
      const leaving = new AbortController()
      const query = database.readJson(endless(), { keys: ['n'] }, { signal: leaving.signal, lane: 'long' })
      setTimeout(() => leaving.abort(), 50)
      await expect(query).rejects.toMatchObject({ code: 'QUERY_CANCELLED' })
    })

    it('before a write has begun, changes nothing', async () => {
      const left = AbortSignal.abort()
      await expect(database.transact([addPerson('Ada')], { signal: left })).rejects.toMatchObject({
        code: 'QUERY_CANCELLED',
      })
      expect(await people()).toEqual([])
    })

    it('is told what became of a write: whole or absent', async () => {
      const leaving = new AbortController()
      const batch = Array.from({ length: 20_000 }, (_, at) => [`person ${at}`])
      const step = { ...statement('INSERT INTO people (name) VALUES (?)'), batch }
      const writing = database.transact([step], { signal: leaving.signal }).then(
        () => 20_000,
        () => 0,
      )
      setTimeout(() => leaving.abort(), 10)
      const stored = await writing
      expect(await people()).toHaveLength(stored)
    })
  })

  describe('a time limit', () => {
    it('ends a query', async () => {
      await expect(database.read(endless(), { timeoutMs: 100, lane: 'long' })).rejects.toMatchObject({
        code: 'QUERY_TIMEOUT',
      })
      expect(await read('SELECT 1')).toEqual([[1]])
    })

    it('undoes a write', async () => {
      const slow = endless()
      const step = statement(`INSERT INTO people (name, age) SELECT 'slow', (${slow.sql})`)
      await expect(database.transact([addPerson('Ada'), step], { timeoutMs: 100 })).rejects.toMatchObject({
        code: 'QUERY_TIMEOUT',
      })
      expect(await people()).toEqual([])
    })
  })

  describe('versions', () => {
    it('of the schema change with the schema, and not with rows', async () => {
      const before = await database.schemaVersion()
      await write(addPerson('Ada'))
      expect(await database.schemaVersion()).toBe(before)
      await database.changeSchema([statement('CREATE TABLE later (id integer)')])
      const after = await database.schemaVersion()
      expect(after).not.toBe(before)
      await database.changeSchema([statement('ALTER TABLE later RENAME COLUMN id TO number')])
      const renamed = await database.schemaVersion()
      expect(renamed).not.toBe(after)
      await database.changeSchema([statement('DROP TABLE later')])
      expect(await database.schemaVersion()).not.toBe(renamed)
    })

    it('of the rows change with rows, where the engine can tell', async () => {
      const before = await database.dataVersion()
      if (before === undefined) return
      // On PostgreSQL, a write of another test to another database of the server changes it too.
      await expect.poll(async () => (await database.dataVersion()) === (await database.dataVersion())).toBe(true)
      await write(addPerson('Ada'))
      expect(await database.dataVersion()).not.toBe(before)
    })
  })

  it('changes its schema whole or not at all, where the engine can undo a change', async () => {
    if (!database.dialect.capabilities.transactionalSchema) return
    const steps = [statement('CREATE TABLE half (id integer)'), statement('CREATE TABLE people (id integer)')]
    await expect(database.changeSchema(steps)).rejects.toThrow(AppError)
    await expect(read('SELECT * FROM half')).rejects.toThrow(AppError)
  })

  it('answers each of many callers with what they asked for', async () => {
    const batch = Array.from({ length: 400 }, (_, at) => [at, `thing ${at}`])
    await write({ ...statement('INSERT INTO things (id, label) VALUES (?, ?)'), batch })
    const one = statement('SELECT id, label FROM things WHERE id = ?')
    const shape = { keys: ['id', 'label'], single: true }
    const answers = await Promise.all(batch.map(([id]) => database.readJson({ ...one, params: [id ?? null] }, shape)))
    expect(answers.map((bytes) => Buffer.from(bytes).toString('utf8'))).toEqual(
      batch.map(([id, label]) => JSON.stringify({ id, label })),
    )
  })
}
