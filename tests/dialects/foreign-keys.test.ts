import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const folder = mkdtempSync(join(tmpdir(), 'basalt-keys-'))
const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

let database: Database
let files = 0
beforeEach(async () => {
  const filename = join(folder, `${(files += 1)}.sqlite`)
  database = await openSqlite({ threads, filename, mode: 'builtIn', create: true })
  await run(
    'CREATE TABLE "Au""thor" (id INTEGER PRIMARY KEY, name TEXT)',
    'CREATE TABLE Book (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT UNIQUE, writer INTEGER, a INTEGER, b INTEGER)',
    'CREATE INDEX by_title ON Book (title)',
    "CREATE TRIGGER watch AFTER INSERT ON Book BEGIN UPDATE Book SET title = 'x' WHERE 0; END",
    'CREATE VIEW titles AS SELECT title FROM Book',
    `INSERT INTO "Au""thor" VALUES (1, 'Ada'), (2, 'Bo')`,
    "INSERT INTO Book (title, writer) VALUES ('One', 1), ('Two', NULL)",
  )
})
afterEach(() => database.close())

const run = async (...statements: string[]): Promise<void> => {
  await database.changeSchema(statements.map((sql) => ({ sql, params: [] })))
}
const rows = (sql: string): Promise<StoredValue[][]> => database.read({ sql, params: [] })
const objects = async (): Promise<StoredValue[][]> => rows('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
const keys = async (table = 'Book'): Promise<readonly ForeignKey[]> =>
  (await database.dialect.introspect.describeTable(database, table))?.foreignKeys ?? []

const key = (column: string, rest: Partial<ForeignKey> = {}): ForeignKey => ({
  columns: [column],
  referencedTable: 'Au"thor',
  referencedColumns: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'NO ACTION',
  ...rest,
})
const column = (name: string): ColumnDefinition => ({
  name,
  title: name,
  uiType: 'ForeignKey',
  nativeType: 'INTEGER',
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
})

const { schema } = await import('@main/db/dialects/sqlite').then(({ sqliteDialect }) => sqliteDialect)

describe('foreign keys on SQLite', () => {
  it('are added to columns that are there, keeping rows, indexes, triggers and views', async () => {
    const before = await rows('SELECT * FROM Book')
    const { up } = await schema.addForeignKey(database, 'Book', key('writer'), [])
    await database.changeSchema(up)
    expect(await keys()).toEqual([key('writer')])
    expect(await rows('SELECT * FROM Book')).toEqual(before)
    const names = (await objects()).map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining(['by_title', 'watch', 'titles', 'Book_writer_index']))
    await expect(
      database.transact([{ sql: 'INSERT INTO Book (writer) VALUES (9)', params: [] }]),
    ).rejects.toMatchObject({ code: 'VALUE_REFERENCE_MISSING' })
    await database.transact([{ sql: `DELETE FROM "Au""thor" WHERE id = 1`, params: [] }])
    expect(await rows('SELECT title FROM Book')).toEqual([['Two']])
  })

  it('come with a new column in one change, without copying a row', async () => {
    const { up } = await schema.addForeignKey(database, 'Book', key('editor', { onDelete: 'SET NULL' }), [
      column('editor'),
    ])
    expect(up.map(({ sql }) => sql.split(' ', 2).join(' '))).toEqual(['SELECT 1', 'ALTER TABLE', 'CREATE INDEX'])
    await database.changeSchema(up)
    expect(await keys()).toEqual([key('editor', { onDelete: 'SET NULL' })])
  })

  it('are refused where rows would break them, and nothing is changed', async () => {
    await run('UPDATE Book SET writer = 77 WHERE id = 2')
    const before = await objects()
    const { up } = await schema.addForeignKey(database, 'Book', key('writer'), [])
    await expect(database.changeSchema(up)).rejects.toMatchObject({ code: 'VALUE_REFERENCE_MISSING' })
    expect(await objects()).toEqual(before)
  })

  it('are dropped with or without their column', async () => {
    await database.changeSchema((await schema.addForeignKey(database, 'Book', key('writer'), [])).up)
    await database.changeSchema((await schema.addForeignKey(database, 'Book', key('editor'), [column('editor')])).up)
    await database.changeSchema((await schema.dropForeignKey(database, 'Book', key('writer'), [])).up)
    expect(await keys()).toEqual([key('editor')])
    await database.changeSchema((await schema.dropForeignKey(database, 'Book', key('editor'), ['editor'])).up)
    expect(await keys()).toEqual([])
    expect(await rows('SELECT * FROM Book')).toEqual([
      [1, 'One', 1, null, null],
      [2, 'Two', null, null, null],
    ])
  })

  it('of several columns are added and dropped', async () => {
    await run('CREATE TABLE Chapter (a INTEGER, b INTEGER, PRIMARY KEY (a, b))')
    const both: ForeignKey = {
      ...key('a'),
      columns: ['a', 'b'],
      referencedTable: 'Chapter',
      referencedColumns: ['a', 'b'],
    }
    await database.changeSchema((await schema.addForeignKey(database, 'Book', both, [])).up)
    expect(await keys()).toEqual([both])
    await database.changeSchema((await schema.dropForeignKey(database, 'Book', both, [])).up)
    expect(await keys()).toEqual([])
  })

  it('are found however they were written', async () => {
    await run(
      'CREATE TABLE Note (id INTEGER PRIMARY KEY, [who] CONSTRAINT "c" REFERENCES "Au""thor" ON DELETE SET NULL NOT NULL)',
    )
    const { up } = await schema.dropForeignKey(database, 'note', key('who'), [])
    await database.changeSchema(up)
    const [text] = await rows(`SELECT sql FROM sqlite_schema WHERE name = 'Note'`)
    expect(text?.[0]).toContain('[who] NOT NULL')
    expect(await keys('Note')).toEqual([])
  })

  it('that are not there cannot be dropped', async () => {
    await expect(schema.dropForeignKey(database, 'Book', key('writer'), [])).rejects.toMatchObject({
      code: 'RELATION_NOT_FOUND',
    })
  })

  it('and the statements that undo them bring the table back', async () => {
    const before = await objects()
    for (const plan of [
      () => schema.addForeignKey(database, 'Book', key('writer'), []),
      () => schema.addForeignKey(database, 'Book', key('editor'), [column('editor')]),
    ]) {
      const { up, down } = await plan()
      await database.changeSchema(up)
      await database.changeSchema(down)
      expect(await keys()).toEqual([])
      expect((await objects()).map(([, name]) => name)).toEqual(before.map(([, name]) => name))
    }
  })
})
