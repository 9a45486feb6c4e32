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

  it.each([
    ['de-CH, fr;q=0.8', 'de'],
    ['fr;q=0.5, ja;q=0.9, en;q=0.1', 'ja'],
    ['tlh, pt;q=0.9, de;q=0.8', 'pt_BR'],
    ['zh-HK', 'zh_HK'],
    ['zh-Hant-TW, en;q=0.5', 'zh_TW'],
    ['zh-SG', 'zh_CN'],
    ['he-IL', 'iw'],
    ['nn-NO', 'no'],
    ['be', 'ru'],
    ['de;q=0, sv', 'sv'],
    ['DE-de ; q=0.7 , fi; q=0.6', 'de'],
    ['*, th;q=0.2', 'th'],
  ])('of %j is %s', (header, code) => {
    expect(languageOfHeader(header)).toBe(code)
  })
})

describe('the language of the console', () => {
  it('is English where a script reads it', () => {
    expect(languageOfConsole({ LANG: 'de_DE.UTF-8' }, false)).toBe('en')
    expect(languageOfConsole({ LANG: 'C.UTF-8' }, true)).toBe('en')
    expect(languageOfConsole({ LC_ALL: 'en_GB.UTF-8@euro' }, true)).toBe('en')
    expect(languageOfConsole({ BASALT_LANGUAGE: 'en' }, false)).toBe('en')
  })

  it.each([
    [{ LANG: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'ja_JP.UTF-8' }, 'ja'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'nb_NO.UTF-8' }, 'no'],
    [{ LANG: 'zh_TW.UTF-8' }, 'zh_TW'],
    [{ LANG: 'POSIX' }, 'en'],
    [{}, 'en'],
  ])('is that of the system where a person reads it: %j', (environment, code) => {
    expect(languageOfConsole(environment, true)).toBe(code)
  })

  it('is the chosen one, also for scripts', () => {
    expect(languageOfConsole({ BASALT_LANGUAGE: 'uk', LANG: 'de_DE.UTF-8' }, true)).toBe('uk')
    expect(languageOfConsole({ BASALT_LANGUAGE: 'iw' }, false)).toBe('iw')
  })
})
