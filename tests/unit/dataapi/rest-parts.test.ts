import { describe, expect, it } from 'vitest'
import { etagOf, hasAnswer } from '@main/dataapi/rest/etag'
import { findRoute } from '@main/dataapi/rest/routes'
import { cursorToken, readCursorToken } from '@main/dataapi/walk/token'

describe('the mark of an answer', () => {
  it('is the same for the same content only', () => {
    expect(etagOf('[1]')).toBe(etagOf(new TextEncoder().encode('[1]')))
    expect(etagOf('[1]')).not.toBe(etagOf('[2]'))
  })

  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['*', true],
    ['W/"a"', true],
    ['"a"', true],
    ['W/"b", W/"a"', true],
    ['W/"b"', false],
    ['a', false],
  ])('%s', (given, expected) => {
    expect(hasAnswer(given, 'W/"a"')).toBe(expected)
  })
})

describe('a place in a list', () => {
  it('comes back as it was, of its own list only', () => {
    const place = ['ü', 1.5, null, true, 9007199254740993n]
    const token = cursorToken('list', place)
    expect(token).toMatch(/^[\w.-]+$/)
    expect(readCursorToken('list', token, 5)).toEqual(place)
    for (const [list, given, size] of [
      ['other', token, 5],
      ['list', token, 4],
      ['list', `x${token}`, 5],
      ['list', token.slice(0, -1), 5],
      ['list', '', 5],
      ['list', '.', 0],
    ] as const)
      expect(() => readCursorToken(list, given, size), given).toThrow()
  })
})

describe('a path', () => {
  it.each<[string, string[], string]>([
    ['GET', [], 'list'],
    ['HEAD', [], 'list'],
    ['GET', ['FindOne'], 'findOne'],
    ['GET', ['groupby', 'a'], 'groupBy'],
    ['GET', ['%67roupby'], 'read'],
    ['GET', ['has', 'Child'], 'hasList'],
    ['GET', ['belongs', 'Parent'], 'belongsList'],
    ['GET', ['m2mNotChildren', 'a', '1'], 'notLinked'],
    ['GET', ['1', 'exists'], 'exists'],
    ['GET', ['1', '%65xists'], 'linkedList'],
    ['POST', ['1', 'Child'], 'linkedCreate'],
    ['GET', ['1', 'Child', 'COUNT'], 'linkedCount'],
    ['GET', ['1', 'Child', '%63ount'], 'linkedRead'],
    ['DELETE', ['1', 'Child', '2'], 'linkedDelete'],
    ['GET', ['1', 'Child', '2', 'exists'], 'linkedExists'],
    ['PUT', ['1', 'Child', '2', 'link'], 'link'],
    ['DELETE', ['1', 'Child', '2', 'link'], 'unlink'],
  ])('%s %j is %s', (method, rest, kind) => {
    expect(findRoute(method, rest).kind).toBe(kind)
  })
})
