import { describe, expect, it } from 'vitest'
import { parseColumns, parseTables } from '@common/templates'

describe('parseTables', () => {
  it.each([
    ['artists', [{ name: 'artists', columns: [] }]],
    [
      ' artists , albums (title, year) ',
      [
        { name: 'artists', columns: [] },
        { name: 'albums', columns: ['title', 'year'] },
      ],
    ],
    ['albums(title,title , year)', [{ name: 'albums', columns: ['title', 'year'] }]],
    ['albums(),', [{ name: 'albums', columns: [] }]],
    [
      '艺术家，专辑（标题、年份）、曲目，',
      [
        { name: '艺术家', columns: [] },
        { name: '专辑', columns: ['标题', '年份'] },
        { name: '曲目', columns: [] },
      ],
    ],
    [
      'Größe, 数据, invoice lines',
      [
        { name: 'Größe', columns: [] },
        { name: '数据', columns: [] },
        { name: 'invoice lines', columns: [] },
      ],
    ],
  ])('reads %j', (text, tables) => {
    expect(parseTables(text)).toEqual(tables)
  })

  it.each(['', '  ', ',', 'a,,b', 'a(b', 'a)b', 'a(b(c))', 'a-b', "a'; drop table x", 'a(b-c)', 'a (b) c', '(a)'])(
    'reads no tables from %j',
    (text) => {
      expect(parseTables(text)).toBeUndefined()
    },
  )

  it('takes long texts in linear time', () => {
    expect(parseTables(`${'a '.repeat(50_000)}!`)).toBeUndefined()
  })
})

describe('parseColumns', () => {
  it('reads names and drops repeated ones', () => {
    expect(parseColumns('title, year,title,, due date')).toEqual(['title', 'year', 'due date'])
  })

  it.each(['a-b', 'a.b', 'a(b)', '"a"'])('reads no columns from %j', (text) => {
    expect(parseColumns(text)).toBeUndefined()
  })
})
