import { languageOfConsole, languageOfHeader } from '@main/lib/languages'
import { describe, expect, it } from 'vitest'

describe('the language of a caller', () => {
  it('is English for scripts, which name none', () => {
    expect(['', '*', undefined, 'xx', 'en;q=0', ','].map(languageOfHeader)).toEqual(Array(6).fill('en'))
  })

  it('is the preferred one of those that have texts', () => {
    expect(languageOfHeader('xx, en;q=0.5')).toBe('en')
    expect(languageOfHeader('en-GB')).toBe('en')
    expect(languageOfHeader('en-Arab')).toBe('en')
    expect(languageOfHeader('x'.repeat(10_000))).toBe('en')
  })
})

describe('the language of the console', () => {
  it('is English where a script reads it', () => {
    expect(languageOfConsole({ LANG: 'de_DE.UTF-8' }, false)).toBe('en')
    expect(languageOfConsole({ LANG: 'C.UTF-8' }, true)).toBe('en')
    expect(languageOfConsole({ LC_ALL: 'en_GB.UTF-8@euro' }, true)).toBe('en')
    expect(languageOfConsole({ BASALT_LANGUAGE: 'en' }, false)).toBe('en')
  })
})
