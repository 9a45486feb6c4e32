import { describe, expect, it } from 'vitest'
import { match } from '../../../../../renderer/features/palette/match'

const marked = (query: string, text: string): string | undefined => {
  const found = match(query, text)
  return (
    found &&
    Array.from(text)
      .map((sign, at) => (found.at.has(at) ? `[${sign}]` : sign))
      .join('')
      .replaceAll('][', '')
  )
}

describe('finding letters in a text', () => {
  it.each([
    ['inv', 'Invoices', '[Inv]oices'],
    ['oice', 'Invoices', 'Inv[oice]s'],
    ['il', 'Invoice lines', '[I]nvoice [l]ines'],
    ['invl', 'Invoice lines', '[Inv]oice [l]ines'],
    ['lines inv', 'Invoice lines', '[Inv]oice [lines]'],
    ['oi', 'orderItems', '[o]rder[I]tems'],
    ['tr', 'Playlist tracks', 'Playlist [tr]acks'],
    ['cafe', 'Le Café', 'Le [Café]'],
    ['ÜBER', 'uber_uns', '[uber]_uns'],
    ['数', '売上数', '売上[数]'],
    ['b', '😀 b', '😀 [b]'],
  ])('%s in %s', (query, text, expected) => {
    expect(marked(query, text)).toBe(expected)
  })

  it.each([
    ['inx', 'Invoices'],
    ['vni', 'Invoices'],
    ['invoices lines', 'Invoices'],
    // The letters match, but only by chance.
    ['tr', 'Next region'],
    ['inv', 'Copy the link of this view'],
  ])('not %s in %s', (query, text) => {
    expect(match(query, text)).toBeUndefined()
  })

  it('fits everything when nothing was typed', () => {
    expect(match('  ', 'Invoices')).toEqual({ score: 0, at: new Set() })
  })

  it.each([
    ['inv', 'Invoices', 'Paid invoices'],
    ['inv', 'Paid invoices', 'Canvases'],
    ['inv', 'Invoices', 'Invoice lines'],
    ['tracks', 'Tracks', 'Playlist tracks'],
    ['il', 'Invoice lines', 'Mailbox'],
  ])('%s means %s rather than %s', (query, better, worse) => {
    expect(match(query, better)?.score).toBeGreaterThan(match(query, worse)?.score ?? -Infinity)
  })
})

describe('a slip', () => {
  it.each([
    ['two letters that changed places', 'invocie', 'Invoices', 'Invoice'],
    ['a wrong letter', 'custamers', 'Customers', 'Customers'],
    ['a letter too many', 'playylist', 'Playlist tracks', 'Playlist'],
    ['two slips in a long word', 'plailsit', 'Playlist tracks', 'Playlist'],
  ])('is forgiven: %s', (_, query, text, marked) => {
    const found = match(query, text)
    expect(found && [...found.at].map((place) => text[place]).join('')).toBe(marked)
    // The intended match comes first.
    expect(match(text, text)?.score).toBeGreaterThan(found?.score ?? 0)
  })

  it.each([
    ['in short words', 'inc', 'Zinn'],
    ['in the first letter', 'bustomer', 'Customers'],
    ['twice in a short word', 'trxxk', 'Tracks'],
  ])('is none %s', (_, query, text) => {
    expect(match(query, text)).toBeUndefined()
  })
})
