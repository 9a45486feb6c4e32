import { aggregateKey, type GroupAggregate } from '@common/query/group-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library, type Row } from '@tests/helpers/library'

/** Aggregates of group heads and of the grid's footer, on every kind of database. */
await describeEngines('aggregates of groups', (engine) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary(engine)
    await library.send('POST', 'Author/bulk', [{ name: 'Ed', country: '' }])
  })
  afterAll(() => library.close())

  const ask = (table: string, aggregates: readonly [string, string][], rest = ''): Promise<Row[]> =>
    library.rows(`${table}/groupby?aggregates=${encodeURIComponent(JSON.stringify(aggregates))}${rest}`)

  describe('of all rows', () => {
    it('tells several functions over several columns in one row', async () => {
      const [row, ...more] = await ask('Book', [
        ['price', 'sum'],
        ['price', 'avg'],
        ['pages', 'min'],
        ['pages', 'max'],
        ['pages', 'countDistinct'],
        ['title', 'filled'],
        ['writer', 'filled'],
        ['printed', 'filled'],
        ['printed', 'min'],
      ])
      expect(more).toEqual([])
      expect(row).toEqual({
        count: 5,
        'sum(price)': 80.5,
        'avg(price)': 20.125,
        'min(pages)': 100,
        'max(pages)': 300,
        'countDistinct(pages)': 3,
        'filled(title)': 5,
        'filled(writer)': 4,
        'filled(printed)': 3,
        'min(printed)': '2019-05-05',
      })
    })

    it('counts texts that are empty as empty', async () => {
      expect(await ask('Author', [['country', 'filled']])).toEqual([{ count: 5, 'filled(country)': 3 }])
    })

    it('reads lookups, formulas, rollups and counts', async () => {
      expect(
        await ask('Book', [
          ['By', 'filled'],
          ['By', 'countDistinct'],
          ['Twice', 'sum'],
        ]),
      ).toEqual([{ count: 5, 'filled(By)': 4, 'countDistinct(By)': 2, 'sum(Twice)': 1400 }])
      expect(
        await ask('Author', [
          ['Total', 'max'],
          ['Books', 'sum'],
        ]),
      ).toEqual([{ count: 5, 'max(Total)': 45.5, 'sum(Books)': 4 }])
    })

    it('keeps to the filter and to the search', async () => {
      const where = `&condition=${encodeURIComponent('{"price":{"gt":10}}')}`
      expect(await ask('Book', [['price', 'sum']], where)).toEqual([{ count: 3, 'sum(price)': 75.5 }])
      expect(await ask('Book', [['price', 'sum']], '&search=T')).toEqual([{ count: 2, 'sum(price)': 40.5 }])
    })

    it('answers one row where there is none', async () => {
      const none = `&condition=${encodeURIComponent('{"price":{"gt":1000}}')}`
      const [row] = await ask('Book', [['price', 'sum']], none)
      expect(row).toEqual({ count: 0, 'sum(price)': null })
    })
  })

  describe('of groups', () => {
    it('tells the functions of each group, missing values being a group', async () => {
      expect(
        await ask(
          'Book',
          [
            ['price', 'sum'],
            ['printed', 'filled'],
          ],
          '&column_name=By',
        ),
      ).toEqual([
        { By: null, count: 1, 'sum(price)': null, 'filled(printed)': 0 },
        { By: 'Ada', count: 3, 'sum(price)': 45.5, 'filled(printed)': 2 },
        { By: 'Bo', count: 1, 'sum(price)': 35, 'filled(printed)': 1 },
      ])
    })

    it('takes three columns at once, each in its own direction', async () => {
      expect(await ask('Book', [['price', 'sum']], '&column_name=By,pages,Twice&sort=-By,pages,-Twice')).toEqual([
        { By: 'Bo', pages: 300, Twice: 600, count: 1, 'sum(price)': 35 },
        { By: 'Ada', pages: 100, Twice: 200, count: 2, 'sum(price)': 30 },
        { By: 'Ada', pages: 200, Twice: 400, count: 1, 'sum(price)': 15.5 },
        { By: null, pages: null, Twice: null, count: 1, 'sum(price)': null },
      ])
    })

    it.each([
      ['Book', ['By', '-pages'], '-price'],
      ['Book', ['-Twice', 'By'], 'title'],
      ['Book', ['printed'], 'title'],
      ['Book', ['-printed', 'writer', 'price'], ''],
      ['Author', ['-country'], 'name'],
      ['Author', ['Books', 'country'], '-name'],
      ['Author', ['Total'], ''],
    ])('stand in the order of the list of %s by %j', async (table, keys, sort) => {
      const columns = keys.map((key) => key.replace('-', ''))
      const groups = await ask(
        table,
        [[columns[0] ?? '', 'filled']],
        `&column_name=${columns.join(',')}&sort=${keys.join(',')}`,
      )
      const rows = await library.rows(
        `${table}?limit=100&sort=${[...keys, sort].filter((key) => key !== '').join(',')}`,
      )
      const values = (row: Row): unknown[] => columns.map((column) => row[column])
      const told = groups.flatMap((group) => Array.from({ length: Number(group.count) }, () => values(group)))
      expect(told).toEqual(rows.map(values))
    })
  })

  it.each(['nonsense', '{}', '[]', '["price","sum"]', '[["price"]]', '[["price",1]]', '[[1,"sum"]]'])(
    'refuses %s',
    async (text) => {
      const { status, error } = await library.call('GET', `Book/groupby?aggregates=${encodeURIComponent(text)}`)
      expect([status, error.code]).toEqual([400, 'QUERY_PARAMETER_INVALID'])
    },
  )

  it.each<[GroupAggregate & { readonly function: string }, number, string]>([
    [{ column: 'price', function: 'del' as 'sum' }, 400, 'FUNCTION_INVALID'],
    [{ column: 'title', function: 'sum' }, 400, 'FUNCTION_INVALID'],
    [{ column: 'nowhere', function: 'sum' }, 400, 'COLUMN_NOT_FOUND'],
  ])('refuses %j', async (aggregate, status, code) => {
    const text = JSON.stringify([[aggregate.column, aggregate.function]])
    const answer = await library.call('GET', `Book/groupby?aggregates=${encodeURIComponent(text)}`)
    expect([answer.status, answer.error.code, aggregateKey(aggregate)]).toEqual([
      status,
      code,
      `${aggregate.function}(${aggregate.column})`,
    ])
  })
})
