import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workbook } from '@cj-tech-master/excelts'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, type Library, type Row } from '@tests/helpers/library'

/** Pages after a cursor, whole lists as files, and responses that the caller has cached, on every kind of database. */
await describeEngines('cursors and exports', (engine) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary(engine)
    await library.send('POST', 'Book/bulk', [
      { title: '=1+1', price: -2.5, pages: 7 },
      { title: 'a, "b"\nc', price: 2, pages: 7, writer: 3 },
      { title: ' +49 ', price: 2, pages: null, writer: 3 },
      { title: '@x', price: '0.1', pages: 100, writer: 2, printed: '2021-01-01' },
    ])
    const { database } = library.opened
    const { quote } = database.dialect
    await database.changeSchema([
      {
        sql: `CREATE VIEW prices AS SELECT title, price FROM ${quote('Book')} WHERE price IS NOT NULL`,
        params: [],
      },
    ])
  })
  afterAll(() => library.close())

  /** Returns every row of a list, by following cursors. */
  const walked = async (path: string): Promise<{ rows: Row[]; pages: number[] }> => {
    const rows: Row[] = []
    const pages: number[] = []
    for (let after: string | undefined = ''; after !== undefined;) {
      const answer = await library.call('GET', `${path}${path.includes('?') ? '&' : '?'}after=${after}`)
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
      const page = answer.json as Row[]
      rows.push(...page)
      pages.push(page.length)
      after = answer.headers['xc-next-cursor'] as string | undefined
      expect(pages.length).toBeLessThan(20)
    }
    return { rows, pages }
  }

  describe('a cursor', () => {
    it.each([
      'Book?limit=4',
      'Book?limit=2&sort=-id',
      'Book?limit=2&sort=pages',
      'Book?limit=2&sort=-pages',
      'Book?limit=1&sort=writer,-price',
      'Book?limit=2&sort=-writer,printed,-title',
      'Book?limit=2&sort=title&fields=id',
      'Book?limit=2&sort=-printed',
      'Book?limit=2&sort=price',
      'Book?limit=2&sort=-Twice',
      'Book?limit=2&sort=By,-pages',
      'Book?limit=2&sort=-price&where=(pages,ge,100)~or(writer,is,null)',
      'Book?limit=2&sort=title&search=o',
      'Book?limit=3&hm=&bt=Author&mm=Tag&sort=-pages',
      'Author?limit=1&sort=-Books',
      'Place?limit=1',
      'Place?limit=1&sort=-name',
      'Tag/red/Book?limit=1',
      'm2mBook_Tag?limit=2&sort=-TagCId',
    ])('gives %s as the list has it, row by row', async (path) => {
      const whole = await library.rows(path.replace(/limit=\d+/, 'limit=1000'))
      const { rows, pages } = await walked(path)
      expect(rows).toEqual(whole)
      const limit = Number(/limit=(\d+)/.exec(path)?.[1])
      expect(pages).toHaveLength(Math.ceil(whole.length / limit))
    })

    it('goes on where it was, whatever has been made and deleted meanwhile', async () => {
      const first = await library.call('GET', 'Tag?limit=1&mm=&after=')
      expect(first.json).toEqual([{ word: 'blue', note: null }])
      const after = String(first.headers['xc-next-cursor'])
      await library.send('POST', 'Tag', { word: 'aaa' })
      const second = await library.call('GET', `Tag?limit=1&mm=&after=${after}`)
      expect(second.json).toEqual([{ word: 'old', note: 'o' }])
      await library.send('DELETE', 'Tag/aaa')
    })

    it.each([
      'Book?after=x',
      'Book?after=W10.x',
      'Book?after=&offset=1',
      'Book?after=&after=',
      'Author?after=&sort=Titles',
      'prices?after=',
    ])('%s is refused in words', async (path) => {
      const { status, error } = await library.call('GET', path)
      expect([status, error.code]).toEqual([400, 'QUERY_PARAMETER_INVALID'])
      expect(error.msg).toMatch(/^[A-Z].*\.$/)
    })

    it('is of one list only, as it was given', async () => {
      const { headers } = await library.call('GET', 'Book?limit=1&sort=title&after=')
      const token = String(headers['xc-next-cursor'])
      const [values = '', check = ''] = token.split('.')
      const other = Buffer.from(Buffer.from(values, 'base64url').toString().replace(/\d/, '9')).toString('base64url')
      for (const path of [
        `Book?sort=-title&after=${token}`,
        `Book?sort=title&where=(pages,eq,1)&after=${token}`,
        `Author?after=${token}`,
        `Book?sort=title&after=${other}x.${check}`,
      ])
        expect((await library.call('GET', path)).error.code, path).toBe('QUERY_PARAMETER_INVALID')
    })
  })

  describe('a file', () => {
    it('of CSV has heads and rows, and no formulas', async () => {
      const answer = await library.call('GET', 'Book?format=csv&fields=title,price,By&sort=id&where=(id,gt,4)')
      expect(answer.text).toBe(
        [
          'id,title,price,By',
          '5,Five,,',
          "6,'=1+1,-2.5,",
          '7,"a, ""b""\nc",2,Cy',
          `8,"' +49 ",2,Cy`,
          "9,'@x,0.1,Bo",
          '',
        ].join('\r\n'),
      )
      expect(answer.headers['content-type']).toMatch(/^text\/csv/)
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="Book.csv"; filename*=UTF-8''Book.csv`)
    })

    it('of JSON or lines of JSON holds what the list answers', async () => {
      const whole = await library.rows('Book?limit=1000&hm=&bt=&mm=&sort=-title')
      const json = await library.call('GET', 'Book?format=json&sort=-title')
      expect(json.json).toEqual(whole)
      const lines = await library.call('GET', 'Book?format=ndjson&sort=-title&limit=3')
      expect(
        lines.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(whole.slice(0, 3))
      const linked = await library.call('GET', 'Book?format=ndjson&mm=Tag&where=(id,eq,1)')
      expect(JSON.parse(linked.text)).toMatchObject({ TagMMList: [{ word: 'blue' }, { word: 'red' }] })
      expect((await library.call('GET', 'Book?format=json&where=(id,eq,0)')).json).toEqual([])
    })

    it('of a view, which has no key', async () => {
      const answer = await library.call('GET', 'prices?format=csv&sort=price')
      expect(answer.text.split('\r\n').slice(0, 3)).toEqual(['title,price', "'=1+1,-2.5", "'@x,0.1"])
      expect(answer.text.trim().split('\r\n')).toHaveLength(9)
    })

    it('of Excel has numbers as numbers and no formulas', async () => {
      const { origin } = library.server
      const answer = await fetch(
        `${origin}/nc/${library.projectId}/api/v1/Book?format=xlsx&fields=title,price&sort=id`,
        { headers: { 'xc-auth': library.owner.token } },
      )
      expect(answer.headers.get('content-disposition')).toContain('Book.xlsx')
      const workbook = new Workbook()
      await workbook.xlsx.load(Buffer.from(await answer.arrayBuffer()))
      const sheet = workbook.getWorksheet('Book')
      const values = [1, 2, 7].map((row) => [1, 2, 3].map((cell) => sheet?.getRow(row).getCell(cell).value))
      expect(values).toEqual([
        ['id', 'title', 'price'],
        [1, 'One', 5],
        [6, '=1+1', -2.5],
      ])
      expect(sheet?.rowCount).toBe(10)
    })

    it.each([
      'Book?format=pdf',
      'Book?format=csv&format=json',
      'Book?format=csv&offset=2',
      'Book?format=csv&after=',
      'Book?format=csv&hm=Author',
      'Book?format=csv&where=(nope,eq,1)',
    ])('%s is refused in words', async (path) => {
      const { status, error } = await library.call('GET', path)
      expect([status, /^(QUERY_PARAMETER_INVALID|COLUMN_NOT_FOUND)$/.test(error.code)]).toEqual([400, true])
      expect(error.msg).toMatch(/^[A-Z].*\.$/)
    })
  })

  describe('an answer that the caller has', () => {
    it.each(['Author', 'Author/1', 'Author/count', 'Author/findOne', 'Author/groupby/country', 'Author/1/Book'])(
      '%s is not sent again until it is another',
      async (path) => {
        const first = await library.call('GET', path)
        const etag = String(first.headers['etag'])
        expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
        for (const given of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
          const again = await library.call('GET', path, undefined, { 'if-none-match': given })
          expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
        }
        const other = await library.call('GET', path, undefined, { 'if-none-match': 'W/"other"' })
        expect([other.status, other.text]).toEqual([200, first.text])
      },
    )

    it('is sent again when a row has changed, whoever changed it', async () => {
      const { headers } = await library.call('GET', 'Author?hm=')
      const has = { 'if-none-match': String(headers['etag']) }
      const { database } = library.opened
      const { quote } = database.dialect
      const change = (name: string) => ({
        sql: `UPDATE ${quote('Author')} SET name = '${name}' WHERE id = 1`,
        params: [],
      })
      await database.transact([change('Eve')])
      const answer = await library.call('GET', 'Author?hm=', undefined, has)
      expect([answer.status, (answer.json as Row[])[0]?.['name']]).toEqual([200, 'Eve'])
      await database.transact([change('Ada')])
      expect((await library.call('GET', 'Author?hm=', undefined, has)).status).toBe(304)
    })
  })
})
