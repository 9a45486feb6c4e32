import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/*
 * Requests of an attacker who wants to break in, crash the server or read the data of others. Every response must be a
 * rejection in our words, never a fault of ours, and the server continues.
 */

let server: TestServer
let token: string
let stranger: string
let project: string
beforeAll(async () => {
  server = await startServer({ signUpAttempts: 0 })
  ;({ token } = await server.signUp())
  stranger = (await server.signUp()).token
  project = (await server.call('projectCreateByWebWithXCDB', { title: 'Target' }, { token })).id
  const columns = [
    { cn: 'id', uidt: 'ID', pk: true, ai: true },
    { cn: 'title', uidt: 'SingleLineText' },
    { cn: 'amount', uidt: 'Decimal' },
    { cn: 'files', uidt: 'Attachment' },
  ]
  await server.call('tableCreate', { tn: 'Notes', columns }, { token, projectId: project })
  const rows = [1, 2, 3].map((n) => ({ title: `note ${n}`, amount: n }))
  await server.request(notes('/bulk'), { method: 'POST', token, body: rows })
})
afterAll(() => server.close())

const notes = (rest = '', of = project): string => `/nc/${of}/api/v1/Notes${rest}`
const graphql = (query: string, as: string | undefined, of = project): Promise<Answer> =>
  server.request(`/nc/${of}/v1/graphql`, { method: 'POST', token: as, body: { query } })

/** Expects a rejection in our words, and a server that continues. */
async function expectRefusal(answer: Answer, what: string): Promise<void> {
  expect([what, answer.status >= 400 && answer.status < 500], answer.text).toEqual([what, true])
  expect(answer.error.code).toMatch(/^[A-Z_]+$/)
  expect(answer.error.code).not.toBe('INTERNAL')
  expect((await server.request('/health')).status).toBe(200)
}

describe('GraphQL that is nested beyond reason', () => {
  const depth = 3_000
  const nested: Readonly<Record<string, string>> = {
    fields: '{a'.repeat(depth) + '}'.repeat(depth),
    unclosed: '{a'.repeat(depth),
    lists: `{ NotesList(where: ${'['.repeat(depth)}${']'.repeat(depth)}) { id } }`,
    objects: `{ NotesList(where: ${'{a:'.repeat(depth)}1${'}'.repeat(depth)}) { id } }`,
    types: `query ($a: ${'['.repeat(depth)}Int${']'.repeat(depth)}) { NotesCount }`,
    'inline fragments': `{ ${'... on Query { '.repeat(depth)} NotesCount ${'}'.repeat(depth)} }`,
    'brackets in texts': `{ NotesList(where: "${'{'.repeat(depth)}") { id } }${'{a'.repeat(depth)}`,
  }
  it.each(Object.keys(nested))('is refused: %s', async (name) => {
    const answer = await graphql(nested[name] ?? '', token)
    // Syntax errors use the GraphQL format.
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/GRAPHQL_(?:TOO_LARGE|INVALID)/)])
    const outside = await graphql(nested[name] ?? '', undefined)
    expect([outside.status, outside.error.code]).toEqual([401, 'NOT_SIGNED_IN'])
  })

  it('leaves deep but sober queries alone', async () => {
    const where = `(title,like,%${'{'.repeat(250)}%)`
    const answer = await graphql(`{ NotesList(where: ${JSON.stringify(where)}) { id } }`, token)
    expect([answer.status, answer.json]).toEqual([200, { data: { NotesList: [] } }])
    const count = 2_400
    const chain = Array.from({ length: count }, (_, n) => `fragment f${n} on Query { ...f${n + 1} }`).join(' ')
    const long = await graphql(`{ ...f0 } ${chain} fragment f${count} on Query { NotesCount }`, token)
    expect([200, 400]).toContain(long.status)
  })
})

describe('a forged cursor', () => {
  const values = [
    '[{"n":"x"}]',
    '[{}]',
    'null',
    '[',
    'x',
    '',
    '[1]',
    '["1"]',
    '[null]',
    '[[]]',
    '{"length":1}',
    '[1,2]',
  ]
  const unkeyed = (text: string): string =>
    createHash('sha256').update(`Notes\n${text}`).digest('base64url').slice(0, 22)

  it.each(values)('is refused: %s', async (text) => {
    const encoded = Buffer.from(text).toString('base64url')
    for (const check of ['', 'x', 'x'.repeat(22), unkeyed(text), 'ä'.repeat(22)]) {
      const answer = await server.request(notes(`?after=${encodeURIComponent(`${encoded}.${check}`)}`), { token })
      await expectRefusal(answer, text)
      expect(answer.error.code).toBe('QUERY_PARAMETER_INVALID')
    }
  })

  it('of another list, or changed in any place, is refused; a real one is not', async () => {
    const first = await server.request(notes('?after=&limit=1'), { token })
    const cursor = String(first.headers['xc-next-cursor'])
    const ask = (after: string, more = ''): Promise<Answer> =>
      server.request(notes(`?limit=1&after=${encodeURIComponent(after)}${more}`), { token })
    expect((await ask(cursor)).json).toMatchObject([{ id: 2 }])
    await expectRefusal(await ask(cursor, '&sort=-title'), 'another order')
    await expectRefusal(await ask(cursor, '&where=(id,gt,1)'), 'another filter')
    const [values_ = '', check = ''] = cursor.split('.')
    const forged = Buffer.from('[2]').toString('base64url')
    for (const each of [`${forged}.${check}`, `${values_}.${check.slice(0, -1)}`, `${values_}.`, values_, `.${check}`])
      await expectRefusal(await ask(each), each)
  })
})

describe('a formula that grows beyond all bounds', () => {
  it.each([2, 4])('is no fault of ours: SUBSTITUTE in itself, %i times', async (times) => {
    let formula = '{title}'
    const long = 'x'.repeat(900)
    for (let n = 0; n < times; n += 1) formula = `SUBSTITUTE(${formula}, "${n === 0 ? 'n' : 'x'}", "${long}")`
    const answer = await server.request('/dashboard/', {
      method: 'POST',
      token,
      body: { api: 'formulaPreview', project_id: project, args: { tn: 'Notes', formula } },
    })
    expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
  })
})

describe('what an outsider asks', () => {
  const ways: Readonly<Record<string, (id: string, as: string | undefined) => Promise<Answer>>> = {
    rows: (id, as) => server.request(notes('', id), { token: as }),
    'a row': (id, as) => server.request(notes('/1', id), { token: as }),
    'a write': (id, as) => server.request(notes('', id), { method: 'POST', token: as, body: { title: 'x' } }),
    'the document': (id, as) => server.request(`/nc/${id}/db/swagger.json`, { token: as }),
    introspection: (id, as) => graphql('{ __schema { queryType { name } } }', as, id),
    'GraphQL that is none': (id, as) => graphql('{', as, id),
    facts: (id, as) => server.request(`/nc/${id}/projectApiInfo`, { token: as }),
    'an operation': (id, as) =>
      server.request('/dashboard/', {
        method: 'POST',
        token: as,
        body: { api: 'tableList', project_id: id, args: {} },
      }),
    'what happens': (id, as) => server.request(`/nc/${id}/v1/live`, { token: as }),
    'a file': (id, as) => server.request(`/dl/${id}/db/${'0'.repeat(32)}/a.png`, { token: as }),
  }

  it.each(Object.keys(ways))('is answered alike for projects that are there and that are not: %s', async (name) => {
    const way = ways[name]
    if (way === undefined) throw new Error(name)
    for (const as of [undefined, 'nonsense', stranger]) {
      const known = await way(project, as)
      const unknown = await way('target_zzzz', as)
      expect([known.status >= 400, known.status < 500, known.text]).toEqual([true, true, unknown.text])
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    }
    await server.call('projectStop', {}, { token, projectId: project })
    try {
      for (const as of [undefined, 'nonsense', stranger]) {
        const [stopped, unknown] = [await way(project, as), await way('target_zzzz', as)]
        expect([stopped.status, stopped.text]).toEqual([unknown.status, unknown.text])
      }
    } finally {
      await server.call('projectStart', {}, { token, projectId: project })
    }
  })
})

describe('a cell of files', () => {
  it.each(['/user/me', '/dashboard/', '/dl/link/x/a', '//example.com/a', 'javascript:alert(1)', '/dl/../user/me'])(
    'takes no address like %s',
    async (url) => {
      const body = { files: JSON.stringify([{ title: 'a', url }]) }
      await expectRefusal(await server.request(notes('/1'), { method: 'PUT', token, body }), url)
    },
  )
})
