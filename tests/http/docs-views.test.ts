import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf, expectAsWritten, madeView, startShop } from '@tests/helpers/documented'

it('docs/views.md has calls that answer as written, run as written', async () => {
  const shop = await startShop({ name: 'SingleLineText', price: 'Decimal' })
  const { server, token, projectId } = shop
  const all = examplesOf(readFileSync('docs/views.md', 'utf8'))
  expect(all.length).toBeGreaterThan(4)
  await expectAsWritten(shop, all, madeView)
  const views = await server.operate('viewList', { table: 'things' }, { token, projectId })
  expect(views.slice(0, 2).map(({ settings, personal }) => ({ settings, personal }))).toEqual([
    { settings: { rowHeight: 'tall', widths: { name: 300 } }, personal: { hidden: ['price'] } },
    { settings: { rowHeight: 'tall', widths: { name: 300 } }, personal: null },
  ])
  expect(views[2]).toMatchObject({ title: 'From a script', settings: { hidden: ['id'] } })
  await server.close()
})
