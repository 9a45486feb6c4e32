import { describe, expect, it } from 'vitest'
import { randomIds } from '@main/lib/ids'
import { Lru } from '@main/lib/lru'

describe('Lru', () => {
  it('lets go of what was used longest ago', () => {
    const kept = new Lru<string, number>(2)
    kept.set('a', 1)
    kept.set('b', 2)
    kept.get('a')
    kept.set('c', 3)
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3])
    kept.set('c', 4)
    expect([kept.get('a'), kept.get('c')]).toEqual([1, 4])
    kept.delete('a')
    kept.clear()
    expect(kept.get('c')).toBeUndefined()
  })
})

describe('random ids', () => {
  it('have the length and the letters asked for', () => {
    expect(randomIds.hex(40)).toMatch(/^[0-9a-f]{80}$/)
    expect(randomIds.word(4)).toMatch(/^[0-9a-z]{4}$/)
    expect(new Set(Array.from({ length: 1000 }, () => randomIds.word(8))).size).toBe(1000)
  })
})
