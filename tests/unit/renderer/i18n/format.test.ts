import {
  compareTexts,
  formatByteRate,
  formatBytes,
  formatDate,
  formatRelativeTime,
  i18n,
  languageDirection,
  localeTag,
  logicalKey,
  pageReader,
} from '@renderer/i18n'
import { afterEach, describe, expect, it, vi } from 'vitest'

/** S1 §9. */
const codes = 'de en es fr id it_IT ja ko nl ru zh_CN zh_HK zh_TW sv da vi no iw fi uk hr th sl pt_BR'.split(' ')

describe('language codes', () => {
  it.each(codes)('%s can be given to Intl', (code) => {
    expect(() => new Intl.NumberFormat(localeTag(code)).format(1)).not.toThrow()
    expect(Intl.DateTimeFormat.supportedLocalesOf(localeTag(code))).toHaveLength(1)
  })

  it('become tags', () => {
    expect(['it_IT', 'pt_BR', 'iw', 'zh_CN', 'en'].map(localeTag)).toEqual(['it', 'pt-BR', 'he', 'zh-Hans-CN', 'en'])
    expect(languageDirection('iw')).toBe('rtl')
    expect(languageDirection('it_IT')).toBe('ltr')
  })
})

it('the reader of the page costs no formatter for each cell', () => {
  const first = pageReader()
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let cell = 0; cell < 1_000; cell += 1) expect(pageReader()).toBe(first)
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
})

it('arrow keys move the way they point', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'Tab']
  expect(keys.map((key) => logicalKey(key, 'ltr'))).toEqual(keys)
  expect(keys.map((key) => logicalKey(key, 'rtl'))).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home', 'Tab'])
})

describe('what people read', () => {
  const now = new Date('2026-11-21T12:00:00Z').getTime()

  it('is a distance in time up to a week, then a date', () => {
    expect(formatRelativeTime(now - 20_000, now)).toBe('now')
    expect(formatRelativeTime(now - 125_000, now)).toBe('2 minutes ago')
    expect(formatRelativeTime(now - 25 * 3_600_000, now)).toBe('yesterday')
    expect(formatRelativeTime('2026-11-03T10:00:00Z', now)).toBe('3 Nov 2026')
    expect(formatDate('2026-09-18T10:00:00Z')).toBe('18 Sep 2026')
  })

  it('is a size in words', () => {
    expect([0, 999, 1_067_008, 18_200_000, 4_310_000_000].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.1 MB',
      '18 MB',
      '4.3 GB',
    ])
  })

  it('is a rate in the words and the direction of the language', async () => {
    expect([26, 2_640_000].map(formatByteRate)).toEqual(['26 bytes per second', '2.6 MB/s'])
    await i18n.changeLanguage('iw')
    // The unit is part of the isolated text: `MB/s`, never `s/2.6 MB`.
    expect(formatByteRate(2_640_000)).toMatch(/^\u2068?2\.6\sMB\/\S+\u2069?$/)
    await i18n.changeLanguage('en')
  })

  it('is never a key of the catalogue that is missing', () => {
    expect(i18n.t('errors.PROJECT_NOT_FOUND')).not.toBe('errors.PROJECT_NOT_FOUND')
  })
})

describe('a list', () => {
  afterEach(() => i18n.changeLanguage('en'))

  it('is in the order of the language', async () => {
    await i18n.changeLanguage('sv')
    expect(['ä', 'z', 'a'].toSorted(compareTexts)).toEqual(['a', 'z', 'ä'])
    await i18n.changeLanguage('de')
    expect(['ä', 'z', 'a', '10', '9'].toSorted(compareTexts)).toEqual(['9', '10', 'a', 'ä', 'z'])
  })

  it('has dates of the calendar that cells show, also in Thai', async () => {
    await i18n.changeLanguage('th')
    expect(formatDate('2026-09-18T00:00:00Z')).toContain('2026')
  })
})
