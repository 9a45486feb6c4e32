import { describe, expect, it } from 'vitest'
import { randomIds } from '@main/lib/ids'
import { Lru } from '@main/lib/lru'

describe('Lru', () => {
  it('lets go of what was used longest ago', () => {
    const cache = new Lru<string, number>(2)
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
    cache.set('c', 4)
    expect([cache.get('a'), cache.get('c')]).toEqual([1, 4])
    cache.delete('a')
    cache.clear()
    expect(cache.get('c')).toBeUndefined()
  })
})

describe('random ids', () => {
  it('have the length and the letters asked for', () => {
    expect(randomIds.hex(40)).toMatch(/^[0-9a-f]{80}$/)
    expect(randomIds.word(4)).toMatch(/^[0-9a-z]{4}$/)
    expect(new Set(Array.from({ length: 1000 }, () => randomIds.word(8))).size).toBe(1000)
  })
})
