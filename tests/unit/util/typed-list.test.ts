import { endsWord, typedList, typedWords } from '@common/util/typed-list'
import { describe, expect, it } from 'vitest'

describe('a typed list', () => {
  it.each([
    ['music, films', ['music', 'films']],
    ['音乐，电影', ['音乐', '电影']],
    ['音楽、映画', ['音楽', '映画']],
    ['موسيقى، أفلام', ['موسيقى', 'أفلام']],
    [' a b ,, c,', ['a b', 'c']],
    ['', []],
  ])('%j is divided at commas of every keyboard', (text, items) => {
    expect(typedList(text)).toEqual(items)
  })

  it.each([
    ['a@example.com b@example.com;c@example.com\nd@example.com'],
    ['a@example.com，b@example.com、c@example.com；d@example.com'],
    ['a@example.com، b@example.com,c@example.com d@example.com '],
  ])('%j holds four addresses', (text) => {
    expect(typedWords(text)).toEqual(['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
  })

  it('knows when a word is complete', () => {
    expect(['a@b，', 'a@b、', 'a@b،', 'a@b,', 'a@b ', 'a@b;'].map(endsWord)).toEqual(Array(6).fill(true))
    expect(endsWord('a@b')).toBe(false)
  })
})
