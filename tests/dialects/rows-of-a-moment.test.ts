import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import { blankColumn } from '@common/columns/values/blank-column'
import type { TablesOfMoment } from '@main/db/database'
import { momentBytes, momentRows } from '@main/db/moment'
import { rowsOf } from '@main/db/dialects/sqlite/moment'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'

const shortRows = 2 * momentRows + 7
const longRows = 40
const longText = 'x'.repeat(1_000_000)
const types = { sqlite: 'text', postgres: 'text', mysql: 'longtext', mssql: 'nvarchar(max)' } as const

/** Rows of one moment come in chunks that are limited in rows and in bytes, wherever the long rows begin. */
await describeEngines('rows of a moment', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-moment-'))
  const columns = [
    { ...blankColumn, name: 'id', nativeType: 'integer', primaryKey: true },
    { ...blankColumn, name: 'name', nativeType: types[engine.dialect] },
  ]
  const numbers = Array.from({ length: shortRows }, (_, at) => at + 1)
  const longNumbers = Array.from({ length: longRows }, (_, at) => shortRows + at + 1)
  let opened: OpenedEngine
  beforeAll(async () => {
    opened = await engine.open()
    const { database } = opened
    const ends = { keyed: '', bare: engine.dialect === 'sqlite' ? ' WITHOUT ROWID' : '' }
    for (const [name, end] of Object.entries(ends))
      await database.changeSchema([
        { sql: `CREATE TABLE ${name} (id integer PRIMARY KEY, name ${types[engine.dialect]})${end}`, params: [] },
      ])
    for (const name of Object.keys(ends)) {
      const values = numbers.map((id) => `(${id}, 'short')`).join(', ')
      await database.transact([{ sql: `INSERT INTO ${name} (id, name) VALUES ${values}`, params: [] }])
      const sql = `INSERT INTO ${name} (id, name) VALUES (${database.dialect.placeholder(1)}, ${database.dialect.placeholder(2)})`
      for (const id of longNumbers) await database.transact([{ sql, params: [id, longText] }])
    }
  })
  afterAll(async () => {
    await opened.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const atOneMoment = <T>(work: (tables: TablesOfMoment) => Promise<T>): Promise<T> => {
    if (opened.database.atOneMoment === undefined) throw new Error(`${engine.name} has no moments`)
    return opened.database.atOneMoment(work, { folder })
  }
  const tables =
    engine.dialect === 'sqlite'
      ? [
          { name: 'keyed', rowId: 'id', primaryKey: ['id'] },
          { name: 'bare', rowId: null, primaryKey: ['id'] },
        ]
      : [{ name: 'keyed', rowId: null, primaryKey: ['id'] }]

  it.each(tables)('come in chunks of limited size from $name', async (table) => {
    const chunks: StoredValue[][][] = []
    await atOneMoment(async ({ rows }) => {
      for await (const chunk of rows(table, columns)) chunks.push(chunk)
    })
    const ids = chunks.flat().map(([id]) => Number(id))
    expect(ids.toSorted((one, other) => one - other)).toEqual([...numbers, ...longNumbers])
    expect(chunks.flat().filter(([, name]) => name === longText)).toHaveLength(longRows)
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(momentRows)
      const bytes = chunk.reduce((sum, [, name]) => sum + String(name).length, 0)
      expect(bytes).toBeLessThan(momentBytes + longText.length)
    }
  })

  it.runIf(engine.dialect === 'sqlite')('come from a table with as many columns as SQLite takes', async () => {
    const names = Array.from({ length: 1_999 }, (_, at) => `c${at}`)
    const { database } = opened
    await database.changeSchema([
      { sql: `CREATE TABLE wide (id integer PRIMARY KEY, ${names.join(', ')})`, params: [] },
    ])
    await database.transact([{ sql: "INSERT INTO wide (id, c0, c1998) VALUES (1, 'first', 'last')", params: [] }])
    const all = [columns[0], ...names.map((name) => ({ ...blankColumn, name, nativeType: 'text' }))].flatMap(
      (one) => one ?? [],
    )
    const found = await atOneMoment(async ({ rows }) => {
      for await (const chunk of rows({ name: 'wide', rowId: 'id', primaryKey: ['id'] }, all)) return chunk
      return []
    })
    expect([found[0]?.[1], found[0]?.at(-1)]).toEqual(['first', 'last'])
  })

  it.runIf(engine.dialect === 'sqlite')('come by the keys of tables without row ids', async () => {
    const { database } = opened
    await database.changeSchema([
      { sql: 'CREATE TABLE odd (kind integer, part, pad, PRIMARY KEY (kind, part DESC)) WITHOUT ROWID', params: [] },
    ])
    const parts = ["'a'", "CAST(x'61ff' AS TEXT)", "x'61'", '7', '7.5', "'7'", "CAST(x'610062' AS TEXT)", '-9e300']
    const many = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${momentRows + 5}) SELECT 2, n, NULL FROM n`
    await database.transact([
      // Each of the long rows ends a chunk.
      ...["'text', 1", ...parts.map((part) => `1, ${part}`)].map((key, at) => ({
        sql: `INSERT INTO odd VALUES (${key}, ${at < 3 ? `zeroblob(${momentBytes})` : 'NULL'})`,
        params: [],
      })),
      { sql: `INSERT INTO odd ${many}`, params: [] },
    ])
    const statements: string[] = []
    const watched = new Proxy(database, {
      get: (of, name: keyof typeof database): unknown =>
        name === 'read'
          ? (...call: Parameters<typeof database.read>) => {
              statements.push(call[0].sql)
              return of.read(...call)
            }
          : of[name],
    })
    const of = { name: 'odd', rowId: null, primaryKey: ['kind', 'part'] }
    const shown = ['kind', 'part'].map((name) => ({ ...blankColumn, name, nativeType: '' }))
    const found: StoredValue[][] = []
    for await (const chunk of rowsOf(watched, of, shown, undefined)) found.push(...chunk)
    expect(found).toHaveLength(parts.length + 1 + momentRows + 5)
    expect(new Set(found.map((row) => JSON.stringify(row))).size).toBe(found.length)
    expect(statements.filter((sql) => sql.includes('OFFSET'))).toEqual([])
  })

  it('leave the connection usable when a reader stops early', async () => {
    const [table] = tables
    if (table === undefined) return
    const first = async ({ rows }: TablesOfMoment): Promise<number> => {
      for await (const chunk of rows(table, columns)) return chunk.length
      return 0
    }
    for (let round = 0; round < 3; round += 1) expect(await atOneMoment(first)).toBeGreaterThan(0)
  })
})
