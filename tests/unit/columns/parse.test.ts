import type { ProblemCode, StoredValue } from '@common/columns/column-type'
import { problemCodes } from '@common/columns/column-type'
import { columnType, columnTypes, creatableTypes } from '@common/columns/registry'
import { uiTypes, type UiType } from '@common/columns/ui-types'
import type { Column } from '@common/model'
import * as english from '@locales/english'
import { describe, expect, it } from 'vitest'
import { columnOf } from './column'

const genre = columnOf('SingleSelect', { options: [{ title: 'Folk', color: 'grey' }] })
const tags = columnOf('MultiSelect', {
  options: [
    { title: 'vinyl', color: 'grey' },
    { title: 'live', color: 'red' },
  ],
})
const named: Readonly<Record<string, Column>> = {
  genre,
  tags,
  wideTags: columnOf('MultiSelect', { options: [{ title: '和、洋', color: 'grey' }] }),
  inNewYork: columnOf('DateTime', { timeZone: 'America/New_York' }),
  hours: columnOf('Duration', { durationFormat: 'h:mm' }),
  tenStars: columnOf('Rating', { max: 10 }),
  textKey: columnOf('ID', {}, { nativeType: 'VARCHAR(20)' }),
  requiredText: columnOf('SingleLineText', {}, { required: true }),
  countedKey: columnOf('ID', {}, { required: true, autoIncrement: true }),
}
const columnNamed = (name: string): Column => named[name] ?? columnOf(name as UiType)

const accepted: readonly (readonly [string, unknown, StoredValue])[] = [
  ['Number', 42, 42],
  ['Number', '42', 42],
  ['Number', ' 42.0 ', 42],
  ['Number', -0, 0],
  ['Number', '-0', 0],
  ['Number', '', null],
  ['Number', undefined, null],
  ['Number', '9007199254740991', 9007199254740991],
  ['Number', '9007199254740992', 9007199254740992n],
  ['Number', '9007199254740993', 9007199254740993n],
  ['Number', '-9223372036854775808', -9223372036854775808n],
  ['Number', '1e3', 1000],
  ['Decimal', '0.10', 0.1],
  ['Decimal', '12345678901234567890.123', '12345678901234567890.123'],
  ['Decimal', 1e21, '1000000000000000000000'],
  ['Decimal', 0.30000000000000004, 0.30000000000000004],
  ['Decimal', '9007199254740992', '9007199254740992'],
  ['Decimal', '1.10', 1.1],
  ['Decimal', '-0.0', 0],
  ['Currency', '1.29', 1.29],
  ['Percent', 12.5, 12.5],
  ['Rating', 5, 5],
  ['tenStars', '10', 10],
  ['Year', 2026, 2026],
  ['Year', '0033', 33],
  ['Checkbox', true, 1],
  ['Checkbox', 'Yes', 1],
  ['Checkbox', '0', 0],
  ['Checkbox', false, 0],
  ['Checkbox', '', null],
  ['SingleLineText', '', ''],
  ['SingleLineText', null, null],
  ['SingleLineText', 7, '7'],
  ['SingleLineText', '  kept  ', '  kept  '],
  ['genre', 'Folk', 'Folk'],
  ['genre', '', null],
  ['SingleSelect', 'anything', 'anything'],
  ['tags', ['live', 'vinyl', 'live'], 'live,vinyl'],
  ['tags', 'vinyl, live', 'vinyl,live'],
  ['tags', [], null],
  ['Date', '2024-02-29', '2024-02-29'],
  ['Date', '0001-01-01', '0001-01-01'],
  ['Time', '7:05', '07:05:00'],
  ['Time', '23:59:59.999', '23:59:59.999'],
  ['Time', '23:59:59.1234567', '23:59:59.123456'],
  ['DateTime', '2026-09-18T14:05:00Z', '2026-09-18 14:05:00'],
  ['DateTime', '2026-09-18T14:05:00.25+02:00', '2026-09-18 12:05:00.25'],
  ['DateTime', '2026-01-01 00:30-0200', '2026-01-01 02:30:00'],
  ['DateTime', '2024-03-01T00:30:00+01:00', '2024-02-29 23:30:00'],
  ['DateTime', '2026-09-18', '2026-09-18 00:00:00'],
  ['DateTime', '2026-09-18 14:05:00.500000', '2026-09-18 14:05:00.5'],
  ['Duration', '3:48', 228],
  ['Duration', '1:03:48', 3828],
  ['Duration', '100:00:00', 360000],
  ['Duration', 90, 90],
  ['Duration', '-0:05', -5],
  ['hours', '3:48', 13680],
  ['hours', '3:48:05', 13685],
  ['Collaborator', 'Ada@Example.com', 'ada@example.com'],
  ['Geometry', ' POINT (13.4 52.5) ', 'POINT (13.4 52.5)'],
  ['Geometry', { type: 'Point', coordinates: [13.4, 52.5] }, '{"type":"Point","coordinates":[13.4,52.5]}'],
  ['Geometry', 'LINESTRING ZM (1 2 3 4, 5 6 7 8)', 'LINESTRING ZM (1 2 3 4, 5 6 7 8)'],
  ['Geometry', '', null],
  ['Barcode', '0012', '0012'],
  ['Barcode', 4006381333931, '4006381333931'],
  ['Button', 'https://example.com/7', 'https://example.com/7'],
  [
    'Attachment',
    [{ title: 'a.png', url: '/dl/p/db/0123456789abcdef0123456789abcdef/a.png' }],
    '[{"title":"a.png","url":"/dl/p/db/0123456789abcdef0123456789abcdef/a.png"}]',
  ],
  [
    'Attachment',
    '[{"title": "a", "url": "https://a.example/a", "size": 5}]',
    '[{"title":"a","url":"https://a.example/a","size":5}]',
  ],
  ['Attachment', [], null],
  ['Email', ' ada@example.com ', 'ada@example.com'],
  ['Email', "o'brien+x@mail.example.co.uk", "o'brien+x@mail.example.co.uk"],
  ['URL', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['URL', 'example.com', 'example.com'],
  ['URL', 'http://localhost:8080/x', 'http://localhost:8080/x'],
  ['URL', 'http://[::1]:80/', 'http://[::1]:80/'],
  ['URL', 'https://bücher.example/ü', 'https://bücher.example/ü'],
  ['PhoneNumber', '+49 (0)30 / 901-820', '+49 (0)30 / 901-820'],
  ['JSON', { b: [1, 2], a: null }, '{"b":[1,2],"a":null}'],
  ['JSON', ' { "a" : 1.0, "b c" : "x  y" } ', '{"a":1.0,"b c":"x  y"}'],
  ['JSON', '[12345678901234567890]', '[12345678901234567890]'],
  ['JSON', 5, '5'],
  ['ID', 7, 7],
  ['textKey', 'A-7', 'A-7'],
  ['countedKey', null, null],
  ['SpecificDBType', 'point(1 2)', 'point(1 2)'],
  ['SpecificDBType', 1.5, 1.5],
  ['SpecificDBType', { a: 1 }, '{"a":1}'],
]

const refused: readonly (readonly [string, unknown, ProblemCode])[] = [
  ['Number', 'abc', 'notNumber'],
  ['Number', '1,5', 'notNumber'],
  ['Number', true, 'notNumber'],
  ['Number', [1], 'notNumber'],
  ['Number', {}, 'notNumber'],
  ['Number', Number.NaN, 'notNumber'],
  ['Number', Number.POSITIVE_INFINITY, 'notNumber'],
  ['Number', 'Infinity', 'notNumber'],
  ['Number', '0x10', 'notNumber'],
  ['Number', '1e', 'notNumber'],
  ['Number', 1.5, 'notWholeNumber'],
  ['Number', '9223372036854775808', 'numberTooLarge'],
  ['Number', '1e400', 'numberTooLarge'],
  ['Number', 2 ** 53, 'numberNotExact'],
  ['Decimal', '1e400', 'numberTooLarge'],
  ['Decimal', '1e9999', 'numberTooLarge'],
  ['Decimal', 'NaN', 'notNumber'],
  ['Percent', 'half', 'notNumber'],
  ['Rating', 0, 'ratingOutOfRange'],
  ['Rating', 6, 'ratingOutOfRange'],
  ['Rating', 2.5, 'ratingOutOfRange'],
  ['tenStars', 11, 'ratingOutOfRange'],
  ['Year', 0, 'notYear'],
  ['Year', 10000, 'notYear'],
  ['Year', 2026.5, 'notYear'],
  ['Checkbox', 'maybe', 'notBoolean'],
  ['Checkbox', 2, 'notBoolean'],
  ['Checkbox', {}, 'notBoolean'],
  ['SingleLineText', true, 'notText'],
  ['SingleLineText', Number.NaN, 'notText'],
  ['SingleLineText', 'a\0b', 'textNotStorable'],
  ['SingleLineText', '\uD83E', 'textNotStorable'],
  ['LongText', 'x'.repeat(10 * 1024 * 1024 + 1), 'tooLong'],
  ['requiredText', null, 'required'],
  ['requiredText', undefined, 'required'],
  ['genre', 'Folkk', 'notOption'],
  ['genre', 'folk', 'notOption'],
  ['genre', ['Folk'], 'notText'],
  ['tags', 'vinyl,tape', 'notOptions'],
  ['tags', ['vinyl,live'], 'notOptions'],
  ['tags', [{}], 'notText'],
  ['Date', '2023-02-29', 'notDate'],
  ['Date', '1900-02-29', 'notDate'],
  ['Date', '2026-13-01', 'notDate'],
  ['Date', '2026-00-10', 'notDate'],
  ['Date', '0000-01-01', 'notDate'],
  ['Date', '2026-9-18', 'notDate'],
  ['Date', '18/09/2026', 'notDate'],
  ['Date', '2026-09-18T00:00:00Z', 'notDate'],
  ['Date', 20260918, 'notDate'],
  ['Time', '24:00', 'notTime'],
  ['Time', '12:60', 'notTime'],
  ['Time', '12', 'notTime'],
  ['DateTime', 'yesterday', 'notDateTime'],
  ['DateTime', '2026-02-30 10:00:00', 'notDateTime'],
  ['DateTime', '2026-01-01T25:00:00Z', 'notDateTime'],
  ['DateTime', '2026-01-01T10:00:00+15:00', 'notDateTime'],
  ['DateTime', '0001-01-01T00:00:00+01:00', 'notDateTime'],
  ['DateTime', '9999-12-31T23:59:59-01:00', 'notDateTime'],
  ['DateTime', 1758204300, 'notDateTime'],
  ['Duration', '3:60', 'notDuration'],
  ['Duration', '1:60:00', 'notDuration'],
  ['Duration', '1.5', 'notDuration'],
  ['Duration', 'long', 'notDuration'],
  ['Email', 'ada', 'notEmail'],
  ['Email', 'ada@', 'notEmail'],
  ['Email', 'ada@example', 'notEmail'],
  ['Email', 'a..b@example.com', 'notEmail'],
  ['Email', 'ada@-example.com', 'notEmail'],
  ['Email', 'ada @example.com', 'notEmail'],
  ['Email', 'ada@example.com, bob@example.com', 'notEmail'],
  ['Email', 'ada@127.0.0.1', 'notEmail'],
  ['Email', '<ada@example.com>', 'notEmail'],
  ['URL', 'javascript:alert(1)', 'notUrl'],
  ['URL', 'data:text/html,x', 'notUrl'],
  ['URL', 'https://', 'notUrl'],
  ['URL', 'https://exa mple.com', 'notUrl'],
  ['URL', 'https://example.com:99999/', 'notUrl'],
  ['URL', 'not a link', 'notUrl'],
  ['PhoneNumber', '12', 'notPhoneNumber'],
  ['PhoneNumber', 'call me', 'notPhoneNumber'],
  ['PhoneNumber', '1234567890123456', 'notPhoneNumber'],
  ['Collaborator', 'ada', 'notEmail'],
  ['Collaborator', ['ada@example.com'], 'notText'],
  ['Geometry', 'POINT (1)', 'notGeometry'],
  ['Geometry', 'POINT Z (1 2)', 'notGeometry'],
  ['Geometry', 'POINT (1 2', 'notGeometry'],
  ['Geometry', 'POINT (1 2) x', 'notGeometry'],
  ['Geometry', 'CIRCLE (1 2)', 'notGeometry'],
  ['Geometry', 'POLYGON ((0 0, 1 0, 1 1))', 'notGeometry'],
  ['Geometry', '{"type":"Point"}', 'notGeometry'],
  ['Geometry', '{"type":"Point","coordinates":["1",2]}', 'notGeometry'],
  ['Geometry', '{"type":"toString","coordinates":[1,2]}', 'notGeometry'],
  ['Geometry', `${'GEOMETRYCOLLECTION('.repeat(5_000)}POINT (1 2)${')'.repeat(5_000)}`, 'notGeometry'],
  ['Geometry', 7, 'notGeometry'],
  ['Barcode', 'two\nlines', 'notBarcode'],
  ['Barcode', 'x'.repeat(256), 'notBarcode'],
  ['Button', 'javascript:alert(1)', 'notUrl'],
  ['Attachment', 'a.png', 'notAttachments'],
  ['Attachment', { title: 'a', url: '/a' }, 'notAttachments'],
  ['Attachment', [{ title: 'a' }], 'notAttachments'],
  ['Attachment', [{ title: '', url: '/a' }], 'notAttachments'],
  ['Attachment', [{ title: 'a', url: 'javascript:alert(1)' }], 'notAttachments'],
  ['Attachment', [{ title: 'a', url: '//evil.example' }], 'notAttachments'],
  ['JSON', '{a:1}', 'notJson'],
  ['JSON', 'undefined', 'notJson'],
  ['JSON', '{"a":1}}', 'notJson'],
  ['ID', 'seven', 'notNumber'],
  ['ID', 1.5, 'notWholeNumber'],
]

describe('values of a JSON body', () => {
  it.each(accepted)('%s accepts %j', (name, given, value) => {
    const column = columnNamed(name)
    expect(columnType(column.uiType).parse(given, column)).toEqual({ ok: true, value })
  })

  it.each(refused)('%s refuses %j', (name, given, problem) => {
    const column = columnNamed(name)
    expect(columnType(column.uiType).parse(given, column)).toMatchObject({ ok: false, problem: { problem } })
  })
})

const typed: readonly (readonly [string, string, string, StoredValue | undefined])[] = [
  ['Number', 'en', '1,234,567', 1234567],
  ['Number', 'de', '1.234.567', 1234567],
  ['Number', 'en-IN', '12,34,567', 1234567],
  ['Number', 'fr', '1 234', 1234],
  ['Number', 'en', '1,23', undefined],
  ['Decimal', 'de', '1,5', 1.5],
  ['Decimal', 'de', '1.5', 1.5],
  ['Decimal', 'de', '0.500', 0.5],
  ['Decimal', 'en', '1,500.25', 1500.25],
  ['Decimal', 'en', '(1.29)', -1.29],
  ['Decimal', 'en', '−3', -3],
  ['Decimal', 'ar-EG', '٣٫٥', 3.5],
  ['Decimal', 'en', '1 2', undefined],
  ['Decimal', 'en', '--1', undefined],
  ['Currency', 'en', '$1.29', 1.29],
  ['Currency', 'en', '-€2', -2],
  ['Percent', 'en', '12.5 %', 12.5],
  ['Date', 'en', '18 Sep 2026', '2026-09-18'],
  ['Date', 'en', 'September 18, 2026', '2026-09-18'],
  ['Date', 'en', 'Sep 18 2026', '2026-09-18'],
  ['Date', 'en-GB', '18/09/2026', '2026-09-18'],
  ['Date', 'en-US', '9/18/2026', '2026-09-18'],
  ['Date', 'en-US', '18/09/2026', undefined],
  ['Date', 'en-US', '9/18/26', '2026-09-18'],
  ['Date', 'de', '18.9.2026', '2026-09-18'],
  ['Date', 'de', '18. September 2026', '2026-09-18'],
  ['Date', 'de', '18 Sep 2026', '2026-09-18'],
  ['Date', 'fr', '18 sept. 2026', '2026-09-18'],
  ['Date', 'es', '18 de septiembre de 2026', '2026-09-18'],
  ['Date', 'ja', '2026/09/18', '2026-09-18'],
  ['Date', 'ja', '2026年9月18日', '2026-09-18'],
  ['Date', 'en', '29 Feb 2023', undefined],
  ['Date', 'en', 'tomorrow', undefined],
  ['DateTime', 'en', '18 Sep 2026, 14:05', '2026-09-18 14:05:00'],
  ['DateTime', 'en-US', '9/18/2026 2:05 PM', '2026-09-18 14:05:00'],
  ['DateTime', 'en', '18 Sep 2026', '2026-09-18 00:00:00'],
  ['DateTime', 'en', '2026-09-18T14:05:00+02:00', '2026-09-18 12:05:00'],
  ['DateTime', 'en', '18 Sep 2026, 14:65', undefined],
  ['DateTime', 'en', '18 Sep 2026, 14:05 UTC+2', '2026-09-18 12:05:00'],
  ['DateTime', 'en', '18 Sep 2026, 14:05 UTC', '2026-09-18 14:05:00'],
  ['inNewYork', 'en', '9/18/2026 2:05 PM', '2026-09-18 18:05:00'],
  ['inNewYork', 'en', '2026-09-18 14:05', '2026-09-18 18:05:00'],
  ['inNewYork', 'en', '2026-09-18T14:05:00Z', '2026-09-18 14:05:00'],
  ['Time', 'en', '12:30 am', '00:30:00'],
  ['Time', 'en', '12:30 p.m.', '12:30:00'],
  ['Time', 'en', '13:00 pm', undefined],
  ['genre', 'en', 'folk', 'Folk'],
  ['tags', 'en', 'Live; vinyl', undefined],
  ['tags', 'en', 'Live, vinyl', 'live,vinyl'],
  ['tags', 'zh_CN', 'Live，vinyl', 'live,vinyl'],
  ['tags', 'ja', 'live、vinyl', 'live,vinyl'],
  ['wideTags', 'ja', '和、洋', '和、洋'],
  ['Checkbox', 'en', 'x', 1],
  ['Year', 'en', '2,026', undefined],
  ['SingleLineText', 'en', '', null],
]

describe('text as people type it', () => {
  it.each(typed)('%s in %s reads %j', (name, locale, text, value) => {
    const column = columnNamed(name)
    const parsed = columnType(column.uiType).parseText(text, column, { locale })
    expect(parsed.ok ? parsed.value : undefined).toBe(value)
  })
})

const shown: readonly (readonly [string, Column, StoredValue, string])[] = [
  ['en', columnOf('Date', { dateFormat: 'iso' }), '2026-09-18', '2026-09-18'],
  ['en', columnOf('Date', { dateFormat: 'dayMonthYear' }), '2026-09-08', '08/09/2026'],
  [
    'en',
    columnOf('DateTime', { dateFormat: 'monthDayYear', timeFormat: '12' }),
    '2026-09-18 14:05:00',
    '09/18/2026, 2:05 pm',
  ],
  ['en', columnOf('DateTime', { timeZone: 'Europe/Berlin' }), '2026-09-18 14:05:00', '18 Sep 2026, 16:05 UTC+2'],
  ['en', columnOf('Time', { timeFormat: '12' }), '00:30:00', '12:30 am'],
  ['en', columnOf('Duration', { durationFormat: 'h:mm' }), 13680, '3:48'],
  ['en', columnOf('Duration', { durationFormat: 'h:mm' }), 13685, '3:48:05'],
  ['en', columnOf('Duration', { durationFormat: 'h:mm:ss' }), 228, '0:03:48'],
  ['en', columnOf('Button', { label: 'Open' }), null, ''],
  ['en', columnOf('Collaborator'), 'ada@example.com', 'ada@example.com'],
  ['en', columnOf('Number'), 1234567, '1,234,567'],
  ['en', columnOf('Number'), 9007199254740993n, '9,007,199,254,740,993'],
  ['de', columnOf('Decimal', { precision: 2 }), 1234.5, '1.234,50'],
  ['en', columnOf('Currency', { currency: 'USD' }), 1.29, '$1.29'],
  ['en', columnOf('Currency', { currency: 'USD' }), -5, '-$5.00'],
  ['en', columnOf('Currency', { currency: 'JPY' }), 500, '¥500'],
  ['en', columnOf('Percent'), 12.5, '12.5%'],
  ['en', columnOf('Date'), '2026-09-18', '18 Sep 2026'],
  ['en', columnOf('DateTime'), '2026-09-18 14:05:00', '18 Sep 2026, 14:05'],
  ['en', columnOf('DateTime'), '2026-09-18 14:05:09.5', '18 Sep 2026, 14:05:09.5'],
  ['en', columnOf('Duration'), 228, '3:48'],
  ['en', columnOf('Duration'), 3828, '1:03:48'],
  ['en', columnOf('Duration'), 5, '0:05'],
  ['en', columnOf('Year'), 2026, '2026'],
  ['en', columnOf('ID'), 412000, '412000'],
  ['en', columnOf('Time'), '14:05:00', '14:05'],
  ['en', columnOf('Checkbox'), 1, 'true'],
  ['en', columnOf('MultiSelect'), 'vinyl,live', 'vinyl, live'],
  ['en', columnOf('SpecificDBType'), new Uint8Array([1, 171]), '0x01ab'],
  ['en', columnOf('Attachment'), '[{"title":"a.png"},{"title":"b.pdf"}]', 'a.png, b.pdf'],
  // Stored values that don't fit the type are shown unchanged.
  ['en', columnOf('Number'), 'many', 'many'],
  ['en', columnOf('Date'), 'soon', 'soon'],
  ['en', columnOf('Date'), '2009-01-01 00:00:00', '1 Jan 2009, 00:00'],
  ['en', columnOf('DateTime'), 1758204300, '1758204300'],
]

describe('values as readers see them', () => {
  it.each(shown)('%s: %o shows %o as %o', (locale, column, value, text) => {
    expect(columnType(column.uiType).format(value, column, { locale })).toBe(text)
  })
})

const berlin = { locale: 'en', timeZone: 'Europe/Berlin' }
const moments: readonly (readonly [string, string])[] = [
  ['2026-09-18 12:05:00', '18 Sep 2026, 14:05'],
  ['2026-01-18 12:05:00', '18 Jan 2026, 13:05'],
  // The clock shows half past two twice in this night.
  ['2026-10-25 00:30:00', '25 Oct 2026, 02:30'],
  ['2026-10-25 01:30:00', '25 Oct 2026, 02:30 UTC+1'],
  ['9999-12-31 23:30:00', '31 Dec 9999, 23:30 UTC'],
]

describe('moments for a reader in another zone', () => {
  it.each(moments)('%s is %s', (stored, text) => {
    const column = columnOf('DateTime')
    expect(columnType('DateTime').format(stored, column, berlin)).toBe(text)
    expect(columnType('DateTime').parseText(text, column, berlin)).toEqual({ ok: true, value: stored })
  })

  it('name their zone where the column has another one', () => {
    const column = columnOf('DateTime', { timeZone: 'UTC' })
    expect(columnType('DateTime').format('2026-09-18 12:05:00', column, berlin)).toBe('18 Sep 2026, 12:05 UTC')
  })

  it('that a clock leaves out in spring are read as the hour after', () => {
    expect(columnType('DateTime').parseText('29 Mar 2026, 02:30', columnOf('DateTime'), berlin)).toEqual({
      ok: true,
      value: '2026-03-29 01:30:00',
    })
  })
})

describe('the registry', () => {
  it('answers for every UI type, with its own name', () => {
    for (const uiType of uiTypes) expect(columnType(uiType).name).toBe(uiType)
  })

  it('shows types that come later as text that nobody can change', () => {
    for (const uiType of ['Lookup', 'Formula', 'Rollup', 'Count'] as const)
      expect(columnType(uiType)).toMatchObject({ creatable: false, writable: false, editor: 'none' })
  })

  it('offers only types that have behaviour, and each once', () => {
    expect(new Set(columnTypes.map(({ name }) => name)).size).toBe(columnTypes.length)
    const maintained = creatableTypes.filter(({ writable }) => !writable).map(({ name }) => name)
    expect(maintained).toEqual(['CreateTime', 'LastModifiedTime', 'AutoNumber'])
  })

  it('has a sentence for every problem, and a name and a hint for every type', () => {
    const problems: Readonly<Record<string, string>> = english.problems
    const names: Readonly<Record<string, { name: string; hint: string }>> = english.columnTypes
    // The message of a script's own check doesn't have to name the column.
    const written = problemCodes.filter((code) => code !== 'validation')
    expect(written.filter((code) => problems[code]?.includes('{column}') !== true)).toEqual([])
    expect(problems['validation']).toBe('{message}')
    expect(uiTypes.filter((uiType) => !names[uiType]?.name || !names[uiType].hint)).toEqual([])
  })
})
