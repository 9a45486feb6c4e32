import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library, type Row } from '@tests/helpers/library'

interface Found {
  readonly rows: number
  readonly cells: number
  readonly hits: readonly {
    readonly offset: number
    readonly before: number
    readonly fields: readonly string[]
    readonly values: Row
  }[]
}

/** Finds a text in the rows of a list, on every kind of database. */
await describeEngines('places of a text in a list', (engine) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary(engine)
    await library.send('POST', 'Author/bulk', [
      { name: 'ada the second', country: 'Adaland' },
      { name: '100%', country: 'A_a' },
      { name: 'Àda', country: '[x]' },
    ])
  })
  afterAll(() => library.close())

  const find = async (path: string): Promise<Found> => (await library.get(path)) as Found
  const places = async (path: string): Promise<unknown[]> =>
    (await find(path)).hits.map(({ offset, before, fields }) => [offset, before, ...fields])

  it('are told with the number of hits before them', async () => {
    const found = await find('Author?sort=id&find=ada&findIn=name,country')
    expect(found).toMatchObject({ rows: 2, cells: 3 })
    expect(found.hits.map(({ offset, before, fields }) => [offset, before, fields])).toEqual([
      [0, 0, ['name']],
      [4, 1, ['name', 'country']],
    ])
    expect(found.hits[1]?.values).toMatchObject({ id: 5, name: 'ada the second', country: 'Adaland' })
  })

  it('follow the order, the filter and the search of the list', async () => {
    expect(await places('Author?sort=-id&find=ada&findIn=name')).toEqual([
      [2, 0, 'name'],
      [6, 1, 'name'],
    ])
    expect(await places('Author?sort=id&find=ada&findIn=name&where=(country,eq,Adaland)')).toEqual([[0, 0, 'name']])
    expect(await places('Author?sort=id&find=ada&findIn=name&search=second')).toEqual([[0, 0, 'name']])
    expect(await places('Author?sort=country,-id&find=UK&findIn=country')).toHaveLength(2)
  })

  it('go on behind a place', async () => {
    const rest = await find('Author?sort=id&find=ada&findIn=name,country&offset=1&limit=1')
    expect(rest).toMatchObject({ rows: 2, cells: 3, hits: [{ offset: 4, before: 1 }] })
    expect(await find('Author?sort=id&find=ada&offset=100')).toMatchObject({ hits: [] })
  })

  it('go back before a place, the nearest first', async () => {
    const before = await find('Author?sort=id&find=ada&findIn=name,country&offset=6&findBack=true')
    expect(before.hits.map((hit) => [hit.offset, hit.before])).toEqual([
      [4, 1],
      [0, 0],
    ])
    expect(await find('Author?sort=id&find=ada&offset=0&findBack=true')).toMatchObject({ hits: [] })
  })

  it('are those of every column of texts when none is named', async () => {
    expect((await find('Author?sort=id&find=adaland')).hits.map(({ fields }) => fields)).toEqual([['country']])
    expect(await find('Author?find=nobody')).toEqual({ rows: 0, cells: 0, hits: [] })
  })

  it('mean every sign as it is written', async () => {
    expect(await places('Author?sort=id&find=%25&findIn=name')).toEqual([[5, 0, 'name']])
    expect(await places('Author?sort=id&find=_&findIn=country')).toEqual([[5, 0, 'country']])
    expect(await places('Author?sort=id&find=[x]&findIn=country')).toEqual([[6, 0, 'country']])
  })

  it('can be those of a whole cell', async () => {
    expect(await places('Author?sort=id&find=ADA&findIn=name&findCell=true')).toEqual([[0, 0, 'name']])
    expect(await places('Author?sort=id&find=ad&findIn=name&findCell=true')).toEqual([])
  })

  it('can mind the case of letters', async () => {
    expect(await places('Author?sort=id&find=Ada&findIn=name,country&findCase=true')).toEqual([
      [0, 0, 'name'],
      [4, 1, 'country'],
    ])
    expect(await places('Author?sort=id&find=Ada&findIn=name,country&findCase=true&findCell=true')).toEqual([
      [0, 0, 'name'],
    ])
  })

  it('can be those of a pattern, which the engine reads as formulas do', async () => {
    if (engine.dialect === 'mssql') {
      const answer = await library.call('GET', 'Author?find=a&findPattern=true')
      expect([answer.status, answer.error.code]).toEqual([400, 'NOT_SUPPORTED'])
      return
    }
    expect(
      await places(`Author?sort=id&find=${encodeURIComponent('^[A-D][a-z]$')}&findIn=name&findPattern=true`),
    ).toEqual([
      [1, 0, 'name'],
      [2, 1, 'name'],
      [3, 2, 'name'],
    ])
    const bad = await library.call('GET', `Author?find=${encodeURIComponent('(a')}&findPattern=true`)
    expect([bad.status, (bad.json as Row)['code']]).toEqual([400, 'QUERY_PARAMETER_INVALID'])
  })

  it('find numbers as programs write them, and computed values', async () => {
    expect(await places('Book?sort=id&find=15,5&findNumber=15.5&findIn=price&bt=')).toEqual([[1, 0, 'price']])
    expect(await places('Book?sort=id&find=15,5&findIn=price')).toEqual([])
    expect(await places('Book?sort=id&find=200&findNumber=200&findIn=pages,Twice&findCell=true')).toEqual([
      [0, 0, 'Twice'],
      [1, 1, 'pages'],
      [2, 2, 'Twice'],
    ])
  })

  it('are found behind thousands of rows without one', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => ({ word: `w${at}`, note: at === 2_400 ? 'far away' : 'hay' }))
    await library.send('POST', 'Tag/bulk', rows)
    const [found] = (await find('Tag?sort=word&find=far%20away&mm=')).hits
    expect(found).toMatchObject({ before: 0, fields: ['note'], values: { word: 'w2400' } })
    const behind = await find(`Tag?sort=word&find=hay&offset=${(found?.offset ?? 0) + 1}&limit=1&mm=`)
    expect(behind.cells).toBe(2_499)
    // The number includes the preceding rows, which this search doesn't scan.
    const all = await library.rows('Tag?sort=word&limit=1000&fields=word&mm=&offset=0')
    expect(all).toHaveLength(1_000)
    expect(behind.hits[0]?.offset).toBeGreaterThan(found?.offset ?? 0)
    const before = await find(`Tag?sort=word&find=hay&offset=${(found?.offset ?? 0) + 1}&limit=1&findBack=true&mm=`)
    expect(behind.hits[0]?.before).toBe((before.hits[0]?.before ?? 0) + 1)
  })

  it('are refused for what cannot be looked for', async () => {
    for (const query of ['find=', `find=${'x'.repeat(1_001)}`, 'find=a&findCase=perhaps', 'find=a&findIn=nothing']) {
      const answer = await library.call('GET', `Author?${query}`)
      expect([query.slice(0, 30), answer.status]).toEqual([query.slice(0, 30), 400])
    }
  })
})
