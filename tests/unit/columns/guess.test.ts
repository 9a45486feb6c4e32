import { describe, expect, it } from 'vitest'
import { guessTypes } from '@common/columns/guess'
import { columnTypes } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'

const repeated = (titles: readonly string[], times: number): string[] => Array(times).fill(titles).flat() as string[]

const cases: readonly (readonly [UiType, string, readonly string[]])[] = [
  ['SingleLineText', 'en', []],
  ['SingleLineText', 'en', ['', ' ']],
  ['SingleLineText', 'en', ['Low Water', 'Harbour Lamp', 'Slack Tide']],
  ['SingleLineText', 'en', ['007', '0123', '0456']],
  ['SingleLineText', 'en', ['1', 'two', '3']],
  ['LongText', 'en', ['One line', 'Two\nlines']],
  ['LongText', 'en', ['x'.repeat(300)]],
  ['Number', 'en', ['1', '2', '', '-3']],
  ['Number', 'en', ['1,234', '5,678,901']],
  ['Number', 'en', ['1999', '2024', '2026']],
  ['Number', 'en', ['0', '1', '1', '0']],
  ['Number', 'de', ['1.234', '5.678.901']],
  ['Decimal', 'en', ['1.5', '2', '0.25']],
  ['Decimal', 'de', ['1,5', '2', '0,25']],
  ['Currency', 'en', ['$1.29', '$0.99', '-$5']],
  ['Currency', 'de', ['1,29 €', '0,99 €']],
  ['Percent', 'en', ['12.5 %', '100%']],
  ['Checkbox', 'en', ['true', 'false', 'true']],
  ['Checkbox', 'en', ['yes', 'no', 'x']],
  ['SingleLineText', 'en', ['1', 'x']],
  ['Date', 'en', ['2026-09-18', '2024-02-29']],
  ['Date', 'en', ['18 Sep 2026', '29 Feb 2024']],
  ['Date', 'de', ['18.9.2026', '29.2.2024']],
  ['SingleLineText', 'en', ['2026-02-30', '2023-02-29']],
  ['SingleLineText', 'en', ['31/02/2024', '30/02/2024']],
  ['SingleLineText', 'en', ['25/04/2024', '06/25/2024', '3.3.24']],
  ['DateTime', 'en', ['2026-09-18T14:05:00Z', '2026-09-18 14:05']],
  ['Time', 'en', ['14:05', '7:30 pm']],
  ['Duration', 'en', ['3:48', '1:03:48', '100:00:00']],
  ['Email', 'en', ['ada@example.com', 'bob@example.org']],
  ['URL', 'en', ['https://example.com', 'http://example.org/a?b=c']],
  ['SingleLineText', 'en', ['a.txt', 'b.txt']],
  ['PhoneNumber', 'en', ['+49 30 901820', '(020) 7946-0018']],
  ['JSON', 'en', ['{"a":1}', '[1,2]']],
  ['Geometry', 'en', ['POINT (1 2)', 'LINESTRING (1 2, 3 4)']],
  ['Barcode', 'en', ['4006381333931', '9780201379624', '5901234123457', '96385074']],
  ['SingleSelect', 'en', repeated(['Folk', 'Jazz', 'Rock'], 10)],
  ['MultiSelect', 'en', repeated(['Folk', 'Folk, Jazz', 'Jazz, Rock'], 10)],
  // Numbers that are mostly 1.
  ['Number', 'en', [...repeated(['1'], 96), '2', '3']],
  ['Number', 'en', [...repeated(['1', '0'], 48), '5']],
  // One broken cell among many doesn't change the guess.
  ['Number', 'en', [...repeated(['1', '22', '333'], 10), 'n/a']],
]

describe('the type that texts of a file are taken for', () => {
  it.each(cases)('%s in %s: %j', (uiType, locale, texts) => {
    expect(guessTypes(texts, { locale })[0]?.uiType).toBe(uiType)
  })

  it('is never certain, and never less likely than not at all', () => {
    for (const [, locale, texts] of cases)
      for (const { guess } of columnTypes) {
        const confidence = guess(texts, { locale })
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThan(1)
      }
  })
})
