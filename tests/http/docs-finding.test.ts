import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'

it('docs/finding.md has calls that answer as written, run as written', async () => {
  const shop = await startShop({})
  const { server, token, projectId } = shop
  const all = examplesOf(readFileSync('docs/finding.md', 'utf8'))
  expect(all.map(({ answer }) => answer !== undefined)).toEqual([true, true, true])
  await expectAsWritten(shop, all)
  const { list } = (await server.call('xcTableAndViewList', {}, { token, projectId })).data
  expect(list.map(({ _tn, icon }) => [_tn, icon])).toEqual([
    ['Spare things', undefined],
    ['things', 'star'],
  ])
  await server.close()
})
