import { blankColumn } from '@common/columns/values/blank-column'
import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { coverPicture, firstCoverColumn } from '@common/views/cover'
import {
  cardWords,
  needsTitle,
  readCard,
  sameContent,
  type CardColumn,
  type CardSource,
} from '@renderer/features/cards/card-content'
import { describe, expect, it } from 'vitest'

const column = (
  name: string,
  uiType: Column['uiType'] = 'SingleLineText',
  display: CellDisplay = 'text',
): CardColumn => ({
  id: name,
  title: name,
  column: { ...blankColumn, name, title: name, uiType },
  display,
})

function sourceOf(rows: readonly Readonly<Record<string, StoredValue>>[]): CardSource {
  return {
    valueAt: (row, { name }) => rows[row]?.[name] ?? (rows[row] ? null : undefined),
    cellAt: (row, { id }) => {
      const held = rows[row]
      if (held === undefined) return { state: 'loading' }
      const value = held[id] ?? null
      return { state: 'ready', value, text: value === null ? '' : String(value), marks: [] }
    },
  }
}

const title = column('Title')
const genre = column('Genre')
const sold = column('Sold', 'Checkbox', 'checkbox')
const rating = column('Rating', 'Rating', 'rating')
const open = column('Open', 'Button', 'button')
const photo = column('Photo', 'Attachment', 'files')
const own = `[{"title":"a.png","url":"/dl/p_1/db/${'0'.repeat(32)}/a.png"}]`

describe('A card', () => {
  it('shows the name and the first fields that have a value', () => {
    const columns = [title, genre, sold, rating, open]
    const source = sourceOf([
      { Title: 'Sodium', Genre: 'Soul', Sold: 0, Rating: 0, Open: 'x' },
      { Title: 'Idle', Genre: '', Sold: 1, Rating: 3 },
    ])
    expect(readCard(source, 0, { columns }).fields.map(({ id }) => id)).toEqual(['Genre'])
    expect(readCard(source, 1, { columns }).fields.map(({ id }) => id)).toEqual(['Sold', 'Rating'])
  })

  it('shows the titles of ticks and plain numbers, which say nothing alone', () => {
    const all = [
      sold,
      column('Pages', 'Number', 'number'),
      column('Share', 'Percent', 'percent'),
      column('Price', 'Currency', 'number'),
      column('Length', 'Duration', 'number'),
      rating,
      genre,
    ]
    expect(all.filter(needsTitle).map(({ id }) => id)).toEqual(['Sold', 'Pages'])
  })

  it('has its day and its people also behind other fields, where it has a line for them', () => {
    const due = column('Due', 'Date', 'date')
    const done = column('Done', 'Date', 'date')
    const person = column('Person', 'Collaborator', 'person')
    const columns = [title, genre, column('A'), column('B'), column('C'), column('D'), due, done, person]
    const values = {
      Title: 'x',
      Genre: 'Soul',
      A: 1,
      B: 2,
      C: 3,
      D: 4,
      Due: '2026-09-18',
      Done: '2026-09-19',
      Person: 'ada',
    }
    const fields = (hasFoot: boolean): string[] =>
      readCard(sourceOf([values]), 0, { columns, hasFoot }).fields.map(({ id }) => id)
    expect(fields(false)).toEqual(['Genre', 'A', 'B', 'C', 'D'])
    expect(fields(true)).toEqual(['Genre', 'A', 'B', 'C', 'D', 'Due', 'Person'])
  })

  it('shows no more fields than it is told, the same of every record, and not the one of its cover', () => {
    const columns = [title, photo, genre, column('A'), column('B'), column('C'), column('D'), column('E')]
    const source = sourceOf([{ Title: 'x', Photo: own, Genre: '', A: 1, B: 2, C: 3, D: 4, E: 5 }])
    const shown = readCard(source, 0, { columns, cover: { column: photo.column, fit: 'crop' } })
    expect(shown.fields.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D'])
    expect(shown.picture).toMatchObject({ kind: 'own', file: { title: 'a.png' } })
    expect(readCard(source, 0, { columns, fieldsMax: 2 }).fields.map(({ id }) => id)).toEqual(['Photo'])
  })

  it('waits for a record that is on its way', () => {
    expect(readCard(sourceOf([]), 4, { columns: [title, genre] })).toEqual({
      name: undefined,
      fields: [],
      picture: undefined,
    })
  })

  it('is called by its name and its fields, a tick by its title', () => {
    const source = sourceOf([{ Title: '  ', Genre: 'Soul', Sold: true }])
    const content = readCard(source, 0, { columns: [title, genre, sold] })
    expect(cardWords(content, 'Without a name')).toBe('Without a name, Genre: Soul, Sold')
  })

  it('is drawn again only when something of it has changed', () => {
    const columns = [title, genre]
    const read = (Genre: string) => readCard(sourceOf([{ Title: 'x', Genre }]), 0, { columns })
    expect(sameContent(read('Soul'), read('Soul'))).toBe(true)
    expect(sameContent(read('Soul'), read('Jazz'))).toBe(false)
    expect(sameContent(read('Soul'), read(''))).toBe(false)
    expect(
      sameContent(
        read('Soul'),
        readCard(sourceOf([{ Title: 'x', Genre: 'Soul' }]), 0, { columns, colourOf: () => 'red' }),
      ),
    ).toBe(false)
  })
})

describe('A cover', () => {
  const url = column('Poster', 'URL', 'link').column
  const file = (name: string, address: string) => JSON.stringify([{ title: name, url: address }])

  it('is the first picture of a list of files', () => {
    const files = JSON.stringify([
      { title: 'notes.pdf', url: 'https://example.org/notes.pdf' },
      ...(JSON.parse(own) as object[]),
    ])
    expect(coverPicture(files, photo.column)).toMatchObject({ kind: 'own' })
    expect(coverPicture(file('a.jpg', 'https://example.org/a.jpg'), photo.column)).toEqual({
      kind: 'web',
      url: 'https://example.org/a.jpg',
    })
    expect(coverPicture(file('a.pdf', 'https://example.org/a.pdf'), photo.column)).toMatchObject({ kind: 'sheet' })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//example.org/a.png', '/dl/x', 'x', ''])(
    'is never asked for at %s',
    (address) => {
      expect(coverPicture(address, url)).toBeUndefined()
    },
  )

  it('is none of a list that cannot be read, nor of other columns', () => {
    expect(coverPicture('[{"title":"a.png"', photo.column)).toBeUndefined()
    expect(coverPicture(null, photo.column)).toBeUndefined()
    expect(coverPicture('https://example.org/a.png', title.column)).toBeUndefined()
  })

  it('is from files first, and from addresses only where they are said to be pictures', () => {
    const site = column('Website', 'URL', 'link').column
    const cover = column('cover_url', 'URL', 'link').column
    expect(firstCoverColumn([site, cover, photo.column])).toBe(photo.column)
    expect(firstCoverColumn([site, cover])).toBe(cover)
    expect(firstCoverColumn([site])).toBeUndefined()
  })
})
