import { describe, expect, it } from 'vitest'
import { matcherOf } from '@common/formula/pattern'

/** Patterns without alternatives that overlap: there the engine of JavaScript finds the same. */
const patterns = [
  'a',
  'a+',
  '[a-c]*d',
  '^a.c$',
  '\\d{2,3}',
  '(ab)+',
  'x?y',
  '[^a]b',
  'a|b',
  '(a|b)+c',
  '\\s\\w+',
  '^$',
  '.',
]
const texts = ['', 'a', 'abc', 'aabcd', 'xy ab12 abab', '1234 a\nb', '😀a', 'dddd', 'bbc ab']

describe('a regular expression', () => {
  it.each(patterns)('%s finds what any engine finds', (source) => {
    for (const text of texts) {
      const native = new RegExp(source, 'u').exec(text)
      expect([source, text, matcherOf(source).test(text)]).toEqual([source, text, native !== null])
      const found = matcherOf(source).find(text, 0)
      expect(found && text.slice(...found)).toEqual(native?.[0])
      expect(found?.[0]).toEqual(native?.index)
    }
  })

  it('takes the longest of several matches at the first place', () => {
    expect(matcherOf('a|ab|abc').find('xabcd', 0)).toEqual([1, 4])
  })

  it.each(['^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '(a*)*b', '(.*)*(.*)*(.*)*x', '(a?){100}a{100}$'])(
    '%s, which holds other engines up for ever, is over after a few steps for each character',
    (source) => {
      let calls = 0
      const work = (): void => {
        calls += 1
        if (calls > 100) throw new Error('It takes too long')
      }
      expect(matcherOf(source).test(`${'a'.repeat(20_000)}b!`, work)).toBeTypeOf('boolean')
    },
  )

  it('stops when it is told to', () => {
    const stop = (): never => {
      throw new Error('stopped')
    }
    expect(() => matcherOf('a*b').find('a'.repeat(20_000), 0, stop)).toThrow('stopped')
  })
})
