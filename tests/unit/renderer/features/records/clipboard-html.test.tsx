import { readFileSync } from 'node:fs'
import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import {
  coerceCell,
  formatTsv,
  parseTsv,
  readHtml,
  textBlock,
  writeHtml,
  type ClipBlock,
} from '@renderer/features/records/clipboard'
import { jsonValue } from '@renderer/features/records/rows/row-key'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { column } from './fixtures'

const fixture = (name: string): string => readFileSync(`tests/fixtures/clipboard/${name}`, 'utf8')
const reader = { locale: 'en-US', timeZone: 'Europe/Berlin' }

/** Returns the target columns of the fixtures' blocks. */
const targets = (
  [
    'SingleLineText',
    'Decimal',
    'Currency',
    'Percent',
    'Date',
    'DateTime',
    'Duration',
    'Checkbox',
    'SingleLineText',
    'LongText',
  ] as const
).map((uiType, at) => column({ title: `c${at}`, uiType }))

function taken(block: ClipBlock | undefined, into = targets, options = reader): unknown[][] {
  expect(block).toBeDefined()
  return (block?.cells ?? []).map((row) =>
    row.map((cell, at) => {
      const target = into[at]
      if (!target) throw new Error('The block is wider than it should be')
      const parsed = coerceCell(cell, target, options)
      return parsed.ok ? parsed.value : parsed.problem
    }),
  )
}

const first = ['Low Water', 1234.5, 1.29, 12.5, '2026-04-03', '2026-04-03 12:05:00', 93_828, 1, '007']

describe('what is copied in a spreadsheet', () => {
  it('is read from Excel with its types, whatever the order of its dates', () => {
    expect(taken(readHtml(fixture('excel.html')))).toEqual([
      [...first, 'two\nlines and a long text that Excel breaks in its source'],
      ['A & B <c> "d"', -42, null, null, null, null, null, 0, null, '  indented'],
    ])
  })

  it('is read from an Excel of another language, with the signs that it names', () => {
    const into = (['SingleLineText', 'Currency', 'Date', 'Percent', 'Checkbox', 'Number'] as const).map((uiType, at) =>
      column({ title: `c${at}`, uiType }),
    )
    expect(taken(readHtml(fixture('excel-german.html')), into)).toEqual([['Bär', 1234.56, '2026-03-03', 7.25, 1, 1234]])
  })

  it('is read from old versions of Excel by the values they give', () => {
    const into = (['SingleLineText', 'Decimal', 'Date', 'Checkbox', 'Number', 'SingleLineText'] as const).map(
      (uiType, at) => column({ title: `c${at}`, uiType }),
    )
    expect(taken(readHtml(fixture('excel-2003.html')), into)).toEqual([
      ['Low Water', 1234.5678, '2026-04-03', 1, 3, '007'],
    ])
  })

  it('is read from Google Sheets with its values, merged cells as their first', () => {
    expect(taken(readHtml(fixture('sheets.html')))).toEqual([
      [...first, 'two\nlines'],
      ['merged', null, null, null, null, null, null, 0, null, null],
    ])
  })

  it('is read from LibreOffice with its values', () => {
    expect(taken(readHtml(fixture('calc.html')))).toEqual([
      [...first, 'two\nlines'],
      ['Ünïcode', null, null, null, null, null, null, 0, null, null],
    ])
  })

  it('is read from plain text as a person would have typed it', () => {
    const block = textBlock(parseTsv(fixture('excel.txt')))
    const [line] = taken(block)
    // Text doesn't tell the order of its dates: the reader's locale decides.
    expect(line).toEqual([
      ...first.slice(0, 4),
      '2026-03-04',
      ...first.slice(5),
      'two\nlines and a long text that Excel breaks in its source',
    ])
  })

  it('is left to the plain text when the table stands in a letter', () => {
    expect(readHtml(fixture('mail.html'))).toBeUndefined()
    expect(readHtml('<p>no table</p>')).toBeUndefined()
  })

  it('fills up rows that merged cells reach into', () => {
    const block = readHtml('<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>')
    expect(block?.cells.map((row) => row.map(({ text }) => text))).toEqual([
      ['a', 'b'],
      ['', 'c'],
    ])
  })
})

describe('values that are written in other ways', () => {
  it.each<[UiType, string, unknown]>([
    ['Decimal', '$1,234.50', 1234.5],
    ['Decimal', '1.234,56', 1234.56],
    ['Decimal', '12 %', 0.12],
    ['Decimal', '(5.5)', -5.5],
    ['Decimal', '1 234,50 €', 1234.5],
    ['Currency', 'EUR 12.50', 12.5],
    ['Percent', '12.5%', 12.5],
    ['Number', 'cheap', { problem: 'notNumber' }],
    ['Checkbox', 'VRAI', 1],
    ['Checkbox', 'falsch', 0],
    ['Checkbox', '✓', 1],
    ['Checkbox', 'perhaps', { problem: 'notBoolean' }],
    ['Date', '31/12/2026', '2026-12-31'],
    ['Date', '12/31/2026', '2026-12-31'],
    ['Date', '2026-12-31 14:05', '2026-12-31'],
    ['Date', '31-Dec-26', '2026-12-31'],
    ['DateTime', '2026-12-31 14:05:00', '2026-12-31 13:05:00'],
    ['Time', '2:05 PM', '14:05:00'],
  ])('%s takes %s', (uiType, text, expected) => {
    const parsed = coerceCell({ text }, column({ title: 'x', uiType }), reader)
    expect(parsed.ok ? parsed.value : parsed.problem).toEqual(expected)
  })

  it('does not round what a spreadsheet shows rounded', () => {
    const cell = { text: '2', value: { kind: 'number', number: 1.5 } } as const
    expect(coerceCell(cell, column({ title: 'x', uiType: 'Decimal' }), reader)).toEqual({ ok: true, value: 1.5 })
    expect(coerceCell(cell, column({ title: 'x', uiType: 'Number' }), reader).ok).toBe(false)
  })

  it('names an option that there is not', () => {
    const genre = column({
      title: 'Genre',
      uiType: 'SingleSelect',
      options: { options: [{ title: 'Folk', color: 'blue' }] },
    })
    expect(coerceCell({ text: 'folk' }, genre, reader)).toEqual({ ok: true, value: 'Folk' })
    expect(coerceCell({ text: 'Folkk' }, genre, reader)).toEqual({
      ok: false,
      problem: { problem: 'notOption', params: { value: 'Folkk' } },
    })
  })
})

/** Typical user input of every type, as stored. */
const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
const iso = (date: Date): string => date.toISOString().slice(0, 10)
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const plain = fc.string({ unit: fc.constantFrom('a', 'B', 'ü', '1', '=', '<', '"', '&', "'", '+', '@', ',', ' ') })
const line = plain.map((text) => `x${text}x`)
const options = [
  { title: 'Folk', color: 'blue' },
  { title: 'Folk, slow', color: 'red' },
  { title: 'Jazz', color: 'green' },
] as const
interface Case {
  readonly uiType: UiType
  readonly value: fc.Arbitrary<StoredValue>
  readonly options?: ColumnOptions
  /** Spreadsheets store less of it than Basalt. */
  readonly ownOnly?: true
}
const cases: readonly Case[] = [
  { uiType: 'SingleLineText', value: line },
  { uiType: 'LongText', value: fc.tuple(line, line).map((lines) => lines.join('\n')) },
  { uiType: 'Number', value: fc.integer() },
  { uiType: 'Number', value: fc.bigInt({ min: 2n ** 60n, max: 2n ** 62n }) },
  { uiType: 'Decimal', value: fc.integer({ min: -1e9, max: 1e9 }).map((whole) => whole / 1000) },
  { uiType: 'Decimal', value: fc.constant('12345678901234567890.123') },
  {
    uiType: 'Currency',
    value: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
    options: { currency: 'EUR' },
  },
  { uiType: 'Percent', value: fc.integer({ min: 0, max: 1e5 }).map((share) => share / 100) },
  { uiType: 'Checkbox', value: fc.constantFrom(0, 1) },
  { uiType: 'SingleSelect', value: fc.constantFrom('Folk', 'Jazz'), options: { options } },
  { uiType: 'MultiSelect', value: fc.constantFrom('Folk,Jazz', 'Jazz'), options: { options } },
  { uiType: 'Date', value: day.map(iso) },
  { uiType: 'Date', value: day.map(iso), options: { dateFormat: 'dayMonthYear' } },
  {
    uiType: 'DateTime',
    value: fc.tuple(day, fc.nat(11)).map(([date, hour]) => `${iso(date)} ${String(hour).padStart(2, '0')}:30:00`),
  },
  { uiType: 'Time', value: clock },
  { uiType: 'Year', value: fc.integer({ min: 1000, max: 9999 }) },
  { uiType: 'Duration', value: fc.integer({ min: 0, max: 1e6 }) },
  { uiType: 'Rating', value: fc.integer({ min: 1, max: 5 }) },
  { uiType: 'Email', value: fc.constant('ada@example.com') },
  { uiType: 'URL', value: fc.constant('https://example.com/a?b=c&d') },
  { uiType: 'PhoneNumber', value: fc.constant('+49 30 123456') },
  { uiType: 'Collaborator', value: fc.constant('ada@example.com') },
  { uiType: 'JSON', value: fc.constant('{"a":[1,"<b>"]}') },
  { uiType: 'Attachment', value: fc.constant('[{"title":"a.pdf","url":"https://example.com/a.pdf"}]'), ownOnly: true },
]

describe.each(['en-US', 'de-DE', 'fr-FR', 'sv-SE', 'ar-EG', 'pt-BR'])('a block of cells, read in %s', (locale) => {
  const zoned = { locale, timeZone: 'UTC' }
  const block = fc.record(Object.fromEntries(cases.map(({ value }, at) => [at, fc.option(value)] as const)))
  const columns = cases.map((one, at) => column({ title: `c${at}`, uiType: one.uiType, options: one.options ?? {} }))

  const copied = (row: Readonly<Record<string, StoredValue>>) => ({
    columns: columns.map((each) => ({ column: each, exact: true })),
    rows: [
      columns.map((each, at) => {
        const stored = row[at] ?? null
        return { stored, json: jsonValue(stored), text: columnType(each.uiType).format(stored, each, zoned) }
      }),
    ],
    copy: 'one',
    header: false,
  })
  const expected = (row: Readonly<Record<string, StoredValue>>, others: boolean): StoredValue[] =>
    cases.flatMap((one, at) => (others && one.ownOnly ? [] : [row[at] ?? null]))
  const back = (read: ClipBlock | undefined, others: boolean): unknown[] =>
    (taken(read, columns, zoned)[0] ?? []).filter((_, at) => !(others && cases[at]?.ownOnly))

  it('comes back whole into Basalt', () => {
    fc.assert(
      fc.property(block, (row) => {
        expect(back(readHtml(writeHtml(copied(row), zoned)), false)).toEqual(expected(row, false))
      }),
      { numRuns: 40 },
    )
  })

  it('comes back as typed values from what spreadsheets are told', () => {
    fc.assert(
      fc.property(block, (row) => {
        const html = writeHtml(copied(row), zoned).replaceAll('data-basalt-block', 'data-other')
        expect(back(readHtml(html), true)).toEqual(expected(row, true))
        // Each spreadsheet preserves only its own attributes.
        const calc = html.replace(/ (?:data-sheets-\w+|x:num|x:bool)="[^"]*"/g, '')
        expect(back(readHtml(calc), true)).toEqual(expected(row, true))
        const excel = html.replace(/ (?:data-sheets-\w+|sdval|sdnum)="[^"]*"/g, '')
        expect(back(readHtml(excel), true)).toEqual(expected(row, true))
      }),
      { numRuns: 25 },
    )
  })

  it('comes back from plain text', () => {
    fc.assert(
      fc.property(block, (row) => {
        const texts = copied(row).rows.map((cells) => cells.map(({ text }) => text))
        expect(back(textBlock(parseTsv(formatTsv(texts))), true)).toEqual(expected(row, true))
      }),
      { numRuns: 40 },
    )
  })
})

describe('a block with the names of its fields', () => {
  it('has them above for others, and brings its values alone back', () => {
    const name = column({ title: 'Name <b>' })
    const html = writeHtml(
      {
        columns: [{ column: name, exact: true }],
        rows: [[{ text: '=1+1', stored: '=1+1', json: '=1+1' }]],
        copy: 'one',
        header: true,
      },
      reader,
    )
    expect(html).not.toContain('<b>')
    const block = readHtml(html)
    expect(block?.cells.map((row) => row.map(({ text }) => text))).toEqual([['=1+1']])
    const other = readHtml(html.replace('data-basalt-block', 'data-other'))
    expect(other?.cells.map((row) => row.map(({ text }) => text))).toEqual([['Name <b>'], ['=1+1']])
    expect(block?.columns).toEqual([{ title: 'Name <b>', uiType: 'SingleLineText' }])
    // No spreadsheet treats a text as a formula.
    expect(html).toContain("mso-number-format:'\\@'")
  })
})
