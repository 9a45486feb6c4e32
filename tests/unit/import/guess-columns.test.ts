import { describe, expect, it } from 'vitest'
import type { ImportCell } from '@common/import/cells'
import { guessColumn, guessLocale } from '@common/import/guess-columns'
import { titlesOf } from '@common/import/headers'
import { JsonRecords } from '@common/import/json-records'
import { readWorkbookTypes, workbookTypeLines } from '@common/import/workbook-types'
import { meaningOfFormat, meantBy } from '@main/features/imports/reading/number-formats'

describe('how numbers and days are written', () => {
  it.each<[string, string[][]]>([
    ['en-US', [['1,234.50', '2.25']]],
    ['de-DE', [['1.234,50', '2,25']]],
    // Days with dots are read alike everywhere.
    ['en-US', [['24.12.1990', '1.2.2003']]],
    ['en-US', [['12/24/1990', '1/2/2003']]],
    ['en-GB', [['24/12/1990', '1/2/2003']]],
    ['en-US', [['2024-01-31'], ['text']]],
  ])('is that of %s where it fits the most', (locale, columns) => {
    expect(guessLocale(columns, ',')).toBe(locale)
  })
})

describe('what a column is', () => {
  const type = (...values: ImportCell[]): string => guessColumn(values, 'en-US').guess.uiType
  it.each<[string, ImportCell[]]>([
    ['Number', ['1', '-20', '3000']],
    ['Number', [1, 2, 3]],
    ['Decimal', ['1.5', '2']],
    ['Decimal', [1.5, 2]],
    ['Checkbox', ['yes', 'no']],
    ['Checkbox', [true, false]],
    ['Date', ['2024-01-31', '2024-02-01']],
    ['Date', [{ plain: '2024-01-31' }]],
    ['DateTime', ['2024-01-31 10:00']],
    ['Time', [{ plain: '10:00:00' }]],
    ['Percent', [{ plain: '12.5%' }]],
    ['Email', ['a@example.com', 'b@example.org']],
    ['URL', ['https://example.com', 'http://example.org/x']],
    ['JSON', [{ plain: '{"a":1}' }]],
    ['SingleLineText', ['007', '008']],
    ['SingleLineText', []],
    ['LongText', ['one\ntwo', 'three']],
    ['SingleSelect', Array.from({ length: 40 }, (_, at) => ['red', 'green', 'blue'][at % 3] ?? '')],
  ])('is %s by its values', (uiType, values) => {
    expect(type(...values)).toBe(uiType)
  })

  it('is what Basalt has written of it', () => {
    const known = { uiType: 'Rating', options: { max: 3 } } as const
    expect(guessColumn([1, 2], 'en-US', known).guess).toEqual({ ...known, misfits: 0 })
  })

  it('counts the values that every other type would lose', () => {
    const { types } = guessColumn(['1', 'two', '3'], 'en-US')
    expect(types.find(({ uiType }) => uiType === 'Number')?.misfits).toBe(1)
    expect(types.find(({ uiType }) => uiType === 'LongText')?.misfits).toBe(0)
  })
})

describe('titles of columns', () => {
  it('are each of their own, whatever the file says', () => {
    const { titles, empty, renamed } = titlesOf([
      'a',
      'A',
      '',
      ' b\tc ',
      '\u202eevil',
      'x'.repeat(200),
      'constructor',
      '__proto__',
    ])
    expect(titles).toEqual(['a', 'A 2', 'Column 3', 'b c', 'evil', 'x'.repeat(120), 'constructor', 'proto name'])
    expect([empty, renamed]).toEqual([1, 1])
  })
})

describe('records of JSON', () => {
  it('are the same wherever the text is cut', () => {
    const text = '{"n":[1,{"x":2}],"rows": [ {"a":"}]\\"","b":{"c":[1]}} , {"a":null}], "more":[{"z":1}]}'
    const all = (size: number): string[] => {
      const reader = new JsonRecords({ recordSigns: 1_000, depth: 20 })
      const records: string[] = []
      for (let at = 0; at < text.length; at += size)
        records.push(...reader.push(text.slice(at, at + size)).map((record) => record.text))
      reader.end()
      return records
    }
    for (let size = 1; size < 30; size += 1) expect(all(size)).toEqual(['{"a":"}]\\"","b":{"c":[1]}}', '{"a":null}'])
  })
})

describe('numbers of sheets', () => {
  it.each([
    ['yyyy-mm-dd', 'date'],
    ['d. mmmm yyyy', 'date'],
    ['dd.mm.yyyy hh:mm', 'dateTime'],
    ['h:mm AM/PM', 'time'],
    ['[h]:mm:ss', 'elapsed'],
    ['mm:ss', 'time'],
    ['0.00%', 'percent'],
    ['#,##0.00 "days"', 'number'],
    ['[Red]-0.00', 'number'],
    ['General', 'number'],
  ])('%s means %s', (format, meaning) => {
    expect(meaningOfFormat(format)).toBe(meaning)
  })
  it.each<[number, Parameters<typeof meantBy>[1], boolean, ImportCell]>([
    [45_351, 'date', false, { plain: '2024-02-29' }],
    [45_351.75, 'dateTime', false, { plain: '2024-02-29 18:00:00' }],
    [1, 'date', false, { plain: '1900-01-01' }],
    [61, 'date', false, { plain: '1900-03-01' }],
    [0, 'date', true, { plain: '1904-01-01' }],
    [0.5, 'time', false, { plain: '12:00:00' }],
    [1.5, 'elapsed', false, { plain: '36:00:00' }],
    [0.07, 'percent', false, { plain: '7%' }],
    [-1, 'date', false, -1],
  ])('%s is %s', (value, meaning, is1904, cell) => {
    expect(meantBy(value, meaning, is1904)).toEqual(cell)
  })
})

describe('what a workbook tells of its columns', () => {
  it('comes back, and nothing else is believed', () => {
    const column = { sheet: 'A', title: 'Price', uiType: 'Currency', options: { currency: 'EUR' } } as const
    const lines = workbookTypeLines([column])
    expect(readWorkbookTypes(lines, 'A').get('Price')).toEqual(column)
    expect(readWorkbookTypes(lines, 'B').size).toBe(0)
    expect(readWorkbookTypes([['other'], ...lines.slice(1)], 'A').size).toBe(0)
    expect(readWorkbookTypes([lines[0] ?? [], ['', '', 'A', 'x', 'Nothing', '{}']], 'A').size).toBe(0)
    expect(readWorkbookTypes([lines[0] ?? [], ['', '', 'A', 'x', 'Number', 'no json']], 'A').size).toBe(0)
  })
})
