import { languageCodes, languageOf, nearestLanguage, regionalTag, tagOfLanguage } from '@common/messages'
import { describe, expect, it } from 'vitest'

/** S1 §9. */
const shipped = 'de en es fr id it_IT ja ko nl ru zh_CN zh_HK zh_TW sv da vi no iw fi uk hr th sl pt_BR'.split(' ')

describe('the table of languages', () => {
  it('knows every language of the specification, and about 47 in all', () => {
    expect(languageCodes).toEqual(expect.arrayContaining(shipped))
    expect(languageCodes.length).toBeGreaterThanOrEqual(47)
  })

  it('names a tag that Intl has data for', () => {
    const tags = languageCodes.map((code) => languageOf(code).tag)
    expect(Intl.DateTimeFormat.supportedLocalesOf(tags)).toEqual(tags)
    expect(['iw', 'no', 'it_IT', 'zh_CN', 'pt_BR'].map((code) => languageOf(code).tag)).toEqual([
      'he',
      'nb',
      'it',
      'zh-Hans-CN',
      'pt-BR',
    ])
  })

  it('falls back to known languages only', () => {
    const unknown = languageCodes
      .flatMap((code) => languageOf(code).fallbacks)
      .filter((code) => !languageCodes.includes(code))
    expect(unknown).toEqual([])
  })

  it('writes dates of English without a region as in Europe, also from right to left', () => {
    const shown = (code: string): string =>
      new Intl.DateTimeFormat(regionalTag(tagOfLanguage(code)), { dateStyle: 'medium', timeZone: 'UTC' }).format(0)
    expect(['en', 'en_Arab', 'de'].map(shown)).toEqual(['1 Jan 1970', '1 Jan 1970', '01.01.1970'])
    expect(regionalTag('en-US')).toBe('en-US')
  })

  it('writes Hebrew, Arabic, Persian and Urdu from right to left', () => {
    const fromRight = languageCodes.filter((code) => languageOf(code).direction === 'rtl')
    expect(fromRight).toEqual(['ar', 'en_Arab', 'fa', 'iw', 'ur'])
  })
})

describe('the language of a reader', () => {
  it.each([
    [['de-CH', 'en'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['he-IL'], 'iw'],
    [['nb'], 'no'],
    [['no'], 'no'],
    [['nn-NO'], 'no'],
    [['zh-HK'], 'zh_HK'],
    [['zh'], 'zh_CN'],
    [['zh-SG'], 'zh_CN'],
    [['zh-Hant'], 'zh_TW'],
    [['pt-PT'], 'pt_BR'],
    [['ca'], 'es'],
    [['cs', 'fr'], 'fr'],
    [['sr'], 'hr'],
    [['be-BY'], 'ru'],
    [['it_IT'], 'it_IT'],
    [['tr'], 'en'],
    [['not a tag', '*'], 'en'],
    [[], 'en'],
  ] as const)('%j gets %s', (wanted, expected) => {
    expect(nearestLanguage(wanted, shipped)).toBe(expected)
  })

  it('gets the nearest of those that have texts', () => {
    expect(nearestLanguage(['no'], ['da', 'en'])).toBe('da')
    expect(nearestLanguage(['zh_HK'], ['en', 'zh_CN', 'zh_TW'])).toBe('zh_TW')
    expect(nearestLanguage(['zh_TW'], ['en', 'zh_CN'])).toBe('zh_CN')
    expect(nearestLanguage(['de'], ['en'])).toBe('en')
    expect(nearestLanguage(['en_Arab'], ['en'])).toBe('en_Arab')
  })
})
