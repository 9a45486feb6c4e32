import { describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import { guarded, isGuarded, unguarded } from '@common/columns/values/formula-guard'
import { exportOptions } from '@main/dataapi/export/options'
import { sheetCell } from '@main/dataapi/export/sheet-cells'
import { textOf } from '@main/dataapi/export/cells'
import { valueField } from '@main/dataapi/export/fields'
import { dispositionOf, markdownLine } from '@main/dataapi/export/formats'
import { valuesLine } from '@main/lib/values-line'
import { sheetTitle } from '@main/dataapi/export/workbook'
import { resultColumn } from '@main/db/computed'
import { script as mssql } from '@main/db/dialects/mssql/script'
import { script as mysql } from '@main/db/dialects/mysql/script'
import { script as postgres } from '@main/db/dialects/postgres/script'
import { script as sqlite } from '@main/db/dialects/sqlite/script'

describe('a text that programs for tables would work out', () => {
  it.each([
    '=1+1',
    '+49 30',
    '-x',
    '@sum',
    '\t=1',
    ' =1',
    '\r\n=x',
    '\tx',
    '\rx',
    '＝1',
    '＠x',
    '\u00a0=1',
    "'=1",
    "''-a",
  ])('%j gets an apostrophe, and loses it again', (text) => {
    expect(guarded(text)).toBe(`'${text}`)
    expect(unguarded(guarded(text))).toBe(text)
  })

  it.each(['', 'a', "it's", "'quoted'", '-1', '-1.5', '-2e-7', '1=1', "'a"])('%j is left as it is', (text) => {
    expect(guarded(text)).toBe(text)
    expect(isGuarded(text)).toBe(false)
    expect(unguarded(text)).toBe(text)
  })
})

const options = exportOptions(new URLSearchParams({ format: 'xlsx' }))
const field = (uiType: UiType) => valueField(resultColumn(uiType, 'TEXT', {}))

describe('a cell', () => {
  it.each([
    ['=1+1', '=1+1'],
    [-5, '-5'],
    [9007199254740993n, '9007199254740993'],
    [null, ''],
    [new Uint8Array([1, 2]), 'AQI='],
    [true, 'true'],
  ])('%s is %s as text', (value, expected) => {
    expect(textOf(field('LongText'), value, options)).toBe(expected)
  })

  it.each<[UiType, StoredValue, ReturnType<typeof sheetCell>]>([
    ['LongText', '=1', { kind: 'text', text: '=1' }],
    ['Number', 9007199254740993n, { kind: 'text', text: '9007199254740993' }],
    ['Number', 12, { kind: 'number', text: '12' }],
    ['Decimal', '0.123456789012345678901', { kind: 'text', text: '0.123456789012345678901' }],
    ['Checkbox', 1, { kind: 'flag', set: true }],
    ['Duration', 5400, { kind: 'number', text: '0.0625' }],
    ['Duration', -60, { kind: 'text', text: '-60' }],
    ['Date', '2026-01-01', { kind: 'number', text: '46023' }],
    ['Date', '1900-01-01', { kind: 'text', text: '1900-01-01' }],
    ['Time', '06:00:00', { kind: 'number', text: '0.25' }],
    ['DateTime', '2026-01-01 12:00:00', { kind: 'number', text: '46023.5' }],
    ['DateTime', '2026-01-01 12:00:00.123456', { kind: 'text', text: '2026-01-01T12:00:00.123456Z' }],
    ['SingleLineText', null, undefined],
  ])('of a sheet for %s %s is %j', (uiType, value, expected) => {
    expect(sheetCell(field(uiType), value, options)).toEqual(expected)
  })

  it('of a moment stands by the clock of who reads it', () => {
    const shown = { ...options, shown: true, reader: { locale: 'de', timeZone: 'Europe/Berlin' } }
    const of = (value: string) => sheetCell(field('DateTime'), value, shown)
    expect(of('2026-07-01 10:00:00')).toEqual({ kind: 'number', text: '46204.5' })
    // The hour that is lived through twice, for the second time.
    expect(of('2026-10-25 01:30:00')).toEqual({ kind: 'text', text: '2026-10-25T01:30:00Z' })
  })

  it('names of files are such as every program takes', () => {
    expect(dispositionOf('Größe "a"/b', 'csv')).toBe(
      `attachment; filename="Gr__e _a_-b.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22a%22-b.csv`,
    )
  })
})

describe('a line', () => {
  it('of values is quoted by its own delimiter', () => {
    expect(valuesLine(['a;b', 'c,d', ' e', 'f"g'], ';')).toBe('"a;b";c,d;" e";"f""g"\r\n')
    expect(valuesLine(['a\tb', 'c'], '\t')).toBe('"a\tb"\tc\r\n')
  })

  it('of Markdown is one line whatever is in its cells', () => {
    expect(markdownLine(['a|b', ' c\r\nd ', '<script>&amp;', '[x](y) `z` ~~w~~'])).toBe(
      String.raw`| a\|b | c<br>d | &lt;script>&amp;amp; | \[x\](y) \`z\` \~\~w\~\~ |` + '\n',
    )
  })

  it.each([
    ['Sales: [2026]/*', 'Sales   2026'],
    ["'quoted'", 'quoted'],
    ['History', 'Rows'],
    ['_basalt_columns', 'Rows'],
    ['rows 2', 'Rows'],
    ['', 'Rows'],
    ['x'.repeat(40), 'x'.repeat(31)],
  ])('titles of sheets are such as workbooks take: %j', (title, sheet) => {
    expect(sheetTitle(title)).toBe(sheet)
  })
})

describe('a literal', () => {
  const text = { nativeType: 'text', uiType: 'LongText' } as const
  const flag = { nativeType: 'boolean', uiType: 'Checkbox' } as const
  const moment = { nativeType: 'datetime', uiType: 'DateTime' } as const
  const bytes = new Uint8Array([0, 255])

  it('of SQLite', () => {
    expect(
      ["it's", 'a\\', 'a\0b', -0, 2n ** 63n - 1n, null, bytes, true, Infinity].map((value) =>
        sqlite.literal(text, value),
      ),
    ).toEqual([
      "'it''s'",
      String.raw`'a\'`,
      "CAST(X'610062' AS TEXT)",
      '0',
      '9223372036854775807',
      'NULL',
      "X'00FF'",
      '1',
      '9e999',
    ])
  })

  it('of PostgreSQL', () => {
    expect(["it's", "a\\'", bytes, NaN].map((value) => postgres.literal(text, value))).toEqual([
      "'it''s'",
      String.raw`E'a\\'''`,
      "decode('00FF', 'hex')",
      "'NaN'",
    ])
    expect([1, 0, true, null].map((value) => postgres.literal(flag, value))).toEqual(['TRUE', 'FALSE', 'TRUE', 'NULL'])
  })

  it('of MySQL and MariaDB', () => {
    expect(["it's", "a\\'", '', bytes, new Uint8Array()].map((value) => mysql.literal(text, value))).toEqual([
      "'it''s'",
      "_utf8mb4 X'615C27'",
      "''",
      "X'00FF'",
      "''",
    ])
  })

  it('of SQL Server', () => {
    expect(["it's", 'a\\\nb', bytes].map((value) => mssql.literal(text, value))).toEqual([
      "N'it''s'",
      "N'a\\' + N'\nb'",
      '0x00FF',
    ])
    expect(mssql.literal(moment, '2026-01-02 03:04:05')).toBe("N'2026-01-02T03:04:05'")
    expect(mssql.counted?.('a]b').before).toBe('SET IDENTITY_INSERT [a]]b] ON')
  })
})
