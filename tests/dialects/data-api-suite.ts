import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { ForeignKey, ColumnDefinition } from '@common/model'
import { createEngineProject, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

type Row = Readonly<Record<string, unknown>>

const column = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})
const key = column('id', 'ID', { primaryKey: true, required: true })
const encoded = encodeURIComponent

/** Tests the data API over a project on this engine: the rows sent come back, and invalid ones give a clear error. */
export function describeDataApi(engine: Engine): void {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let project: string

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    const tables: [string, ColumnDefinition[], ForeignKey[]?][] = [
      [
        'people',
        [
          key,
          column('name', 'SingleLineText', { required: true }),
          column('age', 'Number'),
          column('score', 'Percent'),
          column('price', 'Decimal'),
          column('active', 'Checkbox'),
          column('born', 'Date'),
          column('seen', 'DateTime'),
          column('note', 'LongText'),
          column('city', 'SingleLineText', { defaultValue: 'Bern' }),
          column('code', 'SingleLineText', { unique: true }),
          column('data', 'JSON'),
          column('wakes', 'Time'),
        ],
      ],
      [
        'pairs',
        [
          column('a', 'Number', { primaryKey: true, required: true }),
          column('b', 'SingleLineText', { primaryKey: true, required: true }),
          column('v', 'SingleLineText'),
        ],
      ],
      ['words', [column('word', 'SingleLineText', { primaryKey: true, required: true }), column('n', 'Number')]],
      [
        'numbers',
        [column('id', 'Number', { primaryKey: true, required: true }), column('n', 'Number'), column('t', 'LongText')],
      ],
      ['parents', [key, column('name', 'SingleLineText')]],
      [
        'children',
        [key, column('parent_id', 'ForeignKey', { required: true })],
        [
          {
            columns: ['parent_id'],
            referencedTable: 'parents',
            referencedColumns: ['id'],
            onDelete: 'NO ACTION',
            onUpdate: 'NO ACTION',
          },
        ],
      ],
    ]
    const { database } = opened
    for (const [name, columns, keys] of tables)
      await database.changeSchema(database.dialect.schema.createTable(name, columns, keys).up)
    await database.changeSchema([
      {
        sql: `CREATE VIEW adults AS SELECT id, name, age, age + 1 AS next_age FROM people WHERE age >= 18`,
        params: [],
      },
    ])
    project = await createEngineProject(server, owner, engine, opened)
    for (const [table, rows] of Object.entries(rowsOf)) await made(`${table}/bulk`, rows)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${project}/api/v1/${writtenOut(path)}`, { method, token: owner.token, ...bodyOf(body) })
  const get = async (path: string): Promise<unknown> => {
    const { status, json, text } = await call('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return json
  }
  const made = async (path: string, body: unknown): Promise<unknown> => {
    const { status, json, text } = await call('POST', path, body)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return json
  }
  const names = async (query: string): Promise<unknown[]> =>
    ((await get(`people?${query}`)) as Row[]).map((row) => row['name'])

  describe('reading', () => {
    it('answers rows under their titles, as they were given', async () => {
      const [ann, bob] = (await get('people?limit=2&hm=&bt=&mm=')) as Row[]
      expect({ ...ann, active: Boolean(ann?.['active']) }).toEqual({
        ...rowsOf.people[0],
        id: 1,
        city: 'Bern',
      })
      expect(bob).toMatchObject({ id: 2, name: 'bob', note: null, price: 10, data: null })
    })

    it.each<[string, string[]]>([
      ['where=(age,gt,9)', ['Ann', 'Emile']],
      ['where=(age,ge,9)', ['Ann', 'bob', 'Emile']],
      ['where=(age,lt,100)', ['Ann', 'bob']],
      ['where=(age,eq,9)', ['bob']],
      ['where=(age,eq,09)', ['bob']],
      ['where=(age,not,9)', ['Ann', 'Emile']],
      ['where=(age,in,9,100)', ['bob', 'Emile']],
      ['where=(age,in,)', []],
      ['where=(age,nin,9,100)', ['Ann']],
      ['where=(age,btw,9,30)', ['Ann', 'bob']],
      ['where=(age,nbtw,10,30)', ['bob', 'Emile']],
      ['where=(age,is,null)', ['Dan']],
      ['where=(age,isnot,null)', ['Ann', 'bob', 'Emile']],
      ['where=(age,gt,9.5)', ['Ann', 'Emile']],
      ['where=(age,eq,9.5)', []],
      ['where=(age,in,9,9.5)', ['bob']],
      ['where=(age,lt,1e300)', ['Ann', 'bob', 'Emile']],
      ['where=(age,lt,99999999999999999999)', ['Ann', 'bob', 'Emile']],
      ['where=(score,lt,0)', ['Emile']],
      ['where=(score,eq,1.5)', ['Ann']],
      ['where=(price,eq,9.99)', ['Ann']],
      ['where=(price,gt,9.995)', ['bob']],
      ['where=(price,in,0.5,10)', ['bob', 'Dan']],
      ['where=(active,eq,true)', ['Ann', 'Dan']],
      ['where=(active,eq,1)', ['Ann', 'Dan']],
      ['where=(active,eq,false)', ['bob']],
      ['where=(active,not,true)', ['bob']],
      ['where=(active,in,true,false)', ['Ann', 'bob', 'Dan']],
      ['where=(born,gt,2000-01-01)', ['bob']],
      ['where=(born,eq,1994-03-01)', ['Ann']],
      ['where=(born,btw,1990-01-01,2016-01-01)', ['Ann', 'bob']],
      ['where=(born,in,1994-03-01,1980-01-31)', ['Ann', 'Dan']],
      ['where=(seen,le,2024-05-01 23:59:59)', ['Ann']],
      ['where=(seen,gt,2024-05-02)', ['bob']],
      ['where=(seen,eq,2024-05-02 11:30:00)', ['bob']],
      ['where=(wakes,lt,07:00:00)', ['Ann']],
      ['where=(name,eq,Ann)', ['Ann']],
      ['where=(name,like,B%25)', ['bob']],
      ['where=(name,nlike,B%25)', ['Ann', 'Emile', 'Dan']],
      ['where=(note,like,%25a\\b%25)', ['Emile']],
      ['where=(note,like,%25[ab]%25)', ['Emile']],
      ['where=(note,eq,)', ['Dan']],
      ['where=(note,eq,likes 100%25 wool)', ['Ann']],
      ['where=(age,gt,9)~and(score,lt,0)', ['Emile']],
      ['where=(age,lt,10)~or(score,lt,0)', ['bob', 'Emile']],
      ['where=~not(age,gt,9)', ['bob']],
      ['where=((age,lt,10)~or(age,gt,50))~and((name,like,b%25)~or(name,like,z%25))', ['bob']],
      [`condition=${encoded('{"age":{"eq":null}}')}`, ['Dan']],
      [`condition=${encoded('{"name":{"in":["Ann","bob"]}}')}`, ['Ann', 'bob']],
      [`condition=${encoded('{"age":{"nin":[9,null]}}')}`, ['Ann', 'Emile']],
      ['search=100%25', ['Ann']],
      ['search=a_b', ['Emile']],
      ['search=AN', ['Ann', 'Dan']],
      ['search=zzz', []],
      ['sort=-age', ['Emile', 'Ann', 'bob', 'Dan']],
      ['sort=age', ['Dan', 'bob', 'Ann', 'Emile']],
      ['sort=born', ['Emile', 'Dan', 'Ann', 'bob']],
      ['sort=-price', ['bob', 'Ann', 'Dan', 'Emile']],
      ['sort=seen,-id', ['Dan', 'Emile', 'Ann', 'bob']],
      ['sort=-active,id', ['Ann', 'Dan', 'bob', 'Emile']],
      ['sort=data&limit=3', ['bob', 'Emile', 'Dan']],
      ['limit=2&offset=1', ['bob', 'Emile']],
      ['offset=4', []],
      ['limit=0', ['Ann']],
    ])('%s', async (query, expected) => {
      expect(await names(query)).toEqual(expected)
      const counted = query.replaceAll(/(^|&)(limit|offset|sort)=[^&]*/g, '')
      const all = await names(`${counted}&limit=1000`)
      expect(await get(`people/count?${counted}`)).toEqual({ count: all.length })
    })

    it.each(['(born,eq,nonsense)', '(seen,gt,)', '(wakes,eq,99:99)', '(born,in,x,2024-01-01)', '(data,eq,x)'])(
      'a value that %s can never hold finds nothing or is refused, but is no fault',
      async (where) => {
        const { status } = await call('GET', `people?where=${encoded(where)}`)
        expect([200, 400]).toContain(status)
        expect((await call('GET', 'people?limit=1')).status).toBe(200)
      },
    )

    it('the order of pages is complete', async () => {
      const pages = await Promise.all([0, 1, 2, 3].map((offset) => names(`sort=-city&limit=1&offset=${offset}`)))
      expect(new Set(pages.flat())).toEqual(new Set(['Ann', 'Dan', 'bob', 'Emile']))
    })

    it('a missing row is an empty object, whatever the key looks like', async () => {
      expect(await call('GET', 'people/99')).toMatchObject({ status: 200, text: '{}' })
      for (const id of ['99999999999999999999999', '1.5', '-9223372036854775809'])
        expect([id, (await call('GET', `people/${id}`)).text]).toEqual([id, '{}'])
      expect(await get('people/99/exists')).toBe(false)
      expect(await get('people/1/exists')).toBe(true)
      for (const id of ['abc', '1;DROP TABLE people', "1'", 'null'])
        expect(await call('GET', `people/${encoded(id)}`)).toMatchObject({
          status: 400,
          json: { code: 'ROW_KEY_INVALID' },
        })
    })

    it('keys of text and of several columns', async () => {
      expect(await get('pairs/1___x')).toMatchObject({ a: 1, b: 'x', v: 'one' })
      expect(await get(`words/${encoded('😀 é')}`)).toMatchObject({ n: 6 })
      expect(await get(`words/${encoded('100%')}`)).toMatchObject({ n: 4 })
    })

    it('views are listed, filtered by their expressions, and not changed', async () => {
      expect(await get('adults?where=(next_age,gt,50)')).toMatchObject([{ name: 'Emile', age: 100, next_age: 101 }])
      expect(await get('adults/count')).toEqual({ count: 2 })
      expect((await call('POST', 'adults', {})).status).toBe(404)
    })

    it('whole numbers beyond 2^53 keep their digits', async () => {
      expect(await get('numbers?sort=n')).toMatchObject([
        { id: 1, n: '-9223372036854775808' },
        { id: 2, n: 9007199254740991 },
        { id: 3, n: '9007199254740992' },
        { id: '9007199254740993', n: '9223372036854775807' },
      ])
      expect(await get('numbers/9007199254740993')).toMatchObject({ t: '9007199254740993' })
      expect(await get('numbers/9007199254740992')).toEqual({})
      expect(await get('numbers?where=(n,eq,9223372036854775807)&fields=t')).toHaveLength(1)
      expect(await get('numbers?where=(n,eq,9223372036854775806)&fields=t')).toHaveLength(0)
      expect(await get(`numbers?condition=${encoded('{"id":{"eq":9007199254740993}}')}`)).toHaveLength(1)
    })
  })

  describe('writing', () => {
    it('a new row is answered as it is stored, defaults included', async () => {
      const eve = (await made('people', { name: 'Eve', age: '7', active: true })) as Row
      expect({ ...eve, active: Boolean(eve['active']) }).toMatchObject({
        name: 'Eve',
        age: 7,
        active: true,
        city: 'Bern',
        born: null,
      })
      expect(await get(`people/${String(eve['id'])}`)).toEqual(eve)
      expect((await call('DELETE', `people/${String(eve['id'])}`)).text).toBe('1')
      expect((await call('DELETE', `people/${String(eve['id'])}`)).text).toBe('0')
    })

    it('an empty body makes a row of defaults', async () => {
      const row = (await made('parents', {})) as Row
      expect(row).toMatchObject({ name: null })
      expect(await made('parents', {})).toMatchObject({ id: Number(row['id']) + 1 })
    })

    it('a key that is brought along is counted on from', async () => {
      expect(await made('parents', { id: 50, name: 'x' })).toMatchObject({ id: 50 })
      expect(await made('parents', { name: 'y' })).toMatchObject({ id: 51 })
      expect(await made('parents/bulk', [{ id: 70 }, { id: 60 }])).toEqual([70, 60])
      expect(await made('parents', {})).toMatchObject({ id: 71 })
    })

    it('an update writes only what was sent, and says what the row is then', async () => {
      const { id } = (await made('people', { name: 'Fay', age: 1, note: '' })) as { id: number }
      expect((await call('PUT', `people/${id}`, { age: 31 })).json).toMatchObject({ name: 'Fay', age: 31, note: '' })
      expect((await call('PUT', `people/${id}`, { age: null, note: null })).json).toMatchObject({
        age: null,
        note: null,
      })
      expect((await call('PUT', `people/${id}`, { age: null })).status).toBe(200)
      expect(await call('PUT', 'people/99999', { age: 31 })).toMatchObject({ status: 200, text: '{}' })
      await call('DELETE', `people/${id}`)
    })

    it('an object or a list given for a text is kept as the JSON that it is', async () => {
      const { id } = (await made('people', { name: { first: 'Ann', tags: ['a', 1, null] } })) as { readonly id: number }
      expect(await get(`people/${id}?bt=&hm=&mm=`)).toMatchObject({ name: '{"first":"Ann","tags":["a",1,null]}' })
      expect((await call('PUT', `people/${id}`, { name: [1, 'two'] })).json).toMatchObject({ name: '[1,"two"]' })
      await call('DELETE', `people/${id}`)
    })

    it('a key that people choose can be changed', async () => {
      await made('words', { word: 'old', n: 1 })
      expect((await call('PUT', 'words/old', { word: 'new' })).json).toMatchObject({ word: 'new', n: 1 })
      expect(await call('PUT', 'words/new', { word: '100%' })).toMatchObject({
        status: 400,
        json: { code: 'VALUE_NOT_UNIQUE' },
      })
      await call('DELETE', 'words/new')
    })

    it('what the database refuses is said in our words, with the column', async () => {
      expect((await call('POST', 'people', { name: 'x', code: 'a' })).error).toMatchObject({
        code: 'VALUE_NOT_UNIQUE',
        msg: 'code: this value is taken, and it must be unique.',
      })
      expect((await call('POST', 'people', { name: 'x', id: 1 })).error).toMatchObject({ code: 'VALUE_NOT_UNIQUE' })
      expect((await call('POST', 'people', { age: 1 })).error).toMatchObject({
        code: 'ROW_INVALID',
        msg: 'Some values do not fit: name must have a value.',
      })
      expect((await call('POST', 'children', { parent_id: 9999 })).error).toMatchObject({
        code: 'VALUE_REFERENCE_MISSING',
      })
      const parent = (await made('parents', { name: 'p' })) as Row
      await made('children', { parent_id: parent['id'] })
      const refused = (await call('DELETE', `parents/${String(parent['id'])}`)).error
      expect(refused).toMatchObject({
        code: 'ROW_REFERENCED',
        msg: '1 record in children links to p. Change or delete it first.',
        details: { record: 'p', table: 'children', tableName: 'children', count: 1 },
      })
      await made('children', { parent_id: parent['id'] })
      const free = (await made('parents', { name: 'free' })) as Row
      const several = (await call('DELETE', 'parents/bulk', [{ id: free['id'] }, { id: parent['id'] }])).error
      expect(several?.msg).toContain('2 records in children link to p. Change or delete them first.')
      const linked = JSON.stringify((several as unknown as { details: Row }).details['filter'])
      expect(await get(`children?conditionGraph=${encodeURIComponent(linked)}`)).toHaveLength(2)
      await call('DELETE', `parents/${String(free['id'])}`)
    })

    it.each([
      ['unicode', 'é😀"\\\n\t日本語 עברית \u2028'],
      ['nothing', ''],
      ['blanks', '  '],
      ['a megabyte', 'x😀'.repeat(200_000)],
      ['something like code', `'; DROP TABLE people; -- $1 ? @p1 %s {{x}} \${y}`],
    ])('text that is %s is kept to the last sign', async (_, text) => {
      const { id } = (await made('people', { name: 'text', note: text })) as { id: number }
      expect(await get(`people/${id}`)).toMatchObject({ note: text })
      await call('DELETE', `people/${id}`)
    })

    it.each<[string, unknown, unknown?]>([
      ['age', 0],
      ['age', -1],
      ['age', 9007199254740991],
      ['age', '9007199254740993'],
      ['age', '-9223372036854775808'],
      ['price', 0.1],
      ['price', -12345678.25],
      ['score', 1e-7],
      ['score', -0, 0],
      ['born', '0001-01-01'],
      ['born', '9999-12-31'],
      ['born', '2024-02-29'],
      ['seen', '0001-01-01 00:00:00'],
      ['seen', '9999-12-31 23:59:59'],
      ['seen', '2024-02-29T23:59:59+02:00', '2024-02-29 21:59:59'],
      ['wakes', '00:00:00'],
      ['wakes', '23:59:59'],
    ])('%s %j comes back as it was', async (name, value, expected = value) => {
      const row = (await made('people', { name: 'edge', [name]: value })) as Row
      expect(row[name]).toEqual(expected)
      expect(((await get(`people/${String(row['id'])}`)) as Row)[name]).toEqual(expected)
      await call('DELETE', `people/${String(row['id'])}`)
    })

    it('bulk create makes all rows in order, and answers their keys', async () => {
      const ids = (await made('people/bulk', [
        { name: 'a' },
        { name: 'b', age: 1 },
        { age: 2, name: 'c' },
        { name: 'd' },
      ])) as number[]
      expect(ids.map((id) => id - (ids[0] ?? 0))).toEqual([0, 1, 2, 3])
      expect(await names(`where=(id,ge,${ids[0]})`)).toEqual(['a', 'b', 'c', 'd'])
      expect(await made('pairs/bulk', [{ a: 9, b: 'q' }])).toEqual(['9___q'])
      expect(
        (
          await call(
            'DELETE',
            'people/bulk',
            ids.map((id) => ({ id })),
          )
        ).json,
      ).toEqual([1, 1, 1, 1])
    })

    it('a bad row of a bulk create is named, and nothing is made', async () => {
      const before = await get('people/count')
      const answer = await call('POST', 'people/bulk', [
        { name: 'a', code: 'new' },
        { name: 'b', age: 1 },
        { name: 'c', code: 'newer' },
        { name: 'd', code: 'new' },
      ])
      expect(answer).toMatchObject({
        status: 400,
        json: { code: 'VALUE_NOT_UNIQUE', msg: 'Row 4: code: this value is taken, and it must be unique.' },
      })
      expect(await get('people/count')).toEqual(before)
    })

    it('bulk update and delete find rows by their key alone, and say which were there', async () => {
      const ids = (await made('people/bulk', [{ name: 'a' }, { name: 'b' }])) as number[]
      const [first = 0, second = 0] = ids
      const changes = [
        { id: first, age: 1 },
        { id: 99_999, age: 1 },
        { id: String(second), name: 'B' },
        { id: first, age: 1 },
      ]
      expect((await call('PUT', 'people/bulk', changes)).json).toEqual([1, 0, 1, 1])
      expect(await names(`where=(id,in,${first},${second})`)).toEqual(['a', 'B'])
      const gone = [{ id: first, name: 'someone else' }, { id: 99_999 }, { id: first }, { id: second }]
      expect((await call('DELETE', 'people/bulk', gone)).json).toEqual([1, 0, 0, 1])
    })

    it('thousands of rows are made at once', async () => {
      const rows = Array.from({ length: 5_000 }, (_, at) => ({ id: at + 1_000, n: at }))
      expect(await made('numbers/bulk', rows)).toHaveLength(5_000)
      expect(await get('numbers/count?where=(id,btw,1000,5999)')).toEqual({ count: 5_000 })
    })
  })
}

const rowsOf = {
  people: [
    {
      name: 'Ann',
      age: 30,
      score: 1.5,
      price: 9.99,
      active: true,
      born: '1994-03-01',
      seen: '2024-05-01 10:00:00',
      note: 'likes 100% wool',
      code: 'a',
      data: '{"a":[1,"x"]}',
      wakes: '06:30:00',
    },
    {
      name: 'bob',
      age: 9,
      score: 2.5,
      price: 10,
      active: false,
      born: '2015-07-20',
      seen: '2024-05-02 11:30:00',
      code: 'b',
      wakes: '07:00:00',
    },
    { name: 'Emile', age: 100, score: -3, note: 'a_b a\\b [ab]', code: 'c' },
    { name: 'Dan', price: 0.5, active: true, born: '1980-01-31', note: '' },
  ],
  pairs: [
    { a: 1, b: 'x', v: 'one' },
    { a: 1, b: 'y', v: 'two' },
    { a: 2, b: 'x', v: 'three' },
  ],
  words: ['count', 'bulk', 'a/b', '100%', 'plain', '😀 é'].map((word, at) => ({ word, n: at + 1 })),
  numbers: [
    { id: '9007199254740993', n: '9223372036854775807', t: '9007199254740993' },
    { id: 1, n: '-9223372036854775808', t: '1' },
    { id: 2, n: 9007199254740991 },
    { id: 3, n: '9007199254740992' },
  ],
}

/** Encodes characters that a URL can't hold, as browsers would. */
const writtenOut = (path: string): string =>
  path.replaceAll(/[^\x21-\x7e]+|["<>\\^`{|}]/g, (text) => encodeURIComponent(text))

const bodyOf = (body: unknown) => (body === undefined ? {} : { body })
