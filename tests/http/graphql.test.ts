import { openSubscription, type Subscription } from '@tests/helpers/subscription'
import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { buildClientSchema, getIntrospectionQuery, validateSchema, type IntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '@tests/helpers/data-api'
import { startServer, type Answer } from '@tests/helpers/server'
import { graphqlLibrary, type GraphqlResult } from './graphql-library'

const library = graphqlLibrary()
const { ask, data, send } = library

describe('mutations', () => {
  it('make, change and delete rows, one after the other', async () => {
    expect(
      await data(`mutation {
        AuthorCreate(data: { name: "Di", alive: true }) { id name alive BookList { id } }
        a: AuthorUpdate(id: "4", data: { name: "Dia" }) { name alive }
        AuthorDelete(id: "4")
        b: AuthorDelete(id: "4")
        c: AuthorUpdate(id: "4", data: { name: "x" }) { name }
      }`),
    ).toEqual({
      AuthorCreate: { id: 4, name: 'Di', alive: true, BookList: [] },
      a: { name: 'Dia', alive: true },
      AuthorDelete: 1,
      b: 0,
      c: { name: null },
    })
  })

  it('write many rows, all or none', async () => {
    expect(
      await data('mutation ($rows: [BookInput]) { BookCreateBulk(data: $rows) }', {
        rows: [{ title: 'Six' }, { title: 'Seven' }],
      }),
    ).toEqual({
      BookCreateBulk: [6, 7],
    })
    expect(await data('mutation { BookUpdateBulk(data: [{ id: 6, price: 1 }, { id: 99, price: 1 }]) }')).toEqual({
      BookUpdateBulk: [1, 0],
    })
    expect(
      await data('mutation { BookDeleteBulk(data: [{ id: 6 }, { id: 7 }]) TagCreateBulk(data: [{ name: "new" }]) }'),
    ).toEqual({
      BookDeleteBulk: [1, 1],
      TagCreateBulk: ['new'],
    })
    const before = contentsOf(library.now().filename)
    const { errors } = await ask('mutation { TagCreateBulk(data: [{ name: "fresh" }, { name: "red" }]) }')
    expect(errors?.[0]?.extensions.code).toBe('VALUE_NOT_UNIQUE')
    expect(contentsOf(library.now().filename)).toBe(before)
  })

  it('are refused to those who may only read, whatever they ask', async () => {
    const reader = await library.now().server.signUp()
    giveRole(reader.email, 'viewer')
    const before = contentsOf(library.now().filename)
    expect((await send({ query: '{ BookCount }' }, reader.token)).json).toEqual({ data: { BookCount: 5 } })
    const answer = await send({ query: 'mutation { TagCreate(data: { name: "x" }) { name } }' }, reader.token)
    expect(answer.status).toBe(200)
    const message = { key: 'errors.NOT_ALLOWED', params: {} }
    expect(answer.json).toMatchObject({ data: null, errors: [{ extensions: { code: 'NOT_ALLOWED', message } }] })
    const { data: found } = (await send({ query: '{ __schema { mutationType { name } } }' }, reader.token))
      .json as GraphqlResult
    expect(found).toEqual({ __schema: { mutationType: null } })
    expect(contentsOf(library.now().filename)).toBe(before)
  })
})

/** There is no member management yet; until then the test writes roles where the server reads them. */
function giveRole(email: string, role: string): void {
  const file = new Sqlite(join(library.now().server.profileFolder, 'meta.sqlite'))
  file
    .prepare(
      `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at)
       SELECT ?, id, ?, '2026-01-01T00:00:00.000Z' FROM xc_users WHERE email = ?`,
    )
    .run(library.now().project, role, email)
  file.close()
}

/** Subscribes to changes of the library. */
const subscribe = (query: string, token = library.now().owner.token): Promise<Subscription> =>
  openSubscription(library.now().server.origin, library.now().project, token, query)

describe('subscriptions', () => {
  it('tell of each row that is made, changed and deleted, by whatever way', async () => {
    const changes = await subscribe('subscription { TagChanged { kind id row { name } } }')
    await data('mutation { TagCreate(data: { name: "x" }) { name } BookDelete(id: "5") }')
    await library.now().server.request(`/nc/${library.now().project}/api/v1/Tag/x`, {
      method: 'PUT',
      token: library.now().owner.token,
      body: { name: 'y' },
    })
    await library.now().server.request(`/nc/${library.now().project}/api/v1/Tag/y`, {
      method: 'DELETE',
      token: library.now().owner.token,
    })
    expect(await changes.next()).toMatchObject({ data: { TagChanged: { kind: 'create', id: 'x' } } })
    expect(await changes.next()).toMatchObject({ data: { TagChanged: { kind: 'update', id: 'y' } } })
    expect(await changes.next()).toEqual({ data: { TagChanged: { kind: 'delete', id: 'y', row: null } } })
    changes.close()
  })

  it('end when the rights of the caller do', async () => {
    const reader = await library.now().server.signUp()
    giveRole(reader.email, 'viewer')
    const changes = await subscribe('subscription { TagChanged { row { name } } }', reader.token)
    await data('mutation { TagCreate(data: { name: "x" }) { name } }')
    expect(await changes.next()).toEqual({ data: { TagChanged: { row: { name: 'x' } } } })
    await library.now().server.request('/auth/signout', { method: 'POST', token: reader.token })
    await data('mutation { TagCreate(data: { name: "secret" }) { name } }')
    expect(await changes.next()).toMatchObject({ data: { TagChanged: null }, errors: [{ path: ['TagChanged'] }] })
    changes.close()
  })

  it('need a caller that can be told, and end when it leaves', async () => {
    const changes = await subscribe('subscription { TagChanged { row { name } } }')
    await data('mutation { TagCreate(data: { name: "x" }) { name } }')
    expect(await changes.next()).toEqual({ data: { TagChanged: { row: { name: 'x' } } } })
    changes.close()
    const plain = await send({ query: 'subscription { TagChanged { kind } }' })
    expect(plain).toMatchObject({ status: 400, error: { code: 'GRAPHQL_INVALID' } })
    expect(plain.error.msg).toContain("with the header 'accept: text/event-stream' for a subscription.")
  })

  it('tell that changes are missing where too many come at once, and go on', async () => {
    const changes = await subscribe('subscription { TagChanged { kind id } }')
    const { server, project, owner } = library.now()
    const many = Array.from({ length: 1_001 }, (_, at) => ({ name: `many ${at}` }))
    await server.request(`/nc/${project}/api/v1/Tag/bulk`, { method: 'POST', token: owner.token, body: many })
    const missed = { extensions: { code: 'CHANGES_MISSED' }, path: ['TagChanged'] }
    expect(await changes.next()).toMatchObject({ data: { TagChanged: null }, errors: [missed] })
    await data('mutation { TagCreate(data: { name: "x" }) { name } }')
    expect(await changes.next()).toEqual({ data: { TagChanged: { kind: 'create', id: 'x' } } })
    changes.close()
  })

  it('are limited for each user, and room is free again when one ends', async () => {
    const reader = await library.now().server.signUp()
    giveRole(reader.email, 'viewer')
    const open = (): Promise<Subscription> => subscribe('subscription { TagChanged { kind } }', reader.token)
    const all = await Promise.all(Array.from({ length: 50 }, open))
    await expect(open()).rejects.toThrow('429')
    all.pop()?.close()
    await expect.poll(async () => (await open().catch(() => undefined)) !== undefined).toBe(true)
    for (const each of all) each.close()
  })
})

describe('a caller without a token', () => {
  const anonymous = (query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    library
      .now()
      .server.request(`/nc/${library.now().project}/v1/graphql`, { method: 'POST', body: { query }, headers })

  const queries = [
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Book") { name } }',
    '{ __typename }',
    '{ nocodb_health }',
    '{ BookCount }',
    '{ __schema { queryType { name } } BookList { id } }',
    '{ ... on Query { BookList { id } } }',
    'mutation { BookDelete(id: "1") }',
    'mutation { __typename BookDelete(id: "1") }',
    'subscription { BookChanged { kind } }',
    '{ m2mNotChildren(pid: "1", assoc: "BookTag", parent: "Book") }',
    'no query at all',
  ]

  it('is told nothing, and the same of projects that are not there', async () => {
    const before = contentsOf(library.now().filename)
    for (const query of queries) {
      const answer = await anonymous(query)
      expect([query, answer.status, answer.error.code]).toEqual([query, 401, 'NOT_SIGNED_IN'])
      const elsewhere = await library
        .now()
        .server.request('/nc/nothing_x1y2/v1/graphql', { method: 'POST', body: { query } })
      expect([elsewhere.status, elsewhere.text]).toEqual([answer.status, answer.text])
    }
    expect((await send({ query: queries[0] }, 'nonsense')).status).toBe(401)
    expect(contentsOf(library.now().filename)).toBe(before)
  })

  it('reads the schema where the administrator opened it, and no row', async () => {
    const open = await startServer({ openSchema: true })
    try {
      const { token } = await open.signUp()
      const { id } = await open.call(
        'projectCreateFromFile',
        { title: 'Open', filename: library.now().filename },
        { token },
      )
      const ask = (query: string): Promise<Answer> =>
        open.request(`/nc/${id}/v1/graphql`, { method: 'POST', body: { query } })
      const { json } = await ask(getIntrospectionQuery())
      const { data: schema } = json as { data: IntrospectionQuery }
      expect(validateSchema(buildClientSchema(schema))).toEqual([])
      expect(Object.keys(buildClientSchema(schema).getMutationType()?.getFields() ?? {})).toContain('BookCreate')
      for (const query of queries.slice(4, -1)) expect((await ask(query)).error.code).toBe('NOT_SIGNED_IN')
      expect((await open.request(`/nc/${id}/db/swagger.json`)).status).toBe(200)
      await open.call('projectStop', {}, { token, projectId: id })
      expect((await ask('{ __typename }')).error.code).toBe('PROJECT_STOPPED')
      expect((await open.request(`/nc/${id}/db/swagger.json`)).error.code).toBe('PROJECT_STOPPED')
    } finally {
      await open.close()
    }
  })
})

describe('bad input', () => {
  it('is told which of several operations is meant to be named', async () => {
    const query = 'query A { BookCount } query B { AuthorCount }'
    for (const operationName of [undefined, 'C'])
      expect((await send({ query, operationName })).error.msg).toContain(
        "with the name of one of its operations in 'operationName'.",
      )
    expect((await send({ query, operationName: 'B' })).status).toBe(200)
  })

  it.each<[string, unknown, number, string]>([
    ['no query', {}, 400, 'GRAPHQL_INVALID'],
    ['a list of queries', [{ query: '{ BookCount }' }], 400, 'GRAPHQL_INVALID'],
    ['variables that are no object', { query: '{ BookCount }', variables: [1] }, 400, 'GRAPHQL_INVALID'],
    ['what cannot be read', { query: '{ BookList { ' }, 400, 'GRAPHQL_INVALID'],
    ['an unknown field', { query: '{ BookList { nope } }' }, 400, 'GRAPHQL_INVALID'],
    ['an unknown argument', { query: '{ BookList(nope: 1) { id } }' }, 400, 'GRAPHQL_INVALID'],
    ['a wrong type', { query: '{ BookList(limit: "1") { id } }' }, 400, 'GRAPHQL_INVALID'],
    [
      'a wrong variable',
      { query: 'query ($n: Int) { BookList(limit: $n) { id } }', variables: { n: 'x' } },
      400,
      'GRAPHQL_INVALID',
    ],
    ['an unknown operation', { query: 'query A { BookCount }', operationName: 'B' }, 400, 'GRAPHQL_INVALID'],
    [
      'a number that is too large',
      { query: 'mutation { BookCreate(data: { id: 99999999999999999999 }) { id } }' },
      400,
      'GRAPHQL_INVALID',
    ],
    ['an unknown column', { query: '{ BookList(where: "(nope,eq,1)") { id } }' }, 200, 'COLUMN_NOT_FOUND'],
    ['a filter that is none', { query: '{ BookList(where: "(price") { id } }' }, 200, 'FILTER_INVALID'],
    ['a sort that is none', { query: '{ BookList(sort: "nope") { id } }' }, 200, 'COLUMN_NOT_FOUND'],
    ['a key that can be none', { query: '{ BookRead(id: "abc") { id } }' }, 200, 'ROW_KEY_INVALID'],
    [
      'a value that does not fit',
      { query: 'mutation { BookCreate(data: { author_id: 77 }) { id } }' },
      200,
      'VALUE_REFERENCE_MISSING',
    ],
    ['a missing value', { query: 'mutation { AuthorCreate(data: {}) { id } }' }, 200, 'ROW_INVALID'],
    [
      'a function that is none',
      { query: '{ BookAggregate(column_name: "id", func: "del") { sum } }' },
      200,
      'FUNCTION_INVALID',
    ],
    ['a mutation without id', { query: 'mutation { BookDelete }' }, 200, 'QUERY_PARAMETER_INVALID'],
  ])('is told: %s', async (_name, body, status, code) => {
    const before = contentsOf(library.now().filename)
    const answer = await send(body)
    const { errors } = answer.json as GraphqlResult
    expect(answer.status).toBe(status)
    expect(errors?.[0]?.extensions.code).toBe(code)
    expect(errors?.[0]?.message).toMatch(/\S/)
    expect(answer.text).not.toMatch(/SQLITE|sqlite|SELECT |INSERT |constraint failed|\bat .*:\d+:\d+/)
    expect(contentsOf(library.now().filename)).toBe(before)
  })

  it('of one field leaves the others answered', async () => {
    const { data: found, errors } = await ask('{ BookCount a: BookList(where: "(nope,eq,1)") { id } }')
    expect(found).toEqual({ BookCount: 5, a: null })
    expect(errors).toMatchObject([{ path: ['a'] }])
  })

  it('is bounded: depth, names, fields, rows and length of a query', async () => {
    const nested = (depth: number): string =>
      depth === 0 ? '{ id }' : `{ AuthorRead { BookList(limit: 1) ${nested(depth - 1)} } }`
    const tooLarge: string[] = [
      `{ BookRead(id: "1") ${nested(5)} }`,
      `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: BookCount`).join(' ')} }`,
      `{ BookList { ${Array.from({ length: 300 }, (_, at) => `a${at}: id`).join(' ')} } }`,
      '{ BookList(limit: 1000) { AuthorRead { BookList(limit: 1000) { id } } } }',
    ]
    for (const query of tooLarge) {
      const answer = await send({ query })
      expect(answer.status).toBe(400)
      expect((answer.json as GraphqlResult).errors?.[0]?.extensions.code).toBe('GRAPHQL_TOO_LARGE')
    }
    const long = await send({ query: `{ BookList(where: "") { ${'id '.repeat(30_000)} } }` })
    expect(long.status).toBe(400)
  })

  it('never comes further than the content type, the method and the rights', async () => {
    const path = `/nc/${library.now().project}/v1/graphql`
    const text = JSON.stringify({ query: '{ BookCount }' })
    const form = { method: 'POST', token: library.now().owner.token, text, headers: { 'content-type': 'text/plain' } }
    expect((await library.now().server.request(path, form)).status).toBe(415)
    expect(
      (await library.now().server.request(path, { method: 'PUT', token: library.now().owner.token, body: {} })).status,
    ).toBe(405)
    expect(
      (await library.now().server.request(path, { method: 'POST', token: library.now().owner.token, text: '{' }))
        .status,
    ).toBe(400)
    expect((await send({ query: '{ BookCount }' }, 'nonsense')).status).toBe(401)
    expect(
      (await library.now().server.request(path, { method: 'POST', body: { query: '{ BookCount }' } })).status,
    ).toBe(401)
    const stranger = await library.now().server.signUp()
    expect((await send({ query: '{ BookCount }' }, stranger.token)).status).toBe(404)
  })
})

describe('introspection', () => {
  it('describes a valid schema with the names of the wire', async () => {
    const { data: found } = await ask(getIntrospectionQuery())
    const schema = buildClientSchema(found as unknown as IntrospectionQuery)
    expect(validateSchema(schema)).toEqual([])
    const fields = Object.keys(schema.getQueryType()?.getFields() ?? {})
    for (const suffix of [
      'List',
      'Read',
      'Exists',
      'FindOne',
      'Count',
      'Distinct',
      'GroupBy',
      'Aggregate',
      'Distribution',
    ])
      expect(fields).toContain(`Book${suffix}`)
    expect(fields).toEqual(expect.arrayContaining(['m2mNotChildren', 'm2mNotChildrenCount', 'nocodb_health']))
    expect(fields).not.toContain('cheapRead')
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) => name.startsWith('cheap'))).toEqual(
      [],
    )
    expect(Object.keys(schema.getSubscriptionType()?.getFields() ?? {})).toContain('BookChanged')
  })

  it('does not offer tables of pairs among the links of a row, which answer when they are named', async () => {
    const fieldsOf = async (all: boolean): Promise<string[]> => {
      const { __type } = await data(`{ __type(name: "Book") { fields(includeDeprecated: ${all}) { name } } }`)
      return (__type as { fields: { name: string }[] }).fields.map(({ name }) => name)
    }
    const pairs = ['BookTagList', 'BookTagCount']
    expect((await fieldsOf(false)).filter((name) => pairs.includes(name))).toEqual([])
    expect(await fieldsOf(false)).toEqual(expect.arrayContaining(['AuthorRead', 'TagMMList', 'TagMMCount']))
    expect(await fieldsOf(true)).toEqual(expect.arrayContaining(pairs))
    expect(await data('{ BookRead(id: "2") { BookTagCount BookTagList { tag } } BookTagCount }')).toEqual({
      BookRead: { BookTagCount: 1, BookTagList: [{ tag: 'red' }] },
      BookTagCount: 4,
    })
  })

  it('can be mixed with rows', async () => {
    expect(await data('{ __type(name: "Tag") { name } BookCount }')).toEqual({ __type: { name: 'Tag' }, BookCount: 5 })
  })
})
