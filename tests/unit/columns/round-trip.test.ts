import { columnType } from '@common/columns/registry'
import type { StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import { plainNumber, plainNumberText } from '@common/columns/values/numeric'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOf, locales } from './column'

const two = (value: number): string => String(value).padStart(2, '0')

/** Real days, the edges of the calendar often among them. */
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
    fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,9}$/)),
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
    values: fc.oneof(doubles, longDecimals),
    options: [{}, { precision: 0 }, { precision: 2 }, { precision: 8 }],
  },
  {
    type: 'Currency',
    values: fc.oneof(doubles, longDecimals),
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
  { type: 'Rating', values: fc.integer({ min: 1, max: 10 }), options: [{ max: 10 }] },
  { type: 'Year', values: fc.integer({ min: 1, max: 9999 }) },
  { type: 'Duration', values: wholes },
  { type: 'Checkbox', values: fc.constantFrom(0, 1) },
  { type: 'Date', values: days },
  { type: 'Time', values: clocks },
  { type: 'DateTime', values: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}`) },
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
  { type: 'JSON', values: fc.json().map((text) => JSON.stringify(JSON.parse(text) as unknown)) },
]

describe('what a column shows can be typed back', () => {
  it.each(rows)('$type: parseText(format(x)) = x in every locale', ({ type, values, options: variants = [{}] }) => {
    const behaviour = columnType(type)
    fc.assert(
      fc.property(values, fc.constantFrom(...locales), fc.constantFrom(...variants), (value, locale, variant) => {
        const column = columnOf(type, variant)
        const shown = behaviour.format(value, column, { locale })
        expect(behaviour.parseText(shown, column, { locale })).toEqual({ ok: true, value })
      }),
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
