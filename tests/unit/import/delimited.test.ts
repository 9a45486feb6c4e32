import { describe, expect, it } from 'vitest'
import { DelimitedReader, type DelimitedRow } from '@common/import/delimited'
import { guessDelimiter, guessHeader } from '@common/import/sniff'

function read(text: string, size: number, delimiter = ','): { rows: DelimitedRow[]; unclosed: number[] } {
  const unclosed: number[] = []
  const reader = new DelimitedReader({
    delimiter,
    rowSigns: 1_000,
    quoteNeverClosed: (line) => unclosed.push(line),
  })
  const rows: DelimitedRow[] = []
  for (let at = 0; at < text.length; at += size) rows.push(...reader.push(text.slice(at, at + size)))
  rows.push(...reader.end())
  return { rows, unclosed }
}
const cells = (text: string, size = text.length): (readonly string[])[] => read(text, size).rows.map((row) => row.cells)

describe('delimited text', () => {
  it.each<[string, string, string[][]]>([
    [
      'lines of every end',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['values with delimiters, line ends and marks', '"a,b","c\r\nd","e""f"\n', [['a,b', 'c\r\nd', 'e"f']]],
    [
      'empty values and empty lines',
      ',\n\n\na,\n"",b\n',
      [
        ['', ''],
        ['a', ''],
        ['', 'b'],
      ],
    ],
    [
      'marks within values',
      'a"b,c\n5" pipe,x\n"a "quoted" b",y\n',
      [
        ['a"b', 'c'],
        ['5" pipe', 'x'],
        ['a "quoted" b', 'y'],
      ],
    ],
    ['blanks as they are', ' a , b \n', [[' a ', ' b ']]],
  ])('is read with %s', (_what, text, rows) => {
    expect(cells(text)).toEqual(rows)
  })

  it('is the same wherever its pieces are cut', () => {
    const text = 'a,"b ""x"" y",c\r\n"1\r\n2",,"3"\r\n\r\nlast,"one, two",\r\n'
    const whole = read(text, text.length)
    for (let size = 1; size < 12; size += 1) expect(read(text, size)).toEqual(whole)
  })

  it('counts lines where rows begin', () => {
    expect(read('a\n"b\nb"\n\nc\n', 3).rows.map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it('reads on behind a mark that nothing closes', () => {
    const { rows, unclosed } = read('a,b\n1,"x\n2,y\n', 4)
    expect(rows.map((row) => row.cells)).toEqual([
      ['a', 'b'],
      ['1', '"x'],
      ['2', 'y'],
    ])
    expect(unclosed).toEqual([2])
  })

  it('refuses a line without an end', () => {
    expect(() => read(`a,b\n${'x'.repeat(3_000)}`, 100)).toThrow(
      expect.objectContaining({ code: 'IMPORT_LINE_TOO_LONG', details: { line: 2 } }),
    )
  })
})

describe('what separates values', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
    ['1,5;2,5\n3,5;4,5\n', ';'],
    ['a\tb, c\n1\t2, 3\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['just one column\nof text, with a comma\nand none\nand none\n', ','],
    ['"a;b",c\n"d;e",f\n', ','],
  ])('is found in %j', (text, delimiter) => {
    expect(guessDelimiter(text, true)).toBe(delimiter)
  })
})

describe('the names of columns', () => {
  it.each<[boolean, (string | number | null)[][]]>([
    [
      true,
      [
        ['name', 'price'],
        ['a', '1'],
      ],
    ],
    [
      true,
      [
        ['name', 'town'],
        ['Anna', 'Rome'],
      ],
    ],
    [
      true,
      [
        ['Country', '2019', '2020'],
        ['Italy', '5', '6'],
        ['Spain', '7', '8'],
      ],
    ],
    [
      false,
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      false,
      [
        ['2024-01-01', 'x'],
        ['2024-01-02', 'y'],
      ],
    ],
    [
      false,
      [
        ['Anna', 5],
        ['Ben', 6],
      ],
    ],
  ])('are there: %s', (isThere, rows) => {
    expect(guessHeader(rows)).toBe(isThere)
  })
})
