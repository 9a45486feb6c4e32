import { likeness, matchColumns } from '@common/import/match-columns'
import { describe, expect, it } from 'vitest'

const named = (...titles: string[]) => titles.map((title) => ({ title }))
/** Titles instead of places. */
function match(sources: string[], targets: { title: string; name?: string }[]): (string | undefined)[] {
  return matchColumns(named(...sources), targets).map((at) => (at === undefined ? undefined : targets[at]?.title))
}

describe('columns of a file and of a table', () => {
  it('belong together by the same name, whatever its case, spaces, signs and accents', () => {
    expect(match(['NAME', 'unit_price', 'Prenom', ' e-mail '], named('Name', 'Unit Price', 'Prénom', 'Email'))).toEqual(
      ['Name', 'Unit Price', 'Prénom', 'Email'],
    )
  })

  it('belong together by the name that the database has', () => {
    expect(match(['track_id'], [{ title: 'Number', name: 'track_id' }])).toEqual(['Number'])
  })

  it('belong together when the names are nearly the same', () => {
    expect(match(['Adress', 'Postal code', 'Customer name'], named('Address', 'Postcode', 'Customer'))).toEqual([
      'Address',
      'Postcode',
      'Customer',
    ])
  })

  it('do not when they are not', () => {
    expect(match(['Price', 'Id', 'a', ''], named('Name', 'Genre', 'b', ''))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are given to one only: the same name before one that is alike', () => {
    expect(match(['Names', 'Name'], named('Name'))).toEqual([undefined, 'Name'])
    expect(match(['Name', 'name'], named('Name', 'Genre'))).toEqual(['Name', undefined])
  })

  it('are found among letters of other scripts', () => {
    expect(match(['名前', 'Όνομα'], named('名前', 'ονομα'))).toEqual(['名前', 'ονομα'])
  })

  it('of very wide files are compared by their names alone, at once', () => {
    const wide = Array.from({ length: 2_000 }, (_, at) => `Column ${at}`)
    const found = matchColumns(named(...wide), named(...wide.toReversed()))
    expect(found[0]).toBe(1_999)
    expect(found.every((at) => at !== undefined)).toBe(true)
  })
})

describe('likeness', () => {
  it('is 1 for the same, 0 for nothing in common or nothing at all', () => {
    expect(likeness('Unit price', 'unit_price')).toBe(1)
    expect(likeness('abc', 'xyz')).toBe(0)
    expect(likeness('', '')).toBe(0)
  })
})
