import { describe, expect, it } from 'vitest'
import { mentionsIn, withAddresses } from '@main/features/comments/mentions'

const members = [
  { id: 1, email: 'ada@example.com' },
  { id: 2, email: 'bob.b@example.com' },
]
const named = (text: string): number[] => mentionsIn(text, members).map(([id]) => id)

describe('people named in a comment', () => {
  it.each([
    ['@ada@example.com look', [1]],
    ['Look, @Ada@Example.com!', [1]],
    ['(@bob.b@example.com), @ada@example.com.', [1, 2]],
    ['@ada@example.com and again @ada@example.com', [1]],
    ['ask\n@bob.b@example.com?', [2]],
  ])('%j', (text, ids) => {
    expect(named(text)).toEqual(ids)
  })

  it.each([
    'write to ada@example.com',
    'x@ada@example.com',
    '@eve@example.com',
    '@ada',
    '@',
    '@@',
    '@ada@example.community',
  ])('not in %j', (text) => {
    expect(named(text)).toEqual([])
  })

  it('are called by the address that they have now', () => {
    const text = 'Hello @Ada@example.com, @eve@example.com'
    expect(withAddresses(text, [[1, 'ada@example.com']], () => 'ada@new.example')).toBe(
      'Hello @ada@new.example, @eve@example.com',
    )
    expect(withAddresses(text, [[1, 'ada@example.com']], () => undefined)).toBe(text)
  })

  it('do not make a long text slow', () => {
    const text = '@a@'.repeat(3_000)
    expect(named(text)).toEqual([])
  })
})
