import { beforeEach, expect, test } from 'vitest'
import type { Link, VirtualColumn } from '@common/model/relations'
import { anonymous } from '@common/principal'
import { openDataApi, type TestDataApi } from '@tests/helpers/data-api'

/** Events and permissions of writes to several tables. */
const sql = `
  CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES Author, changed TEXT);
  CREATE TABLE Tag (word TEXT PRIMARY KEY);
  CREATE TABLE Pairs (book INTEGER REFERENCES Book, tag TEXT REFERENCES Tag, PRIMARY KEY (book, tag));
  INSERT INTO Author VALUES (1, 'Ada');
  INSERT INTO Book VALUES (1, 'One', 1, NULL), (2, 'Two', NULL, NULL);
  INSERT INTO Tag VALUES ('red');`

const link = (
  kind: Link['kind'],
  relatedTable: string,
  key: string,
  columns: string[],
  relatedColumns: string[],
  through?: Link['through'],
): VirtualColumn => ({
  kind: 'link',
  id: key,
  title: key,
  relatedTitle: relatedTable,
  key,
  link: {
    kind,
    relatedTable,
    columns,
    relatedColumns,
    real: true,
    onDelete: 'NO ACTION',
    onUpdate: 'NO ACTION',
    ...(through && { through }),
  },
})

let api: TestDataApi
beforeEach(async () => {
  api = await openDataApi({ sql })
  await api.describe('Author', (table) => ({
    ...table,
    virtualColumns: [link('hasMany', 'Book', 'BookList', ['id'], ['author'])],
  }))
  await api.describe('Book', (table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'changed' ? { ...column, uiType: 'LastModifiedTime' as const } : column,
    ),
    virtualColumns: [
      link('belongsTo', 'Author', 'AuthorRead', ['author'], ['id']),
      link('manyToMany', 'Tag', 'TagMMList', ['id'], ['word'], {
        table: 'Pairs',
        columns: ['book'],
        relatedColumns: ['tag'],
      }),
    ],
  }))
  return () => api.close()
})

const told = (): unknown[] =>
  api.events.map(({ kind, table, keys, before, after }) => [kind, table.name, keys, before.length, after.length])

test('every row of a tree is told, with what it was and is', async () => {
  const body = { name: 'Bo', BookList: [{ title: 'New', TagMMList: [{ word: 'red' }, { word: 'blue' }] }, { id: 2 }] }
  expect((await api.call('POST', 'Author?nested=true', body)).status).toBe(200)
  expect(told()).toEqual([
    ['create', 'Author', [['2']], 0, 1],
    ['create', 'Book', [['3']], 0, 1],
    ['create', 'Pairs', [['3', 'red']], 0, 1],
    ['create', 'Tag', [['blue']], 0, 1],
    ['create', 'Pairs', [['3', 'blue']], 0, 1],
    ['update', 'Book', [['2']], 1, 1],
  ])
  expect(api.events.at(-1)).toMatchObject({ before: [{ author: null }], after: [{ author: 2 }] })
})

test('a tree that fails is not told', async () => {
  const body = { name: 'Bo', BookList: [{ title: 'New' }, { title: 'Other', TagMMList: [{ word: null }] }] }
  expect((await api.call('POST', 'Author?nested=true', body)).status).toBe(400)
  expect(told()).toEqual([])
})

test('links are told as what they change', async () => {
  await api.call('PUT', 'Author/1/BookList/2/link')
  await api.call('DELETE', 'Book/2/AuthorRead/1/link')
  await api.call('PUT', 'Book/2/Tag/red/link')
  await api.call('DELETE', 'Book/2/Tag/red/link')
  expect(told()).toEqual([
    ['update', 'Book', [['2']], 1, 1],
    ['update', 'Book', [['2']], 1, 1],
    ['create', 'Pairs', [['2', 'red']], 0, 1],
    ['delete', 'Pairs', [['2', 'red']], 1, 0],
  ])
  // A row that is linked has changed.
  expect(await api.get('Book/2?bt=&mm=')).toMatchObject({ author: null, changed: expect.stringMatching(/^20\d\d-/) })
})

test('an upsert tells what it made and what it changed', async () => {
  const rows = [{ id: 1, name: 'Eve' }, { id: 9, name: 'New' }, { name: 'Counted' }]
  expect((await api.call('POST', 'Author/bulk?upsert=true', rows)).json).toEqual([1, 9, 10])
  expect(told()).toEqual([
    ['create', 'Author', [['9'], ['10']], 0, 2],
    ['update', 'Author', [['1']], 1, 1],
  ])
  expect(api.events.at(-1)).toMatchObject({ before: [{ name: 'Ada' }], after: [{ name: 'Eve' }] })
})

test('who may only read links and makes nothing', async () => {
  for (const [method, path, body] of [
    ['PUT', 'Author/1/Book/2/link'],
    ['DELETE', 'Author/1/Book/1/link'],
    ['POST', 'Author/1/Book', { title: 'x' }],
    ['PUT', 'Author/1/Book/1', { title: 'x' }],
    ['DELETE', 'Author/1/Book/1'],
    ['POST', 'Author?nested=true', { name: 'x' }],
    ['POST', 'Author?upsert=true', { id: 1, name: 'x' }],
    ['POST', '_function/x', []],
  ] as const)
    for (const by of ['viewer', 'commenter', anonymous] as const)
      expect((await api.call(method, path, body, by)).status, `${method} ${path}`).toBe(403)
  expect((await api.call('POST', '_function/x', [], 'editor')).status).toBe(403)
  expect((await api.call('GET', 'Author/1/Book', undefined, 'viewer')).status).toBe(200)
  expect((await api.call('GET', 'Author/1/Book', undefined, anonymous)).status).toBe(403)
})
