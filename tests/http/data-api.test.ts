import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rowIdSegment } from '@common/query/row-id'
import { dataApiTables } from '@tests/fixtures/data-api-tables'
import type { DataApiCalls } from '@tests/helpers/data-api'
import { startDataServer, type DataServer } from '@tests/helpers/http-data-api'

let server: DataServer
let api: DataApiCalls
beforeAll(async () => {
  server = await startDataServer()
})
afterAll(() => server.close())

const names = async (query: string): Promise<unknown[]> =>
  ((await api.get(`people?${query}`)) as { name: string }[]).map(({ name }) => name)
const encoded = encodeURIComponent

describe('reading', () => {
  beforeAll(async () => {
    api = await server.open({ sql: dataApiTables })
  })
  afterAll(() => api.close())

  test('a list is a bare array of rows under their titles, by key, with the time it took', async () => {
    const answer = await api.call('GET', 'people?limit=2&fields=name,age')
    expect(answer).toMatchObject({
      status: 200,
      json: [
        { id: 1, name: 'Ann', age: 30 },
        { id: 2, name: 'bob', age: 9 },
      ],
    })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(Number(answer.headers['xc-db-response'])).toBeGreaterThanOrEqual(0)
  })

  test('a whole row holds every column; booleans are 1 and 0', async () => {
    expect(await api.get('people/1')).toEqual({
      id: 1,
      name: 'Ann',
      age: 30,
      score: 1.5,
      price: 9.99,
      active: 1,
      born: '1994-03-01',
      seen: '2024-05-01 10:00:00',
      note: 'likes 100% wool',
      city: 'Bern',
      double_age: 60,
      code: 'a',
    })
  })

  test.each<[string, string[]]>([
    ['where=(age,gt,9)', ['Ann', 'Émile']],
    ['where=(age,ge,9)', ['Ann', 'bob', 'Émile']],
    ['where=(age,lt,100)', ['Ann', 'bob']],
    ['where=(age,eq,9)', ['bob']],
    ['where=(age,eq,09)', ['bob']],
    ['where=(age,not,9)', ['Ann', 'Émile']],
    ['where=(age,in,9,100)', ['bob', 'Émile']],
    ['where=(age,in,)', []],
    ['where=(age,nin,9,100)', ['Ann']],
    ['where=(age,btw,9,30)', ['Ann', 'bob']],
    ['where=(age,nbtw,10,30)', ['bob', 'Émile']],
    ['where=(age,is,null)', ['Dan']],
    ['where=(age,isnot,null)', ['Ann', 'bob', 'Émile']],
    ['where=(score,lt,0)', ['Émile']],
    ['where=(price,eq,9.99)', ['Ann']],
    ['where=(price,gt,9.995)', ['bob']],
    ['where=(double_age,eq,60)', ['Ann']],
    ['where=(active,eq,true)', ['Ann', 'Dan']],
    ['where=(active,eq,1)', ['Ann', 'Dan']],
    ['where=(active,eq,false)', ['bob']],
    ['where=(active,not,true)', ['bob']],
    ['where=(born,gt,2000-01-01)', ['bob']],
    ['where=(seen,le,2024-05-01 23:59:59)', ['Ann']],
    ['where=(name,eq,Ann)', ['Ann']],
    ['where=(name,eq,ann)', []],
    ['where=(name,like,B%25)', ['bob']],
    ['where=(name,nlike,B%25)', ['Ann', 'Émile', 'Dan']],
    ['where=(note,eq,)', ['Dan']],
    ['where=(note,eq,likes 100%25 wool)', ['Ann']],
    ['where=(age,gt,9)~and(score,lt,0)', ['Émile']],
    ['where=(age,lt,10)~or(score,lt,0)', ['bob', 'Émile']],
    ['where=~not(age,gt,9)', ['bob']],
    ['where=((age,lt,10)~or(age,gt,50))~and((name,like,b%25)~or(name,like,z%25))', ['bob']],
    ['where=(age,gt,1)~andnot(name,eq,bob)', ['Ann', 'Émile']],
    ['w=(age,gt,9)&l=1', ['Ann']],
    [`condition=${encoded('{"age":{"gt":9}}')}`, ['Ann', 'Émile']],
    [`condition=${encoded('{"_or":[{"age":{"lt":10}},{"score":{"lt":0}}]}')}`, ['bob', 'Émile']],
    [`condition=${encoded('{"age":{"eq":null}}')}`, ['Dan']],
    [`condition=${encoded('{"active":{"eq":true}}')}`, ['Ann', 'Dan']],
    [`condition=${encoded('{"name":{"in":["Ann","bob"]}}')}`, ['Ann', 'bob']],
    [`condition=${encoded('{"name":{"in":[]}}')}`, []],
    [`condition=${encoded('{"age":{"nin":[9,null]}}')}`, ['Ann', 'Émile']],
    ['condition[age][gt]=9&condition[age][lt]=50', ['Ann']],
    [`where=(age,gt,9)&condition=${encoded('{"score":{"lt":0}}')}`, ['Émile']],
    ['search=an', ['Ann', 'Dan']],
    ['search=100%25', ['Ann']],
    ['search=a_b', ['Émile']],
    ['search=émile', ['Émile']],
    ['search=bern', ['Ann', 'bob', 'Émile', 'Dan']],
    ['search=%20', ['Ann', 'bob', 'Émile', 'Dan']],
    ['search=zzz', []],
    ['sort=-age', ['Émile', 'Ann', 'bob', 'Dan']],
    ['sort=city,-name', ['Émile', 'bob', 'Dan', 'Ann']],
    ['s=-id', ['Dan', 'Émile', 'bob', 'Ann']],
    ['limit=2&offset=1', ['bob', 'Émile']],
    ['offset=4', []],
    ['limit=0', ['Ann']],
    ['limit=abc', ['Ann', 'bob', 'Émile', 'Dan']],
    ['offset=-1&limit=1', ['Ann']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    const counted = query.replaceAll(/(^|&)(limit|offset|l|o|s|sort)=[^&]*/g, '')
    const all = await names(`${counted}&limit=1000`)
    expect(await api.get(`people/count?${counted}`)).toEqual({ count: all.length })
  })

  test('count needs no more than the table', async () => {
    expect(await api.get('people/count')).toEqual({ count: 4 })
    expect(await api.get('people/count?limit=1&offset=3&sort=nothing&fields=nothing')).toEqual({ count: 4 })
  })

  test('findOne answers the first row, or nothing', async () => {
    expect(await api.get('people/findOne?sort=-age&fields=name')).toEqual({ id: 3, name: 'Émile' })
    expect(await api.call('GET', 'people/findOne?where=(age,gt,1000)')).toMatchObject({ status: 200, text: '' })
  })

  test('the order of pages is complete: equal values never repeat or hide a row', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map(async (offset) => names(`sort=-city&limit=1&offset=${offset}`)))
    expect(new Set(pages.flat())).toEqual(new Set(['Ann', 'Dan', 'bob', 'Émile']))
  })

  test('a missing row is an empty object, and does not exist', async () => {
    expect(await api.call('GET', 'people/99')).toMatchObject({ status: 200, text: '{}' })
    expect(await api.get('people/99/exists')).toBe(false)
    expect(await api.get('people/1/exists')).toBe(true)
  })

  test('paths: letter case of tables and words, and a slash at the end, do not matter', async () => {
    expect(await api.get('PEOPLE/COUNT/')).toEqual({ count: 4 })
    expect(await api.get('People/')).toHaveLength(4)
    expect(await api.get('people/findone')).toMatchObject({ id: 1 })
  })

  test('composite keys, whatever they hold', async () => {
    expect(await api.get('pairs/1___x')).toEqual({ a: 1, b: 'x', v: 'one' })
    expect(await api.get(`pairs/${rowIdSegment([1, 'y___z'])}`)).toMatchObject({ v: 'two' })
    expect(await api.call('GET', 'pairs/1')).toMatchObject({ status: 400, json: { code: 'ROW_KEY_INVALID' } })
    expect(await api.call('GET', 'pairs/1___y___z')).toMatchObject({ status: 400, json: { code: 'ROW_KEY_INVALID' } })
  })

  test('keys that look like routes, folders or codes', async () => {
    expect(await api.get('words/count')).toEqual({ count: 7 })
    for (const [word, n] of [
      ['count', 1],
      ['bulk', 2],
      ['a/b', 3],
      ['100%', 4],
      ['😀 é', 6],
      ['findOne', 7],
    ] as const)
      expect(await api.get(`words/${rowIdSegment([word])}`)).toEqual({ word, n })
  })

  test('an id that can be no key of the table is refused', async () => {
    for (const id of ['abc', '1;DROP TABLE people', "1'", '1 OR 1=1', '0x1', '%00', 'null', 'NaN'])
      expect([id, await api.call('GET', `people/${id}`)]).toMatchObject([
        id,
        { status: 400, json: { code: 'ROW_KEY_INVALID' } },
      ])
  })

  test('a table without a key is listed in a stable order, but has no rows with an id', async () => {
    expect(await api.get('loose?fields=y')).toEqual([{ y: 'c' }, { y: 'a' }, { y: 'b' }, { y: 'd' }])
    for (const [method, path] of [
      ['GET', '1'],
      ['GET', '1/exists'],
      ['PUT', '1'],
      ['DELETE', '1'],
      ['PUT', 'bulk'],
      ['DELETE', 'bulk'],
    ] as const)
      expect(await api.call(method, `loose/${path}`, path === 'bulk' ? [{ x: 1 }] : { x: 1 })).toMatchObject({
        status: 404,
        json: { code: 'TABLE_WITHOUT_KEY' },
      })
  })

  test('a column without a type compares numbers as numbers and texts as texts', async () => {
    const found = async (where: string): Promise<unknown[]> =>
      ((await api.get(`loose?where=${where}`)) as { y: string }[]).map(({ y }) => y)
    expect(await found('(x,eq,3)')).toEqual(['c'])
    expect(await found('(x,eq,1)')).toEqual(['a'])
    expect(await found('(x,eq,text)')).toEqual(['d'])
    expect(await found('(x,btw,2,3)')).toEqual(['c', 'b'])
  })

  test('views can be listed, counted, filtered by their expressions, and not changed', async () => {
    expect(await api.get('adults?where=(next_age,gt,50)')).toEqual([{ id: 3, name: 'Émile', age: 100, next_age: 101 }])
    expect(await api.get('adults/count')).toEqual({ count: 2 })
    expect(await api.get('adults/findOne')).toMatchObject({ name: 'Ann' })
    for (const [method, path, body] of [
      ['POST', '', {}],
      ['PUT', '/1', {}],
      ['DELETE', '/1', undefined],
      ['GET', '/1', undefined],
      ['POST', '/bulk', []],
      ['PUT', '/bulk', []],
      ['DELETE', '/bulk', []],
    ] as const)
      expect((await api.call(method, `adults${path}`, body)).status).toBe(404)
  })

  test('whole numbers beyond 2^53 keep their digits', async () => {
    expect(await api.get('numbers')).toEqual([
      { id: 1, n: '-9223372036854775808', d: 2, t: '1' },
      { id: '9007199254740993', n: '9223372036854775807', d: 0.1, t: '9007199254740993' },
    ])
    expect(await api.get('numbers/9007199254740993')).toMatchObject({ t: '9007199254740993' })
    expect(await api.get('numbers/9007199254740992')).toEqual({})
    expect(await api.get('numbers?where=(n,eq,9223372036854775807)&fields=t')).toHaveLength(1)
    expect(await api.get('numbers?where=(n,eq,9223372036854775806)&fields=t')).toHaveLength(0)
    expect(await api.get('numbers?where=(n,lt,99999999999999999999)&fields=t')).toHaveLength(2)
    expect(await api.get(`numbers?condition=${encoded('{"id":{"eq":9007199254740993}}')}`)).toHaveLength(1)
  })

  test('names of any kind work everywhere', async () => {
    const table = encoded('odd, (table)')
    expect(await api.get(`${table}?fields=${encoded('["a,b"]')}&sort=-${encoded('c"d')}`)).toEqual([
      { select: 1, 'a,b': 'x' },
      { select: 2, 'a,b': 'z' },
    ])
    expect(await api.get(`${table}?where=${encoded('((e) f,eq,1)')}&fields=select`)).toEqual([{ select: 2 }])
    expect(await api.get(`${table}?where=${encoded('(c"d,eq,y)')}&fields=select`)).toEqual([{ select: 1 }])
    expect(await api.get(`${table}?condition=${encoded('{"a,b":{"eq":"z"}}')}&fields=select`)).toEqual([{ select: 2 }])
    expect(await api.get(`${table}?sort=--g&fields=select`)).toEqual([{ select: 2 }, { select: 1 }])
    expect(await api.call('PUT', `${table}/1`, { 'a,b': 'n', 'c"d': 'm' })).toMatchObject({
      json: { 'a,b': 'n', 'c"d': 'm', select: 1 },
    })
  })

  test('paths that are nothing', async () => {
    for (const path of [
      '',
      'nothing',
      'people/1/nothing',
      'people/1/exists/more',
      'people//exists',
      'people/has',
      'people/m2mNotChildren/x',
      'sqlite_master',
      'sqlite_schema',
      '%zz',
    ])
      expect((await api.call('GET', path)).status, path).toBe(404)
  })

  test('methods that are not there', async () => {
    for (const [method, path] of [
      ['PATCH', 'people/1'],
      ['DELETE', 'people'],
      ['PUT', 'people'],
      ['POST', 'people/1'],
      ['POST', 'people/count'],
      ['GET', 'people/bulk'],
      ['POST', 'people/1/exists'],
    ] as const)
      expect((await api.call(method, path)).status, `${method} ${path}`).toBe(405)
    expect((await api.call('PATCH', 'people/1')).headers['allow']).toBe('GET, PUT, DELETE')
  })
})

describe('writing', () => {
  beforeEach(async () => {
    api = await server.open({ sql: dataApiTables })
    return () => api.close()
  })

  test('a new row is answered as it is stored, defaults and computed columns included', async () => {
    expect(await api.call('POST', 'people', { name: 'Eve', age: '7', active: true })).toMatchObject({
      status: 200,
      json: { id: 5, name: 'Eve', age: 7, active: 1, city: 'Bern', double_age: 14, born: null },
    })
    expect(await api.get('people/5')).toMatchObject({ name: 'Eve', age: 7 })
  })

  test('an empty body makes a row of defaults where the table allows it', async () => {
    expect(await api.call('POST', 'parents', {})).toMatchObject({ json: { id: 2, name: null } })
    expect(await api.call('POST', 'parents')).toMatchObject({ json: { id: 3, name: null } })
    expect(await api.call('POST', 'people', {})).toMatchObject({
      status: 400,
      json: {
        code: 'ROW_INVALID',
        msg: 'Some values do not fit: name must have a value.',
        details: { fields: [{ column: 'name', problem: 'required' }] },
      },
    })
  })

  test('every wrong value is told at once', async () => {
    const { status, json } = await api.call('POST', 'people', {
      age: 'abc',
      born: '31.2.2020',
      active: 'maybe',
      color: 'red',
    })
    expect(status).toBe(400)
    expect(json).toMatchObject({
      code: 'ROW_INVALID',
      details: {
        fields: [
          { column: 'age', problem: 'notNumber' },
          { column: 'born', problem: 'notDate' },
          { column: 'active', problem: 'notBoolean' },
          { column: 'color', problem: 'unknownColumn' },
          { column: 'name', problem: 'required' },
        ],
      },
    })
  })

  test('an update writes only what was sent', async () => {
    expect(await api.call('PUT', 'people/1', { age: 31 })).toMatchObject({
      status: 200,
      json: { id: 1, name: 'Ann', age: 31, double_age: 62, note: 'likes 100% wool' },
    })
    expect(await api.call('PUT', 'people/1', { age: null })).toMatchObject({ json: { age: null, name: 'Ann' } })
    expect(await api.call('PUT', 'people/99', { age: 31 })).toMatchObject({ status: 200, text: '{}' })
  })

  test('a row can be sent back as it came, nested rows included', async () => {
    const row = (await api.get('people/1')) as Record<string, unknown>
    expect(
      await api.call('PUT', 'people/1', { ...row, name: 'Anna', CityRead: { id: 1 }, ToyList: [], TagMMList: [] }),
    ).toMatchObject({
      status: 200,
      json: { ...row, name: 'Anna' },
    })
  })

  test('what the database keeps cannot be set', async () => {
    for (const body of [{ double_age: 5 }, { id: 7 }, { name: 'x', id: 7 }])
      expect(await api.call('PUT', 'people/1', body)).toMatchObject({
        status: 400,
        json: { code: 'ROW_INVALID', details: { fields: [{ problem: 'readOnly' }] } },
      })
    expect(await api.call('POST', 'people', { name: 'x', double_age: 5 })).toMatchObject({ status: 400 })
    expect(await api.get('people/1')).toMatchObject({ id: 1, name: 'Ann', double_age: 60 })
  })

  test('values that other programs left behind stay as they are when their row is sent back', async () => {
    const before = api.contents()
    const row = (await api.get('legacy/1')) as Record<string, unknown>
    expect(row).toEqual({ id: 1, born: '12/31/2009', active: 'J', data: 'AP8Q', note: 3 })
    expect(await api.call('PUT', 'legacy/1', row)).toMatchObject({ status: 200, json: row })
    expect(api.contents()).toBe(before)
    expect(await api.call('PUT', 'legacy/1', { ...row, born: '12/31/2010', data: 'AP8' })).toMatchObject({
      status: 400,
      json: {
        details: {
          fields: [
            { column: 'born', problem: 'notDate' },
            { column: 'data', problem: 'readOnly' },
          ],
        },
      },
    })
    expect(await api.call('PUT', 'legacy/1', { data: 'AP8R' })).toMatchObject({ json: { ...row, data: 'AP8R' } })
    expect(await api.call('PUT', 'legacy/1', { ...row, active: false, data: null })).toMatchObject({
      json: { ...row, active: 0, data: null },
    })
    expect(await api.call('PUT', 'legacy/99', row)).toMatchObject({ status: 400 })
  })

  test('a key that people choose can be changed', async () => {
    expect(await api.call('PUT', 'words/bulk2', { n: 1 })).toMatchObject({ text: '{}' })
    expect(await api.call('PUT', 'words/%62ulk', { word: 'bulk2' })).toMatchObject({ json: { word: 'bulk2', n: 2 } })
    expect(await api.call('PUT', 'words/bulk2', { word: 'a/b' })).toMatchObject({
      status: 400,
      json: { code: 'VALUE_NOT_UNIQUE' },
    })
    expect(await api.call('PUT', 'words/bulk2', { word: null })).toMatchObject({
      status: 400,
      json: { code: 'ROW_INVALID' },
    })
    expect(await api.call('POST', 'words', { n: 1 })).toMatchObject({ status: 400, json: { code: 'ROW_INVALID' } })
  })

  test('an update of nothing is refused', async () => {
    for (const body of [{}, { CityRead: {} }])
      expect(await api.call('PUT', 'people/1', body)).toMatchObject({ status: 400, json: { code: 'ROW_EMPTY' } })
    expect(await api.call('PUT', 'people/1', { id: 1 })).toMatchObject({ status: 200, json: { id: 1 } })
  })

  test('deleting answers how many rows', async () => {
    expect(await api.call('DELETE', 'people/1')).toMatchObject({ status: 200, text: '1' })
    expect(await api.call('DELETE', 'people/1')).toMatchObject({ status: 200, text: '0' })
    expect(await api.get('people/count')).toEqual({ count: 3 })
  })

  test('what the database refuses is said in our words', async () => {
    expect(await api.call('POST', 'people', { name: 'x', code: 'a' })).toMatchObject({
      status: 400,
      json: { code: 'VALUE_NOT_UNIQUE' },
    })
    expect(await api.call('POST', 'people', { name: 'x', id: 1 })).toMatchObject({
      status: 400,
      json: { code: 'VALUE_NOT_UNIQUE' },
    })
    expect((await api.call('POST', 'children', { parent_id: 99 })).status).toBe(400)
    expect((await api.call('DELETE', 'parents/1')).status).toBe(400)
    expect(await api.get('parents/count')).toEqual({ count: 1 })
  })

  test('numbers beyond 2^53 and text are kept to the last sign', async () => {
    const text = `${'é😀"\\\n\t'.repeat(20_000)}end`
    expect(await api.call('POST', 'numbers', '{"id":9007199254740995,"n":-9007199254740993,"t":"x"}')).toMatchObject({
      json: { id: '9007199254740995', n: '-9007199254740993' },
    })
    await api.call('PUT', 'numbers/9007199254740995', { t: text })
    expect(await api.get('numbers/9007199254740995')).toEqual({
      id: '9007199254740995',
      n: '-9007199254740993',
      d: null,
      t: text,
    })
    expect(await api.get('numbers/9007199254740993')).toMatchObject({ t: '9007199254740993' })
  })

  test('bulk create makes all rows, in order, and answers their ids', async () => {
    expect(
      await api.call('POST', 'people/bulk', [
        { name: 'a' },
        { name: 'b', age: 1 },
        { age: 2, name: 'c' },
        { name: 'd' },
      ]),
    ).toMatchObject({
      status: 200,
      json: [5, 6, 7, 8],
    })
    expect(await names('offset=4')).toEqual(['a', 'b', 'c', 'd'])
    expect(await api.call('POST', 'pairs/bulk', [{ a: 9, b: 'q' }])).toMatchObject({ json: ['9___q'] })
    expect(await api.call('POST', 'loose/bulk', [{ x: '9' }, {}])).toMatchObject({ json: [null, null] })
    expect(await api.call('POST', 'people/bulk', [])).toMatchObject({ status: 200, json: [] })
  })

  test('a bad row of a bulk create is named, and nothing is made', async () => {
    const before = api.contents()
    expect(
      await api.call('POST', 'people/bulk', [{ name: 'a' }, { name: 'b' }, { name: 'c', age: 'x' }]),
    ).toMatchObject({
      status: 400,
      json: { code: 'ROW_INVALID', details: { row: 2, fields: [{ column: 'age', problem: 'notNumber' }] } },
    })
    expect(
      await api.call('POST', 'people/bulk', [
        { name: 'a', code: 'new' },
        { name: 'b', age: 1 },
        { name: 'c', code: 'newer' },
        { name: 'd', code: 'new' },
      ]),
    ).toMatchObject({
      status: 400,
      json: {
        code: 'VALUE_NOT_UNIQUE',
        msg: 'Row 4: code: this value is taken, and it must be unique.',
        details: { row: 3, column: 'code' },
      },
    })
    expect((await api.call('POST', 'people/bulk', [{ name: 'a' }, null])).status).toBe(400)
    expect((await api.call('POST', 'people/bulk', { name: 'a' })).status).toBe(400)
    expect(
      await api.call(
        'POST',
        'people/bulk',
        Array.from({ length: 10_001 }, () => ({ name: 'a' })),
      ),
    ).toMatchObject({ status: 400, json: { code: 'ROWS_TOO_MANY' } })
    expect(api.contents()).toBe(before)
  })

  test('ten thousand rows are made at once', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, age: at }))
    const { json } = await api.call('POST', 'people/bulk', rows)
    expect(json).toHaveLength(10_000)
    expect(await api.get('people/count')).toEqual({ count: 10_004 })
  })

  test('bulk update and delete find rows by their key alone, and say which were there', async () => {
    expect(
      await api.call('PUT', 'people/bulk', [
        { id: 1, age: 1 },
        { id: 99, age: 1 },
        { id: '2', name: 'Bob' },
      ]),
    ).toMatchObject({ json: [1, 0, 1] })
    expect(await api.get('people?fields=name,age&limit=2')).toEqual([
      { id: 1, name: 'Ann', age: 1 },
      { id: 2, name: 'Bob', age: 9 },
    ])
    expect(
      await api.call('DELETE', 'people/bulk', [{ id: 1, name: 'someone else' }, { id: 99 }, { id: 1 }]),
    ).toMatchObject({ json: [1, 0, 0] })
    expect(await api.get('people/count')).toEqual({ count: 3 })
    expect(await api.call('DELETE', 'pairs/bulk', [{ a: 1, b: 'x' }])).toMatchObject({ json: [1] })
  })

  test('bulk calls without a key change nothing', async () => {
    const before = api.contents()
    for (const method of ['PUT', 'DELETE'])
      for (const body of [
        [{ name: 'x' }],
        [{ id: null, name: 'x' }],
        [{ id: {}, name: 'x' }],
        [{ id: 'abc', name: 'x' }],
        [{ id: 1.5e300, name: 'x' }, { name: 'x' }],
        {},
        'x',
        [1],
        [[1]],
      ])
        expect((await api.call(method, 'people/bulk', JSON.stringify(body))).status, JSON.stringify(body)).toBe(400)
    expect((await api.call('PUT', 'pairs/bulk', [{ a: 1, v: 'x' }])).status).toBe(400)
    expect(api.contents()).toBe(before)
  })
})

const chinook = '../shared/data/chinook/Chinook_Sqlite.sqlite'
describe.skipIf(!existsSync(chinook))('Chinook', () => {
  beforeAll(async () => {
    api = await server.open({ file: chinook })
  })
  afterAll(() => api.close())

  test('every table can be listed and counted', async () => {
    const counts = {
      Album: 347,
      Artist: 275,
      Customer: 59,
      Employee: 8,
      Genre: 25,
      Invoice: 412,
      InvoiceLine: 2240,
      MediaType: 5,
      Playlist: 18,
      PlaylistTrack: 8715,
      Track: 3503,
    }
    for (const [table, count] of Object.entries(counts)) {
      expect(await api.get(`${table}/count`)).toEqual({ count })
      expect(await api.get(table)).toHaveLength(Math.min(25, count))
      expect(await api.get(`${table}?limit=1000`)).toHaveLength(Math.min(1000, count))
    }
  })

  test('a track is read, changed and filtered', async () => {
    expect(await api.get('Track/1')).toMatchObject({
      TrackId: 1,
      Name: 'For Those About To Rock (We Salute You)',
      UnitPrice: 0.99,
    })
    expect(
      await api.get(`Track?where=${encoded('(Name,eq,For Those About To Rock (We Salute You))')}&fields=Name`),
    ).toHaveLength(1)
    expect(await api.get('Track/count?where=(UnitPrice,gt,0.99)')).toEqual({ count: 213 })
    expect(await api.call('PUT', 'Track/1', { UnitPrice: 1.29 })).toMatchObject({
      json: { TrackId: 1, UnitPrice: 1.29, Milliseconds: 343719 },
    })
    expect(await api.get('PlaylistTrack/1___1?bt=')).toEqual({ PlaylistId: 1, TrackId: 1 })
  })
})
