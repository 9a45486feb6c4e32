import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createTrailHeaders,
  emptyTrail,
  isLoop,
  trailAfter,
  trailOf,
  type Trail,
  type TrailTexts,
} from '@main/lib/automation-trail'

const signed = (secret: string) => (text: string) => createHash('sha256').update(`${secret}${text}`).digest('hex')
const { mark, proved } = createTrailHeaders(signed('ours'))
const after = (...ids: string[]): Trail => ids.reduce(trailAfter, emptyTrail)
const textsOf = (headers: ReturnType<typeof mark>): TrailTexts => {
  const named = new Map(headers)
  const text = (name: string): string => named.get(name) ?? ''
  return { depth: text('basalt-depth'), mark: text('basalt-depth-mark'), trail: text('basalt-trail') }
}

describe('trails of automations', () => {
  it('are a loop if an automation led to itself, after five changes', () => {
    const five = after('a', 'b', 'a', 'b', 'a')
    expect(['a', 'b', 'watcher'].map((id) => isLoop(five, id))).toEqual([true, true, false])
    expect(isLoop(after('a', 'b', 'a', 'b'), 'a')).toBe(false)
    expect(isLoop(after('a', 'b', 'c', 'd', 'e', 'f', 'g'), 'h')).toBe(false)
  })

  it('are a loop at the same depth if an earlier version only counted, and if they are endless', () => {
    expect([4, 5].map((depth) => isLoop({ depth, ids: undefined }, 'a'))).toEqual([false, true])
    expect(isLoop(after(...Array.from({ length: 50 }, (_, at) => `a${at}`)), 'b')).toBe(true)
    expect(trailAfter({ depth: 3, ids: undefined }, 'a')).toEqual({ depth: 4, ids: undefined })
  })

  it('pass through the headers of a request, which replace those of a user', () => {
    const trail = after('a', 'b')
    const headers = mark(
      [
        ['Basalt-Trail', 'x;y'],
        ['accept', '*/*'],
      ],
      trail,
    )
    expect(headers.filter(([name]) => name.toLowerCase() === 'basalt-trail')).toHaveLength(1)
    expect(proved(textsOf(headers))).toEqual(trail)
    expect(mark([['accept', '*/*']], undefined)).toEqual([['accept', '*/*']])
  })

  it('are empty without a proof, and only a number without a proof of the ids', () => {
    const texts = textsOf(mark([], after('a', 'b')))
    expect(proved({ ...texts, depth: '3' })).toEqual(emptyTrail)
    expect(proved({ ...texts, mark: '' })).toEqual(emptyTrail)
    for (const trail of ['', 'a,c;x', texts.trail.replace('b', 'c'), 'a;x'])
      expect(proved({ ...texts, trail })).toEqual({ depth: 2, ids: undefined })
    expect(createTrailHeaders(signed('another')).proved(texts)).toEqual(emptyTrail)
  })

  it('of another installation count without a proof', () => {
    expect(trailOf(textsOf(mark([], after('a', 'b'))))).toEqual(after('a', 'b'))
    expect(trailOf({ depth: '2', trail: '' })).toEqual({ depth: 2, ids: undefined })
    expect(trailOf({ depth: 'many', trail: 'a,b' })).toEqual(emptyTrail)
  })
})
