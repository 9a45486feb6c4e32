import { nextHit } from '@renderer/features/erd/next-hit'
import { describe, expect, it } from 'vitest'

describe('going through what was found', () => {
  it('begins with the first one, backwards with the last', () => {
    expect([nextHit(undefined, 3, false), nextHit(undefined, 3, true)]).toEqual([0, 2])
  })

  it('goes back to the one that was shown before, and round at both ends', () => {
    const shown: number[] = []
    for (const isBack of [false, false, true, true, true, false]) shown.push(nextHit(shown.at(-1), 3, isBack))
    expect(shown).toEqual([0, 1, 0, 2, 1, 2])
  })

  it('begins again where fewer are found than before', () => {
    expect([nextHit(4, 2, false), nextHit(4, 2, true)]).toEqual([0, 1])
  })
})
