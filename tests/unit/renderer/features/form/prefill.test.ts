import { asShown } from '@tests/helpers/as-shown'
import { describe, expect, it } from 'vitest'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import type { FilterReader } from '@common/views'
import { readForm } from '@common/views/form-fields'
import { fill, firstDraft, type Drafts } from '@renderer/features/form/answers'
import { movedPart, newSection, partId, withoutPart } from '@renderer/features/form/parts'
import { prefilled } from '@renderer/features/form/prefill'

const column = (name: string, more: Partial<Column> = {}): Column => ({
  ...blankColumn,
  name,
  title: name,
  nativeType: 'text',
  ...more,
})
const options = { options: ['Rock', 'Folk'].map((title) => ({ title, color: 'blue' as const })) }
const table = {
  name: 'tracks',
  title: 'Tracks',
  type: 'table',
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  columns: [
    column('id', { uiType: 'ID', primaryKey: true, autoIncrement: true }),
    column('title', { title: 'Name of it', required: true }),
    column('genre', { uiType: 'SingleSelect', options }),
    column('tags', { uiType: 'MultiSelect', options }),
    column('price', { uiType: 'Decimal', nativeType: 'decimal' }),
    column('live', { uiType: 'Checkbox', nativeType: 'boolean' }),
    column('day', { uiType: 'Date', nativeType: 'date' }),
    column('stars', { uiType: 'Rating', nativeType: 'integer' }),
    column('files', { uiType: 'Attachment' }),
  ],
  virtualColumns: [],
} as unknown as Table
const parts = ['title', 'genre', 'tags', 'price', 'live', 'day', 'stars', 'files'].map((name) => ({
  kind: 'field',
  column: name,
  ...(name === 'price' ? { label: 'How much' } : {}),
}))
const form = readForm({ parts }, table, 'T')
const reader: FilterReader = { now: new Date('2026-09-18'), timeZone: 'UTC', locale: 'en', email: '' }
const given = (query: string) => Object.fromEntries(prefilled(form, new URLSearchParams(query)).values)

describe('an address', () => {
  it('fills fields in, called by column, title or question', () => {
    expect(given('prefill_title=One&prefill_Genre=Rock&prefill_How+much=1.29')).toEqual({
      title: 'One',
      genre: 'Rock',
      price: '1.29',
    })
    expect(given('prefill_Name%20of%20it=Two')).toEqual({ title: 'Two' })
  })

  it('gives values of every kind as scripts write them', () => {
    expect(given('prefill_tags=Rock,Folk&prefill_live=true&prefill_day=2026-09-18&prefill_stars=4')).toEqual({
      tags: 'Rock,Folk',
      live: true,
      day: '2026-09-18',
      stars: 4,
    })
  })

  it.each([
    ['an option that is none', 'prefill_genre=Polka'],
    ['a day that is none', 'prefill_day=2026-02-31'],
    ['too many stars', 'prefill_stars=99'],
    ['text for a number', 'prefill_price=dear'],
    ['files', 'prefill_files=[{"url":"https://a.example/b.png","title":"b"}]'],
    ['a field that is not in the form', 'prefill_id=7'],
    ['nothing', 'prefill_title='],
    ['what is no prefill', 'title=One&prefill=One&prefill_=One&__proto__=1&prefill___proto__=1'],
  ])('leaves out %s', (_name, query) => {
    expect(given(query)).toEqual({})
  })

  it('hides fields', () => {
    const { hidden } = prefilled(form, new URLSearchParams('hide_genre=true&hide_price=1&hide_day&hide_live=false'))
    expect([...hidden]).toEqual(['genre', 'price', 'day'])
  })
})

describe('what is filled in', () => {
  const drafts = (texts: Record<string, string>): Drafts => ({
    ...Object.fromEntries(form.fields.map((field) => [field.id, firstDraft(field, reader)])),
    ...Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, { kind: 'text' as const, text }])),
  })

  it('is read by the rules of its columns', () => {
    const { answers, problems } = fill(form, drafts({ title: 'One', price: '1,234.5', day: '18 Sep 2026' }), reader)
    expect([...problems.keys()]).toEqual([])
    expect(answers).toMatchObject({ title: 'One', day: '2026-09-18', live: false })
    expect(Number(answers['price'])).toBe(1234.5)
  })

  it('is told where it is wrong, in the words of the form', () => {
    const { problems, answers } = fill(form, drafts({ price: 'dear', day: 'someday' }), reader)
    expect([...problems.keys()]).toEqual(['title', 'price', 'day'])
    expect(asShown(problems.get('price'))).toContain('How much')
    expect(answers).not.toHaveProperty('price')
  })
})

describe('parts of a form', () => {
  const list = [{ kind: 'field' as const, column: 'a' }, newSection([], 'S'), { kind: 'field' as const, column: 'b' }]
  const ids = (of: readonly Parameters<typeof partId>[0][]): string[] => of.map(partId)

  it('are moved and taken out by what they are', () => {
    expect(ids(movedPart(list, 'field b', 0))).toEqual(['field b', 'field a', 'section 1'])
    expect(ids(movedPart(list, 'field a', 99))).toEqual(['section 1', 'field b', 'field a'])
    expect(ids(movedPart(list, 'field gone', 0))).toEqual(ids(list))
    expect(ids(withoutPart(list, 'section 1'))).toEqual(['field a', 'field b'])
  })

  it('have sections with ids of their own', () => {
    expect(partId(newSection(list, 'T'))).toBe('section 2')
  })
})
