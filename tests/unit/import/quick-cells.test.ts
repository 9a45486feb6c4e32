import { expect, it } from 'vitest'
import { columnType, columnTypes } from '@common/columns/registry'
import { cellReader } from '@common/import/cells'
import { importLocales } from '@common/import/options'
import { quickReader } from '@common/import/quick-cells'
import { blankColumn } from '@common/columns/values/blank-column'

const texts = [
  '',
  ' ',
  'a',
  'Ünï',
  '😀',
  '\ud800',
  'a\0b',
  '-',
  '.',
  '+1',
  '1',
  '-1',
  '0',
  '-0',
  '007',
  '-007',
  '1 000',
  '1e5',
  '1.5',
  '-1.5',
  '.5',
  '5.',
  '1.234',
  '-1.234',
  '0.125',
  '00.5',
  '-0.0',
  '1,5',
  '1.234,5',
  '12.345.678',
  '1.2.3',
  '999999999999999',
  '9999999999999999',
  '123456789.12345',
  '12345678901.12345',
  '0.10',
  '5.00',
  '１２',
  '2024-02-29',
  '2023-02-29',
  '2024-01-28',
  '2024-13-01',
  '2024-00-10',
  '2024-10-00',
  '0000-01-01',
  '0024-01-01',
  '24.12.1990',
  '12/24/1990',
  '2024-1-2',
  '2024-01-02 10:00:00',
  '2024-12-31',
  '9999-12-28',
  '2024/01/02',

  'a@b.co',
  'a.b+c@d-e.example.com',
  'a@b',
  '.a@b.co',
  'a..b@c.de',
  'a@b.c',
  'a@-b.de',
  'ä@b.de',
  ' a@b.de ',
  'a@b.12',
  'yes',
  'no',
  'true',
  'x',
  'vrai',
  'Red',
  '5 %',
  '$5',
  '12:30',
  'x'.repeat(200),
  `${'y'.repeat(150)}\0`,
]

it('What is known at a glance is what the type says, in every type and locale, also the second time', () => {
  for (const { name, creatable } of columnTypes) {
    if (!creatable) continue
    for (const required of [false, true])
      for (const locale of importLocales) {
        const column = { ...blankColumn, uiType: name, required }
        const read = cellReader(column, locale)
        for (const text of [...texts, ...texts]) {
          const said = columnType(name).parseText(text, column, { locale })
          expect({ name, locale, text, read: read(text) }).toEqual({ name, locale, text, read: said })
        }
      }
  }
})

it('Most texts, numbers, days and addresses are known at a glance', () => {
  const known = (uiType: 'SingleLineText' | 'Number' | 'Decimal' | 'Date' | 'Email', text: string) =>
    quickReader({ ...blankColumn, uiType }, 'de-DE')(text)
  expect(known('SingleLineText', 'Anna')).toEqual({ ok: true, value: 'Anna' })
  expect(known('Number', '-12')).toEqual({ ok: true, value: -12 })
  expect(known('Decimal', '12.5')).toEqual({ ok: true, value: 12.5 })
  expect(known('Decimal', '1.234')).toBeUndefined()
  expect(known('Date', '2024-02-28')).toEqual({ ok: true, value: '2024-02-28' })
  expect(known('Email', 'anna.b@example.com')).toEqual({ ok: true, value: 'anna.b@example.com' })
})
