import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { trashRowsMax } from '@common/constants'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'

const page = readFileSync('docs/trash-and-undo.md', 'utf8')

describe('docs/trash-and-undo.md', () => {
  it('has calls that answer as written, run as written', async () => {
    const shop = await startShop({ name: 'SingleLineText', price: 'Decimal' })
    const all = examplesOf(page)
    expect(all.length).toBeGreaterThan(5)
    await expectAsWritten(shop, all)
    await shop.server.close()
  })

  it('says how much is kept, as it is', () => {
    expect(page).toContain(trashRowsMax.toLocaleString('en-US'))
    expect(page).toContain('thirty days')
  })
})
