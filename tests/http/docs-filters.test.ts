import { readFileSync } from 'node:fs'
import * as english from '@locales/english'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { familyOperators, type FilterFamily } from '@common/views'
import { examplesOf, expectAsWritten, startShop, type Shop } from '@tests/helpers/documented'

const page = readFileSync('docs/filters.md', 'utf8')

/** Returns the cells of each line of the table under a heading. */
function tableUnder(heading: string): string[][] {
  const text = page.slice(page.indexOf(heading))
  const lines = text.slice(text.indexOf('|')).split('\n\n')[0]?.split('\n') ?? []
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('docs/filters.md', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop({ name: 'SingleLineText', tags: 'MultiSelect' })
  })
  afterAll(() => shop.server.close())

  it('has calls that answer as written', async () => {
    const all = examplesOf(page)
    expect(all.length).toBeGreaterThan(4)
    await expectAsWritten(shop, all)
  })

  it('names the comparisons of every kind of field, in their order', () => {
    const words = english.filters.operators
    const families: readonly FilterFamily[] = [
      'text',
      'number',
      'choice',
      'choices',
      'person',
      'date',
      'time',
      'flag',
      'link',
      'structure',
      'files',
    ]
    expect(tableUnder('### Comparisons').map(([, comparisons]) => comparisons)).toEqual(
      families.map((family) => familyOperators[family].map((operator) => words[operator]).join(', ')),
    )
    expect(familyOperators.dateTime).toEqual(familyOperators.date)
  })

  it('names every word for days', () => {
    const named = tableUnder('### Days').flatMap(([words = '']) => words.split(', '))
    expect(named).toEqual(
      Object.values(english.filters.relative).toSorted((a, b) => named.indexOf(a) - named.indexOf(b)),
    )
  })
})
