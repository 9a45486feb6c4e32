import { describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import { AppError } from '@common/errors'
import type { Column, ColumnChange, ColumnDefinition, Table } from '@common/model'
import { parseListQuery } from '@common/query/list-query'
import { tableIndex } from '@main/dataapi/columns'
import { compileByKey, compileCount, compileList, withPage } from '@main/dataapi/compile-read'
import { planList } from '@main/dataapi/plan'
import { deleteRows, insertRows, updateRows } from '@main/dataapi/rows/row-statements'
import type { Database, Step } from '@main/db/database'
import type { SchemaPlan } from '@main/db/dialect'
import { mssqlDialect } from '@main/db/dialects/mssql'
import { openMssql } from '@main/db/dialects/mssql/connection'
import { convertedSql } from '@main/db/dialects/mssql/convert'
import { isConnectionLoss, mayRunAgain, translateError } from '@main/db/dialects/mssql/errors'
import { plainDefault } from '@main/db/dialects/mssql/introspect'
import { connectionOptions, settingsOfUrl } from '@main/db/dialects/mssql/options'
import { mssqlServer } from '@main/db/dialects/mssql/server'
import { boundValue, readValue } from '@main/db/dialects/mssql/values'

/*
 * SQL Server: every kind of statement, compiled and compared as text. Against a server, the suites of all engines run
 * when BASALT_TEST_MSSQL_URL is given (tests/helpers/engines.ts).
 */

const definition = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
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
const column = (name: string, uiType: UiType, nativeType: string, rest: Partial<Column> = {}): Column => ({
  name,
  title: name,
  uiType,
  nativeType,
  required: false,
  primaryKey: false,
  autoIncrement: false,
  unique: false,
  defaultValue: null,
  generated: false,
  primaryValue: false,
  options: {},
  ...rest,
})
const table: Table = {
  name: 'peo]ple',
  title: 'People',
  type: 'table',
  order: 1,
  columns: [
    column('id', 'ID', 'bigint', { primaryKey: true, autoIncrement: true, required: true }),
    column('name', 'SingleLineText', 'nvarchar(450)', { required: true }),
    column('price', 'Decimal', 'decimal(38,18)'),
    column('born', 'Date', 'date'),
    column('seen', 'DateTime', 'datetime2(7)'),
    column('active', 'Checkbox', 'bit'),
    column('note', 'LongText', 'xml'),
    column('photo', 'SpecificDBType', 'varbinary(max)'),
  ],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}
const index = tableIndex(table)
const [id, name, price, , , , , photo] = table.columns as [
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
]

const list = (query: string, of = table): { sql: string; params: readonly StoredValue[] } => {
  const parsed = parseListQuery([...new URLSearchParams(query)])
  const plan = planList(tableIndex(of), parsed, mssqlDialect.comparison)
  return withPage(compileList(mssqlDialect, plan), parsed.page)
}

describe('reading from SQL Server', () => {
  it('cuts pages out of ordered rows, and orders them where nobody has asked', () => {
    expect(list('fields=name&limit=10&offset=20')).toEqual({
      sql: 'SELECT [id], [name] FROM [peo]]ple] ORDER BY [id] OFFSET @p2 ROWS FETCH NEXT @p1 ROWS ONLY',
      params: [10, 20],
    })
    const keyless = { ...table, primaryKey: [], columns: [name].map((each) => ({ ...each, primaryKey: false })) }
    expect(list('', keyless).sql).toBe(
      'SELECT [name] FROM [peo]]ple] ORDER BY (SELECT NULL) OFFSET @p2 ROWS FETCH NEXT @p1 ROWS ONLY',
    )
  })

  it.each<[string, string, readonly StoredValue[]]>([
    ['(name,eq,Ann)', '[name] = @p1', ['Ann']],
    ['(id,gt,7)', '[id] > CAST(@p1 AS bigint)', [7]],
    ['(id,eq,9.5)', '[id] = CAST(@p1 AS float)', [9.5]],
    ['(price,eq,9.99)', '[price] = CAST(@p1 AS decimal(38,2))', [9.99]],
    ['(price,btw,1,2.5)', '([price] BETWEEN CAST(@p1 AS decimal(38,0)) AND CAST(@p2 AS decimal(38,1)))', [1, 2.5]],
    ['(born,le,2024-02-29)', '[born] <= CAST(@p1 AS date)', ['2024-02-29']],
    ['(born,eq,nonsense)', 'CONVERT(nvarchar(10), [born], 23) = CONVERT(nvarchar(max), @p1)', ['nonsense']],
    ['(seen,gt,2024-05-01 10:00:00)', '[seen] > CAST(@p1 AS datetime2(7))', ['2024-05-01 10:00:00']],
    ['(active,eq,true)', '[active] = @p1', [true]],
    ['(note,eq,x)', 'CONVERT(nvarchar(max), [note]) = CONVERT(nvarchar(max), @p1)', ['x']],
    ['(id,in,1,2)', '[id] IN (CAST(@p1 AS bigint), CAST(@p2 AS bigint))', [1, 2]],
    ['(name,is,null)', '[name] IS NULL', []],
    ['~not(name,isnot,null)', '(NOT [name] IS NOT NULL)', []],
    [
      '(name,like,a[b%)',
      "CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_CI_AS LIKE REPLACE(@p1, N'[', N'[[]')",
      ['a[b%'],
    ],
  ])('filters by %s', (where, condition, params) => {
    const statement = compileCount(mssqlDialect, index, parseListQuery([['where', where]]).filter, undefined)
    expect(statement).toEqual({ sql: `SELECT count(*) FROM [peo]]ple] WHERE ${condition}`, params })
  })

  it('sorts what has no order by its text, and missing values first without being told', () => {
    expect(list('sort=-note,born').sql).toContain(' ORDER BY CONVERT(nvarchar(max), [note]) DESC, [born], [id] OFFSET')
  })

  it('brings wide decimals as text, which the driver would make doubles', () => {
    expect(list('fields=price').sql).toMatch(
      /^SELECT \[id\], CONVERT\(varchar\(50\), \[price\]\) AS \[~decimal\] FROM /,
    )
    expect(compileByKey(mssqlDialect, index, ['7']).sql).toMatch(
      / FROM \[peo\]\]ple\] WHERE \[id\] = CAST\(@p1 AS bigint\)$/,
    )
  })

  it('looks for text with a sign that escapes', () => {
    const { sql, params } = compileCount(mssqlDialect, tableIndex({ ...table, columns: [name] }), undefined, '100%')
    expect(sql).toContain(`LIKE REPLACE(@p1, N'[', N'[[]') ESCAPE '!'`)
    expect(params).toEqual(['%100!%%'])
  })
})

describe('writing to SQL Server', () => {
  const values = (...entries: [Column, StoredValue][]) => new Map(entries)

  it('finds inserted rows again by the keys that the server gave', () => {
    expect(insertRows(mssqlDialect, index, [values([name, 'Ann'], [photo, null])], [id, name])).toEqual({
      sql:
        'DECLARE @written TABLE ([id] bigint); ' +
        'INSERT INTO [peo]]ple] ([name], [photo]) OUTPUT inserted.[id] INTO @written VALUES (@p1, CONVERT(varbinary(max), @p2)); ' +
        'SELECT [id], [name] FROM [peo]]ple] AS [~row] WHERE EXISTS (SELECT 1 FROM @written AS [~key] WHERE [~key].[id] = [~row].[id])',
      params: [],
      batch: [['Ann', null]],
      returns: true,
    })
  })

  it('makes rows of defaults, and takes keys that are brought along', () => {
    expect(insertRows(mssqlDialect, index, [values()], []).sql).toBe('INSERT INTO [peo]]ple] DEFAULT VALUES')
    expect(insertRows(mssqlDialect, index, [values([id, 7], [name, 'x'])], []).sql).toBe(
      'SET IDENTITY_INSERT [peo]]ple] ON; INSERT INTO [peo]]ple] ([id], [name]) VALUES (@p1, @p2); SET IDENTITY_INSERT [peo]]ple] OFF',
    )
  })

  it('updates and deletes by key, and answers what it did', () => {
    expect(updateRows(mssqlDialect, index, [{ key: ['7'], values: values([price, 1.5]) }], [id]).sql).toBe(
      'UPDATE [peo]]ple] SET [price] = @p1 WHERE [id] = CAST(@p2 AS bigint); SELECT [id] FROM [peo]]ple] WHERE [id] = CAST(@p2 AS bigint)',
    )
    expect(deleteRows(mssqlDialect, index, [['7']], [id]).sql).toBe(
      'SET NOCOUNT OFF; SELECT [id] FROM [peo]]ple] WITH (UPDLOCK, HOLDLOCK) WHERE [id] = CAST(@p1 AS bigint); DELETE FROM [peo]]ple] WHERE [id] = CAST(@p1 AS bigint)',
    )
  })

  it.each<[StoredValue, string, unknown]>([
    [7, 'BigInt', 7n],
    [9007199254740993n, 'BigInt', 9007199254740993n],
    [99999999999999999999n, 'NVarChar', '99999999999999999999'],
    [0.1, 'NVarChar', '0.1'],
    [1e-7, 'NVarChar', '0.0000001'],
    [-1.5e21, 'NVarChar', '-1500000000000000000000'],
    [1e300, 'NVarChar', '1e+300'],
    [true, 'Bit', true],
    ['é', 'NVarChar', 'é'],
    [null, 'NVarChar', null],
  ])('binds %s as %s', (value, type, bound) => {
    expect(boundValue(value)).toMatchObject({ type, value: bound })
  })

  it('reads moments as text in UTC to their last digit, and integers exactly', () => {
    const read = (value: unknown, type: string, colName = '') => readValue(value, { colName, type: { name: type } })
    const moment = Object.assign(new Date('2024-02-29T10:20:30.120Z'), { nanosecondsDelta: 0.0000005 })
    expect(read(moment, 'DateTime2')).toBe('2024-02-29 10:20:30.1200005')
    expect(read(new Date('0001-01-01T00:00:00Z'), 'Date')).toBe('0001-01-01')
    expect(read(new Date('1970-01-01T06:30:00Z'), 'Time')).toBe('06:30:00')
    expect(read('9007199254740993', 'BigInt')).toBe(9007199254740993n)
    expect(read('42', 'BigInt')).toBe(42)
    expect(read('1.500000000000000000', 'VarChar', '~decimal')).toBe(1.5)
    expect(read('12345678901234567890.123000000000000000', 'VarChar', '~decimal')).toBe('12345678901234567890.123')
    expect(read('6F9619FF-8B86-D011-B42D-00C04FC964FF', 'UniqueIdentifier')).toBe(
      '6f9619ff-8b86-d011-b42d-00c04fc964ff',
    )
  })
})

/** What the catalogue of a server would answer, by a part of the question. */
interface Catalogue {
  readonly columns: readonly StoredValue[][]
  readonly references?: readonly StoredValue[][]
  readonly indexes?: readonly StoredValue[][]
  readonly facts?: readonly StoredValue[][]
  readonly factIndexes?: readonly StoredValue[][]
  readonly counts?: StoredValue[]
  readonly type?: string
}

function serverWith(catalogue: Catalogue): Database {
  const answer = (sql: string): readonly StoredValue[][] => {
    if (sql.includes("SELECT 'fingerprint'")) return [['fingerprint', '', '', 'f'], ...(catalogue.facts ?? [])]
    if (sql.includes('is_included_column')) return catalogue.factIndexes ?? []
    if (sql.includes('filter_definition')) return catalogue.indexes ?? []
    if (sql.includes('is_computed')) return catalogue.columns
    if (sql.includes('foreign_key_columns')) return catalogue.references ?? []
    if (sql.includes('COUNT_BIG')) return [catalogue.counts ?? [0, 0]]
    if (sql.includes('FROM sys.objects')) return [[1, 't', catalogue.type ?? 'U']]
    throw new Error(`Nobody expects ${sql}`)
  }
  const refuse = (): never => {
    throw new Error('There is no server')
  }
  return {
    dialect: mssqlDialect,
    read: async ({ sql }) => answer(sql).map((row) => [...row]),
    readJson: refuse,
    transact: refuse,
    changeSchema: refuse,
    schemaSettled: refuse,
    schemaVersion: refuse,
    dataVersion: refuse,
    close: async () => undefined,
  }
}

const catalogueColumn = (
  columnName: string,
  type: string,
  bytes: number,
  rest: { nullable?: boolean; default?: string; key?: number; identity?: boolean; computed?: boolean } = {},
): StoredValue[] => [
  columnName,
  type,
  bytes,
  19,
  0,
  rest.nullable ?? true,
  rest.default ?? null,
  rest.key ?? 0,
  rest.identity ?? false,
  rest.computed ?? false,
]
const idColumn = catalogueColumn('id', 'bigint', 8, { nullable: false, key: 1, identity: true })

describe('a schema as SQL Server describes it', () => {
  it('says types as they are declared, defaults as people wrote them, and what the server keeps itself', async () => {
    const server = serverWith({
      columns: [
        idColumn,
        catalogueColumn('name', 'nvarchar', 900, { default: "(N'it''s')" }),
        catalogueColumn('text', 'nvarchar', -1),
        catalogueColumn('n', 'int', 4, { default: '((7))' }),
        catalogueColumn('at', 'datetime2', 8, { default: '(sysutcdatetime())' }),
        catalogueColumn('sum', 'int', 4, { computed: true }),
      ],
      indexes: [
        ['pk', true, null, 'id'],
        ['one_name', true, '([name] IS NOT NULL)', 'name'],
        ['some_n', true, '([n]>(5))', 'n'],
      ],
      references: [
        ['t', 5, 'parent', 'NO_ACTION', 'SET_NULL', 'a', 'x'],
        ['t', 5, 'parent', 'NO_ACTION', 'SET_NULL', 'b', 'y'],
      ],
    })
    const described = await mssqlDialect.introspect.describeTable(server, 't')
    expect(
      described?.columns.map((native) => [
        native.name,
        native.nativeType,
        mssqlDialect.uiTypeOf(native),
        native.defaultValue,
      ]),
    ).toEqual([
      ['id', 'bigint', 'ID', null],
      ['name', 'nvarchar(450)', 'SingleLineText', "'it''s'"],
      ['text', 'nvarchar(max)', 'LongText', null],
      ['n', 'int', 'Number', '7'],
      ['at', 'datetime2(0)', 'DateTime', 'sysutcdatetime()'],
      ['sum', 'int', 'Number', null],
    ])
    expect(described?.columns.filter(({ generated }) => generated).map((native) => native.name)).toEqual(['sum'])
    expect(described?.indexes).toEqual([
      { name: 'pk', unique: true, columns: ['id'] },
      { name: 'one_name', unique: true, columns: ['name'] },
      { name: 'some_n', unique: false, columns: ['n'] },
    ])
    expect(described?.foreignKeys).toEqual([
      {
        columns: ['a', 'b'],
        referencedTable: 'parent',
        referencedColumns: ['x', 'y'],
        onDelete: 'SET NULL',
        onUpdate: 'NO ACTION',
      },
    ])
  })

  it.each([
    ['((0))', '0'],
    ["(N'a)(')", "'a)('"],
    ['((1)+(2))', '(1)+(2)'],
    ['(getdate())', 'getdate()'],
  ])('takes the brackets from %s', (sql, expected) => {
    expect(plainDefault(sql)).toBe(expected)
  })
})

const texts = (steps: readonly Step[]): string[] => steps.map(({ sql }) => sql.replaceAll(/\s+/g, ' '))
/** The change itself, behind the steps that lock the table and look whether it is still the same. */
const changeTexts = ({ up }: SchemaPlan): string[] => {
  const all = texts(up)
  expect(all[0]).toBe('SELECT TOP (1) 1 FROM [t] WITH (TABLOCKX, HOLDLOCK)')
  expect(all[1]).toMatch(/^SELECT 1 WHERE \(SELECT CONCAT\(COUNT\(\*\).* = @p2$/)
  return all.slice(2)
}

describe('schema changes of SQL Server', () => {
  it('make a table of what is selected, for rows on their way into another', () => {
    expect(mssqlDialect.schema.tableOf('SELECT t.[a] AS [c0] FROM [t] t', 'nc_import_x').sql).toBe(
      'SELECT [~chosen].* INTO [nc_import_x] FROM (SELECT t.[a] AS [c0] FROM [t] t) AS [~chosen]',
    )
  })

  const { schema } = mssqlDialect

  it('make a table', () => {
    const plan = schema.createTable(
      'we]ird',
      [
        definition('id', 'ID', { primaryKey: true, required: true }),
        definition('name', 'SingleLineText', { required: true, defaultValue: "it's" }),
        definition('mail', 'Email', { unique: true }),
        definition('ok', 'Checkbox', { defaultValue: '1' }),
        definition('at', 'DateTime', { defaultValue: 'CURRENT_TIMESTAMP' }),
        definition('parent', 'ForeignKey'),
      ],
      [
        {
          columns: ['parent'],
          referencedTable: 'we]ird',
          referencedColumns: ['id'],
          onDelete: 'RESTRICT',
          onUpdate: 'x; DROP',
        },
      ],
    )
    expect(texts(plan.up)).toEqual([
      "CREATE TABLE [we]]ird] ( [id] bigint IDENTITY(1,1) NOT NULL PRIMARY KEY, [name] nvarchar(450) NOT NULL DEFAULT N'it''s', [mail] nvarchar(450) NULL, [ok] bit NULL DEFAULT 1, [at] datetime2(7) NULL DEFAULT SYSUTCDATETIME(), [parent] bigint NULL, FOREIGN KEY ([parent]) REFERENCES [we]]ird] ([id]) ON UPDATE NO ACTION ON DELETE NO ACTION )",
      'CREATE UNIQUE INDEX [we]]ird_mail_key] ON [we]]ird] ([mail]) WHERE [mail] IS NOT NULL',
    ])
    expect(texts(plan.down)).toEqual(['DROP TABLE [we]]ird]'])
    expect(() => schema.createTable('#temporary', [])).toThrow('TABLE_NAME_INVALID')
    expect(() => schema.createTable('x'.repeat(129), [])).toThrow('TABLE_NAME_INVALID')
  })

  it('rename a table, whatever it is called', async () => {
    const { up, down } = await schema.renameTable(serverWith({ columns: [] }), "a'b]c", 'new name')
    expect(texts(up)).toEqual(["EXEC sp_rename N'[a''b]]c]', N'new name', N'OBJECT'"])
    expect(texts(down)).toEqual(["EXEC sp_rename N'[new name]', N'a''b]c', N'OBJECT'"])
  })

  it('drop a table, unless others need it', async () => {
    const columns = [idColumn, catalogueColumn('name', 'nvarchar', 900, { default: "(N'x')" })]
    const alone = serverWith({ columns, factIndexes: [['pk', true, 1, true, null, 'id', false, false]] })
    const plan = await schema.dropTable(alone, 't')
    expect(changeTexts(plan)).toEqual(['DROP TABLE [t]'])
    expect(texts(plan.down)).toEqual([
      "CREATE TABLE [t] ( [id] bigint IDENTITY(1,1) NOT NULL, [name] nvarchar(450) DEFAULT 'x' NULL )",
      'ALTER TABLE [t] ADD CONSTRAINT [pk] PRIMARY KEY ([id])',
    ])
    const needed = serverWith({
      columns,
      facts: [
        ['referring', 'child', 'id', 'fk'],
        ['view', 'seen', '', 'SELECT …'],
      ],
    })
    await expect(schema.dropTable(needed, 't')).rejects.toMatchObject({
      code: 'TABLE_IN_USE',
      details: { by: 'child, seen' },
    })
    await expect(schema.dropTable(serverWith({ columns, type: 'V' }), 't')).rejects.toMatchObject({
      code: 'TABLE_READ_ONLY',
    })
  })

  const columns = [
    idColumn,
    catalogueColumn('a', 'nvarchar', -1, { default: "(N'5')" }),
    catalogueColumn('b', 'bigint', 8),
  ]
  const changed = (columnName: string, to: ColumnDefinition, from?: UiType): ColumnChange => ({
    kind: 'change',
    name: columnName,
    column: to,
    ...(from === undefined ? {} : { from }),
  })

  it('add, rename and drop columns together', async () => {
    const server = serverWith({
      columns,
      facts: [['default', 'DF_a', 'a', "(N'5')"]],
      factIndexes: [['on_a', false, 0, false, null, 'a', true, false]],
    })
    const plan = await schema.changeColumns(server, 't', [
      { kind: 'drop', name: 'a' },
      { kind: 'rename', name: 'b', newName: 'a', newTitle: 'a' },
      { kind: 'add', column: definition('b', 'Number', { unique: true, defaultValue: '3' }) },
    ])
    expect(changeTexts(plan)).toEqual([
      'ALTER TABLE [t] DROP CONSTRAINT [DF_a]',
      'DROP INDEX [on_a] ON [t]',
      'ALTER TABLE [t] DROP COLUMN [a]',
      'ALTER TABLE [t] ADD [~new0] bigint NULL DEFAULT 3 WITH VALUES',
      "EXEC sp_rename N'[t].[b]', N'~0', N'COLUMN'",
      "EXEC sp_rename N'[t].[~new0]', N'~1', N'COLUMN'",
      "EXEC sp_rename N'[t].[~0]', N'a', N'COLUMN'",
      "EXEC sp_rename N'[t].[~1]', N'b', N'COLUMN'",
      'CREATE UNIQUE INDEX [t_b_key] ON [t] ([b]) WHERE [b] IS NOT NULL',
    ])
  })

  it('rename a unique column with the index that knows its name', async () => {
    const server = serverWith({
      columns,
      factIndexes: [['t_b_key', true, 0, false, '([b] IS NOT NULL)', 'b', false, false]],
    })
    const plan = await schema.changeColumns(server, 't', [{ kind: 'rename', name: 'b', newName: 'c', newTitle: 'c' }])
    expect(changeTexts(plan)).toEqual([
      'DROP INDEX [t_b_key] ON [t]',
      "EXEC sp_rename N'[t].[b]', N'c', N'COLUMN'",
      'CREATE UNIQUE INDEX [t_c_key] ON [t] ([c]) WHERE [c] IS NOT NULL',
    ])
  })

  it('convert values by way of a text that keeps them, with the default and the indexes behind', async () => {
    const server = serverWith({
      columns,
      facts: [['default', 'DF_a', 'a', "(N'5')"]],
      factIndexes: [
        ['on_b_a', false, 0, false, null, 'b', false, false],
        ['on_b_a', false, 0, false, null, 'a', false, true],
      ],
    })
    const plan = await schema.changeColumns(server, 't', [
      changed('a', definition('a', 'Number', { defaultValue: "'5'" }), 'LongText'),
    ])
    const [guard, ...steps] = changeTexts(plan)
    expect(guard).toMatch(/^SELECT 1 WHERE NOT EXISTS \(SELECT 1 FROM \[t\] WHERE \(\(\[a\] IS NOT NULL AND /)
    expect(steps.map((sql) => sql.replace(/CASE WHEN .* END$/, '…'))).toEqual([
      'DROP INDEX [on_b_a] ON [t]',
      'ALTER TABLE [t] DROP CONSTRAINT [DF_a]',
      'ALTER TABLE [t] ADD [~a] nvarchar(max) NULL',
      'UPDATE [t] SET [~a] = …',
      'ALTER TABLE [t] ALTER COLUMN [a] nvarchar(max) NULL',
      'UPDATE [t] SET [a] = [~a]',
      'ALTER TABLE [t] DROP COLUMN [~a]',
      'ALTER TABLE [t] ALTER COLUMN [a] bigint NULL',
      'ALTER TABLE [t] ADD DEFAULT 5 FOR [a]',
      'CREATE INDEX [on_b_a] ON [t] ([b]) INCLUDE ([a])',
    ])
    await expect(
      schema.changeColumns(serverWith({ columns, counts: [2, 0] }), 't', [
        changed('a', definition('a', 'Number'), 'LongText'),
      ]),
    ).rejects.toMatchObject({ code: 'COLUMN_VALUES_NOT_CONVERTIBLE', details: { column: 'a', count: 2 } })
  })

  it('fill a column that becomes required, and make it unique', async () => {
    const plan = await schema.changeColumns(serverWith({ columns }), 't', [
      changed('b', definition('b', 'Number', { required: true, unique: true, defaultValue: '9' })),
    ])
    expect(changeTexts(plan)).toEqual([
      'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM [t] WHERE ((COALESCE([b], 9)) IS NULL))',
      'UPDATE [t] SET [b] = COALESCE([b], 9)',
      'ALTER TABLE [t] ALTER COLUMN [b] bigint NOT NULL',
      'ALTER TABLE [t] ADD DEFAULT 9 FOR [b]',
      'CREATE UNIQUE INDEX [t_b_key] ON [t] ([b]) WHERE [b] IS NOT NULL',
    ])
  })

  it('keep what is said of a column', async () => {
    const said = (name: string, description?: string): ColumnChange =>
      changed(
        name,
        definition(name, name === 'a' ? 'LongText' : 'Number', {
          options: description === undefined ? {} : { description },
        }),
      )
    const place = (name: string): string =>
      `@level0type = N'SCHEMA', @level0name = @schema, @level1type = N'TABLE', @level1name = N't', @level2type = N'COLUMN', @level2name = N'${name}'`
    const exec = (action: string): string =>
      `DECLARE @schema sysname = SCHEMA_NAME(); EXEC sp_${action}extendedproperty @name = N'MS_Description'`
    const plan = await schema.changeColumns(serverWith({ columns }), 't', [said('b', "it's")])
    expect(changeTexts(plan)).toEqual([`${exec('add')}, @value = N'it''s', ${place('b')}`])
    expect(plan.down.map(({ sql }) => sql)).toEqual([`${exec('drop')}, ${place('b')}`])
    const made = schema.createTable('t', [definition('b', 'Number', { options: { description: 'x' } })])
    expect(made.up.at(-1)?.sql).toBe(`${exec('add')}, @value = N'x', ${place('b')}`)
  })

  it('add a rule, and delete it again', async () => {
    const { objects } = mssqlDialect
    const server = serverWith({ columns })
    const check = { name: 'dear', condition: '[b] > 1' }
    const [add, drop] = [
      'ALTER TABLE [t] ADD CONSTRAINT [dear] CHECK ([b] > 1)',
      'ALTER TABLE [t] DROP CONSTRAINT [dear]',
    ]
    const texts = ({ up, down }: SchemaPlan): string[] => [...up, ...down].map(({ sql }) => sql)
    expect(texts(await objects.createCheck(server, 't', check))).toEqual([add, drop])
    expect(texts(await objects.dropCheck(server, 't', check))).toEqual([drop, add])
  })

  it('add a foreign key with its column and its index, and drop it again', async () => {
    const key = {
      columns: ['parent'],
      referencedTable: 'parent',
      referencedColumns: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    }
    const made = await schema.addForeignKey(serverWith({ columns }), 't', key, [definition('parent', 'ForeignKey')])
    expect(changeTexts(made)).toEqual([
      'ALTER TABLE [t] ADD [parent] bigint NULL',
      'ALTER TABLE [t] ADD CONSTRAINT [t_parent_fkey] FOREIGN KEY ([parent]) REFERENCES [parent] ([id]) ON UPDATE NO ACTION ON DELETE CASCADE',
      'CREATE INDEX [t_parent_idx] ON [t] ([parent])',
    ])
    const linked = serverWith({
      columns: [...columns, catalogueColumn('parent', 'bigint', 8)],
      facts: [['foreignKey', 'fk_1', 'parent', 'parent']],
    })
    expect(changeTexts(await schema.dropForeignKey(linked, 't', key, ['parent']))).toEqual([
      'ALTER TABLE [t] DROP CONSTRAINT [fk_1]',
      'ALTER TABLE [t] DROP COLUMN [parent]',
    ])
    await expect(schema.dropForeignKey(serverWith({ columns }), 't', key, [])).rejects.toMatchObject({
      code: 'RELATION_NOT_FOUND',
    })
  })

  it.each<[string, ColumnChange, StoredValue[][], string]>([
    ['a key', { kind: 'drop', name: 'id' }, [], 'COLUMN_KEY_FIXED'],
    ['what others point to', { kind: 'drop', name: 'b' }, [['referring', 'child', 'b', 'fk']], 'COLUMN_IN_USE'],
    ['what a view shows', { kind: 'drop', name: 'b' }, [['view', 'v', '', 'SELECT B FROM t']], 'COLUMN_IN_USE'],
    ['what a computed column needs', { kind: 'drop', name: 'b' }, [['computed', 'c', 'b', '']], 'COLUMN_IN_USE'],
    [
      'a foreign key',
      changed('b', definition('b', 'Date'), 'ForeignKey'),
      [['foreignKey', 'fk', 'b', 'p']],
      'COLUMN_IN_USE',
    ],
    ['what is not there', { kind: 'drop', name: 'x' }, [], 'COLUMN_NOT_FOUND'],
    ['a second key', { kind: 'add', column: definition('n', 'ID') }, [], 'COLUMN_KEY_FIXED'],
  ])('leave %s alone', async (_, change, facts, code) => {
    await expect(schema.changeColumns(serverWith({ columns, facts }), 't', [change])).rejects.toMatchObject({ code })
  })

  it('are not supported for a column that the server counts', async () => {
    const counted = [idColumn, catalogueColumn('n', 'bigint', 8, { identity: true, nullable: false })]
    await expect(
      schema.changeColumns(serverWith({ columns: counted }), 't', [
        changed('n', definition('n', 'Number'), 'AutoNumber'),
      ]),
    ).rejects.toMatchObject({ code: 'SCHEMA_CHANGE_UNSUPPORTED' })
  })

  it('refuse formulas in words: NOT_SUPPORTED', () => {
    expect(() =>
      mssqlDialect.formula.functions.CONCAT([], {
        recordId: { parts: [], size: 0, depth: 0 },
        refuse: () => {
          throw new AppError('NOT_SUPPORTED')
        },
      }),
    ).toThrow('NOT_SUPPORTED')
    expect(() => mssqlDialect.formula.operators.add([], true)).toThrow('notSupported')
  })

  it.each<[UiType, RegExp]>([
    ['Number', /TRY_CAST\(.* AS decimal\(38,9\)\)/],
    ['Decimal', /TRY_CAST\(.* AS decimal\(38,18\)\)/],
    ['Checkbox', /LOWER\(.*\) IN \(N'1', N'1\.0', N'true', N'yes', N'on'\) THEN N'1'/],
    ['Date', /TRY_CONVERT\(date, LEFT\(.*, 10\), 23\) IS NOT NULL/],
    ['DateTime', /SWITCHOFFSET\(TRY_CAST\(.* AS datetimeoffset\(7\)\), '\+00:00'\)/],
    ['Time', /TRY_CAST\(.* AS time\(7\)\)/],
    ['JSON', /ISJSON\(.*\) = 1/],
  ])('try before they convert to %s', (uiType, pattern) => {
    const from = { nativeType: 'nvarchar(max)', fromCheckbox: false }
    expect(convertedSql('[v]', from, definition('v', uiType)).replaceAll(/\s+/g, ' ')).toMatch(pattern)
  })
})

describe('what SQL Server refuses', () => {
  const error = (number: number, message: string) => Object.assign(new Error(message), { number, code: 'EREQUEST' })

  it.each<[number, string, string, Record<string, unknown>]>([
    [
      2627,
      "Violation of UNIQUE KEY constraint 'uq'. Cannot insert duplicate key in object 'dbo.people'.",
      'VALUE_NOT_UNIQUE',
      { table: 'people', key: 'uq' },
    ],
    [
      2601,
      "Cannot insert duplicate key row in object 'dbo.people' with unique index 'ix'. The duplicate key value is (Ada).",
      'VALUE_NOT_UNIQUE',
      { table: 'people', key: 'ix' },
    ],
    [
      515,
      "Cannot insert the value NULL into column 'name', table 'shop.dbo.people'; column does not allow nulls. INSERT fails.",
      'VALUE_REQUIRED',
      { table: 'people', column: 'name' },
    ],
    [
      547,
      'The INSERT statement conflicted with the FOREIGN KEY constraint "fk". The conflict occurred in database "shop", table "dbo.parents", column \'id\'.',
      'VALUE_REFERENCE_MISSING',
      {},
    ],
    [
      547,
      'The DELETE statement conflicted with the REFERENCE constraint "fk". The conflict occurred in database "shop", table "dbo.children", column \'parent_id\'.',
      'ROW_REFERENCED',
      { table: 'children' },
    ],
    [
      547,
      'The UPDATE statement conflicted with the CHECK constraint "old enough". The conflict occurred in database "shop", table "dbo.people", column \'age\'.',
      'VALUE_CHECK_FAILED',
      { column: 'age' },
    ],
    [
      2628,
      "String or binary data would be truncated in table 'shop.dbo.people', column 'name'. Truncated value: 'x'.",
      'VALUE_CHECK_FAILED',
      { column: 'name' },
    ],
    [1205, 'Transaction was deadlocked', 'DATABASE_BUSY', {}],
    [9002, 'The transaction log is full', 'DISK_FULL', {}],
    [229, 'The SELECT permission was denied', 'DATABASE_FORBIDDEN', {}],
    [2714, "There is already an object named 't' in the database.", 'TABLE_EXISTS', { table: 't' }],
    [208, "Invalid object name 't'.", 'TABLE_NOT_FOUND', {}],
    [1785, 'Introducing FOREIGN KEY constraint may cause cycles', 'SCHEMA_CHANGE_UNSUPPORTED', {}],
    [102, 'Incorrect syntax', 'INTERNAL', {}],
  ])('is said in our words: %i', (number, message, code, details) => {
    const translated = translateError(error(number, message))
    expect(translated).toMatchObject({ code, details })
    expect(JSON.stringify(translated.details)).not.toMatch(/statement|constraint|violation/i)
  })

  it('is the first of several that it says', () => {
    const both = new AggregateError([
      error(1769, 'Foreign key references invalid column'),
      error(1750, 'Could not create constraint'),
    ])
    expect(translateError(both).code).toBe('SCHEMA_CHANGE_UNSUPPORTED')
  })

  it('tells a lost connection, and what may be run again', () => {
    const lost = Object.assign(new Error('Connection lost - socket hang up'), { code: 'ESOCKET' })
    expect([isConnectionLoss(lost), translateError(lost).code]).toEqual([true, 'DATABASE_UNAVAILABLE'])
    expect([mayRunAgain(error(1205, '')), mayRunAgain(error(2627, ''))]).toEqual([true, false])
  })
})

describe('a connection to SQL Server', () => {
  it('that nobody answers is unavailable', async () => {
    const settings = settingsOfUrl('mssql://sa:secret@127.0.0.1:1/none')
    await expect(openMssql({ settings })).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    const failed = await openMssql({ settings }).catch((error: unknown) => error)
    expect(mssqlServer.failureOf(failed)).toBe('refused')
  })

  it('has the settings that people chose, and a session of its own', () => {
    const settings = settingsOfUrl('mssql://sa:p%40ss@db.example:1444/shop?ssl=required-identity')
    expect(connectionOptions(settings)).toMatchObject({
      server: 'db.example',
      authentication: { type: 'default', options: { userName: 'sa', password: 'p@ss' } },
      options: {
        port: 1444,
        database: 'shop',
        encrypt: true,
        trustServerCertificate: false,
        abortTransactionOnError: true,
        language: 'us_english',
        useUTC: true,
      },
    })
    expect(connectionOptions({ ...settings, ssl: { usage: 'no' } }).options?.encrypt).toBe(false)
    expect(connectionOptions({ ...settings, ssl: { usage: 'required' } }).options?.trustServerCertificate).toBe(true)
  })
})
