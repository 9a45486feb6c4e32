import type { ColumnType, StoredValue } from '@common/columns/column-type'
import { convertedValue } from '@common/columns/convert'
import * as facets from '@common/columns/facets'
import type { ChoiceCount, ColumnFacets } from '@common/columns/facets'
import { computedKindOf, computedKinds, typeFor, typeOfKind } from '@common/columns/new-types'
import { columnType, columnTypes } from '@common/columns/registry'
import { isLossless } from '@common/columns/reversals'
import { textBase } from '@common/columns/values/text'
import { uiTypes } from '@common/columns/ui-types'
import { quickReader } from '@common/import/quick-cells'
import { aggregatesOf, figureText } from '@common/views/aggregates'
import { familyOf } from '@common/views/filter-columns'
import { jsonOf, textOf } from '@main/dataapi/export/cells'
import type { ExportField } from '@main/dataapi/export/fields'
import { exportOptions } from '@main/dataapi/export/options'
import { formatOf, sheetCell } from '@main/dataapi/export/sheet-cells'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { columnOf } from './column'

const all: readonly ColumnType[] = uiTypes.map(columnType)
const stored = all.filter(({ role }) => role !== 'link' && role !== 'computed')
const reader = { locale: 'en-US', timeZone: 'UTC' }
const now = '2026-11-24T10:05:00.000Z'

/** A value of each type that has a form but no example. */
const samples: Partial<Record<ColumnType['name'], StoredValue>> = {
  SingleSelect: 'open',
  MultiSelect: 'open,late',
  Year: 1998,
  Email: 'ada@example.org',
  URL: 'https://example.org/a',
  PhoneNumber: '+49 30 1234',
  Collaborator: 'ada@example.org',
  JSON: '{"a":1}',
  Geometry: 'POINT (1 2)',
  Barcode: '4006381333931',
  Attachment: '[{"title":"a.png","url":"https://example.org/a.png"}]',
  Button: 'https://example.org/b',
}
const sampleOf = ({ name, example, sort }: ColumnType): StoredValue =>
  example(now) ?? samples[name] ?? (sort === 'number' ? 7 : '7')

/** Facets whose value comes from a list. */
const lists = {
  icon: facets.typeIcons,
  role: facets.columnRoles,
  choices: facets.choiceCounts,
  converts: facets.conversions,
  reverses: facets.reversals,
  family: facets.aggregateFamilies,
  unit: facets.units,
  serial: facets.serials,
  content: facets.contents,
  sheet: facets.sheetFormats,
  covers: facets.coverSources,
  opens: facets.openers,
  keyboard: facets.keyboards,
  quick: facets.quickForms,
} as const satisfies Partial<Record<keyof ColumnFacets, readonly string[]>>

describe('a column type', () => {
  it('has every facet, or does not compile', () => {
    type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]
    expectTypeOf<Optional<ColumnType>>().toEqualTypeOf<never>()
    const { unit: _unit, ...withoutUnit } = textBase
    // @ts-expect-error: a type without its unit
    const incomplete: ColumnType = { ...withoutUnit, name: 'Barcode' }
    expect(incomplete).not.toHaveProperty('unit')
  })

  it('needs code for each value of a facet, or that code does not compile', () => {
    // @ts-expect-error: nothing for `many`
    const handlers: Readonly<Record<ChoiceCount, string>> = { none: '', one: '' }
    expect(Object.keys(handlers)).toEqual(['none', 'one'])
  })

  it.each(all)('answers every question: $name', (type) => {
    for (const [facet, values] of Object.entries(lists))
      expect(values, facet).toContain(type[facet as keyof typeof lists])
  })

  it('answers to its name', () => {
    expect(all.map(({ name }) => name)).toEqual(uiTypes)
    expect(new Set(columnTypes)).toEqual(new Set(stored))
  })
})

describe('facets of one type', () => {
  it.each(all)('agree with each other: $name', (type) => {
    const { choices, converts, settings, unit, sort, serial, range, role, storage, content, creatable } = type
    expect(settings.includes('options')).toBe(choices !== 'none')
    expect(converts === 'choice').toBe(choices === 'one')
    expect(converts === 'choices').toBe(choices === 'many')
    if (unit !== 'none' || serial === 'amount') expect(sort).toBe('number')
    if (range !== undefined) expect(converts).toBe('whole')
    expect(storage === 'autoIncrement').toBe(role === 'key' || role === 'counter')
    expect(storage === 'boolean').toBe(content === 'flag')
    if (role === 'link' || role === 'computed') expect([type.writable, creatable]).toEqual([false, false])
  })
})

describe('every stored type works with no code that knows it', () => {
  const options = exportOptions(new URLSearchParams('format=csv'))

  it.each(stored)('parse and format: $name', (type) => {
    const column = columnOf(type.name)
    const value = sampleOf(type)
    expect(type.parse(value, column)).toEqual({ ok: true, value })
    const read = type.parseText(type.format(value, column, reader), column, reader)
    if (type.content !== 'files') expect(read).toEqual({ ok: true, value })
  })

  it.each(stored)('filter, sort and group: $name', (type) => {
    const column = columnOf(type.name)
    expect(type.filterOperators).toContain('eq')
    if (type.display !== 'button') expect(familyOf(column)).toBeDefined()
    expect(['text', 'number', 'time', 'flag']).toContain(type.sort)
    expect(typeof type.groups).toBe('boolean')
  })

  it.each(stored)('aggregate: $name', (type) => {
    expect(aggregatesOf[type.family]).toContain('count')
    const mean = figureText({ kind: 'mean', value: 2.25 }, columnOf(type.name), reader)
    expect(mean).toMatch(/2/)
  })

  it.each(stored)('export: $name', (type) => {
    const column = columnOf(type.name)
    const field: ExportField = { title: column.title, column, kind: 'stored' }
    const value = sampleOf(type)
    expect(textOf(field, value, options)).not.toBe('')
    expect(JSON.parse(jsonOf(field, value, options))).not.toBeNull()
    expect(sheetCell(field, value, options)).toBeDefined()
    if (type.sheet === 'general') expect(formatOf(field, 'en-US')).toBeUndefined()
  })

  it.each(stored)('import: $name', (type) => {
    const column = columnOf(type.name)
    const quick = quickReader(column, 'en-US')
    const texts = ['7', '-3', '1.25', 'abc', '2026-11-24', 'ada@example.org']
    const taken = texts.filter((text) => quick(text) !== undefined)
    expect(taken.map(quick)).toEqual(taken.map((text) => type.parseText(text, column, reader)))
  })

  it.each(stored)('convert without loss, and back: $name', (type) => {
    const from = columnOf(type.name)
    const value = sampleOf(type)
    for (const other of stored.filter((one) => isLossless(type.name, one.name) && one.name !== type.name)) {
      const to = columnOf(other.name)
      const there = convertedValue(value, from, to)
      if (!there.fits) continue
      const back = convertedValue(there.value, to, from)
      expect(back.fits && String(back.value), `${type.name} to ${other.name}`).toBe(String(value))
    }
  })
})

describe('types that Basalt chooses', () => {
  it('are stored types, links and computed columns', () => {
    for (const name of Object.values(typeFor)) expect(uiTypes).toContain(name)
  })

  it('tell the kind of a virtual column', () => {
    for (const kind of computedKinds) expect(computedKindOf(typeOfKind[kind])).toBe(kind)
    expect(computedKindOf(typeFor.link)).toBeUndefined()
    expect(computedKindOf(typeFor.text)).toBeUndefined()
  })
})
