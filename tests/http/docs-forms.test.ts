import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf, expectAsWritten, madeView, startShop } from '@tests/helpers/documented'

it('docs/forms.md has calls that answer as written, run as written', async () => {
  const shop = await startShop({ name: 'SingleLineText', kind: 'SingleLineText', price: 'Decimal' })
  const { server, token, projectId } = shop
  const all = examplesOf(readFileSync('docs/forms.md', 'utf8'))
  expect(all).toHaveLength(4)
  await expectAsWritten(shop, all, madeView)
  const rows = await server.request(`/nc/${projectId}/api/v1/things`, { token })
  expect(rows.json).toMatchObject([{ name: 'A lamp', kind: 'New', price: 12.5 }])
  await server.close()
})
