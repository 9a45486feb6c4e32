import { describe, expect, it } from 'vitest'
import {
  createRenderer,
  formatMessage,
  formatRich,
  isolated,
  joinList,
  messageNames,
  type Message,
} from '@common/messages'

const found = '{table, select, absent {There is no such table.} other {There is no table ‘{table}’.}}'
const records = '{count, plural, =0 {No records} one {# record} other {# records}}'

describe('formatMessage', () => {
  it.each([
    ['Plain', {}, 'Plain'],
    ['Open {name}', { name: 'Tracks' }, 'Open Tracks'],
    ['Open {name}', { name: "{it's}" }, "Open {it's}"],
    ["can't open ''{name}''", { name: 'x' }, "can't open 'x'"],
    [records, { count: 0 }, 'No records'],
    [records, { count: 1 }, '1 record'],
    [records, { count: 1234 }, '1,234 records'],
    ['Up to {max, number}', { max: 1234 }, 'Up to 1,234'],
    ['{count} values', { count: 1234 }, '1234 values'],
    ['{yes}', { yes: true }, 'true'],
  ])('%s with %o', (text, params, expected) => {
    expect(formatMessage(text, params, 'en')).toBe(expected)
  })

  it('selects the branch for a value that is missing or empty', () => {
    for (const params of [undefined, {}, { table: undefined }, { table: null }, { table: '' }, { table: [] }])
      expect(formatMessage(found, params, 'en')).toBe('There is no such table.')
  })

  it('takes a value called like a branch as a value', () => {
    expect(formatMessage(found, { table: 'absent' }, 'en')).toBe('There is no table ‘absent’.')
    expect(formatMessage(found, { table: 'other' }, 'en')).toBe('There is no table ‘other’.')
  })

  it.each([
    ['en', 'a, b, c'],
    ['de', 'a, b, c'],
    ['ru', 'a, b, c'],
    ['ko', 'a, b, c'],
    ['th', 'a, b, c'],
    ['iw', 'a, b, c'],
    ['ja', 'a、b、c'],
    ['zh_CN', 'a、b、c'],
    ['zh_HK', 'a、b、c'],
  ])('separates facts in %s', (language, text) => {
    expect(joinList(['a', 'b', 'c'], language, 'unit')).toBe(text)
  })

  it('joins lists, with the words of the language', () => {
    expect(formatMessage('{names}', { names: ['a', 'b', 'c'] }, 'en')).toBe('a, b, c')
    const names = { list: ['a', 'b', 'c'], type: 'conjunction' } as const
    expect(formatMessage('{names}', { names }, 'en')).toBe('a, b and c')
    expect(formatMessage('{names}', { names }, 'de')).toBe('a, b und c')
  })

  it('isolates names of the other direction in lists for people, and in no other', () => {
    const show = (name: string, language: string) =>
      isolated(name, language).replaceAll('\u2068', '<').replaceAll('\u2069', '>')
    expect(['Live!', 'שיר', '12', 'תו A'].map((name) => show(name, 'iw'))).toEqual(['<Live!>', 'שיר', '12', '<תו A>'])
    expect(['Live!', 'שיר', 'أغنية', '12'].map((name) => show(name, 'de'))).toEqual(['Live!', '<שיר>', '<أغنية>', '12'])
    expect(['Live!', 'שיר'].map((name) => show(name, 'en_Arab'))).toEqual(['Live!', '<שיר>'])
    const params = { names: ['Live!', 'שיר', { list: ['a'], type: 'unit' as const }] }
    const inLists = formatMessage('{names}', params, 'iw', undefined, (name) => show(name, 'iw'))
    expect(inLists).toBe('<Live!>, שיר, <<a>>')
    expect(formatMessage('{names}', params, 'iw')).toBe('Live!, שיר, a')
  })

  it('formats numbers and plurals of each language, whatever its code', () => {
    expect(formatMessage('{max, number}', { max: 1234.5 }, 'it_IT')).toBe('1234,5')
    expect(formatMessage('{max, number}', { max: 12_345 }, 'de')).toBe('12.345')
    expect(formatMessage('{n, plural, one {#-A} few {#-B} other {#-C}}', { n: 3 }, 'ru')).toBe('3-B')
    expect(formatMessage(records, { count: 2 }, 'iw')).toBe('2 records')
  })
})

describe('formatRich', () => {
  it('hands what a tag holds to the caller, and user data never becomes a tag', () => {
    const parts = formatRich('Read <link>the {name}</link>.', { name: '<b>x</b>' }, 'en', {
      link: (inner) => ({ inner }),
    })
    expect(parts).toEqual(['Read ', { inner: ['the <b>x</b>'] }, '.'])
  })
})

describe('createRenderer', () => {
  const english = createRenderer({ a: { found, types: { number: 'a number' }, expected: 'Expected {what}' } }, 'en')

  it('renders by key, and messages among the parameters', () => {
    expect(english.render({ key: 'a.found', params: { table: 'T' } })).toBe('There is no table ‘T’.')
    const type = { key: 'a.types.number', params: {} } as unknown as Message
    expect(english.render({ key: 'a.expected', params: { what: type } })).toBe('Expected a number')
    const both = [type, 'text']
    expect(english.render({ key: 'a.expected', params: { what: both } })).toBe('Expected a number, text')
  })

  it('leaves out the full stop of a sentence inside another, and joins sentences with blanks', () => {
    const some = createRenderer({ a: { outer: 'Failed: {why}.', inner: 'It is gone.', plain: '{why}' } }, 'en')
    const inner = { key: 'a.inner', params: {} } as unknown as Message
    expect(some.render({ key: 'a.outer', params: { why: inner } })).toBe('Failed: It is gone.')
    expect(some.render({ key: 'a.outer', params: { why: [inner, inner] } })).toBe('Failed: It is gone. It is gone.')
    expect(some.render({ key: 'a.plain', params: { why: inner } })).toBe('It is gone.')
    expect(some.render({ key: 'a.outer', params: { why: 'Inc.' } })).toBe('Failed: Inc..')
  })

  it('knows the full stop of East Asian writing, which no space follows', () => {
    const some = createRenderer({ a: { outer: '失敗しました: {why}。', inner: 'ありません。' } }, 'ja')
    const inner = { key: 'a.inner', params: {} } as unknown as Message
    expect(some.render({ key: 'a.outer', params: { why: inner } })).toBe('失敗しました: ありません。')
    expect(some.render({ key: 'a.outer', params: { why: [inner, inner] } })).toBe(
      '失敗しました: ありません。ありません。',
    )
  })

  it('falls back to another language, and then to the key', () => {
    const german = createRenderer({ a: { types: { number: 'eine Zahl' } } }, 'de', english)
    expect(german.render({ key: 'a.types.number' })).toBe('eine Zahl')
    expect(german.render({ key: 'a.expected', params: { what: 'x' } })).toBe('Expected x')
    expect(german.render({ key: 'a.constructor' })).toBe('a.constructor')
    expect(german.has('a.found')).toBe(true)
    expect(german.has('a.missing')).toBe(false)
  })
})

describe('messageNames', () => {
  it('lists parameters and tags, and throws where a text is no message', () => {
    expect(messageNames('{a} {b, number} {c, plural, other {{d}}} <e>f</e>')).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(() => messageNames('{a')).toThrow()
    expect(() => messageNames('{a, plural, one {x}}')).toThrow()
  })
})
