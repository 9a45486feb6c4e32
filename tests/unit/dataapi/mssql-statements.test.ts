import { describe, expect, it } from 'vitest'
import type { Column, Table } from '@common/model'
import type { UiType } from '@common/columns/ui-types'
import { parseAggregate, parseDistribute, parseGroupBy } from '@common/query/group-query'
import { parseListQuery } from '@common/query/list-query'
import { tableIndex } from '@main/dataapi/columns'
import { compileGroups, compileWindows } from '@main/dataapi/group/compile'
import { planGroups } from '@main/dataapi/group/plan'
import { compileCount } from '@main/dataapi/compile-read'
import { resolveRelated } from '@main/dataapi/related'
import { resultColumn } from '@main/db/computed'
import { mssqlDialect } from '@main/db/dialects/mssql'

/** There is no SQL Server in the tests: what it is asked is compared as text. */

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
const index = tableIndex(books)
const page = { limit: 20, offset: 0 }
const pairs = (query: string) => [...new URLSearchParams(query)]

describe('statements for SQL Server', () => {
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
        "sql": "SELECT [~g0], CONVERT(varchar(50), [~g1]) AS [~decimal], [~f0], [~f1] FROM (SELECT [~g0], [~g1], CAST(CASE WHEN SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END)) = 0 THEN N'0'
          WHEN ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))) >= 1e15 AND ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))) < 1e37 THEN CONVERT(nvarchar(60), ROUND(CAST(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END)) AS decimal(38,0)), CAST(14 - FLOOR(LOG10(ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))))) AS int)))
          WHEN ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))) >= 1 AND ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))) < 1e15 THEN REPLACE(RTRIM(REPLACE(REPLACE(RTRIM(REPLACE(CONVERT(nvarchar(60), ROUND(CAST(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END)) AS decimal(38,20)), CAST(14 - FLOOR(LOG10(ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))))) AS int))), N'0', N' ')), N' ', N'0'), N'.', N' ')), N' ', N'.')
          WHEN ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))) >= 1e-15 AND ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))) < 1 THEN REPLACE(RTRIM(REPLACE(REPLACE(RTRIM(REPLACE(CONVERT(nvarchar(60), ROUND(CAST(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END)) AS decimal(38,32)), CAST(14 - FLOOR(LOG10(ABS(SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END))))) AS int))), N'0', N' ')), N' ', N'0'), N'.', N' ')), N' ', N'.')
          ELSE CONVERT(nvarchar(40), SUM((CASE WHEN ABS([~v0]) >= 1e300 THEN NULL WHEN ABS([~v0]) < 1e-290 THEN 0e0 ELSE [~v0] END)), 2) END AS float) AS [~f0], CAST(COUNT_BIG(DISTINCT [~v0]) AS float) AS [~f1] FROM (SELECT [writer] AS [~g0], [price] AS [~g1], CAST([price] AS float) AS [~v0] FROM [Book] WHERE [price] > CAST(@p1 AS decimal(38,1))) AS [~r] GROUP BY [~g0], [~g1]) AS [~g] ORDER BY [~g0], [~g1] OFFSET @p3 ROWS FETCH NEXT @p2 ROWS ONLY",
      }
    `)
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
      Promise.resolve(name === 'Author' ? authors : undefined),
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
