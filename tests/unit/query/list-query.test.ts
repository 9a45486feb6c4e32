import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { AppError } from '@common/errors'
import { formatNameList, parseNameList } from '@common/query/name-list'
import { parseListQuery } from '@common/query/list-query'
import { parsePage } from '@common/query/page'
import { formatSort, parseSort } from '@common/query/sort'
import { parseFields } from '@common/query/fields'
import { keySeparator, parseRowIdSegment, rowIdSegment, rowRouteWords } from '@common/query/row-id'
import { parseExactJson, parseJson } from '@common/util/parse-json'

describe('the page', () => {
  test.each<[string | undefined, string | undefined, number, number]>([
    [undefined, undefined, 25, 0],
    ['', '', 25, 0],
    ['10', '20', 10, 20],
    ['1000', '0', 1000, 0],
    ['1001', '0', 1000, 0],
    ['99999999999999999999', '99999999999999999999', 1000, Number.MAX_SAFE_INTEGER],
    ['0', '-1', 1, 0],
    ['-5', '-0', 1, 0],
    ['abc', 'abc', 25, 0],
    ['1e3', '1e3', 25, 0],
    ['0x10', '0x10', 25, 0],
    ['2.9', '2.9', 2, 2],
    ['NaN', 'Infinity', 25, 0],
    ['1; DROP TABLE x', "1' OR 1=1", 25, 0],
    [' 5 ', ' 6 ', 5, 6],
  ])('limit=%s offset=%s', (limit, offset, rows, skipped) => {
    expect(parsePage(limit, offset)).toEqual({ limit: rows, offset: skipped })
  })
})

describe('lists of names', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [' a , b ,', ['a', 'b']],
    ['First Name', ['First Name']],
    ['["a,b","c"]', ['a,b', 'c']],
    ['[]', []],
    ['[x]', ['[x]']],
    ['[1,2]', ['[1', '2]']],
    ['["a"', ['["a"']],
  ])('%s', (text, names) => {
    expect(parseNameList('fields', text)).toEqual(names)
  })

  test('any names survive being written and read', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        expect(parseNameList('fields', formatNameList(names))).toEqual(names)
      }),
    )
  })

  test('any sort survives being written and read', () => {
    const keys = fc.array(fc.record({ column: fc.string({ minLength: 1 }), descending: fc.boolean() }))
    fc.assert(
      fc.property(keys, (sort) => {
        expect(parseSort(formatSort(sort))).toEqual(sort)
      }),
    )
  })

  test('sort tells descending by its sign', () => {
    expect(parseSort('Name,-Price,+Size')).toEqual([
      { column: 'Name', descending: false },
      { column: 'Price', descending: true },
      { column: 'Size', descending: false },
    ])
  })

  test('fields are every column unless some are named, each once', () => {
    expect(parseFields('')).toBeUndefined()
    expect(parseFields('*')).toBeUndefined()
    expect(parseFields('a,b,a')).toEqual(['a', 'b'])
  })
})

describe('list parameters', () => {
  const parse = (query: string) =>
    parseListQuery([...new Map(query.split('&').map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']))])
  test('short names mean the same as long ones', () => {
    expect(parse('l=5&o=10&s=-a&f=a,b&w=(a,gt,1)')).toEqual(
      parse('limit=5&offset=10&sort=-a&fields=a,b&where=(a,gt,1)'),
    )
  })

  test('where and condition must both hold', () => {
    expect(parse('where=(a,gt,1)&condition={"b":{"lt":2}}').filter).toMatchObject({
      kind: 'and',
      filters: [{ column: 'a' }, { column: 'b' }],
    })
  })

  test('a parameter given twice is refused', () => {
    for (const twice of [
      [
        ['where', '(a,eq,1)'],
        ['where', '(a,eq,2)'],
      ],
      [
        ['where', '(a,eq,1)'],
        ['w', '(a,eq,2)'],
      ],
      [
        ['limit', '1'],
        ['l', '2'],
      ],
    ] as [string, string][][])
      expect(() => parseListQuery(twice)).toThrow(AppError)
  })

  test('parameters of others are left alone', () => {
    expect(parse('xyz=1&hm=')).toEqual({ sort: [], page: { limit: 25, offset: 0 } })
  })
})

describe('row ids', () => {
  test('any key survives being written and read', () => {
    const values = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...rowRouteWords, '___', 'a___b', '_', '')),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(values, (key) => {
        expect(parseRowIdSegment(rowIdSegment(key), key.length)).toEqual(key)
      }),
    )
  })

  test('no key is written as a route word', () => {
    for (const word of rowRouteWords) expect(rowIdSegment([word])).not.toBe(word)
    expect(rowIdSegment(['Count'])).toBe('%43ount')
  })

  test('composite keys are joined with three underscores', () => {
    expect(rowIdSegment([1, 'a'])).toBe(`1${keySeparator}a`)
    expect(parseRowIdSegment('1___2___3', 2)).toBeUndefined()
    expect(parseRowIdSegment('%zz', 1)).toBeUndefined()
  })
})

test('JSON is read without losing digits', () => {
  expect(parseJson('{"a":9007199254740993,"b":1.5,"c":12345678901234567.5,"d":[-9223372036854775808]}')).toEqual({
    a: '9007199254740993',
    b: 1.5,
    c: '12345678901234567.5',
    d: ['-9223372036854775808'],
  })
  const text = '{"a":12345678901234567890,"b":[0.12345678901234567891,1e400,0.1,1.5e300],"c":"12345678901234567890"}'
  expect(JSON.stringify(parseExactJson(text))).toBe(text.replace('1.5e300', '1.5e+300'))
  expect(parseExactJson('[1e400]')).not.toEqual([Number.POSITIVE_INFINITY])
})
