import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LogEntry } from '@common/operations/changes'
import { examplesOf, expectAsWritten, startShop } from '@tests/helpers/documented'

const page = readFileSync('docs/changes.md', 'utf8')

describe('docs/changes.md', () => {
  it('has calls that answer as written, run as written', async () => {
    const shop = await startShop({ name: 'SingleLineText', price: 'Decimal' })
    const all = examplesOf(page)
    expect(all.length).toBeGreaterThan(4)
    const shown = JSON.parse(/```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as LogEntry
    await expectAsWritten(shop, all, ({ path }, answer): Readonly<Record<string, string>> | undefined => {
      if (path.includes('/changeUndo?')) return { undone: (answer as { change: string }).change }
      if (!path.includes('/changesSince?')) return undefined
      const { list, cursor } = answer as { list: LogEntry[]; cursor: string }
      const last = list.at(-1)
      if (last === undefined) return undefined
      expect({ ...last, id: '…', change: '…', when: '…' }).toEqual(shown)
      return { cursor, change: String(last.change) }
    })
    await shop.server.close()
  })
})
