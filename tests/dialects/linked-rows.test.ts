import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library, type Row } from '@tests/helpers/library'

/** Rows over links (wire §9.1, §10): read, created, changed, linked and unlinked, on every kind of database. */
await describeEngines('linked rows', (engine) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary(engine)
  })
  afterAll(() => library.close())

  const titles = async (path: string): Promise<unknown[]> => (await library.rows(path)).map((row) => row['title'])
  const words = async (book: number): Promise<unknown[]> =>
    (await library.rows(`Book/${book}/Tag`)).map((row) => row['word'])

  describe('reading', () => {
    it('answers children with all their columns, parents, and those of a many-to-many', async () => {
      const [one] = await library.rows('Author/1/Book')
      expect(one).toEqual({
        id: 1,
        title: 'One',
        price: 5,
        pages: 100,
        writer: 1,
        printed: '2020-01-01',
        By: 'Ada',
        Twice: 200,
      })
      expect(await titles('Author/1/Book?sort=-price&limit=2')).toEqual(['Three', 'Two'])
      expect(await titles('Author/1/Book?where=(title,like,T%)')).toEqual(['Two', 'Three'])
      expect(await titles('Author/1/Book?where=(title,eq,Four)')).toEqual([])
      expect(await library.rows('Book/1/Author?fields=name')).toEqual([{ id: 1, name: 'Ada' }])
      expect(await library.rows('Book/5/Author')).toEqual([])
      expect(await words(1)).toEqual(['blue', 'red'])
      expect(await titles('Tag/red/Book')).toEqual(['One', 'Two'])
      expect(await library.rows('Author/1/Book?limit=1&fields=title&bt=Author')).toEqual([
        { id: 1, title: 'One', writer: 1, AuthorRead: { id: 1, name: 'Ada' } },
      ])
    })

    it('finds one, counts, and says whether', async () => {
      expect(await library.get('Author/1/Book/findOne?sort=-id&fields=title')).toEqual({ id: 3, title: 'Three' })
      expect((await library.call('GET', 'Author/3/Book/findOne')).text).toBe('')
      expect(await library.get('Author/1/Book/count')).toEqual({ count: 3 })
      expect(await library.get('Author/1/Book/count?where=(pages,eq,100)')).toEqual({ count: 2 })
      expect(await library.get('Author/99/Book/count')).toEqual({ count: 0 })
      expect(await library.get('Tag/old/Book/count')).toEqual({ count: 1 })
      // Under the names of columns, as a list of one or none (wire §9.1).
      expect(await library.get('Author/1/Book/2')).toMatchObject([{ id: 2, title: 'Two', writer: 1 }])
      expect(await library.get('Author/1/Book/4')).toEqual([])
      expect(await library.get('Author/1/Book/2/exists')).toBe(true)
      expect(await library.get('Author/2/Book/2/exists')).toBe(false)
      expect(await library.get('Book/1/Tag/red/exists')).toBe(true)
      expect(await library.get('Book/1/Tag/old/exists')).toBe(false)
    })

    it('answers parents with their children, and children with their parents', async () => {
      const has = await library.rows('Author/has/Book?limit=2&hfields1=price')
      expect(has.map((row) => [row['name'], (row['BookList'] as Row[]).map(({ price }) => price)])).toEqual([
        ['Ada', [5, 15.5, 25]],
        ['Bo', [35]],
      ])
      const belongs = await library.rows('Book/belongs/Author?where=(id,in,4,5)')
      expect(belongs.map((row) => row['AuthorRead'])).toEqual([{ id: 2, name: 'Bo' }, undefined])
      expect(belongs.every((row) => !('TagMMList' in row))).toBe(true)
    })

    it('answers what is not linked yet, and how many', async () => {
      expect(await library.get('Book/m2mNotChildren/m2mBook_Tag/1')).toEqual({
        list: [{ word: 'old', note: 'o' }],
        info: { count: 1 },
      })
      expect(await library.get('Book/m2mNotChildren/m2mBook_Tag/5?limit=1&fields=word')).toEqual({
        list: [{ word: 'blue' }],
        info: { count: 3 },
      })
      const books = (await library.get('Tag/m2mNotChildren/m2mBook_Tag/red?where=(pages,isnot,null)')) as {
        list: Row[]
        info: unknown
      }
      expect(books.list.map((row) => row['title'])).toEqual(['Three', 'Four'])
      expect(books.info).toEqual({ count: 2 })
      // The list returns the links of its rows; the original's API names all three.
      const listed = (await library.get('Tag/m2mNotChildren/m2mBook_Tag/red?hm=&bt=Author&mm=Tag&where=&limit=1')) as {
        list: Row[]
      }
      expect(listed.list).toMatchObject([{ title: 'Three', AuthorRead: { name: 'Ada' }, TagMMList: [] }])
      const graphql = await library.server.request(`/nc/${library.projectId}/v1/graphql`, {
        method: 'POST',
        token: library.owner.token,
        body: { query: '{ m2mNotChildren(pid: "red", assoc: "m2mBook_Tag", parent: "Tag") }' },
      })
      const { list: same } = (await library.get('Tag/m2mNotChildren/m2mBook_Tag/red')) as { list: Row[] }
      expect(graphql.json).toEqual({ data: { m2mNotChildren: same } })
    })
  })

  describe('conditionGraph', () => {
    const graph = (condition: unknown): string => `conditionGraph=${JSON.stringify(condition)}`

    it.each<[string, unknown, unknown[]]>([
      ['Book', { Author: { relationType: 'bt', name: { eq: 'Ada' } } }, ['One', 'Two', 'Three']],
      ['Book', { Author: { relationType: 'bt', country: { neq: null } }, price: { gt: 20 } }, ['Three', 'Four']],
      ['Book', { Tag: { relationType: 'mm', word: { in: ['red', 'old'] } } }, ['One', 'Two', 'Four']],
      ['Book', { Author: { relationType: 'bt' } }, ['One', 'Two', 'Three', 'Four']],
      ['Book', { _not: { Author: { relationType: 'bt' } } }, ['Five']],
      ['Book', { _not: { Tag: { relationType: 'mm', word: { eq: 'red' } } } }, ['Three', 'Four', 'Five']],
      [
        'Book',
        { _or: [{ Author: { relationType: 'bt', name: { eq: 'Bo' } } }, { title: { eq: 'Five' } }] },
        ['Four', 'Five'],
      ],
      // To any depth: books whose author wrote a book with the tag "old".
      [
        'Book',
        {
          Author: { relationType: 'bt', Book: { relationType: 'hm', Tag: { relationType: 'mm', note: { eq: 'o' } } } },
        },
        ['Four'],
      ],
      ['Book', { Author: { relationType: 'bt', Total: { gt: 40 } } }, ['One', 'Two', 'Three']],
    ])('of %s %j', async (table, condition, expected) => {
      expect(await titles(`${table}?${graph(condition)}`)).toEqual(expected)
      expect(await library.get(`${table}/count?${graph(condition)}`)).toEqual({ count: expected.length })
      expect(((await library.call('GET', `${table}/findOne?${graph(condition)}`)).json as Row)['title']).toBe(
        expected[0],
      )
    })

    it('answers a parent once, however many children match, and sorts it', async () => {
      const condition = graph({ Book: { relationType: 'hm', pages: { ge: 100 } } })
      const rows = await library.rows(`Author?${condition}&sort=-name&fields=name&hm=`)
      expect(rows).toEqual([
        { id: 2, name: 'Bo' },
        { id: 1, name: 'Ada' },
      ])
      const brackets = 'conditionGraph[Author][relationType]=bt&conditionGraph[Author][name][eq]=Bo'
      expect(await titles(`Book?${brackets}`)).toEqual(['Four'])
    })

    it('says the same in GraphQL', async () => {
      const { server, owner, projectId } = library
      const condition = JSON.stringify({ Author: { relationType: 'bt', name: { eq: 'Bo' } } })
      const query = `{ BookList(conditionGraph: ${JSON.stringify(condition)}) { title } }`
      const answer = await server.request(`/nc/${projectId}/v1/graphql`, {
        method: 'POST',
        token: owner.token,
        body: { query },
      })
      expect(answer.json).toEqual({ data: { BookList: [{ title: 'Four' }] } })
    })

    it.each([
      [{ Nope: { relationType: 'bt' } }],
      [{ Author: { relationType: 'hm' } }],
      [{ Author: { relationType: 'xx' } }],
      [{ Author: { relationType: 'bt', nope: { eq: 1 } } }],
      [{ Author: { relationType: 'bt', name: { ne: 1 } } }],
    ])('%j is refused', async (condition) => {
      const { status, error } = await library.call('GET', `Book?${graph(condition)}`)
      expect([status, /^(FILTER|COLUMN)/.test(error.code)]).toEqual([400, true])
    })
  })

  describe('writing', () => {
    it('makes children with their foreign key', async () => {
      const made = (await library.send('POST', 'Author/3/Book', { title: 'Six', price: '7.5', writer: 1 })) as Row
      expect(made).toMatchObject({ title: 'Six', price: 7.5, writer: 3, By: 'Cy' })
      expect(await titles('Author/3/Book')).toEqual(['Six'])
      expect(await library.send('PUT', `Author/3/Book/${String(made['id'])}`, { title: 'Seven' })).toBe(1)
      expect(await library.send('PUT', `Author/1/Book/${String(made['id'])}`, { title: 'Eight' })).toBe(0)
      expect(await titles('Author/3/Book')).toEqual(['Seven'])
      expect(await library.send('DELETE', `Author/1/Book/${String(made['id'])}`)).toBe(0)
      expect(await library.send('DELETE', `Author/3/Book/${String(made['id'])}`)).toBe(1)
      expect(await titles('Author/3/Book')).toEqual([])
    })

    it('makes rows of a many-to-many and a parent in one transaction', async () => {
      expect(await library.send('POST', 'Book/3/Tag', { word: 'new', note: 'n' })).toMatchObject({ word: 'new' })
      expect(await words(3)).toEqual(['new'])
      // The word is a duplicate: neither a row nor a pair remains.
      const before = await library.contents()
      const taken = await library.call('POST', 'Book/4/Tag', { word: 'red' })
      expect([taken.status, taken.error.code]).toEqual([400, 'VALUE_NOT_UNIQUE'])
      expect(await library.contents()).toBe(before)
      const parent = (await library.send('POST', 'Book/5/Author', { name: 'Ed' })) as Row
      expect(await library.rows('Book/5/Author?fields=name')).toEqual([{ id: parent['id'], name: 'Ed' }])
      expect((await library.call('POST', 'Book/99/Tag', { word: 'x' })).error.code).toBe('ROW_NOT_FOUND')
      expect((await library.call('POST', 'Author/99/Book', { title: 'x' })).error.code).toBe('ROW_NOT_FOUND')
      expect(await library.get('Tag/x')).toEqual({})
    })

    it('links and unlinks, and says whether anything changed', async () => {
      expect(await library.send('PUT', 'Book/2/Tag/old/link')).toBe(1)
      expect(await library.send('PUT', 'Book/2/Tag/old/link')).toBe(0)
      expect(await words(2)).toEqual(['old', 'red'])
      expect(await library.send('DELETE', 'Book/2/Tag/old/link')).toBe(1)
      expect(await library.send('DELETE', 'Book/2/Tag/old/link')).toBe(0)
      expect(await words(2)).toEqual(['red'])
      expect(await library.get('Tag/old/exists')).toBe(true)

      expect(await library.send('PUT', 'Author/4/Book/4/link')).toBe(1)
      expect(await titles('Author/4/Book')).toEqual(['Four'])
      expect(await library.send('DELETE', 'Author/4/Book/4/link')).toBe(1)
      expect(await titles('Author/4/Book')).toEqual([])
      expect(await library.send('PUT', 'Book/4/Author/2/link')).toBe(1)
      expect(await titles('Author/2/Book')).toEqual(['Four'])
      expect(await library.send('DELETE', 'Book/4/Author/2/link')).toBe(1)
      expect(await library.rows('Book/4/Author')).toEqual([])
      expect(await library.send('PUT', 'Book/4/Author/2/link')).toBe(1)
      expect((await library.call('PUT', 'Book/4/Author/99/link')).status).toBe(404)
    })
  })

  describe('rows within rows', () => {
    it('are made and linked in one transaction', async () => {
      const made = (await library.send('POST', 'Author?nested=true', {
        name: 'Fay',
        BookList: [
          { title: 'F1', price: 1, TagMMList: [{ word: 'red' }, { word: 'fresh', note: 'f' }] },
          { title: 'F2', price: 2 },
          // An existing record is linked too.
          { id: 5, price: 50 },
        ],
      })) as Row
      expect(made).toMatchObject({ name: 'Fay' })
      const id = String(made['id'])
      const books = await library.rows(`Author/${id}/Book?sort=title&mm=Tag`)
      expect(books.map((row) => [row['title'], row['price']])).toEqual([
        ['F1', 1],
        ['F2', 2],
        ['Five', 50],
      ])
      expect(books[0]?.['TagMMList']).toEqual([
        { word: 'fresh', note: 'f' },
        { word: 'red', note: null },
      ])
    })

    it('are changed with their row, and nothing is unlinked', async () => {
      const book = (await library.send('PUT', 'Book/1?nested=true', {
        title: 'One!',
        AuthorRead: { name: 'Gil' },
        TagMMList: [{ word: 'old', note: 'older' }, { word: 'red' }],
      })) as Row
      expect(book).toMatchObject({ title: 'One!', AuthorRead: { name: 'Gil' } })
      expect(await words(1)).toEqual(['blue', 'old', 'red'])
      expect(await library.get('Tag/old?hm=&mm=')).toEqual({ word: 'old', note: 'older' })
      await library.send('PUT', 'Book/1?nested=true', { AuthorRead: { id: 1 } })
      expect(await library.rows('Book/1/Author?fields=name')).toEqual([{ id: 1, name: 'Ada' }])
      await library.send('PUT', 'Book/1?nested=true', { AuthorRead: null })
      expect(await library.rows('Book/1/Author')).toEqual([])
      expect(await library.send('PUT', 'Book/9999?nested=true', { title: 'x' })).toEqual({})
    })

    it.each<[string, unknown, string, string | undefined]>([
      ['Author', { name: 'H', BookList: [{ title: 'H1' }, { pages: 'many' }] }, 'ROW_INVALID', 'BookList.1'],
      ['Author', { name: 'H', BookList: [{ nope: 1 }] }, 'ROW_INVALID', 'BookList.0'],
      ['Author', { name: 'H', BookList: { title: 'H1' } }, 'INPUT_INVALID', 'BookList'],
      ['Author', { name: 'H', BookList: [1] }, 'INPUT_INVALID', 'BookList.0'],
      ['Author', { name: 'H', BookList: [{ id: 9999 }] }, 'ROW_NOT_FOUND', 'BookList.0'],
      ['Author', { name: 'H', NopeList: [] }, 'ROW_INVALID', undefined],
      ['Book', { title: 'H', TagMMList: [{ note: 'no key' }] }, 'ROW_INVALID', 'TagMMList.0'],
    ])('%s %j is refused, and nothing of it is kept', async (table, body, code, path) => {
      const before = await library.contents()
      const { status, error } = await library.call('POST', `${table}?nested=true`, body)
      expect([status < 500, error.code, error.details?.['path']]).toEqual([true, code, path])
      expect(await library.contents()).toBe(before)
    })

    it('are not written when what should be shown of them cannot be', async () => {
      const before = await library.contents()
      for (const [method, path] of [
        ['POST', 'Author?nested=true&mm=Nope'],
        ['PUT', 'Author/1?nested=true&hm=Book&hfields1=nope'],
        ['POST', 'Author?nested=true&upsert=true'],
        ['POST', 'Author?nested=perhaps'],
      ] as const)
        expect((await library.call(method, path, { name: 'Nobody' })).status, path).toBe(400)
      expect(await library.contents()).toBe(before)
    })

    it('are left alone unless asked for: a row can be sent back as it was read', async () => {
      const row = await library.get('Author/2')
      await library.send('PUT', 'Author/2', row)
      expect(await library.get('Author/2')).toEqual(row)
    })
  })

  describe('many at the same moment', () => {
    it('link two rows once', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => library.send('PUT', 'Book/3/Tag/old/link')))
      expect(answers.map(Number).reduce((sum, n) => sum + n)).toBe(1)
      expect(await words(3)).toEqual(['new', 'old'])
    })

    it('make a row once, and the last word counts', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) => library.call('POST', 'Tag?upsert=true', { word: 'late', note: `n${at}` })),
      )
      expect(answers.map(({ status, text }) => [status, status === 200 ? '' : text])).toEqual(
        answers.map(() => [200, '']),
      )
      expect(await library.get('Tag/count?where=(word,eq,late)')).toEqual({ count: 1 })
      expect(((await library.get('Tag/late')) as Row)['note']).toMatch(/^n[0-5]$/)
    })
  })

  describe('a new row', () => {
    it('is answered with its parent and with lists of the others, as lists answer it', async () => {
      const made = (await library.send('POST', 'Book', { title: 'Sixth', pages: 7, writer: 1 })) as Row
      expect(made).toEqual({
        id: made['id'],
        title: 'Sixth',
        price: null,
        pages: 7,
        writer: 1,
        printed: null,
        By: 'Ada',
        Twice: 14,
        AuthorRead: { id: 1, name: 'Ada' },
        TagMMList: [],
      })
      const plain = (await library.send('POST', 'Book?bt=&hm=&mm=', { title: 'Seventh' })) as Row
      expect(Object.keys(plain).filter((key) => /Read|List/.test(key))).toEqual([])
      // Without a parent its key is absent.
      expect(await library.send('POST', 'Book?mm=', { title: 'Eighth' })).not.toHaveProperty('AuthorRead')
      const author = (await library.send('POST', 'Author?bfields1=x', { name: 'Eve' })) as Row
      expect(author['BookList']).toEqual([])
      const before = await library.contents()
      const refused = await library.call('POST', 'Book?mm=Nope', { title: 'Ninth' })
      expect([refused.status, refused.error.code]).toEqual([400, 'QUERY_PARAMETER_INVALID'])
      expect(await library.contents()).toEqual(before)
      for (const { id } of await library.rows('Book?where=(title,in,Sixth,Seventh,Eighth)'))
        await library.call('DELETE', `Book/${String(id)}`)
      await library.call('DELETE', `Author/${String(author['id'])}`)
    })
  })

  describe('upsert', () => {
    it('changes what is there and makes what is not, all or nothing', async () => {
      const upserted = await library.send('POST', 'Tag/bulk?upsert=true', [
        { word: 'blue', note: 'sea' },
        { word: 'green', note: 'grass' },
        { word: 'red' },
      ])
      expect(upserted).toEqual(['blue', 'green', 'red'])
      expect(await library.rows('Tag?where=(word,in,blue,green,red)&mm=')).toEqual([
        { word: 'blue', note: 'sea' },
        { word: 'green', note: 'grass' },
        { word: 'red', note: null },
      ])
      expect(await library.send('POST', 'Tag?upsert=true', { word: 'green', note: 'leaf' })).toEqual({
        word: 'green',
        note: 'leaf',
        BookMMList: [],
      })
      const places = await library.send('POST', 'Place/bulk?upsert=true', [
        { city: 'Bern', nr: 1, name: 'Tower' },
        { city: 'Biel', nr: 1 },
      ])
      expect(places).toEqual(['Bern___1', 'Biel___1'])
      expect(await library.get('Place/Bern___1')).toMatchObject({ name: 'Tower' })
      const ids = (await library.send('POST', 'Author/bulk?upsert=true', [
        { name: 'New' },
        { id: 3, country: 'FR' },
      ])) as number[]
      expect(ids[1]).toBe(3)
      expect(await library.get(`Author/${ids[0]}?hm=`)).toMatchObject({ name: 'New' })
      expect(await library.get('Author/3?hm=')).toMatchObject({ name: 'Cy', country: 'FR' })
    })

    it.each<[string, unknown, string]>([
      ['Tag/bulk?upsert=true', [{ word: 'a1' }, { word: 'a2', note: { a: [] }, nope: 1 }], 'ROW_INVALID'],
      ['Tag/bulk?upsert=true', [{ word: 'a1' }, { word: 'a1' }], 'INPUT_INVALID'],
      ['Tag/bulk?upsert=maybe', [{ word: 'a1' }], 'QUERY_PARAMETER_INVALID'],
      ['Tag?upsert=true', [1], 'INPUT_INVALID'],
      ['Book/bulk?upsert=true', [{ title: 'ok' }, { id: 1, writer: 9999 }], 'VALUE_REFERENCE_MISSING'],
    ])('%s %j is refused, and nothing of it is kept', async (path, body, code) => {
      const before = await library.contents()
      const { status, error } = await library.call('POST', path, body)
      expect([status, error.code]).toEqual([400, code])
      expect(await library.contents()).toBe(before)
    })
  })

  it.each<[string, string, number, string]>([
    ['GET', 'Author/1/Nope', 404, 'RELATION_NOT_FOUND'],
    ['GET', 'Author/x/Book', 400, 'ROW_KEY_INVALID'],
    ['GET', 'Author/1/Book/x', 400, 'ROW_KEY_INVALID'],
    ['GET', 'Author/1/Book/1/2', 404, 'ROUTE_NOT_FOUND'],
    ['GET', 'Author/1/Book/1/link/2', 404, 'ROUTE_NOT_FOUND'],
    ['POST', 'Author/1/Book/1', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', 'Author/1/Book', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', 'Author/1/Book/1/link', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', 'Author/has/Nope', 404, 'RELATION_NOT_FOUND'],
    ['GET', 'Author/belongs/Book', 404, 'RELATION_NOT_FOUND'],
    ['GET', 'Tag/m2mNotChildren/nope/1', 404, 'RELATION_NOT_FOUND'],
    ['GET', 'Book/m2mNotChildren/m2mBook_Tag/x', 400, 'ROW_KEY_INVALID'],
    ['GET', 'Author/1/%E0%A4%A', 404, 'ROUTE_NOT_FOUND'],
  ])('%s %s is %i in words', async (method, path, status, code) => {
    const answer = await library.call(method, path)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(answer.error.msg).toMatch(/^[A-Z].*\.$/)
  })
})
