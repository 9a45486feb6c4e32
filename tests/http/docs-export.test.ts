import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'

it('docs/export.md has calls that answer as written, run as written', async () => {
  const shop = await startShop({ name: 'SingleLineText', price: 'Decimal' })
  const { server, token, projectId } = shop
  const rows = [
    { name: '=Chair', price: 12 },
    { name: 'Table', price: 99 },
    { name: 'Lamp', price: 40.5 },
  ]
  await server.request(`/nc/${projectId}/api/v1/things/bulk`, { method: 'POST', token, body: rows })
  const all = examplesOf(readFileSync('docs/export.md', 'utf8'))
  expect(all).toHaveLength(1)
  expect(all[0]?.answer).toBeDefined()
  await expectAsWritten(shop, all)
  await server.close()
})
