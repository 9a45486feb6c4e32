import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importAsNew, importEnd, uploadImport, type Importing } from '@tests/helpers/imports'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let as: Importing

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp('owner@example.com')
  const { id } = await server.call('projectCreateSample', {}, { token: owner.token })
  as = { token: owner.token, projectId: id }
})
afterAll(() => server.close())

const rowsOf = async (table: string, query = ''): Promise<Record<string, unknown>[]> => {
  const answer = await server.request(`/nc/${as.projectId}/api/v1/${encodeURIComponent(table)}?${query}`, {
    token: as.token,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as Record<string, unknown>[]
}

const people = 'Name;Born;Height;Role\r\nAnna;24.12.1990;1,70;admin\r\nBen;3.1.2001;1,80;guest\r\n'

describe('an import into a new table', () => {
  it('makes the table with the types that its values show', async () => {
    const status = await importAsNew(server, { name: 'people.csv', content: people }, as, 'People')
    expect(status).toMatchObject({
      state: 'done',
      read: 2,
      created: 2,
      failed: 0,
      percent: 100,
      tables: [{ title: 'People', created: true, rows: 2 }],
    })
    expect(await rowsOf('People')).toMatchObject([
      { Name: 'Anna', Born: '1990-12-24', Height: 1.7, Role: 'admin' },
      { Name: 'Ben', Born: '2001-01-03', Height: 1.8, Role: 'guest' },
    ])
  })
})

describe('an import into a table that is there', () => {
  it('adds, changes by key and lists what does not fit', async () => {
    const more =
      'Name,Born,Height\nAnna,1990-12-25,1.71\nCarl,2000-02-30,1.6\nDora,1999-01-01,1.5\nDora,1999-01-02,1.4\n'
    const { id } = await uploadImport(server, { name: 'more.csv', content: more }, as)
    await server.call(
      'importStart',
      {
        id,
        sheets: [
          {
            sheet: 0,
            into: { kind: 'table', tn: 'People' },
            columns: ['Name', 'Born', 'Height'].map((column, source) => ({ source, column })),
            key: ['Name'],
          },
        ],
      },
      as,
    )
    const status = await importEnd(server, id, as)
    expect(status).toMatchObject({ state: 'done', created: 1, updated: 1, failed: 2 })
    expect(await rowsOf('People')).toMatchObject([
      { Name: 'Anna', Born: '1990-12-25', Height: 1.71, Role: 'admin' },
      { Name: 'Ben', Height: 1.8 },
      { Name: 'Dora', Born: '1999-01-01', Height: 1.5 },
    ])
    const failures = await server.call('importFailures', { id }, as)
    expect(failures.list).toMatchObject([
      { line: 3, column: 'Born', value: '2000-02-30' },
      { line: 5, column: 'Name', value: 'Dora' },
    ])
    const csv = await server.request(`/dashboard/imports/${as.projectId}/${id}/failed.csv`, { token: as.token })
    expect(csv.text).toContain('more,5,Name,Dora,Name: a row further up in the file has the same value.\r\n')
  })
})
