import { assertion, checkAssertions, valueAt } from '@common/api-client/assertions'
import { describe, expect, it } from 'vitest'

const response = {
  status: 200,
  timeMs: 12.5,
  size: 40,
  headers: [
    { name: 'Set-Cookie', value: 'a=1' },
    { name: 'set-cookie', value: 'b=2' },
  ],
  body: '{"list":[{"Title":"Blue","Id":7,"Off":null}],"count":1}',
}

describe('a check of a response', () => {
  it.each([
    ['status', '', 'equals', '200', true],
    ['status', '', 'notEquals', '200', false],
    ['status', '', 'below', '300', true],
    ['time', '', 'above', '12.5', false],
    ['size', '', 'below', 'x', false],
    ['header', 'set-COOKIE', 'equals', 'a=1, b=2', true],
    ['header', 'X-None', 'exists', '', false],
    ['header', 'X-None', 'notExists', '', true],
    ['header', 'X-None', 'notContains', 'a', false],
    ['body', '', 'contains', 'Blue', true],
    ['body', '', 'notContains', 'Red', true],
    ['body', '', 'matches', '"Id":\\d', true],
    ['body', '', 'matches', '(', false],
    ['json', 'list[0].Title', 'equals', 'Blue', true],
    ['json', '$.list.length', 'equals', '1', true],
    ['json', 'list[0].Id', 'equals', '7.0', true],
    ['json', 'list[0].Off', 'equals', 'null', true],
    ['json', 'list[1].Id', 'exists', '', false],
    ['json', 'constructor', 'exists', '', false],
  ])('%s %s %s %s: %s', (subject, place, operator, value, expected) => {
    const check = assertion.parse({ subject, place, operator, value })
    expect(checkAssertions([check], response).map(({ isPassed }) => isPassed)).toEqual([expected])
  })

  it('can be switched off, and says what it found', () => {
    const check = assertion.parse({ subject: 'json', place: 'count', operator: 'equals', value: '2' })
    expect(checkAssertions([check, { ...check, enabled: false }], response)).toEqual([
      { assertion: check, isPassed: false, found: '1' },
    ])
    expect(checkAssertions([check], { ...response, body: 'no JSON' })[0]?.found).toBeUndefined()
  })

  it.each([
    ['[1].a', [{}, { a: 5 }], 5],
    ['', 3, 3],
    ['a.b', { a: { b: [1] } }, [1]],
    ['a[0][1]', { a: [[1, 2]] }, 2],
  ])('finds %s', (place, json, expected) => expect(valueAt(json, place)).toEqual(expected))
})
