import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '@tests/helpers/engines'
import { openLibrary, writtenOut, type Library } from '@tests/helpers/library'

/** Words of drivers, libraries and engines that no response may contain. */
const theirWords =
  /sqlite|postgres|pg_|mysql|mariadb|errno|constraint|syntax|SELECT |INSERT |UPDATE |FROM |better-sqlite|node_modules|undefined|\[object|NaN|stack|~[tgfkr]\d?/i

const deepFilter = `${'('.repeat(60)}title,eq,x${')'.repeat(60)}`
const deepCondition = JSON.stringify(
  Array.from({ length: 120 }).reduce<unknown>((inner) => ({ _not: inner }), { title: { eq: 'x' } }),
)
const manyTerms = Array.from({ length: 1_500 }, (_, at) => `(id,eq,${at})`).join('~or')
const deepGraph = JSON.stringify(
  Array.from({ length: 60 }).reduce<unknown>(
    (inner, _, at) => ({ [at % 2 ? 'Author' : 'Book']: { relationType: at % 2 ? 'bt' : 'hm', ...(inner as object) } }),
    {},
  ),
)
const deepBody = JSON.parse(`${'{"BookList":['.repeat(40)}{}${']}'.repeat(40)}`) as unknown

type Bad = readonly [method: string, path: string, body?: unknown]

const queries: readonly string[] = [
  // Filters
  'where=(title,eq,x',
  'where=title,eq,x',
  'where=(title,eq)',
  'where=(title)',
  'where=(title,ne,x)',
  'where=(title,EQ,x)',
  'where=(title,eq,x)~xor(title,eq,y)',
  'where=(title,eq,x)(title,eq,y)',
  'where=(title,eq,x)~and',
  'where=~not',
  'where=(nope,eq,x)',
  'where=(title);DROP TABLE Book;--,eq,1)',
  `where=(1=1) OR (title,eq,x)`,
  'where=(pages,eq,many)',
  'where=(pages,gt,)',
  'where=(pages,btw,1)',
  'where=(pages,btw,1,2,3)',
  'where=(title,is,x)',
  `where=${deepFilter}`,
  'where=(title,eq,x)&where=(title,eq,y)',
  'where=(title,eq,x)&w=(title,eq,y)',
  `where=(title,like,${'%a'.repeat(800)})`,
  'where=(title,like,%\u0000x)',
  'condition={',
  'condition=[]',
  'condition={"title":"x"}',
  'condition={"title":{"eq":{}}}',
  'condition={"title":{"regex":"x"}}',
  'condition={"title":{"in":"x"}}',
  'condition={"_or":{}}',
  'condition={"_or":[]}',
  'condition={"_not":{}}',
  'condition={"nope":{"eq":1}}',
  `condition=${deepCondition}`,
  'condition[title][eq]=x&condition[title][eq]=y',
  'condition[title',
  'condition[title][eq][x]=1',
  'condition={"Author":{"relationType":"bt"}}',
  'conditionGraph={"Nope":{"relationType":"bt"}}',
  'conditionGraph={"Author":{"relationType":"bt","nope":{"eq":1}}}',
  'conditionGraph={"Author":{"relationType":{}}}',
  `conditionGraph=${deepGraph}`,
  // Sorts, fields, pages
  'sort=nope',
  'sort=-nope',
  'sort=title;DROP TABLE Book',
  'sort=title&s=id',
  'sort=id,(SELECT 1)',
  'fields=nope',
  'fields=*,nope',
  'fields=title&f=id',
  'limit=1&limit=2',
  'offset=1&o=2',
  'search=a&search=b',
  `search=${'a'.repeat(1_001)}`,
  'search=\u0000',
  // Linked rows
  'mm=Nope',
  'hm=&hm=',
  'mm=Tag&mfields1=nope',
  'mm=Tag&mwhere1=(nope,eq,1)',
  'mm=Tag&mwhere1=(word,eq',
  'mm=Tag&msort1=nope',
  'bt=Author&bfields1=nope',
  // Cursors and files
  'after=1',
  `after=${'a'.repeat(3_000)}.x`,
  'format=exe',
  'format=',
]

const requests: readonly Bad[] = [
  // Ids
  ['GET', 'Book/x'],
  ['GET', 'Book/1.5x'],
  ['GET', 'Book/1___2'],
  ['GET', "Book/1' OR '1'='1"],
  ['GET', 'Place/Bern'],
  ['GET', 'Place/Bern___x'],
  ['GET', 'Place/Bern___1___2'],
  ['GET', 'Book/%ff'],
  ['PUT', 'Book/x', { title: 'y' }],
  ['DELETE', 'Book/x'],
  ['DELETE', 'Book/1 OR 1=1'],
  // Addresses
  ['GET', 'Nope'],
  ['GET', 'Book; DROP TABLE Book'],
  ['GET', 'Book/1/2/3/4/5'],
  ['GET', 'Book//1'],
  ['GET', 'Book/1/Nope'],
  ['GET', 'Book/1/Author/x'],
  ['GET', 'Book/1/Tag/red/nope'],
  ['GET', 'Book/has/Nope'],
  ['GET', 'Tag/m2mNotChildren/nope/1'],
  ['GET', 'Book/m2mNotChildren/m2mBook_Tag/x'],
  ['GET', '_function/sleep'],
  ['POST', '_function/sleep', [10]],
  ['POST', '_procedure/x; DROP TABLE Book', []],
  // Methods
  ['PATCH', 'Book/1', { title: 'y' }],
  ['DELETE', 'Book'],
  ['PUT', 'Book', { title: 'y' }],
  ['POST', 'Book/1', { title: 'y' }],
  ['GET', 'Book/bulk'],
  ['POST', 'Book/groupby', {}],
  ['DELETE', 'Book/aggregate'],
  ['POST', 'Book/1/Author/1', {}],
  ['POST', 'Book/1/Tag/red/link', {}],
  // Groups
  ['GET', 'Book/groupby'],
  ['GET', 'Book/groupby/nope'],
  ['GET', 'Book/groupby/title?having=(price,eq,1)'],
  ['GET', 'Book/aggregate?column_name=id&func=del'],
  ['GET', 'Book/aggregate?column_name=id&func=count(*)'],
  ['GET', 'Book/aggregate?column_name=id;--&func=count'],
  ['GET', 'Book/aggregate?column_name=title&func=avg'],
  ['GET', 'Book/distribute?column_name=pages&step=-1'],
  ['GET', 'Book/distribute?column_name=pages&min=0&max=1000000000&step=1'],
  ['GET', `Book/distribute?column_name=pages&steps=${Array.from({ length: 900 }, (_, at) => at).join(',')}`],
  ['GET', 'Book/distribute?column_name=title&steps=0,1'],
  ['GET', 'Book/distinct?column_name=nope'],
  // Bodies
  ['POST', 'Book', []],
  ['POST', 'Book', 'text'],
  ['POST', 'Book', 5],
  ['POST', 'Book', { nope: 1 }],
  ['POST', 'Book', { title: {}, pages: [] }],
  ['POST', 'Book', { title: 'x'.repeat(5), pages: 'many' }],
  ['POST', 'Book', { pages: 1.5 }],
  ['POST', 'Book', { pages: 1e300 }],
  ['POST', 'Book', { printed: '2020-02-30' }],
  ['POST', 'Book', { title: 'x\u0000y' }],
  ['POST', 'Book', { writer: 999_999 }],
  ['POST', 'Tag', { note: 'no key' }],
  ['POST', 'Tag', { word: null }],
  ['POST', 'Tag', { word: 'red' }],
  ['PUT', 'Book/1', {}],
  ['PUT', 'Book/1', []],
  ['PUT', 'Book/1', { nope: 1 }],
  ['PUT', 'Book/1', { id: 77 }],
  ['PUT', 'Book/1', { title: 1, pages: 'x', writer: 'y' }],
  ['PUT', 'Tag/red', { word: 'blue' }],
  ['POST', 'Book/bulk', {}],
  ['POST', 'Book/bulk', [1]],
  ['POST', 'Book/bulk', [{ title: 'ok' }, { pages: 'x' }]],
  ['POST', 'Tag/bulk', [{ word: 'new' }, { word: 'red' }]],
  ['PUT', 'Book/bulk', [{ title: 'no key' }]],
  [
    'PUT',
    'Book/bulk',
    [
      { id: 1, title: 'changed' },
      { id: 'x', title: 'y' },
    ],
  ],
  ['PUT', 'Book/bulk', { id: 1 }],
  ['DELETE', 'Book/bulk', [{ title: 'One' }]],
  ['DELETE', 'Book/bulk', [{}]],
  ['DELETE', 'Book/bulk', { id: 1 }],
  ['POST', 'Book/bulk', Array.from({ length: 10_001 }, () => ({}))],
  ['POST', 'Book/bulk?upsert=true', [{ id: 1, pages: 'x' }]],
  ['POST', 'Book?upsert=x', { id: 1 }],
  ['PUT', 'Book/1?upsert=true', { title: 'x' }],
  ['PUT', 'Book/bulk?upsert=true', [{ id: 1, title: 'x' }]],
  ['POST', 'Author/bulk?nested=true', [{ name: 'x', BookList: [] }]],
  ['POST', 'Author/1/Book?nested=true', { title: 'x' }],
  ['POST', 'Author?nested=true', deepBody],
  ['POST', 'Author?nested=true', { BookList: Array.from({ length: 1_100 }, () => ({})) }],
  ['POST', 'Author?nested=true', { BookList: [{ TagMMList: [{ word: 'red' }, 'blue'] }] }],
  ['PUT', 'Author/1?nested=true', { BookList: [{ id: 1, writer: 2, pages: 'x' }] }],
  ['POST', 'Author/1/Book', { pages: 'x' }],
  ['POST', 'Author/1/Book', []],
  ['PUT', 'Author/1/Book/1', { pages: 'x' }],
  ['POST', 'Author/999/Book', { title: 'x' }],
  ['PUT', 'Author/1/Book/999/link'],
]

/** Each request gets a 4xx with one of our sentences, and no table changes, on every kind of database. */
await describeEngines('bad requests', (engine) => {
  let library: Library
  let before: string
  beforeAll(async () => {
    library = await openLibrary(engine)
    before = await library.contents()
  })
  afterAll(() => library.close())

  const expectRefused = ({ status, text }: { status: number; text: string }): void => {
    expect([status, text]).toEqual([expect.toSatisfy((code: number) => code >= 400 && code < 500), text])
    const { msg, code } = JSON.parse(text) as { msg: string; code: string }
    expect(msg).toMatch(/^(?:[A-Z'"[]|word: |writer: ).*[.]$/su)
    expect(code).toMatch(/^[A-Z_]+$/)
    // Our sentence may quote the input.
    expect(msg.replaceAll(/'[^']*'/g, '')).not.toMatch(theirWords)
  }
  const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 70)}…` : text)

  describe.each(['Book', 'Book/count', 'Author/1/Book'])('a query of %s', (path) => {
    const ordering = /^(sort|fields|limit|offset|hm|bt|mm|after|format|s|f|l|o)\b/
    // A count accepts the whole query of its list, and doesn't report parameters without effect on it.
    const bad = path === 'Book/count' ? queries.filter((query) => !ordering.test(query)) : queries
    it.each(bad.map((query) => [short(query), query]))('%s', async (_name, query) => {
      expectRefused(await library.call('GET', `${path}?${query}`))
    })
  })

  it('a filter of too many conditions is refused, however it is sent', async () => {
    expectRefused(await library.call('GET', `Book?where=${manyTerms}`))
  })

  it.each(requests.map(([method, path, body]) => [method, short(path), short(JSON.stringify(body) ?? ''), path, body]))(
    '%s %s %s',
    async (method, _path, _body, path, body) => {
      expectRefused(await library.call(String(method), String(path), body))
    },
  )

  it.each<[string, string, string, number]>([
    ['text/plain', '{"title":"x"}', 'CONTENT_TYPE_UNSUPPORTED', 415],
    ['application/x-www-form-urlencoded', 'title=x', 'CONTENT_TYPE_UNSUPPORTED', 415],
    ['multipart/form-data; boundary=x', '--x--', 'CONTENT_TYPE_UNSUPPORTED', 415],
    ['application/xml', '<a/>', 'CONTENT_TYPE_UNSUPPORTED', 415],
    ['application/json', '{"title":', 'JSON_INVALID', 400],
    ['application/json', '\u00ff\u00fe', 'JSON_INVALID', 400],
    ['application/json', `${'['.repeat(100)}${']'.repeat(100)}`, 'INPUT_INVALID', 400],
    ['application/json', '{"__proto__":{"title":"x"}}', 'ROW_INVALID', 400],
    ['application/json', '{"title":"x","title":"x","constructor":1}', 'ROW_INVALID', 400],
  ])('a body of %s: %s', async (type, text, code, status) => {
    const { server, owner, projectId } = library
    const answer = await server.request(`/nc/${projectId}/api/v1/Book`, {
      method: 'POST',
      token: owner.token,
      text,
      headers: { 'content-type': type },
    })
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expectRefused(answer)
  })

  it('without a right is told nothing of what there is', async () => {
    const { server, projectId } = library
    const stranger = await server.signUp()
    for (const token of [undefined, stranger.token, 'x.y.z'])
      for (const path of ['Book', 'Nope', 'Book/1/Author', 'Book/groupby/title', 'Book?format=csv', 'Book?after=']) {
        const answer = await server.request(`/nc/${projectId}/api/v1/${writtenOut(path)}`, { token })
        expect([401, 403, 404]).toContain(answer.status)
        expect(answer.error.msg).not.toMatch(/Book|Nope/)
      }
  })

  it('changes nothing, all of it together', async () => {
    expect(await library.contents()).toBe(before)
  })
})
