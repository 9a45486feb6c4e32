import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditLinesMax, historyDaysDefault, historyEntriesMax, historyValueMaxCharacters } from '@common/constants'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'

const page = readFileSync('docs/history.md', 'utf8')

describe('docs/history.md', () => {
  it('has calls that answer as written, run as written', async () => {
    const shop = await startShop({ name: 'SingleLineText', price: 'Decimal' })
    const all = examplesOf(page)
    expect(all.length).toBeGreaterThan(5)
    await expectAsWritten(shop, all)
    await shop.server.close()
  })

  it('says how much is kept, as it is', () => {
    const numbers = [historyEntriesMax, auditLinesMax, historyDaysDefault, historyValueMaxCharacters]
    for (const number of numbers) expect(page).toContain(number.toLocaleString('en-US'))
  })
})
