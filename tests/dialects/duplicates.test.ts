import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library, type Row } from '@tests/helpers/library'

interface Found {
  readonly groups: number
  readonly records: number
  readonly rows: readonly { readonly group: number; readonly filled: number; readonly values: Row }[]
}

const long = 'x'.repeat(3_000)
const bothIgnored = 'ignoreCase=true&ignoreSpaces=true'

/** Records with equal values in some columns, on every kind of database. */
await describeEngines('duplicates', (engine) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary(engine)
    const { server, owner, projectId } = library
    const columns = [
      { cn: 'name', uidt: 'SingleLineText' },
      { cn: 'note', uidt: 'LongText' },
      { cn: 'size', uidt: 'Decimal' },
      { cn: 'day', uidt: 'Date' },
      { cn: 'data', uidt: 'JSON' },
      { cn: 'files', uidt: 'Attachment' },
    ]
    await server.call('tableCreate', { tn: 'Item', columns }, { token: owner.token, projectId })
  })
  afterAll(() => library.close())

  const items = async (rows: readonly Row[]): Promise<void> => {
    const old = await library.rows('Item?limit=1000')
    if (old.length > 0)
      await library.send(
        'DELETE',
        'Item/bulk',
        old.map(({ id }) => ({ id })),
      )
    await library.send('POST', 'Item/bulk', rows)
  }
  const find = async (path: string): Promise<Found> => (await library.get(path)) as Found
  /** Values of each group, in their order. */
  const groups = async (path: string, title = 'name'): Promise<unknown[][]> => {
    const { rows } = await find(path)
    const found = new Map<number, unknown[]>()
    for (const { group, values } of rows) found.set(group, [...(found.get(group) ?? []), values[title]])
    return [...found.values()]
  }

  it('are counted and come group by group, with their key and the fields asked for', async () => {
    const found = await find('Author?duplicates=country&fields=name')
    expect(found).toEqual({
      groups: 1,
      records: 2,
      rows: [
        { group: 0, filled: 3, values: { id: 1, country: 'UK', name: 'Ada' } },
        { group: 0, filled: 3, values: { id: 4, country: 'UK', name: 'Di' } },
      ],
    })
  })

  it('are compared sign by sign unless letter case and spaces are ignored', async () => {
    const names = ['Ada', 'ADA', 'Ada ', ' ada', 'Ada', 'A  da', 'A da', 'A\tda', 'A\u{a0}da ']
    await items(names.map((name) => ({ name })))
    expect(await groups('Item?duplicates=name')).toEqual([['Ada', 'Ada']])
    expect(await groups('Item?duplicates=name&ignoreCase=true')).toEqual([['Ada', 'ADA', 'Ada']])
    expect(await groups('Item?duplicates=name&ignoreSpaces=true')).toEqual([
      ['Ada', 'Ada ', 'Ada'],
      ['A  da', 'A da', 'A\tda', 'A\u{a0}da '],
    ])
    expect((await groups(`Item?duplicates=name&${bothIgnored}`)).map((group) => group.length)).toEqual([5, 4])
  })

  it('fold letters beyond ASCII, and keep accents and ß apart', async () => {
    const names = ['Éva', 'éva', 'Eva', 'Straße', 'STRASSE', 'straße', 'ΟΔΟΣ', 'οδος', 'Жук', 'жУК', 'e\u{301}va']
    await items(names.map((name) => ({ name })))
    expect(await groups('Item?duplicates=name&ignoreCase=true')).toEqual([
      ['Éva', 'éva'],
      ['Straße', 'straße'],
      ['ΟΔΟΣ', 'οδος'],
      ['Жук', 'жУК'],
    ])
    expect(await groups('Item?duplicates=name')).toEqual([])
  })

  it('leave out empty values unless they are wanted', async () => {
    await items([{ name: null }, { name: '' }, { name: '  ' }, { name: 'x', size: 1 }, { name: 'x' }])
    expect(await groups(`Item?duplicates=name&${bothIgnored}`)).toEqual([['x', 'x']])
    expect(await groups(`Item?duplicates=name&${bothIgnored}&withEmpty=true`)).toEqual([
      [null, '', '  '],
      ['x', 'x'],
    ])
    expect(await find('Item?duplicates=name,size')).toMatchObject({ groups: 0, records: 0, rows: [] })
  })

  it('are told apart by several columns together, numbers and days too', async () => {
    await items([
      { name: 'a', size: 1.5, day: '2026-01-02' },
      { name: 'a', size: 1.5, day: '2026-01-03' },
      { name: 'b', size: 1.5, day: '2026-01-02' },
      { name: 'A', size: 1.5, day: '2026-01-02' },
    ])
    expect(await groups('Item?duplicates=size&fields=name')).toEqual([['a', 'a', 'b', 'A']])
    expect(await groups('Item?duplicates=day,size&fields=name')).toEqual([['a', 'b', 'A']])
    expect(await groups('Item?duplicates=name,day,size&ignoreCase=true')).toEqual([['a', 'A']])
  })

  it('are found among long texts that differ at their ends', async () => {
    await items([`${long}a`, `${long}b`, `${long}a`, `${long}b`, `${long}c`].map((note) => ({ note })))
    expect(await groups('Item?duplicates=note', 'id')).toHaveLength(2)
    expect(await find('Item?duplicates=note')).toMatchObject({ groups: 2, records: 4 })
  })

  it('tell how many fields are filled', async () => {
    await items([{ name: 'x' }, { name: 'x', note: '', size: 0 }, { name: 'x', data: { a: 1 }, day: '2026-01-01' }])
    const { rows } = await find('Item?duplicates=name')
    const [least = 0] = rows.map(({ filled }) => filled)
    expect(rows.map(({ filled }) => filled - least)).toEqual([0, 1, 2])
  })

  it('follow the order, the filter, the search and the page of the list', async () => {
    await items(['b', 'a', 'a', 'b', 'c', 'a'].map((name, at) => ({ name, size: at })))
    expect(await groups('Item?duplicates=name&sort=-size&fields=size', 'size')).toEqual(
      [
        [5, 2, 1],
        [3, 0],
      ].map((group) => group.map((size) => expect.toSatisfy((one) => Number(one) === size))),
    )
    expect(await groups('Item?duplicates=name&where=(size,gt,1)')).toEqual([['a', 'a']])
    expect(await groups('Item?duplicates=name&search=b')).toEqual([['b', 'b']])
    const page = await find('Item?duplicates=name&limit=2&offset=2')
    expect(page).not.toHaveProperty('records')
    expect(page.rows.map(({ values }) => values['name'])).toEqual(['a', 'a'])
  })

  it('are those of computed columns and of a table with a key of two columns', async () => {
    expect(await groups('Book?duplicates=By&fields=title', 'title')).toEqual([['One', 'Two', 'Three']])
    expect(await groups('Book?duplicates=Twice&fields=title', 'title')).toEqual([['One', 'Three']])
    const { rows } = await find('Place?duplicates=city')
    expect(rows.map(({ values }) => values)).toEqual([
      { city: 'Bern', nr: 1 },
      { city: 'Bern', nr: 2 },
    ])
  })

  it.each([
    ['Item?duplicates=data', 'QUERY_PARAMETER_INVALID'],
    ['Item?duplicates=files', 'QUERY_PARAMETER_INVALID'],
    ['Author?duplicates=Titles', 'QUERY_PARAMETER_INVALID'],
    ['Author?duplicates=', 'QUERY_PARAMETER_INVALID'],
    ['Author?duplicates=name&ignoreCase=perhaps', 'QUERY_PARAMETER_INVALID'],
    ['Author?duplicates=nothing', 'COLUMN_NOT_FOUND'],
  ])('%s is rejected', async (path, code) => {
    const { error } = await library.call('GET', path)
    expect(error.code).toBe(code)
  })
})
