import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { AppError } from '@common/errors'
import { parseBracketCondition, parseCondition } from '@common/query/condition'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'accepted'
}

describe('condition JSON', () => {
  const is = (column: string, operator: string, value: unknown) => ({ kind: 'condition', column, operator, value })
  test.each<[string, unknown]>([
    ['', undefined],
    ['{}', undefined],
    ['{"a":{"eq":1}}', is('a', 'eq', 1)],
    ['{"a":{"eq":"x"}}', is('a', 'eq', 'x')],
    ['{"a":{"eq":true}}', is('a', 'eq', true)],
    ['{"a":{"eq":null}}', is('a', 'is', null)],
    ['{"a":{"neq":null}}', is('a', 'isnot', null)],
    ['{"a":{"neq":1}}', is('a', 'not', 1)],
    ['{"a":{"in":[1,"x"]}}', is('a', 'in', [1, 'x'])],
    ['{"a":{"nin":[]}}', is('a', 'nin', [])],
    ['{"a":{"gt":1,"lt":5}}', { kind: 'and', filters: [is('a', 'gt', 1), is('a', 'lt', 5)] }],
    ['{"a":{"eq":1},"b":{"like":"x%"}}', { kind: 'and', filters: [is('a', 'eq', 1), is('b', 'like', 'x%')] }],
    ['{"_or":[{"a":{"eq":1}},{"b":{"eq":2}}]}', { kind: 'or', filters: [is('a', 'eq', 1), is('b', 'eq', 2)] }],
    ['{"_and":[{"a":{"eq":1}},{"b":{"eq":2}}]}', { kind: 'and', filters: [is('a', 'eq', 1), is('b', 'eq', 2)] }],
    ['{"_not":{"a":{"eq":1}}}', { kind: 'not', filter: is('a', 'eq', 1) }],
    ['{"id":{"eq":9007199254740993}}', is('id', 'eq', '9007199254740993')],
    ['{"a,b (c)":{"eq":"(x),~or"}}', is('a,b (c)', 'eq', '(x),~or')],
    ['{"__proto__":{"eq":1}}', is('__proto__', 'eq', 1)],
  ])('%s', (text, expected) => {
    expect(parseCondition(text)).toEqual(expected)
  })

  test.each<[string, string]>([
    ['{', 'FILTER_INVALID'],
    ['x', 'FILTER_INVALID'],
    ['null', 'FILTER_INVALID'],
    ['[]', 'FILTER_INVALID'],
    ['1', 'FILTER_INVALID'],
    ['{"a":1}', 'FILTER_INVALID'],
    ['{"a":{}}', 'FILTER_INVALID'],
    ['{"a":[]}', 'FILTER_INVALID'],
    ['{"a":{"eq":{}}}', 'FILTER_INVALID'],
    ['{"a":{"eq":[1]}}', 'FILTER_INVALID'],
    ['{"a":{"in":1}}', 'FILTER_INVALID'],
    ['{"a":{"in":[[1]]}}', 'FILTER_INVALID'],
    ['{"a":{"gt":null}}', 'FILTER_INVALID'],
    ['{"_or":[]}', 'FILTER_INVALID'],
    ['{"_or":{}}', 'FILTER_INVALID'],
    ['{"_or":[{}]}', 'FILTER_INVALID'],
    ['{"_not":{}}', 'FILTER_INVALID'],
    ['{"_not":[]}', 'FILTER_INVALID'],
    ['{"a":{"is":null}}', 'FILTER_OPERATOR_INVALID'],
    ['{"a":{"$gt":1}}', 'FILTER_OPERATOR_INVALID'],
    ['{"a":{"constructor":1}}', 'FILTER_OPERATOR_INVALID'],
    ['{"author":{"relationType":"bt"}}', 'FILTER_OPERATOR_INVALID'],
    [`${'{"_not":'.repeat(2_000)}{"a":{"eq":1}}${'}'.repeat(2_000)}`, 'FILTER_TOO_LARGE'],
    [`{"_or":[${Array(1_001).fill('{"a":{"eq":1}}').join(',')}]}`, 'FILTER_TOO_LARGE'],
    [`{"a":{"eq":"${'x'.repeat(60_001)}"}}`, 'FILTER_TOO_LARGE'],
    ['['.repeat(50_000), 'FILTER_INVALID'],
  ])('%.60s is refused', (text, code) => {
    expect(codeOf(() => parseCondition(text))).toBe(code)
  })

  test('answers a tree or an AppError, whatever JSON is sent', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(codeOf(() => parseCondition(text))).toMatch(/^(accepted|FILTER_\w+)$/)
      }),
    )
  })
})

describe('the bracket form', () => {
  const parse = (query: string) =>
    parseBracketCondition(
      'condition',
      query.split('&').map((pair) => pair.split('=') as [string, string]),
    )
  test.each<[string, string | undefined]>([
    ['x=1', undefined],
    ['condition[price][gt]=20', '{"price":{"gt":"20"}}'],
    ['condition[price][gt]=20&condition[price][lt]=30', '{"price":{"gt":"20","lt":"30"}}'],
    ['condition[a b][in]=1,2', '{"a b":{"in":["1","2"]}}'],
    ['condition[a][in][]=1&condition[a][in][]=2', '{"a":{"in":["1","2"]}}'],
    ['condition[a][in][0]=1&condition[a][in][1]=2,3', '{"a":{"in":["1","2,3"]}}'],
    ['condition[_or][0][a][eq]=1&condition[_or][1][b][eq]=2', '{"_or":[{"a":{"eq":"1"}},{"b":{"eq":"2"}}]}'],
    ['condition[_not][a][eq]=1', '{"_not":{"a":{"eq":"1"}}}'],
    ['condition[__proto__][eq]=1', '{"__proto__":{"eq":"1"}}'],
  ])('%s', (query, json) => {
    expect(parse(query)).toEqual(json === undefined ? undefined : parseCondition(json))
  })

  test.each<[string, string]>([
    ['condition[price]=20', 'FILTER_INVALID'],
    ['condition[price][gt=20', 'FILTER_INVALID'],
    ['condition[price]gt]=20', 'FILTER_INVALID'],
    ['condition[a][eq]=1&condition[a][eq]=2', 'FILTER_INVALID'],
    ['condition[a][eq]=1&condition[a][eq][b]=2', 'FILTER_INVALID'],
    ['condition[a][is]=1', 'FILTER_OPERATOR_INVALID'],
    [`condition${'[_not]'.repeat(3_000)}[a][eq]=1`, 'FILTER_TOO_LARGE'],
  ])('%.60s is refused', (query, code) => {
    expect(codeOf(() => parse(query))).toBe(code)
  })
})
