import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

interface Result {
  readonly data: unknown
  readonly errors?: unknown
}

await describeEngines('GraphQL', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let project: string

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    project = await createEngineProject(server, owner, engine, opened)
    const as = { token: owner.token, projectId: project }
    const name = { cn: 'name', uidt: 'SingleLineText' }
    await server.call(
      'tableCreate',
      { tn: 'author', _tn: 'Author', columns: [name, { cn: 'alive', uidt: 'Checkbox' }] },
      as,
    )
    const columns = [name, { cn: 'price', uidt: 'Decimal', dtxp: '10', dtxs: '2' }, { cn: 'facts', uidt: 'JSON' }]
    await server.call('tableCreate', { tn: 'book', _tn: 'Book', columns }, as)
    await server.call('tableCreate', { tn: 'tag', _tn: 'Tag', columns: [name] }, as)
    await server.call('linkCreate', { tn: 'author', rtn: 'book', kind: 'hasMany' }, as)
    await server.call('linkCreate', { tn: 'book', rtn: 'tag', kind: 'manyToMany' }, as)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const ask = async (query: string): Promise<Result> => {
    const answer = await server.request(`/nc/${project}/v1/graphql`, {
      method: 'POST',
      token: owner.token,
      body: { query },
    })
    return answer.json as Result
  }

  it('writes rows, and answers them with what they are linked to', async () => {
    expect(
      await ask(`mutation {
        AuthorCreate(data: { name: "Ada", alive: true }) { id name alive BookCount }
        TagCreateBulk(data: [{ name: "red" }, { name: "blue" }])
        BookCreateBulk(data: [
          { name: "One", price: 5.5, facts: { pages: 10 }, Author_id: 1 }
          { name: "Two", price: 20, Author_id: 1 }
          { name: "Three" }
        ])
        BookUpdate(id: "3", data: { price: 7 }) { name price AuthorRead { name } }
      }`),
    ).toEqual({
      data: {
        AuthorCreate: { id: 1, name: 'Ada', alive: true, BookCount: 0 },
        TagCreateBulk: [1, 2],
        BookCreateBulk: [1, 2, 3],
        BookUpdate: { name: 'Three', price: 7, AuthorRead: null },
      },
    })
    for (const tag of [1, 2]) {
      const path = `/nc/${project}/api/v1/Book/1/Tag/${tag}/link`
      expect((await server.request(path, { method: 'PUT', token: owner.token })).status).toBe(200)
    }
  })

  it('lists, filters, counts and groups, with values of the types that the schema names', async () => {
    expect(
      await ask(`{
        AuthorList { alive BookCount BookList(sort: "-price", limit: 1) { name price } }
        BookList(where: "(price,lt,10)", sort: "price") { id price facts AuthorRead { name alive } TagMMCount TagMMList(sort: "name") { name BookMMList { id } } }
        BookCount(condition: { price: { ge: "7" } })
        BookGroupBy(fields: "Author_id", sort: "-count", limit: 1) { Author_id count }
        TagFindOne(where: "(name,eq,blue)") { id __typename }
        m2mNotChildrenCount(pid: "2", assoc: "m2mBook_Tag", parent: "Book")
      }`),
    ).toEqual({
      data: {
        AuthorList: [{ alive: true, BookCount: 2, BookList: [{ name: 'Two', price: 20 }] }],
        BookList: [
          {
            id: 1,
            price: 5.5,
            facts: { pages: 10 },
            AuthorRead: { name: 'Ada', alive: true },
            TagMMCount: 2,
            TagMMList: [
              { name: 'blue', BookMMList: [{ id: 1 }] },
              { name: 'red', BookMMList: [{ id: 1 }] },
            ],
          },
          { id: 3, price: 7, facts: null, AuthorRead: null, TagMMCount: 0, TagMMList: [] },
        ],
        BookCount: 2,
        BookGroupBy: [{ Author_id: 1, count: 2 }],
        TagFindOne: { id: 2, __typename: 'Tag' },
        m2mNotChildrenCount: { count: 2 },
      },
    })
  })

  it('finds rows by what they are linked to, to any depth, in lists, counts and groups', async () => {
    expect(
      await ask(`{
        read: BookList(condition: { AuthorRead: { name: { eq: "Ada" } } }) { id }
        none: BookList(condition: { _not: { AuthorRead: {} } }) { id }
        list: AuthorList(condition: { BookList: { price: { gt: "10" } } }) { name }
        deep: TagList(condition: { BookMMList: { AuthorRead: { name: { like: "A%" } } } }) { name }
        both: BookCount(condition: { TagMMList: {} }, conditionGraph: "{\\"author\\":{\\"relationType\\":\\"bt\\"}}")
        some: BookCount(condition: { _or: [{ id: { eq: "3" } }, { TagMMList: { name: { eq: "red" } } }] })
        different: BookDistinct(column_name: "Author_id", condition: { AuthorRead: {} }) { Author_id }
      }`),
    ).toEqual({
      data: {
        read: [{ id: 1 }, { id: 2 }],
        none: [{ id: 3 }],
        list: [{ name: 'Ada' }],
        deep: [{ name: 'red' }, { name: 'blue' }],
        both: 1,
        some: 2,
        different: [{ Author_id: 1 }],
      },
    })
  })

  it('has the comparisons that scripts name for variables, of numbers and of yes and no', async () => {
    const { data } = (await ask(
      `{ __type(name: "ConditionInt") { inputFields { name } } float: __type(name: "ConditionFloat") { name } yes: __type(name: "ConditionBoolean") { inputFields { name } } }`,
    )) as {
      data: Record<string, unknown>
    }
    const names = (list: readonly string[]): object => ({ inputFields: list.map((name) => ({ name })) })
    expect(data).toEqual({
      __type: names(['eq', 'neq', 'in', 'nin', 'lt', 'gt', 'le', 'ge']),
      float: { name: 'ConditionFloat' },
      yes: names(['eq', 'neq', 'in', 'nin']),
    })
  })

  it('takes and answers whole numbers of 64 bits without losing a digit', async () => {
    const as = { token: owner.token, projectId: project }
    await server.call('tableCreate', { tn: 'big', _tn: 'Big', columns: [{ cn: 'n', uidt: 'Number' }] }, as)
    const wide = engine.dialect !== 'mysql'
    const most = wide ? '9223372036854775807' : '2147483647'
    expect(await ask(`mutation { BigCreate(data: { n: ${most} }) { n } }`)).toEqual({
      data: { BigCreate: { n: wide ? most : Number(most) } },
    })
    if (!wide) return
    const send = (query: string, variables: string): Promise<Result> =>
      server
        .request(`/nc/${project}/v1/graphql`, {
          method: 'POST',
          token: owner.token,
          headers: { 'content-type': 'application/json' },
          text: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
        })
        .then(({ json }) => json as Result)
    expect(await send('mutation($n: Int) { BigCreate(data: { n: $n }) { n } }', '{"n":5000000000}')).toEqual({
      data: { BigCreate: { n: 5_000_000_000 } },
    })
    expect(await send('mutation($n: Int) { BigCreate(data: { n: $n }) { n } }', '{"n":-9007199254740993}')).toEqual({
      data: { BigCreate: { n: '-9007199254740993' } },
    })
    for (const bad of ['9223372036854775808', '1.5', '"5"', 'true'])
      expect(
        (await send('mutation($n: Int) { BigCreate(data: { n: $n }) { n } }', `{"n":${bad}}`)).errors,
      ).toBeDefined()
    expect(await ask('{ BigCount }')).toEqual({ data: { BigCount: 3 } })
  })
})
