import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trashRowsMax } from '@common/constants'
import { asWritten, examplesOf } from '@tests/helpers/documented'
import { startServer, type TestServer } from '@tests/helpers/server'

const page = readFileSync('docs/trash-and-undo.md', 'utf8')

describe('docs/trash-and-undo.md', () => {
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
      { cn: 'price', uidt: 'Decimal' },
    ]
    await server.call('tableCreate', { tn: 'things', columns }, { token, projectId })
  })
  afterAll(() => server.close())

  it('has calls that answer as written, run as written', async () => {
    const all = examplesOf(page)
    expect(all.length).toBeGreaterThan(5)
    const here = (text: string): string => text.replaceAll('{project}', projectId)
    for (const { method, path, body, answer } of all) {
      const sent = body.trim() === '' ? {} : { body: JSON.parse(here(body)) as unknown }
      const given = await server.request(here(path), { method, token, ...sent })
      expect([path, given.status]).toEqual([path, 200])
      if (answer === undefined) continue
      const written: unknown = JSON.parse(here(answer))
      expect(asWritten(given.json, written)).toEqual(written)
    }
  })

  it('says how much is kept, as it is', () => {
    expect(page).toContain(trashRowsMax.toLocaleString('en-US'))
    expect(page).toContain('thirty days')
  })
})
