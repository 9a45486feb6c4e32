import { capabilitiesOf, sqlFunctionsOf } from '@common/dialects'
import { completionsAt, type KnownSchema } from '@renderer/features/sql/editor/completions'
import { languageOf } from '@renderer/features/sql/editor/languages'
import { describe, expect, it } from 'vitest'

const column = (name: string, refersTo?: string) => ({
  name,
  type: 'Number',
  isKey: name === 'id',
  ...(refersTo !== undefined && { refersTo }),
})
const schema: KnownSchema = {
  schemas: ['public'],
  tables: [
    { name: 'albums', type: 'table', columns: [column('id'), column('title')] },
    { name: 'tracks', type: 'table', columns: [column('id'), column('name'), column('album_id', 'albums')] },
    { name: 'Play lists', type: 'table', columns: [column('id'), column('order')] },
  ],
  routines: ['add_tax'],
}
const plain = { ...languageOf(undefined), syntax: capabilitiesOf(undefined).syntax }

/** The caret is at `|`. */
function at(marked: string, isAsked = false, language = plain) {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const keywords = ['select', 'from', 'order', 'where', 'all']
  return completionsAt({ text, caret, schema, language, keywords, isAsked })
}
const labels = (marked: string, kind?: string): readonly string[] =>
  (at(marked)?.options ?? []).filter((option) => kind === undefined || option.kind === kind).map(({ label }) => label)

describe('completions', () => {
  it('offer the columns behind an alias, also before the table is named', () => {
    expect(labels('select t.| from tracks t')).toEqual(['id', 'name', 'album_id'])
    expect(labels('select a.ti| from tracks t join albums as a on a.id = t.album_id')).toEqual(['id', 'title'])
    expect(labels('select tracks.na| from tracks')).toEqual(['id', 'name', 'album_id'])
  })

  it('begin at the word and name what a column refers to', () => {
    const found = at('select t.al| from tracks t')
    expect(found?.from).toBe('select t.'.length)
    expect(found?.options.find(({ label }) => label === 'album_id')).toMatchObject({
      kind: 'key',
      note: { key: 'sql.completion.to', name: 'albums' },
    })
  })

  it('offer tables only where one is expected', () => {
    expect(labels('select * from t|')).toEqual(['albums', 'tracks', 'Play lists', 'public'])
    expect(labels('select * from albums, t|')).toEqual(['albums', 'tracks', 'Play lists', 'public'])
    expect(labels('select * from albums where t|', 'keyword')).toContain('order')
  })

  it('offer common table expressions, functions of users and of the database', () => {
    expect(labels('with newest as (select 1) select * from n|')).toContain('newest')
    expect(labels('select a| from tracks', 'function')).toEqual(expect.arrayContaining(['add_tax', 'abs']))
    expect(at('select su|', false)?.options.find(({ label }) => label === 'sum')).toMatchObject({
      apply: 'sum()',
      caret: 4,
    })
  })

  it('offer columns of the tables of this statement only', () => {
    expect(labels('select 1 from albums; select n| from tracks', 'column')).toEqual(['name'])
    expect(labels('select n| from albums', 'column')).toEqual(['title'])
  })

  it('quote names that need it', () => {
    expect(at('select * from P|')?.options.find(({ label }) => label === 'Play lists')?.apply).toBe('"Play lists"')
    expect(
      at('select o| from "Play lists"')?.options.find(({ kind, label }) => kind === 'column' && label === 'order'),
    ).toMatchObject({ apply: '"order"' })
    const other = { ...languageOf('mysql') }
    expect(at('select * from P|', false, other)?.options.find(({ label }) => label === 'Play lists')?.apply).toBe(
      '`Play lists`',
    )
  })

  it.each(["select 'a|'", "select 'a|", 'select 1 -- a|', 'select /* a|', 'limit 1|'])('stay away in %s', (marked) => {
    expect(at(marked, true)).toBeUndefined()
  })

  it('open without a letter only when asked', () => {
    expect(at('select | from tracks')).toBeUndefined()
    expect(at('select | from tracks', true)?.options.length).toBeGreaterThan(10)
  })
})

describe('the functions of databases', () => {
  it('are sorted and each named once', () => {
    for (const kind of [undefined, 'postgres', 'mysql', 'mssql'] as const) {
      const names = sqlFunctionsOf(kind)
      expect(names).toEqual([...new Set(names)].toSorted())
      expect(names).toContain('count')
    }
  })
})
