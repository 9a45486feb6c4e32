import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnChange, ColumnDefinition } from '@common/model'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { parseTableText, writeTableText } from '@main/db/dialects/sqlite/table-text'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const folder = mkdtempSync(join(tmpdir(), 'basalt-schema-'))
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
})
afterEach(() => database.close())

const run = async (...statements: string[]): Promise<void> => {
  await database.changeSchema(statements.map((sql) => ({ sql, params: [] })))
}
const rows = (sql: string, ...params: StoredValue[]): Promise<StoredValue[][]> => database.read({ sql, params })
const objects = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await rows(`SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'`)).map(
      ([name, sql]) => [String(name), String(sql)],
    ),
  )

const column = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})

const change = async (table: string, ...changes: ColumnChange[]): Promise<void> => {
  const plan = await database.dialect.schema.changeColumns(database, table, changes)
  await database.changeSchema(plan.up)
}
const changed = (name: string, to: ColumnDefinition, from?: UiType): ColumnChange => ({
  kind: 'change',
  name,
  column: to,
  ...(from === undefined ? {} : { from }),
})
const describeTable = async (name: string) => {
  const table = await database.dialect.introspect.describeTable(database, name)
  if (table === undefined) throw new Error(`There is no table ${name}`)
  return table
}
/** Returns the error of a rejected call. */
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  const refused = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  return refused
}

describe('a schema as SQLite describes it', () => {
  it('tells tables from views and leaves out what is internal', async () => {
    await run(
      'CREATE TABLE book (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT)',
      'CREATE TABLE NC_Models (id)',
      'CREATE TABLE nc_ab12__song (id)',
      'CREATE VIEW titles AS SELECT title FROM book',
      'CREATE VIRTUAL TABLE search USING fts5 (words)',
    )
    expect(await database.dialect.introspect.listTables(database)).toEqual([
      { name: 'book', type: 'table' },
      { name: 'nc_ab12__song', type: 'table' },
      { name: 'search', type: 'table' },
      { name: 'titles', type: 'view' },
    ])
    expect(await database.dialect.introspect.describeTable(database, 'nc_MODELS')).toBeUndefined()
    expect(await database.dialect.introspect.describeTable(database, 'sqlite_schema')).toBeUndefined()
    expect((await describeTable('search')).columns.map(({ name }) => name)).toEqual(['words'])
  })

  it.each([
    ['id INTEGER PRIMARY KEY', { id: true }, 'rowid'],
    ['id INTEGER, CONSTRAINT pk PRIMARY KEY (id)', { id: true }, 'rowid'],
    ['id INT PRIMARY KEY', { id: false }, 'rowid'],
    ['id INTEGER PRIMARY KEY DESC', { id: false }, 'rowid'],
    ['id TEXT PRIMARY KEY, rowid TEXT', { id: false, rowid: false }, '_rowid_'],
    ['a INTEGER, b INTEGER, PRIMARY KEY (a, b)', { a: false, b: false }, 'rowid'],
  ])('knows whether the database counts the key of (%s)', async (body, counted, rowId) => {
    await run(`CREATE TABLE t (${body})`)
    const table = await describeTable('T')
    expect(Object.fromEntries(table.columns.map((column) => [column.name, column.autoIncrement]))).toEqual(counted)
    expect(table.rowId).toBe(rowId)
  })

  it('knows tables without row numbers, generated columns, composite and self references, indexes', async () => {
    await run(
      'CREATE TABLE parent (a TEXT, b INT, PRIMARY KEY (b, a)) WITHOUT ROWID',
      `CREATE TABLE child (
         id INTEGER PRIMARY KEY, up INTEGER REFERENCES child, x TEXT, y INT,
         twice INT GENERATED ALWAYS AS (y * 2) VIRTUAL, thrice INT AS (y * 3) STORED,
         FOREIGN KEY (y, x) REFERENCES parent (b, a) ON DELETE CASCADE, UNIQUE (x, y))`,
      'CREATE UNIQUE INDEX one_y ON child (y) WHERE y > 0',
      'CREATE INDEX lower_x ON child (lower(x), id)',
    )
    const parent = await describeTable('parent')
    expect(parent.rowId).toBeNull()
    expect(parent.columns.map(({ keyPosition }) => keyPosition)).toEqual([2, 1])
    const child = await describeTable('child')
    expect(child.columns.filter(({ generated }) => generated).map(({ name }) => name)).toEqual(['twice', 'thrice'])
    expect(child.foreignKeys).toEqual([
      {
        columns: ['up'],
        referencedTable: 'child',
        referencedColumns: [],
        onDelete: 'NO ACTION',
        onUpdate: 'NO ACTION',
      },
      {
        columns: ['y', 'x'],
        referencedTable: 'parent',
        referencedColumns: ['b', 'a'],
        onDelete: 'CASCADE',
        onUpdate: 'NO ACTION',
      },
    ])
    expect(child.indexes).toEqual([
      { name: 'sqlite_autoindex_child_1', unique: true, columns: ['x', 'y'] },
      { name: 'one_y', unique: false, columns: ['y'] },
      { name: 'lower_x', unique: false, columns: ['id'] },
    ])
    expect(await database.dialect.introspect.listReferences(database)).toHaveLength(2)
  })

  it.each([
    ['BOOLEAN', 'Checkbox'],
    ['tinyint(1)', 'Checkbox'],
    ['DATE', 'Date'],
    ['DATETIME', 'DateTime'],
    ['TIMESTAMP WITH TIME ZONE', 'DateTime'],
    ['TIME', 'Time'],
    ['YEAR', 'Year'],
    ['NVARCHAR(160)', 'SingleLineText'],
    ['CHARACTER VARYING(20)', 'SingleLineText'],
    ['TEXT', 'LongText'],
    ['NUMERIC(10,2)', 'Decimal'],
    ['NUMERIC(10)', 'Number'],
    ['NUMERIC', 'Decimal'],
    ['DOUBLE PRECISION', 'Decimal'],
    ['BIGINT', 'Number'],
    ['JSON', 'JSON'],
    ['BLOB', 'SpecificDBType'],
    ['', 'SingleLineText'],
  ])('takes a column declared %s for %s', async (declared, uiType) => {
    await run(`CREATE TABLE t (id INTEGER PRIMARY KEY, c ${declared})`)
    const { columns } = await describeTable('t')
    expect(columns.map(database.dialect.uiTypeOf)).toEqual(['ID', uiType])
  })
})

describe('a table that Basalt makes', () => {
  it('has the declared types that scripts know, and never gives a key twice', async () => {
    const { up } = database.dialect.schema.createTable('we"ird; DROP', [
      column('id', 'ID', { primaryKey: true, required: true }),
      column('na"me', 'SingleLineText', { required: true, defaultValue: "it's" }),
      column('ok', 'Checkbox', { defaultValue: '0' }),
      column('at', 'DateTime', { defaultValue: 'CURRENT_TIMESTAMP' }),
      column('mail', 'Email', { unique: true }),
      column('price', 'Decimal'),
    ])
    await database.changeSchema(up)
    const table = await describeTable('we"ird; DROP')
    expect(table.columns.map(({ nativeType }) => nativeType.toLowerCase())).toEqual([
      'integer',
      'varchar',
      'boolean',
      'datetime',
      'varchar',
      'decimal blob',
    ])
    await run(`INSERT INTO "we""ird; DROP" DEFAULT VALUES`, `DELETE FROM "we""ird; DROP"`)
    await run(`INSERT INTO "we""ird; DROP" DEFAULT VALUES`)
    const [row] = await rows('SELECT id, "na""me", ok, at FROM "we""ird; DROP"')
    expect(row?.slice(0, 3)).toEqual([2, "it's", 0])
    expect(row?.[3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('may have a key of several columns or of text, and point to others', async () => {
    const { schema } = database.dialect
    await database.changeSchema([
      ...schema.createTable('code', [column('code', 'SingleLineText', { primaryKey: true })]).up,
      ...schema.createTable(
        'line',
        [column('code', 'SingleLineText', { primaryKey: true }), column('n', 'Number', { primaryKey: true })],
        [
          {
            columns: ['code'],
            referencedTable: 'code',
            referencedColumns: ['code'],
            onDelete: 'CASCADE',
            onUpdate: 'x',
          },
        ],
      ).up,
    ])
    const line = await describeTable('line')
    expect(line.columns.map(({ keyPosition }) => keyPosition)).toEqual([1, 2])
    expect(line.columns.every(({ notNull }) => notNull)).toBe(true)
    expect(line.foreignKeys).toMatchObject([{ referencedTable: 'code', onDelete: 'CASCADE', onUpdate: 'NO ACTION' }])
  })

  it('is renamed with everything that names it, in letter case alone too', async () => {
    await run(
      'CREATE TABLE book (id INTEGER PRIMARY KEY)',
      'CREATE TABLE page (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book (id))',
      'CREATE VIEW all_books AS SELECT * FROM book',
    )
    await database.changeSchema((await database.dialect.schema.renameTable(database, 'book', 'Book')).up)
    await database.changeSchema((await database.dialect.schema.renameTable(database, 'Book', 'order by')).up)
    expect((await objects())['all_books']).toContain('"order by"')
    expect((await describeTable('page')).foreignKeys[0]?.referencedTable).toBe('order by')
  })

  it('is not dropped while others need it', async () => {
    await run(
      'CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT)',
      'CREATE TABLE album (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artist)',
      'CREATE TABLE label (id INTEGER PRIMARY KEY)',
      'CREATE VIEW labels AS SELECT count(*) AS n FROM label',
      "CREATE VIEW other AS SELECT name AS artist, 'album' AS kind FROM artist",
    )
    const drop = (name: string) => database.dialect.schema.dropTable(database, name)
    expect(await failure(drop('artist'))).toMatchObject({ code: 'TABLE_IN_USE', details: { by: 'album, other' } })
    expect(await failure(drop('label'))).toMatchObject({ code: 'TABLE_IN_USE', details: { by: 'labels' } })
    expect(await failure(drop('labels'))).toMatchObject({ code: 'TABLE_READ_ONLY' })
    const { up, down } = await drop('ALBUM')
    await database.changeSchema(up)
    expect(await objects()).not.toHaveProperty('album')
    await database.changeSchema(down)
    expect(await objects()).toHaveProperty('album')
  })
})

/** A foreign table with everything that a careless rebuild loses. */
const elaborate = [
  'CREATE TABLE country (code TEXT PRIMARY KEY)',
  "INSERT INTO country VALUES ('FR'), ('DE')",
  `CREATE TABLE [person] ( -- people, of course
     id INTEGER PRIMARY KEY AUTOINCREMENT /* counted */,
     "na me" TEXT COLLATE NOCASE NOT NULL DEFAULT 'no "one", (yet)',
     [age] TEXT CHECK (age <> 'x, y)' ) DEFAULT ('1' || '8'),
     country TEXT DEFAULT 'FR' CONSTRAINT fk REFERENCES country (code) ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
     boss INTEGER REFERENCES person (id) ON DELETE SET NULL,
     mail VARCHAR(80) UNIQUE ON CONFLICT FAIL,
     shout TEXT GENERATED ALWAYS AS (upper("na me")) STORED,
     note,
     CONSTRAINT named CHECK (length("na me") > 0),
     UNIQUE ("na me", country) CHECK (id > 0)
   )`,
  'CREATE INDEX by_country ON person (country COLLATE NOCASE DESC) WHERE country IS NOT NULL',
  'CREATE TABLE log (what TEXT)',
  `CREATE TRIGGER logged AFTER UPDATE ON person BEGIN INSERT INTO log VALUES ('changed ' || new.id); END`,
  'CREATE VIEW french AS SELECT id, "na me" FROM person WHERE country = \'FR\'',
  'CREATE VIEW broken AS SELECT * FROM nowhere',
  `INSERT INTO person (id, "na me", age, country, boss, mail, note) VALUES
     (1, 'Ada', '36', 'FR', NULL, 'ada@example.org', x'0102'), (7, 'Bob', ' 40 ', 'DE', 1, NULL, 3.5), (9, 'Cy', NULL, NULL, 7, NULL, 'x')`,
  'DELETE FROM person WHERE id = 9',
]

describe('the text of a table', () => {
  it.each([
    'CREATE TABLE t(a,b,c)',
    `CREATE TABLE t ("id" INTEGER, "na,me" TEXT, PRIMARY KEY("id" AUTOINCREMENT))`,
    'CREATE TABLE [t] ([a b] "VARCHAR"(10) NOT NULL ON CONFLICT REPLACE DEFAULT 5, `c``d` UNSIGNED BIG INT)',
    `CREATE TABLE t (a DEFAULT -1.5, b DEFAULT +3, c DEFAULT x'00ff', d DEFAULT current_timestamp, e DEFAULT "q (", f DEFAULT (1 + (2)))`,
    `CREATE TABLE t (a TEXT NULL, b TEXT COLLATE nocase CHECK (b IN ('a,b', ')')) NOT NULL, c INT UNIQUE ON CONFLICT IGNORE)`,
    'CREATE TABLE t (a INTEGER PRIMARY KEY DESC, b REFERENCES t ON INSERT SET NULL ON DELETE SET DEFAULT MATCH full NOT DEFERRABLE INITIALLY IMMEDIATE)',
    'CREATE TABLE t (a INT, b INT, CONSTRAINT x UNIQUE (a, b) ON CONFLICT ABORT CONSTRAINT y CHECK (a > b) FOREIGN KEY (a, b) REFERENCES t (a, b) ON UPDATE NO ACTION DEFERRABLE)',
    `CREATE TABLE t (a INT, -- the "first, (one)
       b /* ), */ INT -- last
     )`,
    `CREATE TABLE t (a INT, b INT AS (a * 2), c INT GENERATED ALWAYS AS (a || ')') STORED, "check" INT)`,
    'CREATE TABLE t (a TEXT COLLATE "binary", b DECIMAL(10, 2), c DOUBLE PRECISION, PRIMARY KEY (b, a COLLATE nocase DESC))',
    'CREATE TABLE t (a TEXT PRIMARY KEY, b ANY) STRICT, WITHOUT ROWID',
    'CREATE TABLE "t" ("select" int, "unique" text, "ÄÖ" text, 表 text, \'quoted\' int)',
  ])('is read as SQLite reads it: %s', async (sql) => {
    const facts = async (name: string) =>
      Promise.all(
        ['table_xinfo', 'foreign_key_list', 'index_list'].map(async (pragma) =>
          JSON.stringify(await rows(`SELECT * FROM pragma_${pragma}(?)`, name)).replaceAll(/_u\b|_t\b/g, ''),
        ),
      )
    await run(sql)
    const [[stored] = []] = await rows(`SELECT sql FROM sqlite_schema WHERE name = 't'`)
    const text = parseTableText(String(stored))
    const names = await rows(`SELECT name FROM pragma_table_xinfo('t')`)
    expect(text.columns.map(({ name }) => name)).toEqual(names.flat())
    const before = await facts('t')
    await run('DROP TABLE t', writeTableText('t', text))
    expect(await facts('t')).toEqual(before)
  })

  it('is refused rather than guessed', () => {
    for (const sql of ['CREATE VIRTUAL TABLE t USING fts5 (a)', 'CREATE TABLE t (a', 'CREATE TABLE t', ''])
      expect(() => parseTableText(sql)).toThrow('SCHEMA_CHANGE_UNSUPPORTED')
  })
})

describe('changes of columns', () => {
  it('rebuild a table without losing anything else', async () => {
    await run(...elaborate)
    const before = await objects()
    const others = 'SELECT id, "na me", country, boss, mail, shout, note, typeof(note) FROM person ORDER BY id'
    const saved = await rows(others)
    await change('person', changed('age', column('age', 'Number', { defaultValue: "'1' || '8'" }), 'LongText'))
    const after = await objects()
    expect({ ...after, person: '' }).toEqual({ ...before, person: '' })
    expect(await rows(others)).toEqual(saved)
    expect(await rows('SELECT age, typeof(age) FROM person ORDER BY id')).toEqual([
      [36, 'integer'],
      [40, 'integer'],
    ])
    const { person = '' } = after
    for (const part of [
      'AUTOINCREMENT',
      `TEXT COLLATE NOCASE NOT NULL DEFAULT 'no "one", (yet)'`,
      `CHECK (age <> 'x, y)' ) DEFAULT ('1' || '8')`,
      'CONSTRAINT fk REFERENCES country (code) ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED',
      'UNIQUE ON CONFLICT FAIL',
      'GENERATED ALWAYS AS (upper("na me")) STORED',
      'CONSTRAINT named CHECK (length("na me") > 0)',
    ])
      expect(person).toContain(part)
    // The number of the deleted row 9 isn't reused, and triggers run again.
    await run(`INSERT INTO person ("na me") VALUES ('Di')`, `UPDATE person SET age = 5 WHERE id = 10`)
    expect(await rows('SELECT id, age, country FROM person WHERE id > 7')).toEqual([[10, 5, 'FR']])
    expect(await rows('SELECT what FROM log')).toEqual([['changed 10']])
    expect(await rows('PRAGMA integrity_check')).toEqual([['ok']])
    expect(await rows('PRAGMA foreign_key_check')).toEqual([])
  })

  it('are undone by the statements that undo them', async () => {
    await run(...elaborate.filter((sql) => !sql.includes('broken')))
    const before = await objects()
    const plan = await database.dialect.schema.changeColumns(database, 'person', [
      changed('age', column('years', 'Number', { required: false }), 'LongText'),
      { kind: 'add', column: column('extra', 'Number', { unique: true }) },
      { kind: 'rename', name: 'mail', newName: 'e-mail', newTitle: 'E-mail' },
    ])
    await database.changeSchema(plan.up)
    expect((await describeTable('person')).columns.map(({ name }) => name)).toEqual([
      'id',
      'na me',
      'years',
      'country',
      'boss',
      'e-mail',
      'shout',
      'note',
      'extra',
    ])
    await database.changeSchema(plan.down)
    expect(await objects()).toEqual(before)
  })

  it('never give a number again, wherever AUTOINCREMENT stands', async () => {
    await run(
      'CREATE TABLE t ("id" INTEGER, v TEXT, PRIMARY KEY("id" AUTOINCREMENT))',
      `INSERT INTO t (id, v) VALUES (8, '8')`,
      'DELETE FROM t',
    )
    await change('t', changed('v', column('v', 'Number'), 'LongText'))
    await run('INSERT INTO t (v) VALUES (1)')
    expect(await rows('SELECT id FROM t')).toEqual([[9]])
  })

  it('keep row numbers where nothing else identifies a row', async () => {
    await run(
      `CREATE TABLE t (a TEXT, rowid TEXT)`,
      `INSERT INTO t (oid, a, rowid) VALUES (5, '1', 'r'), (-3, '2', 's')`,
    )
    await change('t', changed('a', column('a', 'Number'), 'LongText'))
    expect(await rows('SELECT oid, a, rowid FROM t ORDER BY oid')).toEqual([
      [-3, 2, 's'],
      [5, 1, 'r'],
    ])
  })

  it('work on tables without row numbers and on strict ones', async () => {
    await run(
      `CREATE TABLE w (a TEXT, b INT, v TEXT, PRIMARY KEY (b, a)) STRICT, WITHOUT ROWID`,
      `INSERT INTO w VALUES ('x', 1, '10'), ('y', 1, '2.5')`,
    )
    await change('w', changed('v', column('v', 'Decimal', { required: true }), 'LongText'))
    await change('w', { kind: 'add', column: column('day', 'Date', { required: true, defaultValue: '2026-01-31' }) })
    const { columns, rowId } = await describeTable('w')
    expect(columns.map(({ nativeType }) => nativeType)).toEqual(['TEXT', 'INT', 'ANY', 'TEXT'])
    expect(rowId).toBeNull()
    expect(await rows('SELECT * FROM w')).toEqual([
      ['x', 1, 10, '2026-01-31'],
      ['y', 1, 2.5, '2026-01-31'],
    ])
    expect((await objects())['w']).toMatch(/\) (STRICT, WITHOUT ROWID|WITHOUT ROWID, STRICT)$/)
  })

  it('exchange names and reuse the name of a column that goes away', async () => {
    await run(
      `CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT)`,
      `INSERT INTO t VALUES (1, 'a', 'b', 'c')`,
    )
    await change(
      't',
      { kind: 'rename', name: 'a', newName: 'b', newTitle: 'b' },
      { kind: 'rename', name: 'b', newName: 'a', newTitle: 'a' },
      { kind: 'drop', name: 'c' },
      { kind: 'add', column: column('c', 'Number', { defaultValue: '3' }) },
    )
    expect(await rows('SELECT id, b, a, c FROM t')).toEqual([[1, 'a', 'b', 3]])
    await change(
      't',
      { kind: 'rename', name: 'a', newName: 'A', newTitle: 'A' },
      { kind: 'rename', name: 'c', newName: 'd', newTitle: 'd' },
      { kind: 'add', column: column('c', 'DateTime', { defaultValue: 'CURRENT_TIMESTAMP' }) },
    )
    expect((await describeTable('t')).columns.map(({ name }) => name)).toEqual(['id', 'b', 'A', 'd', 'c'])
  })

  it('make a column unique and not unique again, however it was made so', async () => {
    await run('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b TEXT, c TEXT, UNIQUE (c))')
    const isUnique = async (name: string) =>
      (await describeTable('t')).indexes.some(({ unique, columns }) => unique && columns.join() === name)
    for (const name of ['a', 'c']) {
      await change('t', changed(name, column(name, 'LongText')))
      expect(await isUnique(name)).toBe(false)
    }
    await change('t', changed('b', column('b', 'LongText', { unique: true })))
    expect(await isUnique('b')).toBe(true)
    await change('t', changed('b', column('b', 'LongText')))
    expect(await isUnique('b')).toBe(false)
    await run(`INSERT INTO t (b) VALUES ('x'), ('x')`)
    expect(await failure(change('t', changed('b', column('b', 'LongText', { unique: true }))))).toMatchObject({
      code: 'VALUE_NOT_UNIQUE',
    })
  })

  it('fill required columns from their default, and refuse where there is none', async () => {
    await run(`CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)`, `INSERT INTO t (a) VALUES (NULL), ('x')`)
    expect(await failure(change('t', changed('a', column('a', 'LongText', { required: true }))))).toMatchObject({
      code: 'COLUMN_NEEDS_DEFAULT',
      details: { column: 'a', count: 1 },
    })
    expect(
      await failure(change('t', { kind: 'add', column: column('n', 'Number', { required: true }) })),
    ).toMatchObject({
      code: 'COLUMN_NEEDS_DEFAULT',
      details: { count: 2 },
    })
    await change('t', changed('a', column('a', 'LongText', { required: true, defaultValue: 'none' })))
    expect(await rows('SELECT a FROM t')).toEqual([['none'], ['x']])
  })

  it.each<[string, ColumnChange, string, string]>([
    ['a key', { kind: 'drop', name: 'id' }, 'COLUMN_KEY_FIXED', ''],
    ['a column of a composite constraint', { kind: 'drop', name: 'na me' }, 'COLUMN_IN_USE', 'shout'],
    [
      'a key turned to text',
      changed('id', column('id', 'SingleLineText', { primaryKey: true }), 'ID'),
      'COLUMN_KEY_FIXED',
      '',
    ],
    ['a key that is none any more', changed('id', column('id', 'ID')), 'COLUMN_KEY_FIXED', ''],
    ['a second key', { kind: 'add', column: column('n', 'ID') }, 'COLUMN_KEY_FIXED', ''],
    ['a generated column', changed('shout', column('shout', 'Number'), 'LongText'), 'COLUMN_KEY_FIXED', ''],
    ['a foreign key', changed('boss', column('boss', 'Date'), 'ForeignKey'), 'COLUMN_IN_USE', 'person'],
    ['a column that is not there', { kind: 'drop', name: 'nothing' }, 'COLUMN_NOT_FOUND', ''],
    ['bytes', changed('note', column('note', 'SingleLineText'), 'SpecificDBType'), 'COLUMN_VALUES_NOT_CONVERTIBLE', ''],
  ])('leave %s alone', async (_, wrong, code, by) => {
    await run(...elaborate)
    const before = [await objects(), await rows('SELECT * FROM person')]
    expect(await failure(change('person', wrong))).toMatchObject({ code, ...(by === '' ? {} : { details: { by } }) })
    expect([await objects(), await rows('SELECT * FROM person')]).toEqual(before)
  })

  it('drop a column with what is about it alone, and not while others use it', async () => {
    await run(
      'CREATE TABLE owner (id INTEGER PRIMARY KEY)',
      `CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (a <> ''), owner INTEGER REFERENCES owner, b TEXT UNIQUE, c TEXT, d TEXT, e TEXT,
         FOREIGN KEY (c) REFERENCES t (b), CHECK (d <> 'x'))`,
      'CREATE INDEX on_a ON t (a)',
      'CREATE INDEX on_e_a ON t (e, a)',
      'CREATE UNIQUE INDEX unique_e ON t (e, d)',
      'CREATE VIEW seen AS SELECT t.d AS e FROM t',
      `INSERT INTO t VALUES (1, 'a', NULL, 'b', 'b', 'd', 'e')`,
    )
    const drop = (name: string) => change('t', { kind: 'drop', name })
    expect(await failure(drop('e'))).toMatchObject({ code: 'COLUMN_IN_USE', details: { by: 'unique_e' } })
    expect(await failure(drop('b'))).toMatchObject({ code: 'COLUMN_IN_USE', details: { by: 't' } })
    await run('DROP INDEX unique_e')
    // The view has a column of that name, of its own.
    await drop('e')
    expect(await failure(drop('d'))).toMatchObject({ code: 'COLUMN_IN_USE', details: { by: 'seen' } })
    await run('DROP VIEW seen')
    for (const name of ['d', 'owner', 'a', 'c', 'b']) await drop(name)
    expect(await objects()).toEqual({
      owner: expect.any(String) as string,
      t: expect.stringMatching(/^CREATE TABLE "?t"? \(\s*id INTEGER PRIMARY KEY\s*\)$/) as string,
    })
    expect(await failure(change('t', { kind: 'drop', name: 'id' }))).toMatchObject({ code: 'COLUMN_KEY_FIXED' })
    expect(await rows('SELECT * FROM t')).toEqual([[1]])
  })

  it('fail when the table is not any more what they were planned for', async () => {
    await run('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)', `INSERT INTO t VALUES (1, '1')`)
    const plan = await database.dialect.schema.changeColumns(database, 't', [
      changed('a', column('a', 'Number'), 'LongText'),
    ])
    await run(`INSERT INTO t VALUES (2, 'two')`)
    expect(await failure(database.changeSchema(plan.up))).toMatchObject({ code: 'ROW_NOT_FOUND' })
    await run('DELETE FROM t WHERE id = 2', 'ALTER TABLE t ADD COLUMN b')
    expect(await failure(database.changeSchema(plan.up))).toMatchObject({ code: 'ROW_NOT_FOUND' })
    expect(await rows('SELECT * FROM t')).toEqual([[1, '1', null]])
  })
})

describe('values of a column that changes its type', () => {
  const select = {
    options: {
      options: [
        { title: 'a', color: 'red' as const },
        { title: 'b c', color: 'grey' as const },
      ],
    },
  }

  it.each<[string, UiType, StoredValue[], StoredValue[]]>([
    ['text', 'Number', ['12', ' -3 ', '', null, '9007199254740993'], [12, -3, null, null, 9007199254740993n]],
    ['text', 'Decimal', ['1.50', '1e3', '-0.1', '0.1234567890123456789'], [1.5, 1000, -0.1, '0.1234567890123456789']],
    ['decimal', 'Number', [3, 4.0], [3, 4]],
    ['integer', 'SingleLineText', [3, null], ['3', null]],
    ['double', 'LongText', [3, 2.5], ['3', '2.5']],
    ['text', 'Checkbox', ['Yes', '0', 'TRUE', 'off'], [1, 0, 1, 0]],
    ['text', 'Date', ['2024-02-29', '2024-02-29 00:00:00', '2024-02-29T00:00:00Z'], Array(3).fill('2024-02-29')],
    [
      'text',
      'DateTime',
      ['2024-02-29', '2024-02-29T10:20', '2024-02-29T10:20:30+02:00', '2024-02-29 10:20:30.125'],
      ['2024-02-29 00:00:00', '2024-02-29 10:20:00', '2024-02-29 08:20:30', '2024-02-29 10:20:30.125'],
    ],
    ['text', 'Time', ['10:20', '10:20:30.5'], ['10:20:00', '10:20:30.5']],
    ['integer', 'Year', [1999], [1999]],
    ['text', 'JSON', ['{"a": 1}', '[]'], ['{"a": 1}', '[]']],
    ['text', 'SingleSelect', ['a', ' b c '], ['a', 'b c']],
    ['text', 'MultiSelect', ['a', 'a, b c', null], ['a', 'a,b c', null]],
    ['varchar', 'Email', ['not an address', ' '], ['not an address', ' ']],
  ])('of %s to %s', async (declared, uiType, before, after) => {
    await run(`CREATE TABLE t (id INTEGER PRIMARY KEY, v ${declared})`)
    await database.changeSchema([{ sql: 'INSERT INTO t (v) VALUES (?)', params: [], batch: before.map((v) => [v]) }])
    const rest = uiType.endsWith('Select') ? select : {}
    await change('t', changed('v', column('v', uiType, rest), 'LongText'))
    const got = await rows(
      `SELECT CASE typeof(v) WHEN 'integer' THEN CAST(v AS TEXT) ELSE v END, typeof(v) FROM t ORDER BY id`,
    )
    const kinds = after.map((value) =>
      value === null
        ? 'null'
        : typeof value === 'string'
          ? 'text'
          : Number.isInteger(Number(value))
            ? 'integer'
            : 'real',
    )
    expect(got.map(([value]) => (value === null ? null : String(value)))).toEqual(
      after.map((value) => (value === null ? null : String(value))),
    )
    expect(got.map(([, kind]) => kind)).toEqual(kinds)
  })

  it.each<[UiType, StoredValue[], number]>([
    ['Number', ['1', 'two', '3.5', '0x10', '007', '1e400'], 5],
    ['Decimal', ['1,5', '1e400'], 2],
    ['Checkbox', ['maybe', '2'], 2],
    ['Date', ['2024-02-30', '29.02.2024', '2024-02-29 10:00:00', '2024-02-29 00:10:00'], 4],
    ['DateTime', ['yesterday', '2024-13-01 10:00:00', '2024-02-29 25:00'], 3],
    ['Time', ['25:00', '10'], 2],
    ['Year', ['0', '10000'], 2],
    ['Rating', ['0', '6'], 2],
    ['JSON', ['{', "{'a':1}"], 2],
    ['SingleSelect', ['A', 'c'], 2],
    ['MultiSelect', ['a,x', 'x'], 2],
  ])('to %s are counted and kept when they do not fit', async (uiType, values, count) => {
    await run('CREATE TABLE t (id INTEGER PRIMARY KEY, v text)')
    await database.changeSchema([{ sql: 'INSERT INTO t (v) VALUES (?)', params: [], batch: values.map((v) => [v]) }])
    const rest = uiType.endsWith('Select') ? select : {}
    expect(await failure(change('t', changed('v', column('v', uiType, rest), 'LongText')))).toMatchObject({
      code: 'COLUMN_VALUES_NOT_CONVERTIBLE',
      details: { column: 'v', count },
    })
    expect((await rows('SELECT v FROM t ORDER BY id')).flat()).toEqual(values)
  })

  it('of a checkbox to text are words', async () => {
    await run('CREATE TABLE t (id INTEGER PRIMARY KEY, v boolean)', 'INSERT INTO t (v) VALUES (1), (0), (NULL)')
    await change('t', changed('v', column('v', 'SingleLineText'), 'Checkbox'))
    expect((await rows('SELECT v FROM t ORDER BY id')).flat()).toEqual(['true', 'false', null])
  })
})
