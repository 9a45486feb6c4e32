import { formatTsv, parseTsv } from '@renderer/features/records/clipboard'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('tab-separated text', () => {
  it.each([
    ['one cell', 'a', [['a']]],
    [
      'columns and lines',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['the line break that spreadsheets add at the end', 'a\tb\r\n', [['a', 'b']]],
    [
      'empty cells',
      '\ta\t\n\t\t',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    ['an empty line in the middle', 'a\n\nb', [['a'], [''], ['b']]],
    ['tabs and breaks inside quotes', '"a\tb"\t"c\nd"', [['a\tb', 'c\nd']]],
    ['doubled quotes', '"say ""hi"""', [['say "hi"']]],
    ['quotes in the middle of a text', '5" disc\tb', [['5" disc', 'b']]],
    ['a quote that is never closed', '"open\tb', [['"open', 'b']]],
    ['text behind a closing quote', '"a"b\tc', [['"a"b', 'c']]],
    ['breaks of old Macs', 'a\rb', [['a'], ['b']]],
  ])('is read: %s', (_, text, cells) => {
    expect(parseTsv(text)).toEqual(cells)
  })

  it('quotes only what needs it', () => {
    expect(formatTsv([['a b', 'c\td', 'e"f', '"g', 'h\ni']])).toBe('a b\t"c\td"\te"f\t"""g"\t"h\ni"')
  })

  it('gives back the cells it was made of', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'ü', "'") })
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      )
    fc.assert(
      fc.property(block, (cells) => {
        // Spreadsheets add a single empty last line, which is dropped.
        const last = cells.at(-1)
        fc.pre(!(last?.length === 1 && last[0] === '' && cells.length > 1))
        expect(parseTsv(formatTsv(cells))).toEqual(cells)
      }),
    )
  })
})
