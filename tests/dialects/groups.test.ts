import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library } from '@tests/helpers/library'

/** Grouped rows (wire §9.5), with their values, on every kind of database. */
await describeEngines('groups', (engine) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary(engine)
  })
  afterAll(() => library.close())

  describe('groupby', () => {
    it.each<[string, unknown]>([
      [
        'Author/groupby/country',
        [
          { country: null, count: 1 },
          { country: 'SE', count: 1 },
          { country: 'UK', count: 2 },
        ],
      ],
      ['Author/groupby?column_name=country&sort=-count&limit=1', [{ country: 'UK', count: 2 }]],
      ['Author/groupby/country?sort=-country&offset=1&l=1', [{ country: 'SE', count: 1 }]],
      [
        'Book/groupby?column_name=writer&fields=pages&having=(writer,eq,1)',
        [
          { writer: 1, pages: 100, count: 2 },
          { writer: 1, pages: 200, count: 1 },
        ],
      ],
      ['Book/groupby/pages?having=(count,gt,1)', [{ pages: 100, count: 2 }]],
      ['Book/groupby/writer?having=(writer,isnot,null)~and(writer,gt,1)', [{ writer: 2, count: 1 }]],
      // As in the original, `where` has no effect here; `condition` has.
      [
        'Author/groupby/country?where=(country,eq,SE)&having=(country,isnot,null)',
        [
          { country: 'SE', count: 1 },
          { country: 'UK', count: 2 },
        ],
      ],
      ['Author/groupby/country?condition={"name":{"eq":"Ada"}}', [{ country: 'UK', count: 1 }]],
      [
        'Book/groupby/By',
        [
          { By: null, count: 1 },
          { By: 'Ada', count: 3 },
          { By: 'Bo', count: 1 },
        ],
      ],
      [
        'Book/groupby/Twice?having=(Twice,gt,200)&sort=-Twice',
        [
          { Twice: 600, count: 1 },
          { Twice: 400, count: 1 },
        ],
      ],
      [
        'Author/groupby/Books?sort=Books',
        [
          { Books: 0, count: 2 },
          { Books: 1, count: 1 },
          { Books: 3, count: 1 },
        ],
      ],
      ['Author/groupby/Titles?having=(Titles,like,%Four%)', [{ Titles: ['Four'], count: 1 }]],
    ])('%s', async (path, expected) => {
      expect(await library.get(path)).toEqual(expected)
    })
  })

  describe('aggregate', () => {
    it.each<[string, unknown]>([
      [
        'Book/aggregate?column_name=pages&func=sum,count,avg&fields=writer&having=(writer,eq,1)',
        [
          { writer: 1, pages: 100, sum: 200, count: 2, avg: 100 },
          { writer: 1, pages: 200, sum: 200, count: 1, avg: 200 },
        ],
      ],
      [
        'Book/aggregate?column_name=pages&func=sum,sumDistinct,countDistinct,avgDistinct,min,max&fields=pages&sort=-sum',
        [
          { pages: 300, sum: 300, sumDistinct: 300, countDistinct: 1, avgDistinct: 300, min: 300, max: 300 },
          { pages: 100, sum: 200, sumDistinct: 100, countDistinct: 1, avgDistinct: 100, min: 100, max: 100 },
          { pages: 200, sum: 200, sumDistinct: 200, countDistinct: 1, avgDistinct: 200, min: 200, max: 200 },
          { pages: null, sum: null, sumDistinct: null, countDistinct: 0, avgDistinct: null, min: null, max: null },
        ],
      ],
      [
        'Book/aggregate?column_name=price&func=sum&fields=By&having=(sum,gt,20)',
        [
          { By: 'Ada', price: 25, sum: 25 },
          { By: 'Bo', price: 35, sum: 35 },
        ],
      ],
      [
        'Author/aggregate?column_name=Total&func=max&fields=country&having=(Total,isnot,null)',
        [
          { country: 'SE', Total: 35, max: 35 },
          { country: 'UK', Total: 45.5, max: 45.5 },
        ],
      ],
      [
        'Book/aggregate?column_name=printed&func=min&fields=writer&having=(writer,eq,2)',
        [{ writer: 2, printed: '2019-05-05', min: '2019-05-05' }],
      ],
      [
        'Tag/aggregate?column_name=note&func=count',
        [
          { word: 'blue', note: null, count: 0 },
          { word: 'old', note: 'o', count: 1 },
          { word: 'red', note: null, count: 0 },
        ],
      ],
    ])('%s', async (path, expected) => {
      expect(await library.get(path)).toEqual(expected)
    })

    it.each([
      'Book/aggregate?column_name=id&func=del',
      'Book/aggregate?column_name=id&func=constructor',
      'Book/aggregate?column_name=title&func=sum',
      'Book/aggregate?column_name=id&func=SUM',
    ])('%s deletes nothing and is refused', async (path) => {
      const before = await library.contents()
      const { status, error } = await library.call('GET', path)
      expect([status, error.code]).toEqual([400, 'FUNCTION_INVALID'])
      expect(await library.contents()).toBe(before)
    })
  })

  describe('distinct', () => {
    it.each<[string, unknown]>([
      ['Book/distinct?cn=pages', [{ pages: null }, { pages: 100 }, { pages: 200 }, { pages: 300 }]],
      ['Book/distinct?column_name=pages,writer&where=(pages,eq,100)', [{ pages: 100, writer: 1 }]],
      ['Book/distinct?fields=By&sort=-By&limit=2', [{ By: 'Bo' }, { By: 'Ada' }]],
      [
        'Tag/distinct?where=(note,is,null)',
        [
          { word: 'blue', note: null },
          { word: 'red', note: null },
        ],
      ],
      ['Author/distinct?cn=country&o=1&l=1', [{ country: 'SE' }]],
    ])('%s', async (path, expected) => {
      expect(await library.get(path)).toEqual(expected)
    })
  })

  describe('distribute', () => {
    it.each<[string, unknown]>([
      [
        'Book/distribute?column_name=price&steps=0,20,40',
        [
          { range: '0-20', count: 2 },
          { range: '21-40', count: 2 },
        ],
      ],
      [
        'Book/distribute?column_name=price&min=0&max=40&step=15&func=count,sum,max',
        [
          { range: '0-15', count: 1, sum: 5, max: 5 },
          // The original's ranges left no place for 15.5.
          { range: '16-30', count: 2, sum: 40.5, max: 25 },
          { range: '31-45', count: 1, sum: 35, max: 35 },
        ],
      ],
      [
        'Book/distribute?column_name=pages',
        [
          { range: '0-175', count: 2 },
          { range: '176-350', count: 2 },
        ],
      ],
      [
        'Book/distribute?column_name=pages&step=100&where=(writer,eq,1)',
        [
          { range: '0-100', count: 2 },
          { range: '101-200', count: 1 },
        ],
      ],
      // Only an explicit limit truncates the result.
      ['Book/distribute?column_name=price&steps=0,20,40&limit=1&offset=1', [{ range: '21-40', count: 2 }]],
      ['Book/distribute?column_name=price&steps=0,20,40&l=1', [{ range: '0-20', count: 2 }]],
      ['Book/distribute?column_name=pages&steps=400,500&func=sum', [{ range: '400-500', sum: null }]],
      [
        'Author/distribute?column_name=Books&steps=0,1,3',
        [
          { range: '0-1', count: 3 },
          { range: '2-3', count: 1 },
        ],
      ],
      ['Book/distribute?column_name=pages&where=(id,eq,0)', []],
    ])('%s', async (path, expected) => {
      expect(await library.get(path)).toEqual(expected)
    })
  })

  it.each<[string, string]>([
    ['Book/groupby', 'QUERY_PARAMETER_INVALID'],
    ['Book/groupby/nope', 'COLUMN_NOT_FOUND'],
    ['Book/groupby/pages?having=(title,eq,One)', 'COLUMN_NOT_FOUND'],
    ['Book/groupby/pages?having=(pages,eq', 'FILTER_INVALID'],
    ['Book/groupby/pages?sort=title', 'COLUMN_NOT_FOUND'],
    ['Book/aggregate?func=sum', 'QUERY_PARAMETER_INVALID'],
    ['Book/aggregate?column_name=pages', 'QUERY_PARAMETER_INVALID'],
    ['Book/aggregate?column_name=pages,price&func=sum', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=title', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=pages&step=0', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=pages&step=0.0001', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=pages&steps=1', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=pages&steps=3,2', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=pages&steps=1,x', 'QUERY_PARAMETER_INVALID'],
    ['Book/distribute?column_name=pages&min=5&max=1', 'QUERY_PARAMETER_INVALID'],
    ['Book/distinct?cn=nope', 'COLUMN_NOT_FOUND'],
  ])('%s is refused in words', async (path, code) => {
    const { status, error } = await library.call('GET', path)
    expect([status, error.code]).toEqual([400, code])
    expect(error.msg).toMatch(/^[A-Z].*\.$/)
  })
})
