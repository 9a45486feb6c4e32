import { sharedViewPrincipal } from '@common/principal'
import { sight, wholeSight } from '@common/principal/sight'
import { parseWhere } from '@common/query/where'
import { describe, it, vi } from 'vitest'
import { expect } from '@tests/helpers/mssql-syntax'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { UiType } from '@common/columns/ui-types'
import { parseAggregate, parseDistribute, parseGroupBy } from '@common/query/group-query'
import { parseFind } from '@common/query/find-query'
import { parseListQuery } from '@common/query/list-query'
import { parseNested } from '@common/query/nested'
import type { Link } from '@common/model/relations'
import { tableIndex, wholeTableIndex } from '@main/dataapi/plan/columns'
import { compileNear } from '@main/dataapi/find/compile'
import { compileGroups, compileWindows } from '@main/dataapi/group/compile'
import { planGroups } from '@main/dataapi/group/plan'
import { prepareRows } from '@main/dataapi/compile/filter'
import { compileCount, compileList } from '@main/dataapi/compile/read'
import { compileNested } from '@main/dataapi/nested/compile'
import { planNested } from '@main/dataapi/nested/plan'
import { planList } from '@main/dataapi/plan/plan'
import { resolveRelated } from '@main/dataapi/plan/related'
import { explainReferenced } from '@main/dataapi/rows/referenced'
import { resultColumn } from '@main/db/computed'
import type { Database } from '@main/db/database'
import { mssqlDialect } from '@main/db/dialects/mssql'

/** The tests have no SQL Server: they compare its statements as text. */

const column = (name: string, uiType: UiType, nativeType: string, primaryKey = false): Column => ({
  ...resultColumn(uiType, nativeType, {}),
  name,
  title: name,
  generated: false,
  primaryKey,
})
const table = (name: string, columns: Column[], rest: Partial<Table> = {}): Table => ({
  name,
  title: name,
  type: 'table',
  order: 1,
  columns,
  virtualColumns: [],
  primaryKey: columns.filter(({ primaryKey }) => primaryKey).map((each) => each.name),
  foreignKeys: [],
  indexes: [],
  rowId: null,
  ...rest,
})
const authors = table('Author', [column('id', 'ID', 'int', true), column('name', 'SingleLineText', 'nvarchar(255)')])
const books = table(
  'Book',
  [
    column('id', 'ID', 'int', true),
    column('price', 'Decimal', 'decimal(38,10)'),
    column('writer', 'Number', 'int'),
    column('notes', 'JSON', 'nvarchar(max)'),
  ],
  {
    virtualColumns: [
      {
        kind: 'link',
        id: 'l1',
        title: 'Author <= Book',
        relatedTitle: 'Author',
        key: 'AuthorRead',
        link: {
          kind: 'belongsTo',
          relatedTable: 'Author',
          columns: ['writer'],
          relatedColumns: ['id'],
          real: true,
          onDelete: 'NO ACTION',
          onUpdate: 'NO ACTION',
        },
      },
    ],
  },
)
const index = wholeTableIndex(books)
const page = { limit: 20, offset: 0 }
const pairs = (query: string) => [...new URLSearchParams(query)]

describe('statements for SQL Server', () => {
  it('hide rows and columns in every source', async () => {
    const share = sharedViewPrincipal({
      projectId: 'p',
      shareId: 's',
      title: 'S',
      table: 'Book',
      columns: new Set(['id', 'writer', 'l1']),
      filter: parseWhere('(price,gt,10)'),
      download: true,
    })
    const seen = tableIndex(sight(share, books))
    await prepareRows(mssqlDialect, seen.table, async () => undefined)
    const list = parseListQuery(pairs('where=(writer,eq,2)&sort=-id&fields=id,writer'))
    const group = parseGroupBy(pairs('column_name=writer'))
    expect([
      compileList(mssqlDialect, planList(seen, list, mssqlDialect.comparison)).sql,
      compileCount(mssqlDialect, seen, list.filter, undefined).sql,
      compileGroups(mssqlDialect, planGroups(mssqlDialect, seen, undefined, group, true), page).statement.sql,
    ]).toMatchInlineSnapshot(`
      [
        "SELECT [id], [writer] FROM (SELECT [~t].* FROM [Book] AS [~t] WHERE [price] > CAST(@p1 AS decimal(38,0))) AS [Book] WHERE [writer] = CAST(@p2 AS bigint) ORDER BY [id] DESC OFFSET @p4 ROWS FETCH NEXT @p3 ROWS ONLY",
        "SELECT count(*) FROM (SELECT [~t].* FROM [Book] AS [~t] WHERE [price] > CAST(@p1 AS decimal(38,0))) AS [Book] WHERE [writer] = CAST(@p2 AS bigint)",
        "SELECT [~g0], [~f0] FROM (SELECT [~g0], count(*) AS [~f0] FROM (SELECT [writer] AS [~g0] FROM (SELECT [~t].* FROM [Book] AS [~t] WHERE [price] > CAST(@p1 AS decimal(38,0))) AS [Book]) AS [~r] GROUP BY [~g0]) AS [~g] ORDER BY [~g0] OFFSET @p3 ROWS FETCH NEXT @p2 ROWS ONLY",
      ]
    `)
    const hidden = parseListQuery(pairs('where=(price,gt,1)'))
    expect(() => compileList(mssqlDialect, planList(seen, hidden, mssqlDialect.comparison))).toThrow(AppError)
  })

  it('group', () => {
    const query = parseGroupBy(pairs('column_name=writer&having=(count,gt,1)&sort=-count'))
    const { statement, shape } = compileGroups(
      mssqlDialect,
      planGroups(mssqlDialect, index, undefined, query, true),
      page,
    )
    expect(statement).toMatchInlineSnapshot(`
      {
        "params": [
          1,
          20,
          0,
        ],
        "sql": "SELECT [~g0], [~f0] FROM (SELECT [~g0], count(*) AS [~f0] FROM (SELECT [writer] AS [~g0] FROM [Book]) AS [~r] GROUP BY [~g0]) AS [~g] WHERE [~f0] > CAST(@p1 AS float) ORDER BY [~f0] DESC, [~g0] OFFSET @p3 ROWS FETCH NEXT @p2 ROWS ONLY",
      }
    `)
    expect(shape.keys).toEqual(['writer', 'count'])
  })

  it('aggregate', () => {
    const query = parseAggregate(pairs('column_name=price&func=sum,countDistinct&fields=writer&where=(price,gt,1.5)'))
    const { statement } = compileGroups(mssqlDialect, planGroups(mssqlDialect, index, undefined, query, true), page)
    expect(statement).toMatchInlineSnapshot(`
      {
        "params": [
          1.5,
          20,
          0,
        ],
        "sql": "SELECT [~g0], CONVERT(varchar(50), [~g1]) AS [~decimal], CONVERT(varchar(50), [~f0]) AS [~decimal], [~f1] FROM (SELECT [~g0], [~g1], SUM(CAST([~v0] AS decimal(38,10))) AS [~f0], CAST(COUNT_BIG(DISTINCT [~v0]) AS float) AS [~f1] FROM (SELECT [writer] AS [~g0], [price] AS [~g1], [price] AS [~v0] FROM [Book] WHERE [price] > CAST(@p1 AS decimal(38,1))) AS [~r] GROUP BY [~g0], [~g1]) AS [~g] ORDER BY [~g0], [~g1] OFFSET @p3 ROWS FETCH NEXT @p2 ROWS ONLY",
      }
    `)
  })

  const measures = (nativeType: string, functions: string) => {
    const numbers = wholeTableIndex(table('Number', [column('n', 'Number', nativeType)]))
    const query = parseAggregate(pairs(`column_name=n&func=${functions}`))
    const { statement } = compileGroups(mssqlDialect, planGroups(mssqlDialect, numbers, undefined, query, true), page)
    return statement.sql
  }

  it.each([
    ['bigint', 'SUM(CAST([~v0] AS decimal(38,0)))'],
    ['int', 'SUM(CAST([~v0] AS decimal(38,0)))'],
    ['decimal(38,18)', 'SUM(CAST([~v0] AS decimal(38,18)))'],
    ['money', 'SUM(CAST([~v0] AS decimal(38,4)))'],
  ])('add every digit of %s', (nativeType, sum) => {
    const text = measures(nativeType, 'sum,sumDistinct')
    expect(text).toContain('CONVERT(varchar(50), [~f0]) AS [~decimal], CONVERT(varchar(50), [~f1]) AS [~decimal] FROM')
    expect(text).toContain(`${sum} AS [~f0], ${sum.replace('(', '(DISTINCT ')} AS [~f1] FROM`)
  })

  it('keep every digit of the smallest and the largest value', () => {
    const text = measures('bigint', 'min,max')
    expect(text).toContain('CONVERT(varchar(50), [~f0]) AS [~decimal], CONVERT(varchar(50), [~f1]) AS [~decimal] FROM')
    expect(text).toContain('MIN([~v0]) AS [~f0], MAX([~v0]) AS [~f1] FROM')
    // The text of money has two places.
    expect(measures('money', 'min')).toContain('CAST(MIN([~v0]) AS decimal(19,4)) AS [~f0]')
  })

  it('divide sums without losing digits', () => {
    // A result holds 19 whole digits and 18 decimal places: the server would cut others.
    const sum = 'SUM(CAST([~v0] AS decimal(38,0)))'
    const count = 'CAST(NULLIF(COUNT_BIG([~v0]), 0) AS decimal(10,0))'
    const rest = `CAST(CAST((${sum} % ${count}) AS decimal(38,28)) / ${count} AS decimal(19,18))`
    const mean = `(TRY_CAST((${sum} - (${sum} % ${count})) / ${count} AS decimal(19,0)) + ${rest})`
    const text = measures('bigint', 'avg')
    expect(text).toContain(`ROUND(${mean}, CASE WHEN ROUND(${mean}, 12) = ${mean} THEN 18`)
    expect(measures('int', 'avg')).toContain('AS decimal(10,0)) + CAST(CAST(')
    expect(measures('decimal(38,18)', 'avg')).toContain('AS decimal(18,17)))')
    expect(measures('numeric(38,0)', 'avg')).toContain('AS decimal(28,0)) +')
    expect(measures('bigint', 'avgDistinct')).toContain('COUNT_BIG(DISTINCT [~v0])')
  })

  it('add doubles in a short expression', () => {
    const sum = 'SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))'
    expect(measures('float', 'sum')).toContain(
      `ROUND(${sum}, COALESCE(CAST(14 - FLOOR(LOG10(NULLIF(ABS(${sum}), 0))) AS int), 0)) AS [~f0] FROM`,
    )
  })

  it('count windows', () => {
    const query = { ...parseDistribute(pairs('column_name=price&steps=0,20,40')), columns: [], sort: [], page }
    const plan = planGroups(mssqlDialect, index, undefined, query, true)
    expect(compileWindows(mssqlDialect, plan, [0, 20, 40])).toMatchInlineSnapshot(`
      {
        "params": [
          0,
          20,
          40,
        ],
        "sql": "SELECT [~b], CAST(COUNT_BIG([~v0]) AS float) FROM (SELECT CASE WHEN [~v0] < @p1 THEN NULL WHEN [~v0] <= @p2 THEN 0 WHEN [~v0] <= @p3 THEN 1 END AS [~b], [~v0] FROM (SELECT CAST([price] AS float) AS [~v0] FROM [Book]) AS [~r]) AS [~p] WHERE [~b] IS NOT NULL GROUP BY [~b]",
      }
    `)
  })

  it('ask related tables', async () => {
    const { filter } = parseListQuery(pairs('conditionGraph={"Author":{"relationType":"bt","name":{"eq":"Ada"}}}'))
    await resolveRelated(mssqlDialect, index, filter, (name) =>
      Promise.resolve(name === 'Author' ? wholeSight(authors) : undefined),
    )
    expect(compileCount(mssqlDialect, index, filter, undefined)).toMatchInlineSnapshot(`
      {
        "params": [
          "Ada",
        ],
        "sql": "SELECT count(*) FROM [Book] WHERE ([writer] IS NOT NULL AND [writer] IN (SELECT [id] FROM [Author] WHERE ([id] IS NOT NULL AND [name] = @p1)))",
      }
    `)
  })

  it('find texts with their letter case', async () => {
    const find = parseFind(new URLSearchParams('find=Ada&findCase=true'))
    const list = planList(wholeTableIndex(authors), { sort: [], page }, mssqlDialect.comparison)
    const { sql } = compileNear(mssqlDialect, { list, query: find, columns: authors.columns.slice(1), values: [] }, 10)
    expect(sql).toMatch(/^SELECT CASE WHEN \(.* = 1\) THEN 1 ELSE 0 END FROM \[Author\] ORDER BY \[id\] OFFSET/s)
  })

  const withChildren = (parent: Column): Table => {
    const link: Link = {
      kind: 'hasMany',
      relatedTable: 'Child',
      columns: [parent.name],
      relatedColumns: ['parent'],
      real: true,
      onDelete: 'NO ACTION',
      onUpdate: 'NO ACTION',
    }
    const column = { kind: 'link', id: 'l', title: 'Children', relatedTitle: 'Child', key: 'ChildList', link } as const
    return table('Parent', [parent], { virtualColumns: [column] })
  }

  /** Returns the statement of a list of `Parent` for the rows of a link to `Child`. */
  const linked = async (parent: Column, child: readonly Column[]): Promise<string> => {
    const own = wholeTableIndex(withChildren(parent))
    const query = parseNested(pairs('hm=Child'))
    const [plan] = await planNested(mssqlDialect, own, query, () =>
      Promise.resolve(wholeSight(table('Child', [...child]))),
    )
    if (plan === undefined) throw new Error('The link leads nowhere')
    return compileNested(mssqlDialect, plan, [[7]]).sql
  }

  it('number linked rows of a table without a key', async () => {
    const text = await linked(column('id', 'ID', 'int', true), [column('parent', 'Number', 'int')])
    expect(text).toContain('row_number() OVER (PARTITION BY [~k0] ORDER BY (SELECT NULL)) AS [~n]')
  })

  it('answer every digit of the values that lead to linked rows', async () => {
    const wide = 'numeric(18,0)'
    const text = await linked(column('id', 'Number', wide, true), [column('parent', 'Number', wide)])
    expect(text).toMatch(/^SELECT CONVERT\(varchar\(50\), \[~k0\]\) AS \[~decimal\], /)
  })

  it('name the record of a refused delete by every digit of its key', async () => {
    const read = vi.fn<Database['read']>(() => Promise.resolve([]))
    const database = { dialect: mssqlDialect, read } as unknown as Database
    const parent = wholeTableIndex(withChildren(column('id', 'Number', 'numeric(18,0)', true)))
    const tableNamed = () => Promise.resolve(table('Child', [column('parent', 'Number', 'numeric(18,0)')]))
    await explainReferenced(new AppError('ROW_REFERENCED'), { database, index: parent, keys: [['7']], tableNamed })
    expect(read.mock.calls[0]?.[0].sql).toMatch(
      /^SELECT CONVERT\(varchar\(50\), \[~parent\]\.\[id\]\) AS \[~decimal\] FROM \(SELECT \[id\], \[id\] AS \[~0\] FROM/,
    )
  })

  it('run routines', () => {
    expect(mssqlDialect.routineCall?.('procedure', 'p', 2)).toBe('EXEC [p] @p1, @p2')
    expect(mssqlDialect.routineCall?.('function', 'f', 1)).toBe(
      "DECLARE @name nvarchar(600) = QUOTENAME(SCHEMA_NAME()) + N'.[f]'; " +
        "DECLARE @call nvarchar(max) = CASE WHEN OBJECTPROPERTY(OBJECT_ID(@name), 'IsTableFunction') = 1 " +
        "THEN N'SELECT * FROM ' + @name + N'(@p1)' ELSE N'SELECT ' + @name + N'(@p1) AS [f]' END; " +
        "EXEC sp_executesql @call, N'@p1 nvarchar(max)', @p1",
    )
  })
})
