import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import { bulkRowsMax } from '@common/constants'
import { wholeSight } from '@common/principal/sight'
import { readyRows, type IntoTable, type ReadyRows } from '@main/dataapi/imports/into-table'
import { stageForTable } from '@main/dataapi/imports/staging'
import { tableIndex } from '@main/dataapi/plan/columns'
import { Recorder } from '@main/dataapi/rows/recorded'
import type { Database } from '@main/db/database'
import { dialectOf } from '@main/db/dialects/mysql'
import { ensureOutbox, readEntries } from '@main/db/outbox'
import { RowPacker } from '@main/lib/packed-rows'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { tableOf } from '@tests/helpers/test-database'
import type { Step } from '@main/db/statement'

/** Most steps of a transaction whose returned rows are in memory at the same time. */
function mostHeld(steps: readonly Step[]): number {
  const held = new Set<number>()
  return steps.reduce((most, { returns, frees = [] }, at) => {
    if (returns === true) held.add(at)
    const now = Math.max(most, held.size)
    for (const freed of frees) held.delete(freed)
    return now
  }, 0)
}

const rowsPerPart = 500
const fileRows = 1_700
const existingRows = 1_200

/** Large imports into watched tables hold few rows at once, and change no value on the way. */
await describeEngines('parts of imports', (engine) => {
  let opened: OpenedEngine
  let database: Database
  /** Most rows that one read outside of a transaction returned. */
  let mostRead = 0
  let schemaChanges = 0
  let written: readonly Step[] = []
  beforeAll(async () => {
    opened = await engine.open()
    database = watchedDatabase(opened.database)
  })
  afterAll(() => opened.drop())
  beforeEach(async () => {
    const names = ['nc_staged', 'nc_staged_m', 'thing_all', 'thing']
    await ensureOutbox(opened.database, new Date())
    await run(...names.map((name) => `DROP TABLE IF EXISTS ${name}`), 'DELETE FROM nc_outbox')
  })

  function watchedDatabase(real: Database): Database {
    return new Proxy(real, {
      get: (of, name: keyof Database) => {
        if (name === 'read')
          return async (...call: Parameters<Database['read']>) => {
            const rows = await of.read(...call)
            mostRead = Math.max(mostRead, rows.length)
            return rows
          }
        if (name === 'changeSchema')
          return (...call: Parameters<Database['changeSchema']>) => {
            schemaChanges += 1
            return of.changeSchema(...call)
          }
        if (name === 'transact')
          return (...call: Parameters<Database['transact']>) => {
            ;[written] = call
            return of.transact(...call)
          }
        const value: unknown = of[name]
        return typeof value === 'function' ? (value.bind(of) as unknown) : value
      },
    })
  }
  const run = (...statements: string[]) => opened.database.changeSchema(statements.map((sql) => ({ sql, params: [] })))
  const outbox = { watched: () => new Set(['thing']), written: () => undefined }
  const recorder = new Recorder(outbox, () => new Date())
  const call = (on: Database) => ({
    projectId: 'p',
    database: on,
    context: { actor: { email: 'owner@example.com' }, signal: new AbortController().signal },
    why: 'import',
  })
  const intoOf = async (on: Database, names: readonly string[]): Promise<IntoTable> => {
    const index = tableIndex(wholeSight(await tableOf(on, 'thing')))
    const columns = names.flatMap((name) => index.table.columns.filter((column) => column.name === name))
    return {
      database: on,
      index,
      staging: 'nc_staged',
      columns,
      key: [],
      onMatch: 'update',
      now: new Date(),
      few: undefined,
      isWatched: true,
    }
  }
  const stage = async (into: IntoTable, rows: readonly (readonly StoredValue[])[]): Promise<void> => {
    const staging = await stageForTable(into.database, into.staging, into.index.table, into.columns, [])
    const lines = Uint32Array.from(rows, (_, at) => at + 1)
    const packer = new RowPacker(into.columns.length, Math.max(1, rows.length))
    for (const value of rows.flat()) packer.add(value)
    expect(await staging.write(packer.take(), lines)).toEqual([])
  }
  const write = async (ready: ReadyRows, on = database): Promise<void> => {
    await recorder.transactParts(call(on), ready.parts, {})
    await run(...ready.tables.map((name) => `DROP TABLE ${name}`))
  }

  it('hold no more than the rows of one part', async () => {
    const name = engine.dialect === 'mssql' ? 'nvarchar(50)' : 'varchar(50)'
    await run(`CREATE TABLE thing (id integer PRIMARY KEY, name ${name}, stock integer)`)
    const values = Array.from({ length: existingRows }, (_, at) => `(${at + 1}, 'old', 1)`)
    for (let at = 0; at < values.length; at += 400)
      await run(`INSERT INTO thing (id, name, stock) VALUES ${values.slice(at, at + 400).join(', ')}`)
    const into = await intoOf(database, ['id', 'name', 'stock'])
    await stage(
      into,
      Array.from({ length: fileRows }, (_, at) => [at + 1, at % 2 === 0 ? 'old' : 'new', 1]),
    )
    mostRead = 0
    const key = into.columns.slice(0, 1)
    const ready = await readyRows({ ...into, key })
    expect(ready).toMatchObject({ created: fileRows - existingRows, updated: existingRows, failures: [] })
    expect(mostRead).toBeLessThanOrEqual(Math.ceil(fileRows / rowsPerPart) + 1)
    // No row is bound: the database copies them.
    const bound = ready.parts.flatMap(({ steps }) => steps).reduce((sum, { batch = [] }) => sum + batch.length, 0)
    expect(bound).toBeLessThanOrEqual(ready.parts.length)
    await write(ready)
    // The rows before and after an update.
    expect(mostHeld(written)).toBe(2)
    for (const { steps } of ready.parts)
      for (const { expectRows = 0 } of steps) expect(expectRows).toBeLessThanOrEqual(rowsPerPart)
    const [counts] = await database.read({ sql: 'SELECT count(*), sum(stock), max(id) FROM thing', params: [] })
    expect(counts?.map(Number)).toEqual([fileRows, fileRows, fileRows])
    const entries = await readEntries(database, 100)
    const rowsOf = (kind: string) =>
      entries.filter(({ head }) => head.kind === kind).flatMap(({ rows: [before = [], after = []] }) => [before, after])
    expect(rowsOf('update').reduce((sum, rows) => sum + rows.length, 0)).toBe(2 * existingRows)
    expect(rowsOf('create').reduce((sum, rows) => sum + rows.length, 0)).toBe(fileRows - existingRows)
    expect(entries.find(({ head }) => head.kind === 'update')?.rows.map((rows) => rows[1])).toEqual([
      [2, 'old', 1],
      [2, 'new', 1],
    ])
  }, 60_000)

  it('need no index for a few rows', async () => {
    await run('CREATE TABLE thing (id integer PRIMARY KEY, stock integer)')
    const into = await intoOf(database, ['id', 'stock'])
    await stage(into, [[1, 1]])
    schemaChanges = 0
    const few = new Map([[1, [1, 1]]])
    const ready = await readyRows({ ...into, few })
    expect(few.size).toBeLessThan(bulkRowsMax)
    expect(schemaChanges).toBe(0)
    await write(ready)
  })

  it.runIf(engine.dialect === 'sqlite')('tell integers from floating point', async () => {
    await run('CREATE TABLE thing (id integer PRIMARY KEY, loose)')
    await run("INSERT INTO thing VALUES (1, 2.0), (2, 2), (3, '2')")
    const into = await intoOf(database, ['id', 'loose'])
    await stage(into, [
      [1, 5n],
      [2, 5n],
      [9, 5n],
    ])
    await write(await readyRows({ ...into, key: into.columns.slice(0, 1) }))
    const entries = await readEntries(database, 10)
    expect(entries.map(({ rows }) => rows)).toEqual([
      [
        [
          [1, 2],
          [2, 2n],
        ],
        [
          [1, 5n],
          [2, 5n],
        ],
      ],
      [[], [[9, 5n]]],
    ])
  })

  it.runIf(engine.dialect === 'mysql')('keep geometries, on servers that return no inserted rows', async () => {
    await run('CREATE TABLE thing (id integer AUTO_INCREMENT PRIMARY KEY, name varchar(50), place geometry)')
    const dialect = { ...database.dialect, rows: dialectOf({ flavour: 'mysql', number: 80_000, text: '8.0.0' }).rows }
    const like = new Proxy(database, {
      get: (of, name: keyof Database): unknown => (name === 'dialect' ? dialect : of[name]),
    })
    const into = await intoOf(like, ['name', 'place'])
    await stage(into, [])
    const shape = "ST_GeomFromText('POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 1))', 4326)"
    await run(`INSERT INTO nc_staged (c0, c1, line) VALUES ('one', ${shape}, 1), ('two', NULL, 2)`)
    const ready = await readyRows(into)
    expect(ready.created).toBe(2)
    await write(ready, like)
    const sql = `SELECT name, HEX(place) = HEX(${shape}) FROM thing ORDER BY id`
    expect(await database.read({ sql, params: [] })).toEqual([
      ['one', 1],
      ['two', null],
    ])
    const [entry] = await readEntries(database, 10)
    expect(entry?.rows[1]?.map(([id, name]) => [id, name])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
    expect(JSON.stringify(entry?.rows[1]?.[0])).toContain('POLYGON')
  })

  it.runIf(engine.dialect === 'postgres')('keep decimals, in tables whose trigger stores rows elsewhere', async () => {
    await run(
      'CREATE TABLE thing (id serial PRIMARY KEY, amount numeric)',
      'CREATE TABLE thing_all (PRIMARY KEY (id)) INHERITS (thing)',
      `CREATE FUNCTION to_all() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO thing_all VALUES (NEW.*); RETURN NULL; END $$`,
      'CREATE TRIGGER moved BEFORE INSERT ON thing FOR EACH ROW EXECUTE FUNCTION to_all()',
    )
    const into = await intoOf(database, ['amount'])
    expect(into.index.table.storage?.redirects).toBe(true)
    await stage(into, [])
    await run('INSERT INTO nc_staged (c0, line) SELECT 1.10, n FROM generate_series(1, 700) n')
    mostRead = 0
    const ready = await readyRows(into)
    expect(mostRead).toBeLessThanOrEqual(3)
    await write(ready)
    // The staged rows and the inserted ones.
    expect(mostHeld(written)).toBe(2)
    expect(
      await database.read({ sql: 'SELECT amount::text, count(*) FROM ONLY thing_all GROUP BY 1', params: [] }),
    ).toEqual([['1.10', 700]])
    const entries = await readEntries(database, 10)
    expect(entries.map(({ rows }) => rows[1]?.length)).toEqual([499, 201])
  })
})
