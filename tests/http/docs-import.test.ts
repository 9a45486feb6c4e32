import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'
import { importEnd } from '@tests/helpers/imports'

it('docs/import.md has calls that answer as written, run as written', async () => {
  const shop = await startShop()
  const { server, token, projectId } = shop
  const all = examplesOf(readFileSync('docs/import.md', 'utf8'))
  expect(all).toHaveLength(3)
  let id = ''
  await expectAsWritten(shop, all, async (_, answer) => {
    if (id === '') ({ id } = answer as { id: string })
    await importEnd(server, id, { token, projectId }, ({ state }) => state === 'ready' || state === 'done')
    return { import: id }
  })
  const rows = await server.request(`/nc/${projectId}/api/v1/People`, { token })
  expect(rows.json).toMatchObject([{ id: 1, Name: 'Anna', Born: '1990-12-24' }])
  await server.close()
})
