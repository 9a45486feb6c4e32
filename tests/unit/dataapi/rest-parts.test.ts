import { describe, expect, it } from 'vitest'
import { csvLine, csvText, dispositionOf, sheetTitle, sheetValue } from '@main/dataapi/export/formats'
import { etagOf, hasAnswer } from '@main/dataapi/rest/etag'
import { findRoute } from '@main/dataapi/rest/routes'
import { cursorToken, readCursorToken } from '@main/dataapi/walk/token'
import { resultColumn } from '@main/db/computed'

const text = resultColumn('LongText', 'TEXT', {})

describe('cells of a file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a=1', 'a=1'],
    [-5, '-5'],
    [9007199254740993n, '9007199254740993'],
    [null, ''],
    [new Uint8Array([1, 2]), 'AQI='],
    [true, 'true'],
  ])('%s is %s in CSV', (value, expected) => {
    expect(csvText(value)).toBe(expected)
  })

  it('are quoted where they have to be', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ' h '])).toBe('a,"b,c","d""e","f\ng"," h "\r\n')
  })

  it('of a sheet are numbers and texts, never too long and never broken', () => {
    expect(sheetValue(text, '=1')).toBe('=1')
    expect(sheetValue(text, 'a\u0000b\u001fc\n')).toBe('abc\n')
    expect(String(sheetValue(text, 'x'.repeat(40_000)))).toHaveLength(32_767)
    expect(sheetValue(text, 9007199254740993n)).toBe('9007199254740993')
    expect(sheetValue(resultColumn('Checkbox', 'INTEGER', {}), 1)).toBe(true)
  })

  it('have names for their file and sheet that every program takes', () => {
    expect(sheetTitle("'a/b[c]:*?\\'")).toBe('a b c')
    expect(sheetTitle('???')).toBe('Rows')
    expect(sheetTitle('x'.repeat(50))).toHaveLength(31)
    expect(dispositionOf('Größe "a"/b', 'csv')).toBe(
      `attachment; filename="Gr__e _a_-b.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22a%22-b.csv`,
    )
  })
})

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
