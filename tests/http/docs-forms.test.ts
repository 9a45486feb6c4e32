import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asWritten, examplesOf } from '@tests/helpers/documented'
import { startServer, type TestServer } from '@tests/helpers/server'

const page = readFileSync('docs/forms.md', 'utf8')

describe('docs/forms.md', () => {
  let server: TestServer
  let token: string
  let projectId: string
  beforeAll(async () => {
    server = await startServer()
    ;({ token } = await server.signUp('ada@example.com'))
    const made = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, { token })
    projectId = made.id
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'name', uidt: 'SingleLineText' },
      { cn: 'kind', uidt: 'SingleLineText' },
      { cn: 'price', uidt: 'Decimal' },
    ]
    await server.call('tableCreate', { tn: 'things', columns }, { token, projectId })
  })
  afterAll(() => server.close())

  it('has calls that answer as written, run as written', async () => {
    const all = examplesOf(page)
    expect(all).toHaveLength(3)
    let view = ''
    const here = (text: string): string => text.replaceAll('{project}', projectId).replaceAll('{view}', view)
    for (const { method, path, body, answer } of all) {
      const given = await server.request(here(path), { method, token, body: JSON.parse(here(body)) as unknown })
      expect([path, given.status, given.text.slice(0, 200)]).toEqual([path, 200, expect.any(String)])
      if (path.endsWith('xcVirtualTableCreate')) view = (given.json as { id: string }).id
      if (answer === undefined) continue
      const written: unknown = JSON.parse(here(answer))
      expect(asWritten(given.json, written)).toEqual(written)
    }
    const rows = await server.request(`/nc/${projectId}/api/v1/things`, { token })
    expect(rows.json).toMatchObject([{ name: 'A lamp', kind: 'New', price: 12.5 }])
  })
})
