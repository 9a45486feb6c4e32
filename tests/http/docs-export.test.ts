import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf } from '@tests/helpers/documented'
import { startServer } from '@tests/helpers/server'

it('docs/export.md has calls that answer as written, run as written', async () => {
  const server = await startServer()
  const { token } = await server.signUp()
  const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, { token })
  const columns = [
    { cn: 'id', uidt: 'ID' },
    { cn: 'name', uidt: 'SingleLineText' },
    { cn: 'price', uidt: 'Decimal' },
  ]
  await server.call('tableCreate', { tn: 'things', columns }, { token, projectId: id })
  const rows = [
    { name: '=Chair', price: 12 },
    { name: 'Table', price: 99 },
    { name: 'Lamp', price: 40.5 },
  ]
  await server.request(`/nc/${id}/api/v1/things/bulk`, { method: 'POST', token, body: rows })
  const all = examplesOf(readFileSync('docs/export.md', 'utf8'))
  expect(all).toHaveLength(1)
  for (const { method, path, headers, body, answer } of all) {
    const here = path.replaceAll('{project}', id)
    const given = await server.request(here, { method, token, headers, body: JSON.parse(body) as unknown })
    expect([given.status, given.json]).toEqual([200, JSON.parse(answer ?? '')])
  }
  await server.close()
})
