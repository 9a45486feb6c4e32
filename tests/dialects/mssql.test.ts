import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Connection } from 'tedious'
import { describe, it } from 'vitest'
import { expect } from '@tests/helpers/mssql-syntax'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { Column, Table } from '@common/model'
import { parseDuplicates } from '@common/query/duplicates-query'
import { parseListQuery } from '@common/query/list-query'
import { wholeTableIndex } from '@main/dataapi/plan/columns'
import { compileByKey, compileCount, compileList, withPage } from '@main/dataapi/compile/read'
import { compileDuplicates } from '@main/dataapi/duplicates/compile'
import { planList } from '@main/dataapi/plan/plan'
import { deleteRows, insertRows, updateRows } from '@main/dataapi/rows/row-statements'
import { mssqlDialect } from '@main/db/dialects/mssql'
import { openMssql } from '@main/db/dialects/mssql/connection'
import { run } from '@main/db/dialects/mssql/driver'
import { isConnectionLoss, mayRunAgain, translateError } from '@main/db/dialects/mssql/errors'
import { chunksOf, severalTimes } from '@main/db/dialects/mssql/several-rows'
import { connectionOptions, settingsOfUrl } from '@main/db/dialects/mssql/options'
import { mssqlServer } from '@main/db/dialects/mssql/server'
import { shownText } from '@main/db/dialects/mssql/text'
import { boundValue, readValue } from '@main/db/dialects/mssql/values'

/*
 * SQL Server: every kind of statement, compiled and compared as text. With BASALT_TEST_MSSQL_URL, the suites of all
 * engines run against a server (tests/helpers/engines.ts).
 */

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
    column('old', 'DateTime', 'datetime'),
    column('code', 'SingleLineText', 'varchar(20)'),
  ],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}
const index = wholeTableIndex(table)
const [id, name, price, , , , note, photo] = table.columns as [
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
]

const ignoring = [
  ['ignoreCase', 'true'],
  ['ignoreSpaces', 'true'],
] as const

const list = (query: string, of = table): { sql: string; params: readonly StoredValue[] } => {
  const parsed = parseListQuery([...new URLSearchParams(query)])
  const plan = planList(wholeTableIndex(of), parsed, mssqlDialect.comparison)
  return withPage(compileList(mssqlDialect, plan), parsed.page)
}

describe('reading from SQL Server', () => {
  it('finds duplicates by a hash of their texts, without patterns', () => {
    const query = parseDuplicates([['duplicates', 'name,born'], ...ignoring])
    const list = planList(index, { sort: [], page: query.page }, mssqlDialect.comparison)
    const plan = { list, query, columns: [name, table.columns[3] ?? name], values: [id] }
    const { sql, params } = compileDuplicates(mssqlDialect, plan)
    expect(sql).toMatch(
      /^SELECT sum\(CASE WHEN \[~p\] = \[~g\] THEN 1 ELSE 0 END\) OVER \(\), count\(\*\) OVER \(\), \[~g\], \[~f\], \[~v0\] FROM \(SELECT \[~p\], \[~f\], \[~v0\], count\(\*\) OVER \(PARTITION BY \[~k0\], \[~k1\]\) AS \[~n\], min\(\[~p\]\) OVER/,
    )
    expect(sql).toContain("HASHBYTES('SHA2_256', NULLIF(")
    expect(sql).toMatch(
      /FROM \[peo]]ple\]\) AS \[~r\] WHERE \[~k0\] IS NOT NULL AND \[~k1\] IS NOT NULL\) AS \[~d\] WHERE \[~n\] > 1 ORDER BY \[~g\], \[~p\] OFFSET @p\d+ ROWS FETCH NEXT @p\d+ ROWS ONLY$/,
    )
    expect(params).toHaveLength(new Set(sql.match(/@p\d+/g)).size)
  })

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
    // The old type has steps of 1/300 s, which only values of its own type equal.
    [
      '(old,eq,2024-05-01 10:00:00.123)',
      '[old] = CAST(CAST(@p1 AS datetime2(7)) AS datetime)',
      ['2024-05-01 10:00:00.123'],
    ],
    ['(old,gt,1000-01-01)', '[old] > CAST(@p1 AS datetime2(7))', ['1000-01-01']],
    ['(id,lt,1e300)', '[id] < CAST(@p1 AS float)', [10n ** 300n]],
    ['(price,lt,1e300)', '[price] < CAST(@p1 AS float)', [`1${'0'.repeat(300)}`]],
    ['(code,eq,x)', '[code] = CAST(@p1 AS varchar(8000))', ['x']],
    ['(code,eq,ж)', '[code] = @p1', ['ж']],
    ['(active,eq,true)', '[active] = @p1', [true]],
    ['(note,eq,x)', 'CONVERT(nvarchar(max), [note]) = CONVERT(nvarchar(max), @p1)', ['x']],
    ['(id,in,1,2)', '[id] IN (CAST(@p1 AS bigint), CAST(@p2 AS bigint))', [1, 2]],
    ['(name,is,null)', '[name] IS NULL', []],
    ['~not(name,isnot,null)', '(NOT [name] IS NOT NULL)', []],
    [
      '(old,like,2021-01%)',
      `CONVERT(nvarchar(max), ${shownText('datetime', '[old]')}) COLLATE Latin1_General_100_CI_AS LIKE REPLACE(@p1, N'[', N'[[]')`,
      ['2021-01%'],
    ],
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
    expect(list('sort=-note,born').sql).toContain(
      ' ORDER BY (SELECT CONVERT(nvarchar(max), [note])) DESC, [born], [id] OFFSET',
    )
  })

  it('sorts by names as they are, and by all else so that it may turn out constant', () => {
    const sorted = (expression: string) => mssqlDialect.order(expression, { descending: true, nullable: true })
    expect(sorted('[peo]]ple]')).toBe('[peo]]ple] DESC')
    expect(sorted('[~t].[name]')).toBe('[~t].[name] DESC')
    expect(sorted('(1e0 + 1e0)')).toBe('(SELECT (1e0 + 1e0)) DESC')
    expect(sorted('[a] + [b]')).toBe('(SELECT [a] + [b]) DESC')
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
    const { sql, params } = compileCount(
      mssqlDialect,
      wholeTableIndex({ ...table, columns: [name] }),
      undefined,
      '100%',
    )
    expect(sql).toContain(`LIKE REPLACE(@p1, N'[', N'[[]') ESCAPE '!'`)
    expect(params).toEqual(['%100!%%'])
  })
})

describe('writing to SQL Server', () => {
  const values = (...entries: [Column, StoredValue][]) => new Map(entries)

  it('finds inserted rows again by the keys that the server gave', () => {
    expect(insertRows(mssqlDialect, index, [values([name, 'Ann'], [photo, null])], [id, name])).toEqual({
      sql:
        'INSERT INTO [peo]]ple] ([name], [photo]) VALUES (@p1, CONVERT(varbinary(max), @p2)); ' +
        'SELECT [id], [name] FROM [peo]]ple] WHERE [id] = CAST(SCOPE_IDENTITY() AS bigint)',
      params: [],
      batch: [['Ann', null]],
      returns: true,
    })
  })

  it.each<[string, Partial<Column>, boolean, string]>([
    [
      'a text that is brought along, by that text',
      { nativeType: 'nvarchar(20)' },
      true,
      'INSERT INTO [t] ([code], [name]) VALUES (@p1, @p2); SELECT [code], [name] FROM [t] WHERE [code] = @p1',
    ],
    [
      'a text that the server gave, through a variable: it has no collation',
      { nativeType: 'nvarchar(36)', defaultValue: 'newid()' },
      false,
      'DECLARE @written TABLE ([code] nvarchar(36)); INSERT INTO [t] ([name]) OUTPUT inserted.[code] INTO @written VALUES (@p1); ' +
        'DECLARE @key0 nvarchar(36) = (SELECT [code] FROM @written); SELECT [code], [name] FROM [t] WHERE [code] = @key0',
    ],
    [
      'a wide decimal, digit for digit',
      { uiType: 'Number', nativeType: 'numeric(18,0)', autoIncrement: true },
      false,
      'INSERT INTO [t] ([name]) VALUES (@p1); SELECT CONVERT(varchar(50), [code]) AS [~decimal], [name] FROM [t] WHERE [code] = CAST(SCOPE_IDENTITY() AS numeric(18,0))',
    ],
  ])('answers inserted rows whose key is %s', (_, key, brings, sql) => {
    const code = column('code', 'SingleLineText', 'nvarchar(20)', { primaryKey: true, ...key })
    const keyed = wholeTableIndex({ ...table, name: 't', columns: [code, name], primaryKey: ['code'] })
    const row = brings ? values([code, 'x'], [name, 'Ann']) : values([name, 'Ann'])
    expect(insertRows(mssqlDialect, keyed, [row], [code, name]).sql).toBe(sql)
  })

  it('answers rows without a key as they were taken: OUTPUT alone is refused beside triggers', () => {
    const keyless = wholeTableIndex({ ...table, name: 't', columns: [name], primaryKey: [] })
    expect(insertRows(mssqlDialect, keyless, [values([name, 'Ann'])], [name]).sql).toBe(
      'DECLARE @written TABLE ([name] nvarchar(450)); INSERT INTO [t] ([name]) OUTPUT inserted.[name] INTO @written VALUES (@p1); SELECT [name] FROM @written',
    )
  })

  it.each<[StoredValue, boolean]>([
    ['0.1234567890123456789', true],
    [1e-20, true],
    ['0.123456789012345678000', false],
    [0.1, false],
    [7, false],
    [null, false],
  ])('refuses a decimal that would be cut off: %s', (value, isRefused) => {
    const insert = () => insertRows(mssqlDialect, index, [values([price, value])], [])
    const update = () => updateRows(mssqlDialect, index, [{ key: ['7'], values: values([price, value]) }], [])
    for (const write of [insert, update])
      if (isRefused) expect(write).toThrow('VALUE_CHECK_FAILED')
      else expect(write).not.toThrow()
  })

  it('sets what the server would not convert, and looks at what it would not compare', () => {
    const old = column('old', 'DateTime', 'datetime')
    const [cost, fee] = [column('cost', 'Currency', 'money'), column('fee', 'Currency', 'smallmoney')]
    const { sql } = updateRows(
      mssqlDialect,
      wholeTableIndex({ ...table, columns: [...table.columns, old, cost, fee] }),
      [
        {
          key: ['7'],
          values: values([photo, null], [old, '2024-01-01 10:00:00'], [cost, 0.5]),
          guard: values([note, 'x'], [name, 'y'], [fee, 0.25]),
        },
      ],
      [],
    )
    expect(sql).toBe(
      'UPDATE [peo]]ple] SET [photo] = CONVERT(varbinary(max), @p1), [old] = CAST(CAST(@p2 AS datetime2(7)) AS datetime), [cost] = CAST(@p3 AS money) ' +
        'WHERE [id] = CAST(@p4 AS bigint) AND CONVERT(nvarchar(max), [note]) = @p5 AND [name] = @p6 AND [fee] = CAST(@p7 AS smallmoney)',
    )
  })

  it('sends several rows in one text, each with its own values and variables', () => {
    expect(severalTimes("INSERT INTO [@p1] VALUES (@p1, N'@p2', @p2); SELECT * FROM @written", 2, 2)).toBe(
      "INSERT INTO [@p1] VALUES (@p1, N'@p2', @p2); SELECT * FROM @written_0;\n" +
        "INSERT INTO [@p1] VALUES (@p3, N'@p2', @p4); SELECT * FROM @written_1",
    )
    const batch = Array.from({ length: 1_000 }, () => Array.from({ length: 20 }, () => 1))
    expect(chunksOf(batch).map(({ length }) => length)).toEqual([...Array.from({ length: 9 }, () => 104), 64])
  })

  it('makes rows of defaults, and takes keys that are brought along', () => {
    expect(insertRows(mssqlDialect, index, [values()], []).sql).toBe('INSERT INTO [peo]]ple] DEFAULT VALUES')
    expect(insertRows(mssqlDialect, index, [values([id, 7], [name, 'x'])], []).sql).toBe(
      'SET IDENTITY_INSERT [peo]]ple] ON; INSERT INTO [peo]]ple] ([id], [name]) VALUES (@p1, @p2); SET IDENTITY_INSERT [peo]]ple] OFF',
    )
  })

  it('addresses a row by every column of its key, each as its type', () => {
    const key = (name: string, nativeType: string, rest: Partial<Column> = {}) =>
      column(name, 'SingleLineText', nativeType, { primaryKey: true, required: true, ...rest })
    const [no, part, at] = [
      key('no', 'bigint', { autoIncrement: true }),
      key('part', 'decimal(38,2)'),
      key('at', 'datetime'),
    ]
    const amount = column('amount', 'Number', 'int')
    const lines = wholeTableIndex({
      ...table,
      name: 'line',
      columns: [no, part, at, amount],
      primaryKey: ['no', 'part', 'at'],
    })
    const found =
      '[no] = CAST(@p1 AS bigint) AND [part] = CAST(@p2 AS decimal(38,2)) AND [at] = TRY_CAST(TRY_CAST(@p3 AS datetime2(7)) AS datetime)'
    const address = ['9007199254740993', '1.10', '2024-05-01 10:00:00.123']
    const read = compileByKey(mssqlDialect, lines, address)
    expect(read.sql.split(' WHERE ')[1]).toBe(found)
    expect(read.params).toEqual(['9007199254740993', '1.1', '2024-05-01 10:00:00.123'])
    expect(deleteRows(mssqlDialect, lines, [address], []).sql).toContain(`DELETE FROM [line] WHERE ${found}`)
    // The server's generated number, and the parts from the row.
    expect(insertRows(mssqlDialect, lines, [values([part, '1.1'], [at, '2024-05-01'])], [no, amount]).sql).toBe(
      'INSERT INTO [line] ([part], [at]) VALUES (@p1, CAST(CAST(@p2 AS datetime2(7)) AS datetime)); ' +
        'SELECT [no], [amount] FROM [line] WHERE [no] = CAST(SCOPE_IDENTITY() AS bigint) AND ' +
        '[part] = CAST(@p1 AS decimal(38,2)) AND [at] = TRY_CAST(TRY_CAST(@p2 AS datetime2(7)) AS datetime)',
    )
  })

  it('updates and deletes by key, and answers what it did', () => {
    expect(updateRows(mssqlDialect, index, [{ key: ['7'], values: values([price, 1.5]) }], [id]).sql).toBe(
      'UPDATE [peo]]ple] SET [price] = @p1 WHERE [id] = CAST(@p2 AS bigint); SELECT [id] FROM [peo]]ple] WHERE [id] = CAST(@p2 AS bigint)',
    )
    expect(deleteRows(mssqlDialect, index, [['7']], [id]).sql).toBe(
      'SELECT [id] FROM [peo]]ple] WITH (UPDLOCK, HOLDLOCK) WHERE [id] = CAST(@p1 AS bigint); DELETE FROM [peo]]ple] WHERE [id] = CAST(@p1 AS bigint)',
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
      { column: 'name', limit: 'length' },
    ],
    [1205, 'Transaction was deadlocked', 'DATABASE_BUSY', {}],
    [9002, 'The transaction log is full', 'DISK_FULL', {}],
    [229, 'The SELECT permission was denied', 'DATABASE_FORBIDDEN', {}],
    [2714, "There is already an object named 't' in the database.", 'TABLE_EXISTS', { table: 't' }],
    [4413, "Could not use view or function 'v' because of binding errors.", 'VIEW_INVALID', { table: 'v' }],
    [208, "Invalid object name 't'.", 'TABLE_NOT_FOUND', {}],
    [1785, 'Introducing FOREIGN KEY constraint may cause cycles', 'SCHEMA_CHANGE_UNSUPPORTED', {}],
    [102, 'Incorrect syntax', 'INTERNAL', {}],
    [50_000, 'n must not be negative', 'VALUE_CHECK_FAILED', {}],
    [257, 'Implicit conversion from data type nvarchar to varbinary(max) is not allowed.', 'VALUE_CHECK_FAILED', {}],
    [3609, 'The transaction ended in the trigger. The batch has been aborted.', 'VALUE_CHECK_FAILED', {}],
    [8147, 'Could not create IDENTITY attribute on nullable column', 'SCHEMA_CHANGE_UNSUPPORTED', {}],
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

  it('lets a setting for brought keys end with its statement, whatever becomes of it', async () => {
    const sent: string[] = []
    const sends = (way: string) => (request: { readonly callback: (error?: Error, rows?: number) => void }) => {
      sent.push(way)
      request.callback(undefined, 0)
    }
    const connection = { execSql: sends('procedure'), execSqlBatch: sends('batch') } as unknown as Connection
    await run(connection, 'SET IDENTITY_INSERT [t] ON; INSERT INTO [t] …; SET IDENTITY_INSERT [t] OFF', [])
    await run(connection, 'INSERT INTO [t] VALUES (@p1)', [1])
    await run(connection, 'COMMIT TRANSACTION', [])
    expect(sent).toEqual(['procedure', 'procedure', 'batch'])
  })

  it('to a database that is not there is told from a wrong password', async () => {
    const said = [
      [4060, 'Cannot open database "shop" requested by the login. The login failed.'],
      [18456, "Login failed for user 'sa'."],
    ] as const
    for (const [told, failure] of [
      [said, 'databaseMissing'],
      [said.slice(1), 'credentialsRefused'],
    ] as const) {
      const server = await signInServer(told)
      const settings = settingsOfUrl(`mssql://sa:x@127.0.0.1:${server.port}/shop`)
      const failed = await openMssql({ settings }).catch((error: unknown) => error)
      expect(mssqlServer.failureOf(failed)).toBe(failure)
      await server.close()
    }
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
    // The authority is checked apart from the name (`driver.ts`).
    expect(connectionOptions({ ...settings, ssl: { usage: 'required-CA' } }).options?.trustServerCertificate).toBe(true)
    expect(connectionOptions({ ...settings, ssl: { usage: 'required' } }).options?.trustServerCertificate).toBe(true)
  })
})

/**
 * Rejects every sign-in with these errors, as a server would:
 * https://learn.microsoft.com/openspecs/windows_protocols/ms-tds
 */
async function signInServer(errors: readonly (readonly [number, string])[]) {
  const packet = (data: Buffer): Buffer => {
    const header = Buffer.from([0x04, 0x01, 0, 0, 0, 0, 1, 0])
    header.writeUInt16BE(data.length + 8, 2)
    return Buffer.concat([header, data])
  }
  const greeting = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 15, 0, 0, 0, 0, 0, 2])
  const errorToken = ([number, text]: readonly [number, string]): Buffer => {
    const message = Buffer.from(text, 'utf16le')
    const body = Buffer.alloc(8 + message.length + 6)
    body.writeUInt32LE(number, 0)
    body.writeUInt8(1, 4)
    body.writeUInt8(14, 5)
    body.writeUInt16LE(text.length, 6)
    message.copy(body, 8)
    const head = Buffer.from([0xaa, 0, 0])
    head.writeUInt16LE(body.length, 1)
    return Buffer.concat([head, body])
  }
  const done = Buffer.concat([Buffer.from([0xfd, 2, 0]), Buffer.alloc(10)])
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    // The first packet greets (0x12), the second signs in (0x10).
    socket.on('data', (data) => {
      if (data[0] === 0x12) socket.write(packet(greeting))
      else socket.end(packet(Buffer.concat([...errors.map(errorToken), done])))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

it('numbers rows for an order by hand in one statement', () => {
  const of = { table: '[Step]', column: '[nc_order]', keys: ['[a]', '[b]'], step: 65_536 }
  expect(mssqlDialect.numberRows(of)).toBe(
    'WITH n AS (SELECT [nc_order], ROW_NUMBER() OVER (ORDER BY [a], [b]) AS nc_place FROM [Step]) ' +
      'UPDATE n SET [nc_order] = nc_place * 65536',
  )
})
