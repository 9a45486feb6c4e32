import { columnType } from '@common/columns/registry'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import { plainNumber, plainNumberText } from '@common/columns/values/numeric'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOf, locales } from './column'

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns real days, often at the edges of the calendar. */
const days = fc.oneof(
  fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '1900-02-28', '0400-02-29', '1582-10-10'),
  fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)
const clocks = fc
  .tuple(
    fc.nat(23),
    fc.nat(59),
    fc.oneof(fc.constant(0), fc.nat(59)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\d{0,5}[1-9]$/)),
  )
  .map(([hour, minute, second, fraction]) => `${two(hour)}:${two(minute)}:${two(second)}${fraction && `.${fraction}`}`)

const wholes = fc.oneof(
  fc.constantFrom(
    0,
    1,
    -1,
    2 ** 53 - 1,
    1 - 2 ** 53,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ),
  fc.integer(),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
)
const doubles = fc
  .oneof(
    fc.constantFrom(0, 0.1, -0.1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 1234567.891),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((value) => (value === 0 ? 0 : value))
/** Numbers whose digits a double preserves; large integers are decimals as text. */
const exactDoubles = doubles.filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
/** Decimal texts with more digits than a double has. */
const longDecimals = fc
  .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^[1-9]\d{17,40}$/), fc.stringMatching(/^\d{0,30}[1-9]$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`)
const texts = fc.oneof(
  fc.constantFrom(
    '🦊',
    '👩‍👩‍👧‍👦',
    'שלום',
    'مرحبا',
    ' ',
    '0',
    'null',
    '"',
    "'",
    ',',
    '\t',
    'a\nb',
    '‏',
    'ﷺ',
    'x'.repeat(1024 * 1024),
  ),
  fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\0')),
)
const options: ColumnOptions = {
  options: [
    { title: 'Folk', color: 'grey' },
    { title: 'Synth-pop', color: 'red' },
    { title: 'folk', color: 'orange' },
    { title: 'R & B', color: 'amber' },
  ],
}

const dateFormats: readonly ColumnOptions[] = [
  {},
  { dateFormat: 'iso' },
  { dateFormat: 'dayMonthYear' },
  { dateFormat: 'monthDayYear' },
]
/** Zones of every kind: far east and west, odd minutes, summer time, and none. */
const zones = [
  undefined,
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Africa/Monrovia',
]

interface Row {
  readonly type: UiType
  readonly values: fc.Arbitrary<StoredValue>
  readonly options?: readonly ColumnOptions[]
}

const rows: readonly Row[] = [
  { type: 'ID', values: wholes },
  { type: 'ForeignKey', values: wholes },
  { type: 'Number', values: wholes },
  { type: 'AutoNumber', values: wholes },
  {
    type: 'Decimal',
    values: fc.oneof(exactDoubles, longDecimals),
    options: [{}, { precision: 0 }, { precision: 2 }, { precision: 8 }],
  },
  {
    type: 'Currency',
    values: fc.oneof(exactDoubles, longDecimals),
    options: [
      {},
      { currency: 'USD' },
      { currency: 'EUR', precision: 2 },
      { currency: 'JPY' },
      { currency: 'CHF' },
      { currency: 'XYZ' },
      { currency: 'no' },
    ],
  },
  { type: 'Percent', values: doubles, options: [{}, { precision: 1 }] },
  { type: 'Rating', values: fc.integer({ min: 1, max: 10 }), options: [{ max: 10 }, { max: 10, icon: 'heart' }] },
  { type: 'Year', values: fc.integer({ min: 1, max: 9999 }) },
  {
    type: 'Duration',
    values: wholes,
    options: [{}, { durationFormat: 'h:mm' }, { durationFormat: 'h:mm:ss' }],
  },
  { type: 'Checkbox', values: fc.constantFrom(0, 1) },
  { type: 'Date', values: days, options: dateFormats },
  { type: 'Time', values: clocks, options: [{}, { timeFormat: '12' }] },
  {
    type: 'DateTime',
    values: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}`),
    options: [...dateFormats, { timeZone: 'America/New_York', timeFormat: '12' }, { timeZone: 'UTC' }],
  },
  { type: 'CreateTime', values: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}`) },
  { type: 'LastModifiedTime', values: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}`) },
  { type: 'SingleLineText', values: texts },
  { type: 'LongText', values: texts },
  { type: 'SpecificDBType', values: texts },
  { type: 'SingleSelect', values: fc.constantFrom('Folk', 'Synth-pop', 'folk', 'R & B'), options: [options, {}] },
  {
    type: 'MultiSelect',
    values: fc
      .shuffledSubarray(['Folk', 'Synth-pop', 'folk', 'R & B'], { minLength: 1 })
      .map((titles) => titles.join(',')),
    options: [options, {}],
  },
  { type: 'Email', values: fc.constantFrom('ada@example.com', 'a.b+c@sub.example.co', 'jürgen@bücher.example') },
  { type: 'URL', values: fc.webUrl() },
  {
    type: 'PhoneNumber',
    values: fc.constantFrom('+49 30 901820', '(020) 7946-0018', '0171/2345678', '555-0134 ext. 12'),
  },
  {
    type: 'Collaborator',
    values: fc.constantFrom('ada@example.com', 'jürgen@bücher.example'),
  },
  {
    type: 'Geometry',
    values: fc.constantFrom(
      'POINT (13.4 52.5)',
      'point z(1 2 3)',
      'SRID=4326;POLYGON ((0 0, 1 0, 1 1, 0 0), (.2 .2, .3 .2, .3 .3, .2 .2))',
      'MULTIPOINT (1 2, 3 4)',
      'MULTIPOINT ((1 2), (3 4))',
      'GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))',
      'MULTIPOLYGON EMPTY',
      '{"type":"Point","coordinates":[13.4,52.5]}',
      '{"type":"GeometryCollection","geometries":[]}',
    ),
  },
  { type: 'Barcode', values: fc.constantFrom('4006381333931', 'ABC-123', '0012', '(01)09521234543213(10)A') },
  { type: 'Button', values: fc.webUrl() },
  { type: 'JSON', values: fc.json().map((text) => JSON.stringify(JSON.parse(text) as unknown)) },
]

describe('what a column shows can be typed back', () => {
  it.each(rows)('$type: parseText(format(x)) = x in every locale', ({ type, values, options: variants = [{}] }) => {
    const behaviour = columnType(type)
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(...locales),
        fc.constantFrom(...variants),
        fc.constantFrom(...zones),
        (value, locale, variant, timeZone) => {
          const column = columnOf(type, variant)
          const reader = timeZone === undefined ? { locale } : { locale, timeZone }
          const shown = behaviour.format(value, column, reader)
          expect(behaviour.parseText(shown, column, reader)).toEqual({ ok: true, value })
        },
      ),
      { numRuns: 400 },
    )
  })

  it.each(rows)('$type: a stored value is accepted again as it is', ({ type, values, options: variants = [{}] }) => {
    fc.assert(
      fc.property(values, fc.constantFrom(...variants), (value, variant) => {
        expect(columnType(type).parse(value, columnOf(type, variant))).toEqual({ ok: true, value })
      }),
      { numRuns: 200 },
    )
  })

  it.each(rows)('$type: nothing is shown as nothing, and nothing typed is nothing', ({ type }) => {
    const column = columnOf(type)
    expect(columnType(type).format(null, column, { locale: 'en' })).toBe('')
    expect(columnType(type).parseText('', column, { locale: 'en' })).toEqual({ ok: true, value: null })
  })

  it.each(rows)('$type: any value of a JSON body gives an answer, never an exception', ({ type }) => {
    const behaviour = columnType(type)
    const column = columnOf(type, type.endsWith('Select') ? options : {})
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true }),
        fc.string(),
        fc.constantFrom(...locales),
        (value, text, locale) => {
          for (const parsed of [behaviour.parse(value, column), behaviour.parseText(text, column, { locale })]) {
            if (!parsed.ok) continue
            expect(typeof parsed.value === 'object' ? parsed.value : typeof parsed.value).not.toBe('undefined')
            expect(Object.is(parsed.value, -0)).toBe(false)
            expect(behaviour.parse(parsed.value, column)).toEqual(parsed)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('numbers as text', () => {
  it('keep every digit', () => {
    fc.assert(
      fc.property(longDecimals, (text) => {
        expect(columnType('Decimal').parse(text, columnOf('Decimal'))).toEqual({ ok: true, value: text })
      }),
    )
  })

  it('are read as JavaScript reads them', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const number = plainNumber(String(value))
        expect(number === undefined ? undefined : Number(plainNumberText(number))).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})
