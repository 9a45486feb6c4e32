import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataApiCalls } from '@tests/helpers/data-api'
import { startDataServer, type DataServer } from '@tests/helpers/http-data-api'

let server: DataServer
beforeAll(async () => {
  server = await startDataServer()
})
afterAll(() => server.close())

const library = `
  CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
  CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, price REAL, author_id INTEGER REFERENCES Author);
  CREATE TABLE Tag (name TEXT PRIMARY KEY, note TEXT);
  CREATE TABLE BookTag (book INTEGER REFERENCES Book(id), tag TEXT REFERENCES Tag(name), PRIMARY KEY (book, tag));
  CREATE TABLE Chapter (book INTEGER, nr INTEGER, title TEXT, PRIMARY KEY (book, nr));
  CREATE TABLE Page (id INTEGER PRIMARY KEY, book INTEGER, chapter INTEGER, text TEXT,
    FOREIGN KEY (book, chapter) REFERENCES Chapter(book, nr));
  CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES Person, mentor INTEGER REFERENCES Person);
  CREATE TABLE Big (id INTEGER PRIMARY KEY, "a ""quoted"" name" TEXT);
  CREATE TABLE Small (id INTEGER PRIMARY KEY, big INTEGER REFERENCES Big);
  INSERT INTO Author VALUES (1, 'Ada', 'UK'), (2, 'Bo', 'SE'), (3, 'Cy', NULL);
  INSERT INTO Book VALUES (1, 'One', 5, 1), (2, 'Two', 15, 1), (3, 'Three', 25, 1), (4, 'Four', 35, 2), (5, 'Five', 45, NULL);
  INSERT INTO Tag VALUES ('red', 'r'), ('blue', 'b'), ('old', 'o');
  INSERT INTO BookTag VALUES (1, 'red'), (1, 'blue'), (2, 'red'), (4, 'old');
  INSERT INTO Chapter VALUES (1, 1, 'A'), (1, 2, 'B'), (2, 1, 'C');
  INSERT INTO Page VALUES (1, 1, 1, 'x'), (2, 1, 2, 'y'), (3, 2, 1, 'z'), (4, 2, NULL, 'w');
  INSERT INTO Person VALUES (1, 'Ann', NULL, NULL), (2, 'Ben', 1, 1), (3, 'Cat', 1, 2);
  INSERT INTO Big VALUES (9007199254740993, 'nine'), (9007199254740992, 'eight');
  INSERT INTO Small VALUES (1, 9007199254740993), (2, 9007199254740992);`

describe('linked rows in lists', () => {
  let api: DataApiCalls
  beforeAll(async () => {
    api = await server.open({ sql: library })
  })
  afterAll(() => api.close())
  const rows = async (path: string) => (await api.get(path)) as Record<string, unknown>[]

  it('are all there unless something else is asked for, as key and name', async () => {
    expect(await rows('Book?limit=2')).toEqual([
      {
        id: 1,
        title: 'One',
        price: 5,
        author_id: 1,
        AuthorRead: { id: 1, name: 'Ada' },
        TagMMList: [
          { name: 'blue', note: 'b' },
          { name: 'red', note: 'r' },
        ],
      },
      {
        id: 2,
        title: 'Two',
        price: 15,
        author_id: 1,
        AuthorRead: { id: 1, name: 'Ada' },
        TagMMList: [{ name: 'red', note: 'r' }],
      },
    ])
    expect((await rows('Author'))[0]).toEqual({
      id: 1,
      name: 'Ada',
      country: 'UK',
      BookList: [
        { id: 1, title: 'One', author_id: 1 },
        { id: 2, title: 'Two', author_id: 1 },
        { id: 3, title: 'Three', author_id: 1 },
      ],
    })
  })

  it('are left out by empty parameters', async () => {
    expect(await rows('Book?bt=&hm=&mm=&limit=1')).toEqual([{ id: 1, title: 'One', price: 5, author_id: 1 }])
    expect(Object.keys((await rows('Book?mm=&limit=1'))[0] ?? {})).toEqual([
      'id',
      'title',
      'price',
      'author_id',
      'AuthorRead',
    ])
  })

  it('of a parent that is not there have no key; children that are not there are an empty list', async () => {
    const [book] = await rows('Book?where=(id,eq,5)')
    expect(Object.keys(book ?? {})).toEqual(['id', 'title', 'price', 'author_id', 'TagMMList'])
    expect(book?.['TagMMList']).toEqual([])
    expect((await rows('Author?where=(id,eq,3)'))[0]?.['BookList']).toEqual([])
  })

  it('show more columns, some rows and an order of their own', async () => {
    const [ada] = await rows('Author?hm=Book&hfields1=price&hwhere1=(price,gt,5)&hsort1=-price&hlimit1=1')
    expect(ada?.['BookList']).toEqual([{ id: 3, title: 'Three', author_id: 1, price: 25 }])
    const [short] = await rows('Author?hm=book&f1=price&w1=(price,gt,5)&hs1=price&hl1=1&ho1=1')
    expect(short?.['BookList']).toEqual([{ id: 3, title: 'Three', author_id: 1, price: 25 }])
    const [all] = await rows('Book?bt=Author&bfields1=*&mm=Tag&mwhere1=(name,like,r%)&limit=1')
    expect(all).toMatchObject({ AuthorRead: { id: 1, name: 'Ada', country: 'UK' }, TagMMList: [{ name: 'red' }] })
  })

  it('have limits for each row, not for all of them together', async () => {
    const authors = await rows('Author?hm=Book&hlimit1=1')
    expect(authors.map((author) => (author['BookList'] as unknown[]).length)).toEqual([1, 1, 0])
  })

  it('come with the columns that lead to them, whatever fields say', async () => {
    expect(await rows('Book?fields=title&limit=1&mm=')).toEqual([
      { id: 1, title: 'One', author_id: 1, AuthorRead: { id: 1, name: 'Ada' } },
    ])
    expect(Object.keys((await rows('Author?fields=name&limit=1'))[0] ?? {})).toEqual(['id', 'name', 'BookList'])
  })

  it('follow keys of several columns', async () => {
    const pages = await rows('Page')
    expect(pages.map((page) => page['ChapterRead'])).toEqual([
      { book: 1, nr: 1, title: 'A' },
      { book: 1, nr: 2, title: 'B' },
      { book: 2, nr: 1, title: 'C' },
      undefined,
    ])
    const [chapter] = await rows('Chapter?limit=1')
    expect(chapter?.['PageList']).toEqual([{ id: 1, text: 'x', book: 1, chapter: 1 }])
  })

  it('of two links to one table do not hide each other', async () => {
    const [, ben] = await rows('Person')
    expect(ben).toMatchObject({ PersonRead: { name: 'Ann' }, PersonRead_mentor: { name: 'Ann' } })
    expect(ben).toMatchObject({ PersonList: [], PersonList_mentor: [{ name: 'Cat' }] })
  })

  it('have exact keys, and names with quotes', async () => {
    expect((await rows('Small')).map((small) => small['BigRead'])).toEqual([
      { id: '9007199254740993', 'a "quoted" name': 'nine' },
      { id: '9007199254740992', 'a "quoted" name': 'eight' },
    ])
  })

  it('can be those of the association table itself', async () => {
    const [book] = await rows('Book?hm=BookTag&mm=&bt=&limit=1')
    expect(book?.['BookTagList']).toHaveLength(2)
  })

  it('are in one row, too', async () => {
    expect(await api.get('Book/4')).toMatchObject({ AuthorRead: { name: 'Bo' }, TagMMList: [{ name: 'old' }] })
    expect(await api.get('Book/4?bt=&mm=')).toEqual({ id: 4, title: 'Four', price: 35, author_id: 2 })
    expect(await api.get('Book/99')).toEqual({})
    expect(await api.get('Book/findOne?where=(title,eq,Two)')).toMatchObject({ AuthorRead: { name: 'Ada' } })
    expect((await api.call('GET', 'Book/findOne?where=(title,eq,no)')).text).toBe('')
  })

  it('and a row can be sent back as it was read', async () => {
    const row = (await api.get('Book/4')) as object
    expect((await api.call('PUT', 'Book/4', row)).status).toBe(200)
  })

  it.each([
    ['mm=Author', 'QUERY_PARAMETER_INVALID'],
    ['mm=nothing', 'QUERY_PARAMETER_INVALID'],
    ['bt=Author&bfields1=nope', 'COLUMN_NOT_FOUND'],
    ['mm=Tag&mwhere1=(nope,eq,1)', 'COLUMN_NOT_FOUND'],
    ['mm=Tag&mwhere1=nonsense', 'FILTER_INVALID'],
    ['mm=Tag&msort1=nope', 'COLUMN_NOT_FOUND'],
    ['mm=Tag&mm=Tag', 'QUERY_PARAMETER_INVALID'],
    ['mm=Tag&f1=a&f1=b', 'QUERY_PARAMETER_INVALID'],
  ])('%s is refused', async (query, code) => {
    const answer = await api.call('GET', `Book?${query}`)
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([400, code])
  })

  it('that are not linked are left alone in hm and bt', async () => {
    expect((await api.call('GET', 'Book?hm=nothing&bt=Tag&mm=')).status).toBe(200)
  })
})

const chinook = '../shared/data/chinook/Chinook_Sqlite.sqlite'
describe.skipIf(!existsSync(chinook))('linked rows of Chinook', () => {
  let api: DataApiCalls
  beforeAll(async () => {
    api = await server.open({ file: chinook })
  })
  afterAll(() => api.close())

  it('are those that joins find', async () => {
    const [track] = (await api.get('Track?limit=1')) as Record<string, unknown>[]
    expect(track).toMatchObject({
      AlbumRead: { AlbumId: 1, Title: 'For Those About To Rock We Salute You' },
      GenreRead: { GenreId: 1, Name: 'Rock' },
      MediaTypeRead: { Name: 'MPEG audio file' },
      InvoiceLineList: [{ InvoiceLineId: 579, TrackId: 1 }],
    })
    expect(track?.['PlaylistMMList']).toHaveLength(3)
    const lists = (await api.get('Playlist?mm=Track&mlimit1=1000')) as { TrackMMList: unknown[] }[]
    expect(lists.map(({ TrackMMList }) => TrackMMList.length).slice(0, 5)).toEqual([1000, 0, 213, 0, 1000])
  })
})
