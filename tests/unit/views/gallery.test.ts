import { blankColumn } from '@common/columns/values/blank-column'
import type { UiType } from '@common/columns/ui-types'
import type { Table } from '@common/model'
import { kindOptions, optionsFit, readKindOptions, type ViewOptions } from '@common/views'
import { coverColumns, galleryCover } from '@common/views/gallery'
import { describe, expect, it } from 'vitest'

const tableOf = (columns: Readonly<Record<string, UiType>>): Table =>
  ({
    name: 'tracks',
    columns: Object.entries(columns).map(([name, uiType]) => ({ ...blankColumn, name, title: name, uiType })),
    virtualColumns: [],
  }) as unknown as Table

const table = tableOf({ title: 'SingleLineText', site: 'URL', photo: 'Attachment', scan: 'Attachment' })

describe('The cover of a gallery', () => {
  it('is from the first column for files when a view is made', () => {
    expect(kindOptions.gallery.initial(table)).toEqual({ coverColumn: 'photo' })
    expect(kindOptions.gallery.initial(tableOf({ title: 'SingleLineText' }))).toEqual({})
  })

  it('is from the chosen column, cropped unless said otherwise', () => {
    expect(galleryCover(table, { coverColumn: 'site' })).toMatchObject({ column: { name: 'site' }, fit: 'crop' })
    expect(galleryCover(table, { coverColumn: 'scan', coverFit: 'fit' })).toMatchObject({ fit: 'fit' })
    expect(galleryCover(table, { coverColumn: 'scan', hideCover: true })).toBeUndefined()
  })

  it('falls back to what a new view has when its column has gone, or holds no pictures', () => {
    expect(galleryCover(table, { coverColumn: 'gone' })?.column.name).toBe('photo')
    expect(galleryCover(table, { coverColumn: 'title' })?.column.name).toBe('photo')
    expect(galleryCover(tableOf({ title: 'SingleLineText', site: 'URL' }), {})).toBeUndefined()
  })

  it('can be from columns of files and of addresses', () => {
    expect(coverColumns(table).map(({ name }) => name)).toEqual(['site', 'photo', 'scan'])
  })

  it('is checked when it is stored, and what cannot be read is left out', () => {
    expect(optionsFit('gallery', { coverColumn: 'photo', coverFit: 'fit', hideCover: true })).toBe(true)
    expect(optionsFit('gallery', {})).toBe(true)
    const wrong: readonly ViewOptions[] = [
      { coverColumn: 3 },
      { coverFit: 'stretch' },
      { hideCover: 'no' },
      { colour: 'red' },
    ]
    for (const options of wrong) expect(optionsFit('gallery', options)).toBe(false)
    expect(readKindOptions(kindOptions.gallery, { coverFit: 'stretch', coverColumn: 'photo', other: 1 })).toEqual({
      coverColumn: 'photo',
    })
  })
})
