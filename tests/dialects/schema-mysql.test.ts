import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnChange, ColumnDefinition, Table } from '@common/model'
import type { Database } from '@main/db/database'
import { dialectOf } from '@main/db/dialects/mysql'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { serverVersion } from '@main/db/dialects/mysql/flavour'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { createTestMariadb, executeMariadb, hasMariadb, type TestMariadb } from '@tests/helpers/mariadb'

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
const key = column('id', 'ID', { primaryKey: true, required: true })
const toNumber: ColumnChange = { kind: 'change', name: 'v', column: column('v', 'Number'), from: 'LongText' }

describe('versions of servers', () => {
  it.each([
    ['10.11.6-MariaDB-0+deb12u1', { flavour: 'mariadb', number: 1011, text: '10.11.6' }],
    ['5.5.5-10.4.32-MariaDB-log', { flavour: 'mariadb', number: 1004, text: '10.4.32' }],
    ['8.0.36-0ubuntu0.22.04.1', { flavour: 'mysql', number: 800, text: '8.0.36' }],
    ['5.7.44', { flavour: 'mysql', number: 507, text: '5.7.44' }],
    ['8.0.11-TiDB-v7.5.0', { flavour: 'mysql', number: 800, text: '8.0.11' }],
  ])('%s', (text, version) => {
    expect(serverVersion(text)).toEqual(version)
  })
})

describe.skipIf(!(await hasMariadb()))('schemas on MariaDB', () => {
  let server: TestMariadb
  let database: Database
  beforeAll(async () => {
    server = await createTestMariadb('CHARACTER SET latin1')
    database = await openMysql({ settings: settingsOfUrl(server.url) })
  })
  afterAll(async () => {
    await database.close()
    await server.drop()
  })
  afterEach(async () => {
    const tables = await database.dialect.introspect.listTables(database)
    const drops = tables.map(({ name, type }) => `DROP ${type} ${database.dialect.quote(name)}`)
    await executeMariadb(server.url, 'SET foreign_key_checks = 0', ...drops)
  })

  const theirs = (...statements: string[]): Promise<void> => executeMariadb(server.url, ...statements)
  const change = async (table: string, ...changes: ColumnChange[]): Promise<void> => {
    await database.changeSchema((await database.dialect.schema.changeColumns(database, table, changes)).up)
  }
  const rows = (sql: string): Promise<StoredValue[][]> => database.read({ sql, params: [] })
  const text = async (table: string): Promise<string> => String((await rows(`SHOW CREATE TABLE ${table}`))[0]?.[1])

  it('are described whatever somebody else has made of them', async () => {
    await theirs(
      `CREATE TABLE parent (a int unsigned, b varchar(10), PRIMARY KEY (a, b), KEY back (b))`,
      `CREATE TABLE child (
        id mediumint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, pa int unsigned, pb varchar(10),
        state enum('open','it''s','b\\\\c') NOT NULL DEFAULT 'it''s', tags set('x','y'), yes tinyint(1) DEFAULT 1, bits bit(1),
        data json, price decimal(10,2) DEFAULT '1.50', whole decimal(5,0), y year, at timestamp(3) NULL DEFAULT CURRENT_TIMESTAMP(3),
        twice int AS (yes * 2) VIRTUAL, label varchar(20) DEFAULT 'a\\\\b', made date DEFAULT (curdate()), blank text DEFAULT NULL,
        CONSTRAINT to_parent FOREIGN KEY (pa, pb) REFERENCES parent (a, b) ON DELETE CASCADE, UNIQUE KEY one (label, yes))`,
      'CREATE VIEW seen AS SELECT id, state FROM child',
      'CREATE SEQUENCE counted',
    )
    const { introspect, uiTypeOf } = database.dialect
    expect(await introspect.listTables(database)).toEqual([
      { name: 'child', type: 'table' },
      { name: 'parent', type: 'table' },
      { name: 'seen', type: 'view' },
    ])
    const child = await introspect.describeTable(database, 'child')
    expect(
      child?.columns.map((native) => [native.name, native.nativeType, uiTypeOf(native), native.defaultValue]),
    ).toEqual([
      ['id', 'mediumint(8) unsigned', 'ID', null],
      ['pa', 'int(10) unsigned', 'Number', null],
      ['pb', 'varchar(10)', 'SingleLineText', null],
      ['state', `enum('open','it''s','b\\\\c')`, 'SingleSelect', `'it''s'`],
      ['tags', `set('x','y')`, 'MultiSelect', null],
      ['yes', 'tinyint(1)', 'Checkbox', '1'],
      ['bits', 'bit(1)', 'Checkbox', null],
      ['data', 'json', 'JSON', null],
      ['price', 'decimal(10,2)', 'Decimal', '1.50'],
      ['whole', 'decimal(5,0)', 'Number', null],
      ['y', 'year(4)', 'Year', null],
      ['at', 'timestamp(3)', 'DateTime', 'CURRENT_TIMESTAMP'],
      ['twice', 'int(11)', 'Number', null],
      ['label', 'varchar(20)', 'SingleLineText', `'a\\b'`],
      ['made', 'date', 'Date', 'CURRENT_DATE'],
      ['blank', 'text', 'LongText', null],
    ])
    expect(child?.columns.find(({ name }) => name === 'state')?.choices).toEqual(['open', "it's", 'b\\c'])
    expect(child?.columns.filter(({ generated }) => generated).map(({ name }) => name)).toEqual(['twice'])
    expect(child?.foreignKeys).toEqual([
      {
        columns: ['pa', 'pb'],
        referencedTable: 'parent',
        referencedColumns: ['a', 'b'],
        onDelete: 'CASCADE',
        onUpdate: 'RESTRICT',
      },
    ])
    expect(child?.indexes).toContainEqual({ name: 'one', unique: true, columns: ['label', 'yes'] })
    const parent = await introspect.describeTable(database, 'parent')
    expect(parent?.columns.map(({ name, keyPosition }) => [name, keyPosition])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect((await introspect.describeTable(database, 'seen'))?.columns).toHaveLength(2)
    expect(await introspect.describeTable(database, 'counted')).toBeUndefined()
    await theirs('ALTER TABLE child DROP COLUMN state')
    await expect(introspect.describeTable(database, 'seen')).rejects.toMatchObject({ code: 'VIEW_INVALID' })
  })

  it('keep what a change does not speak of: comments, alphabets, times of change, checks, choices, prefixes', async () => {
    await theirs(
      `CREATE TABLE t (
        id int PRIMARY KEY, v text CHARACTER SET utf8mb4 COMMENT 'it''s \\\\ text', n int DEFAULT 3 COMMENT 'counted' CHECK (n > 0),
        name varchar(30) CHARACTER SET latin1 COLLATE latin1_german2_ci NOT NULL DEFAULT 'ä',
        state enum('a','b\\\\c') DEFAULT 'a', changed datetime(3) DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
        KEY begins (v(5), n), KEY other (n)) ENGINE = InnoDB`,
      `INSERT INTO t (id, v, changed) VALUES (1, ' 12 ', '2020-01-01'), (2, NULL, '2020-01-01')`,
      'CREATE TRIGGER watch BEFORE UPDATE ON t FOR EACH ROW SET NEW.n = 99',
    )
    await change('t', { kind: 'rename', name: 'n', newName: 'count', newTitle: 'count' }).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'COLUMN_IN_USE', details: { by: 'watch' } }),
    )
    await change(
      't',
      {
        kind: 'change',
        name: 'name',
        column: column('title', 'SingleLineText', { required: false, defaultValue: 'x' }),
      },
      { kind: 'change', name: 'state', column: column('state', 'SingleSelect', { required: true, defaultValue: 'a' }) },
      {
        kind: 'change',
        name: 'changed',
        column: column('changed', 'DateTime', { required: true, defaultValue: 'CURRENT_TIMESTAMP' }),
      },
      { ...toNumber, column: column('v', 'Number') },
    )
    expect((await text('t')).split('\n').map((line) => line.trim())).toEqual([
      'CREATE TABLE `t` (',
      '`id` int(11) NOT NULL,',
      "`v` bigint(20) DEFAULT NULL COMMENT 'it''s \\\\ text',",
      "`n` int(11) DEFAULT 3 COMMENT 'counted' CHECK (`n` > 0),",
      "`title` varchar(30) CHARACTER SET latin1 COLLATE latin1_german2_ci DEFAULT 'x',",
      "`state` enum('a','b\\\\c') NOT NULL DEFAULT 'a',",
      '`changed` datetime(3) NOT NULL DEFAULT current_timestamp(3) ON UPDATE current_timestamp(3),',
      'PRIMARY KEY (`id`),',
      'KEY `other` (`n`),',
      'KEY `begins` (`v`,`n`)',
      ') ENGINE=InnoDB DEFAULT CHARSET=latin1 COLLATE=latin1_swedish_ci',
    ])
    // Neither triggers nor times of change have noticed.
    expect(await rows('SELECT id, v, n, changed FROM t')).toEqual([
      [1, 12, 3, '2020-01-01 00:00:00'],
      [2, null, 3, '2020-01-01 00:00:00'],
    ])
  })

  it.each<[string, UiType, string | null, StoredValue]>([
    ['int unsigned', 'Number', '7', 7],
    ['decimal(10,2)', 'Decimal', '1.5', 1.5],
    ['tinyint(1)', 'Checkbox', '1', 1],
    [`enum('a','it''s')`, 'SingleSelect', "it's", "it's"],
    ['datetime(3)', 'DateTime', '2024-02-29 10:20:30.5', '2024-02-29 10:20:30.5'],
    ['date', 'Date', '2024-02-29', '2024-02-29'],
    ['time', 'Time', '10:20:30', '10:20:30'],
    ['varchar(30) CHARACTER SET latin1', 'SingleLineText', 'ä', 'ä'],
    ['longtext', 'LongText', 'x', 'x'],
    ['year', 'Year', '2024', 2024],
    ['json', 'JSON', '{"a":1}', '{"a":1}'],
  ])('fill what is missing of %s with the default', async (type, uiType, defaultValue, filled) => {
    await theirs(`CREATE TABLE t (id int PRIMARY KEY, v ${type})`, 'INSERT INTO t (id) VALUES (1), (2)')
    await change('t', { kind: 'change', name: 'v', column: column('v', uiType, { required: true, defaultValue }) })
    expect(await rows('SELECT v FROM t')).toEqual([[filled], [filled]])
    const native = (await database.dialect.introspect.describeTable(database, 't'))?.columns[1]
    expect([native?.notNull, native && database.dialect.uiTypeOf(native)]).toEqual([true, uiType])
    await theirs('INSERT INTO t (id) VALUES (3)')
    expect(await rows('SELECT v FROM t WHERE id = 3')).toEqual([[filled]])
  })

  it('show nothing of a change that was cut short, and the next change removes what it left', async () => {
    await database.changeSchema(database.dialect.schema.createTable('t', [key, column('v', 'LongText')]).up)
    await theirs("INSERT INTO t (v) VALUES ('1'), (' 2 ')")
    const before = await database.dialect.introspect.describeTable(database, 't')
    const { up } = await database.dialect.schema.changeColumns(database, 't', [toNumber])
    const begun = up.findIndex(({ sql }) => sql.startsWith('LOCK TABLES'))
    expect(begun).toBeGreaterThan(0)
    // As if the server or Basalt had stopped after the first statements.
    await database.changeSchema(up.slice(0, begun))
    expect(await text('t')).toContain('~basalt~')
    expect(await database.dialect.introspect.describeTable(database, 't')).toEqual(before)
    await change('t', toNumber)
    expect(await text('t')).not.toContain('~basalt~')
    expect(await rows('SELECT v FROM t')).toEqual([[1], [2]])
  })

  it('keep nothing of a change that fails, and let others in again', async () => {
    await database.changeSchema(database.dialect.schema.createTable('t', [key, column('v', 'LongText')]).up)
    await theirs("INSERT INTO t (v) VALUES ('1')")
    const before = await text('t')
    const { up } = await database.dialect.schema.changeColumns(database, 't', [toNumber])
    await theirs("INSERT INTO t (v) VALUES ('two')")
    await expect(database.changeSchema(up)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
    expect((await text('t')).replace(/AUTO_INCREMENT=\d+ /, '')).toBe(before.replace(/AUTO_INCREMENT=\d+ /, ''))
    await theirs("INSERT INTO t (v) VALUES ('three')")
    expect(await rows('SELECT count(*) FROM t')).toEqual([[3]])
  })

  it.each<[string, ColumnDefinition[], string]>([
    ['n'.repeat(65), [key], 'TABLE_NAME_INVALID'],
    ['rocks 🪨', [key], 'TABLE_NAME_INVALID'],
    ['ends with a blank ', [key], 'TABLE_NAME_INVALID'],
    ['t', [key, column('c'.repeat(65), 'Number')], 'COLUMN_NAME_INVALID'],
    ['t', [key, column('🪨', 'Number')], 'COLUMN_NAME_INVALID'],
  ])('refuse names that the server does not know: %s', (name, columns, code) => {
    const make = (): unknown => database.dialect.schema.createTable(name, columns)
    expect(make).toThrow(expect.objectContaining({ code, details: expect.objectContaining({ limit: 64 }) as unknown }))
  })

  it('refuse a rename that views would not survive', async () => {
    await database.changeSchema(database.dialect.schema.createTable('t', [key, column('v', 'LongText')]).up)
    await theirs('CREATE VIEW long_ones AS SELECT v FROM t')
    const rename: ColumnChange = { kind: 'rename', name: 'v', newName: 'w', newTitle: 'w' }
    await expect(change('t', rename)).rejects.toMatchObject({ code: 'COLUMN_IN_USE', details: { by: 'long_ones' } })
    await theirs('DROP VIEW long_ones')
    await change('t', rename)
  })

  it('keep views in step with a table that gets another name', async () => {
    const { schema, quote } = database.dialect
    const old = quote('old`t')
    await database.changeSchema(schema.createTable('old`t', [key, column('v', 'LongText')]).up)
    await database.changeSchema([
      {
        sql: `CREATE VIEW some AS SELECT o.v AS w, 'it''s \`old\`' AS x FROM ${old} AS o WHERE o.v <> 'a''b'`,
        params: [],
      },
      { sql: 'CREATE SQL SECURITY INVOKER VIEW more AS SELECT w FROM some', params: [] },
      { sql: `CREATE VIEW all_of_it AS SELECT * FROM ${old} WHERE v > 1 WITH CHECK OPTION`, params: [] },
    ])
    const read = async (view: string): Promise<unknown> => database.read({ sql: `SELECT * FROM ${view}`, params: [] })
    await database.transact([{ sql: `INSERT INTO ${old} (v) VALUES (?)`, params: ['7'] }])
    const before = [await read('some'), await read('more'), await read('all_of_it')]
    const plan = await schema.renameTable(database, 'old`t', 'new')
    await database.changeSchema(plan.up)
    expect([await read('some'), await read('more'), await read('all_of_it')]).toEqual(before)
    await expect(
      database.transact([{ sql: "INSERT INTO all_of_it (v) VALUES ('0')", params: [] }]),
    ).rejects.toMatchObject({ code: 'VALUE_CHECK_FAILED' })
    await database.changeSchema(plan.down)
    expect([await read('some'), await read('more'), await read('all_of_it')]).toEqual(before)
    // Only its creator can recreate a view of another user.
    await theirs('CREATE DEFINER = somebody@localhost VIEW theirs AS SELECT 1 AS one FROM `old``t`').catch(
      () => undefined,
    )
    for (const view of ['more', 'some', 'all_of_it']) await theirs(`DROP VIEW ${view}`)
    await expect(schema.renameTable(database, 'old`t', 'new')).rejects.toMatchObject({
      code: 'TABLE_IN_USE',
      details: { by: 'theirs' },
    })
    await theirs('DROP VIEW theirs')
  })

  it('relate text to text of another alphabet', async () => {
    await theirs('CREATE TABLE land (code char(2) CHARACTER SET ascii PRIMARY KEY) DEFAULT CHARACTER SET utf8mb4')
    await database.changeSchema(database.dialect.schema.createTable('city', [key]).up)
    const link = {
      columns: ['land'],
      referencedTable: 'land',
      referencedColumns: ['code'],
      onDelete: 'SET NULL',
      onUpdate: 'CASCADE',
    }
    const plan = await database.dialect.schema.addForeignKey(database, 'city', link, [
      column('land', 'ForeignKey', { nativeType: 'char(2)' }),
    ])
    await database.changeSchema(plan.up)
    expect((await database.dialect.introspect.describeTable(database, 'city'))?.foreignKeys).toEqual([link])
  })

  describe('as MySQL is spoken to', () => {
    // MariaDB understands all of it, except the collation of new tables.
    const mysql = dialectOf(serverVersion('8.0.36'))
    const table = (primaryKey: readonly string[], columns: readonly Partial<Column>[]): Table => ({
      name: 't',
      title: 't',
      type: 'table',
      order: 1,
      columns: columns.map((given): Column => ({
        ...column(given.name ?? '', given.uiType ?? 'SingleLineText'),
        nativeType: 'varchar(50)',
        autoIncrement: false,
        generated: false,
        primaryValue: false,
        primaryKey: primaryKey.includes(given.name ?? ''),
        ...given,
      })),
      virtualColumns: [],
      primaryKey,
      foreignKeys: [],
      indexes: [],
      rowId: null,
    })

    it('rows are read back by the key that the server counted, that was given, or by their values', async () => {
      await theirs('CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, name varchar(50), n int DEFAULT 7)')
      const counted = table(
        ['id'],
        [{ name: 'id', autoIncrement: true, nativeType: 'int(11)' }, { name: 'name' }, { name: 'n' }],
      )
      const [id, name] = counted.columns
      if (id === undefined || name === undefined) throw new Error('There are columns')
      const insert = (columns: Column[], rows: StoredValue[][]) =>
        database.transact([mysql.rows.insert({ table: counted, columns, rows, returned: counted.columns })])
      expect((await insert([name], [['a'], ['b']]))[0]).toEqual({
        changes: 2,
        rows: [
          [1, 'a', 7],
          [2, 'b', 7],
        ],
      })
      expect((await insert([id, name], [[9, 'c']]))[0]?.rows).toEqual([[9, 'c', 7]])
      expect((await insert([], [[]]))[0]?.rows).toEqual([[10, null, 7]])
      const update = mysql.rows.update({
        table: counted,
        set: '`name` = ?',
        setCount: 1,
        where: '`id` = ?',
        rows: [
          ['A', 1],
          ['X', 77],
          ['A', 1],
        ],
        returned: [id, name],
      })
      expect((await database.transact([update]))[0]).toEqual({
        changes: 2,
        rows: [
          [1, 'A'],
          [1, 'A'],
        ],
      })
      const remove = mysql.rows.remove({ table: counted, where: '`id` = ?', rows: [[1], [1]], returned: [name] })
      expect((await database.transact([remove]))[0]).toEqual({ changes: 1, rows: [['A']] })
      await theirs('CREATE TABLE keyless (name varchar(50), n int DEFAULT 7)')
      const keyless = { ...table([], [{ name: 'name' }, { name: 'n' }]), name: 'keyless' }
      const blank = mysql.rows.insert({
        table: keyless,
        columns: keyless.columns.slice(0, 1),
        rows: [[null]],
        returned: keyless.columns,
      })
      expect((await database.transact([blank]))[0]?.rows).toEqual([[null, 7]])
    })

    it('a column changes its type in steps of which only the last is seen', async () => {
      await database.changeSchema(
        database.dialect.schema.createTable('t', [key, column('v', 'LongText'), column('w', 'LongText')]).up,
      )
      await theirs("INSERT INTO t (v, w) VALUES ('1', '2024-02-29T10:20:30+02:00'), (' 2 ', NULL)")
      const { up } = await mysql.schema.changeColumns(database, 't', [
        toNumber,
        { kind: 'change', name: 'w', column: column('at', 'DateTime'), from: 'LongText' },
      ])
      expect(up.map(({ sql }) => sql.split(' ', 2).join(' '))).toEqual([
        'SELECT 1',
        'ALTER TABLE',
        'LOCK TABLES',
        'SELECT 1',
        'SELECT 1',
        'ALTER TABLE',
        'ALTER TABLE',
        'UNLOCK TABLES',
      ])
      await database.changeSchema(up)
      expect(await rows('SELECT id, v, at FROM t')).toEqual([
        [1, 1, '2024-02-29 08:20:30'],
        [2, 2, null],
      ])
    })
  })
})
