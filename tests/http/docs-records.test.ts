import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'

it('docs/records.md has calls that answer as written, run as written', async () => {
  const shop = await startShop({ name: 'SingleLineText' })
  const { server, token, projectId } = shop
  const body = [{ name: 'Lamp' }, { name: 'Chair' }]
  await server.request(`/nc/${projectId}/api/v1/things/bulk`, { method: 'POST', token, body })
  const all = examplesOf(readFileSync('docs/records.md', 'utf8'))
  expect(all.length).toBeGreaterThan(3)
  await expectAsWritten(shop, all)
  await server.close()
})
