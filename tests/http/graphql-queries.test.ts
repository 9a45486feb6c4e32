import { describe, expect, it } from 'vitest'
import type { Answer } from '@tests/helpers/server'
import { graphqlLibrary } from './graphql-library'

const library = graphqlLibrary()
const { ask, data, send } = library

describe('queries', () => {
  it('list rows: filtered, sorted, paged, under the names asked for', async () => {
    expect(
      await data('{ BookList(where: "(price,gt,10)", sort: "-price", limit: 2, offset: 1) { id, name: title } }'),
    ).toEqual({
      BookList: [
        { id: 4, name: 'Four' },
        { id: 3, name: 'Three' },
      ],
    })
    expect(
      await data('{ BookList(condition: { price: { gt: "20" }, _not: { title: { in: ["Five"] } } }) { id } }'),
    ).toEqual({
      BookList: [{ id: 3 }, { id: 4 }],
    })
    expect(await data('{ BookList(limit: 0) { id } }')).toMatchObject({ BookList: { length: 5 } })
  })

  it('answer values of the types that the schema names', async () => {
    expect(await data('{ AuthorList { alive notes } BookList(limit: 2) { price } }')).toEqual({
      AuthorList: [
        { alive: true, notes: { a: [1] } },
        { alive: false, notes: null },
        { alive: null, notes: 'no json' },
      ],
      BookList: [{ price: 5 }, { price: 15.5 }],
    })
  })

  it("answer a placeholder with 'Coming soon'", async () => {
    expect(await data('{ nocodb_health }')).toEqual({ nocodb_health: 'Coming soon' })
  })

  it('resolve several root fields each on its own, in the order asked', async () => {
    const answer = await send({
      query:
        '{ BookCount b: BookRead(id: "2") { title } AuthorList(limit: 1) { name } c: BookCount(where: "(price,gt,10)") __typename }',
    })
    expect(answer.text).toBe(
      '{"data":{"BookCount":5,"b":{"title":"Two"},"AuthorList":[{"name":"Ada"}],"c":4,"__typename":"Query"}}',
    )
  })

  it('expand linked rows at any depth', async () => {
    expect(
      await data(`{ AuthorList(limit: 2) {
        name BookCount BookList(sort: "-id", limit: 2) { title TagMMList { name BookMMList { id } } AuthorRead { id __typename } }
      } }`),
    ).toEqual({
      AuthorList: [
        {
          name: 'Ada',
          BookCount: 3,
          BookList: [
            { title: 'Three', TagMMList: [], AuthorRead: { id: 1, __typename: 'Author' } },
            {
              title: 'Two',
              TagMMList: [{ name: 'red', BookMMList: [{ id: 1 }, { id: 2 }] }],
              AuthorRead: { id: 1, __typename: 'Author' },
            },
          ],
        },
        {
          name: 'Bo',
          BookCount: 1,
          BookList: [
            {
              title: 'Four',
              TagMMList: [{ name: 'old', BookMMList: [{ id: 4 }] }],
              AuthorRead: { id: 2, __typename: 'Author' },
            },
          ],
        },
      ],
    })
    expect(await data('{ BookRead(id: "5") { title AuthorRead { id } TagMMList { name } } }')).toEqual({
      BookRead: { title: 'Five', AuthorRead: null, TagMMList: [] },
    })
    expect(
      await data(
        '{ AuthorRead(id: "1") { BookCount(where: "(price,gt,10)") BookList(where: "(price,gt,20)") { id } } }',
      ),
    ).toEqual({
      AuthorRead: { BookCount: 2, BookList: [{ id: 3 }] },
    })
  })

  it('read one row, and return null for a missing one', async () => {
    expect(
      await data('{ BookRead(id: "1") { id title } x: BookRead(id: "99") { id title AuthorRead { id } } }'),
    ).toEqual({
      BookRead: { id: 1, title: 'One' },
      x: { id: null, title: null, AuthorRead: null },
    })
    expect(
      await data('{ BookFindOne(where: "(title,eq,Two)") { id } x: BookFindOne(where: "(id,eq,99)") { id } }'),
    ).toEqual({
      BookFindOne: { id: 2 },
      x: { id: null },
    })
    expect(await data('{ BookExists(id: "1") x: BookExists(id: "99") }')).toEqual({ BookExists: true, x: false })
  })

  it('name tables and columns by valid names, and find rows by several keys', async () => {
    expect(
      await data('{ Gr__e___Ma_List(sort: "-b") { a b a_note } Gr__e___Ma_Read(id: "x___1") { a_note } }'),
    ).toEqual({
      Gr__e___Ma_List: [
        { a: 'y', b: 2, a_note: null },
        { a: 'x', b: 1, a_note: 'first' },
      ],
      Gr__e___Ma_Read: { a_note: 'first' },
    })
    expect(await data('{ logList { line } cheapList { title } cheapCount }')).toEqual({
      logList: [{ line: 'one' }, { line: 'two' }],
      cheapList: [{ title: 'One' }],
      cheapCount: 1,
    })
  })

  it('group, aggregate, distribute and find distinct values', async () => {
    expect(await data('{ BookGroupBy(fields: "author_id", sort: "author_id") { author_id count } }')).toEqual({
      BookGroupBy: [
        { author_id: null, count: 1 },
        { author_id: 1, count: 3 },
        { author_id: 2, count: 1 },
      ],
    })
    expect(await data('{ BookDistinct(column_name: "author_id", sort: "author_id") { author_id } }')).toEqual({
      BookDistinct: [{ author_id: null }, { author_id: 1 }, { author_id: 2 }],
    })
    expect(await data('{ BookDistribution(column_name: "price", steps: "0,20,60") { range count } }')).toEqual({
      BookDistribution: [
        { range: '0-20', count: 2 },
        { range: '21-60', count: 3 },
      ],
    })
    const { BookAggregate } = await data('{ BookAggregate(column_name: "price", func: "sum,count") { sum count } }')
    expect((BookAggregate as { sum: number }[]).reduce((sum, row) => sum + row.sum, 0)).toBe(125.5)
  })

  it('find what is not linked many-to-many', async () => {
    const given = 'assoc: "BookTag", parent: "Book"'
    expect(
      await data(`{ m2mNotChildren(pid: "1", ${given}, limit: 5) m2mNotChildrenCount(pid: "1", ${given}) }`),
    ).toEqual({
      m2mNotChildren: [{ name: 'old' }],
      m2mNotChildrenCount: { count: 1 },
    })
    const { errors } = await ask('{ m2mNotChildren(pid: "1", assoc: "log", parent: "Book") }')
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'QUERY_PARAMETER_INVALID',
      message: { key: 'errors.QUERY_PARAMETER_INVALID', params: { parameter: 'assoc' } },
    })
  })

  it('find rows by related ones', async () => {
    const graph = JSON.stringify(JSON.stringify({ Author: { relationType: 'bt', name: { eq: 'Bo' } } }))
    expect(await data(`{ BookList(conditionGraph: ${graph}) { id } BookCount(conditionGraph: ${graph}) }`)).toEqual({
      BookList: [{ id: 4 }],
      BookCount: 1,
    })
  })

  it('take variables, fragments and directives', async () => {
    const query = `query Find($n: Int, $from: Int, $with: Boolean!) { BookList(limit: $n, offset: $from, sort: "id") { ...b AuthorRead @include(if: $with) { name } } }
      fragment b on Book { id ... on Book { title @skip(if: $with) } }`
    expect(await data(query, { n: 1, from: 0, with: true })).toEqual({
      BookList: [{ id: 1, AuthorRead: { name: 'Ada' } }],
    })
    expect(await data(query, { n: 1, from: 1, with: false })).toEqual({ BookList: [{ id: 2, title: 'Two' }] })
    expect(await data(query, { n: 2, from: 3, with: false })).toEqual({
      BookList: [
        { id: 4, title: 'Four' },
        { id: 5, title: 'Five' },
      ],
    })
  })

  it('come by GET as well, as long as they only read', async () => {
    const get = (query: string): Promise<Answer> =>
      library.now().server.request(`/nc/${library.now().project}/v1/graphql?query=${encodeURIComponent(query)}`, {
        token: library.now().owner.token,
      })
    expect((await get('{ BookCount }')).json).toEqual({ data: { BookCount: 5 } })
    expect(await get('mutation { BookDelete(id: "5") }')).toMatchObject({ status: 405 })
    expect((await get('{ BookCount }')).json).toEqual({ data: { BookCount: 5 } })
  })

  it('follow the schema at once', async () => {
    expect((await ask('{ BookList { pages } }')).errors?.[0]?.message).toContain('pages')
    await library
      .now()
      .server.call(
        'tableUpdate',
        { tn: 'Book', columns: [{ cn: 'pages', uidt: 'Number', altered: 1 }] },
        { token: library.now().owner.token, projectId: library.now().project },
      )
    expect(await data('{ BookList(limit: 1) { pages } }')).toEqual({ BookList: [{ pages: null }] })
  })
})
