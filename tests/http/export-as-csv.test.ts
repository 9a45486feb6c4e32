import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

describe('xcExportAsCsv', () => {
  let server: TestServer
  let token: string
  let projectId: string
  const send = (args: unknown): Promise<Answer> =>
    server.request('/dashboard/?q=sqlOp_xcExportAsCsv', {
      method: 'POST',
      token,
      body: { api: 'xcExportAsCsv', project_id: projectId, args },
    })
  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp())
    const made = await server.call('projectCreateByWebWithXCDB', { title: 'Old', projectType: 'rest' }, { token })
    projectId = made.id
    const as = { token, projectId }
    const name = { cn: 'name', _cn: 'Name', uidt: 'SingleLineText' }
    await server.call('tableCreate', { tn: 'authors', columns: [name] }, as)
    await server.call(
      'tableCreate',
      { tn: 'books', columns: [name, { cn: 'author', uidt: 'Number' }, { cn: 'price', uidt: 'Decimal' }] },
      as,
    )
    await server.call(
      'relationCreate',
      { childTable: 'books', childColumn: 'author', parentTable: 'authors', parentColumn: 'id' },
      as,
    )
    const post = (table: string, body: unknown): Promise<Answer> =>
      server.request(`/nc/${projectId}/api/v1/${table}/bulk`, { method: 'POST', token, body })
    await post('authors', [{ Name: 'Ada' }])
    await post('books', [
      { Name: '=One', author: 1, price: 2.5 },
      { Name: 'Two', author: 1, price: 1 },
      { Name: 'Three' },
    ])
  })
  afterAll(() => server.close())

  it('answers a table as text, links by the names of their records, with the headers of old', async () => {
    const answer = await send({ model_name: 'books', localQuery: { sort: '-price' } })
    expect(answer.status).toBe(200)
    const lines = answer.text.trim().split('\r\n')
    const heads = lines[0]?.split(',') ?? []
    expect(heads).toEqual(expect.arrayContaining(['Name', 'author', 'price']))
    const link = heads.findIndex((head) => head.includes('authors'))
    expect(lines.slice(1).map((line) => [line.split(',')[heads.indexOf('Name')], line.split(',')[link]])).toEqual([
      ["'=One", 'Ada'],
      ['Two', 'Ada'],
      ['Three', ''],
    ])
    expect(answer.headers['nc-export-offset']).toBe('-1')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="books-export.csv"')
    expect(answer.headers['content-type']).toMatch(/^text\/csv/)
    expect(answer.headers['nc-export-elapsed-time']).toMatch(/^\d+$/)
  })

  it('goes on where a page ended, and shows the fields that are wanted', async () => {
    const answer = await send({
      model_name: 'books',
      query: { offset: 1 },
      localQuery: {
        showFields: { Name: true, price: true, author: false },
        where: '(price,gt,0)',
      },
    })
    expect(answer.text).toBe('Two,1\r\n')
  })

  it.each([
    [{ model_name: 'nothing' }, 404],
    [{ model_name: 'books', localQuery: { where: '(nope,eq,1)' } }, 400],
    [{ model_name: 'books', query: { offset: -1 } }, 400],
  ])('%j is refused in words', async (args, status) => {
    const answer = await send(args)
    expect(answer.status).toBe(status)
    expect(answer.error.msg).toMatch(/^[A-Z].*\.$/)
  })

  it('exports a view as everyone sees it: its columns, filters and order', async () => {
    const as = { token, projectId }
    const { text } = await send({ model_name: 'books' })
    const link =
      text
        .slice(0, text.indexOf('\r\n'))
        .split(',')
        .find((head) => head.includes('authors')) ?? ''
    const query = {
      showFields: { Name: true, price: true, id: false, author: false, [link]: false },
      fieldsOrder: ['price', 'Name'],
      filters: [{ field: 'price', op: '>', value: '0', logicOp: 'and' }],
      sortList: [{ field: 'price', order: '' }],
    }
    const view = { parent_model_title: 'books', show_as: 'grid', title: 'Cheap', query_params: query } as const
    await server.call('xcVirtualTableCreate', view, as)
    const lines = async (args: Record<string, unknown>): Promise<string[]> =>
      (await send({ model_name: 'books', ...args })).text.trim().split('\r\n')
    expect(await lines({ view_name: 'Cheap' })).toEqual(['Name,price', 'Two,1', "'=One,2.5"])
    // A script's own parameters are added, and never restore rows or fields that the view excludes.
    const localQuery = { where: '(price,gt,1)', sort: '-price', showFields: { Name: true, author: true } }
    expect(await lines({ view_name: 'cheap', localQuery })).toEqual(['Name', "'=One"])
    expect(await lines({ view_name: 'books' })).toHaveLength(4)
    const missing = await send({ model_name: 'books', view_name: 'Nothing' })
    expect([missing.status, missing.error.code]).toEqual([404, 'TABLE_VIEW_NOT_FOUND'])
  })
})
