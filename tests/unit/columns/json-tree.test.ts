import { describe, expect, it } from 'vitest'
import { compactJson } from '@common/columns/values/json'
import {
  jsonTreeText,
  nodeOfText,
  placeInText,
  readJsonTree,
  withKey,
  withNew,
  withNode,
  without,
  type JsonNode,
} from '@common/columns/values/json-tree'
import { closedAtFirst, nearest, summaryOf, treeLines } from '@renderer/cells/editors/json/tree-lines'

const tree = (text: string): JsonNode => {
  const read = readJsonTree(text)
  if (!read.ok) throw new Error(`${text} is no JSON at ${read.at}`)
  return read.node
}
const example = '{"b":1.50,"a":[12345678901234567890,null,"é\\n😀"],"a":{"deep":[[],{}]},"":true}'

describe('JSON as a tree', () => {
  it.each([example, '[]', '{}', 'null', '-0', '1e400', '"\\u0041"', '{"__proto__":1}', '[[[[]]]]'])(
    'keeps digits, order and names of %s',
    (text) => {
      expect(jsonTreeText(tree(text))).toBe(text)
    },
  )

  it('takes blanks out and lays out like others do', () => {
    const loose = ' { "b" : [ 1 , 2 ] ,\n\t"c":{ } } '
    expect(jsonTreeText(tree(loose))).toBe(compactJson(loose))
    expect(jsonTreeText(tree(loose), 2)).toBe(JSON.stringify(JSON.parse(loose), null, 2))
  })

  it('agrees with the reader of the language about what is JSON', () => {
    const texts = [
      '',
      ' ',
      '{',
      '[1,]',
      '{"a":1,}',
      "{'a':1}",
      '01',
      '1.',
      '.5',
      '+1',
      'NaN',
      'tru',
      '"\n"',
      '"\\x"',
      '[1 2]',
      '{"a" 1}',
      '{a:1}',
      '1 2',
      '"a',
      '[',
      ']',
      '"\\ud800"',
      '-',
      '1e',
      '{"a":}',
      '\u00a01',
    ]
    for (const text of [...texts, example]) {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      expect([text, readJsonTree(text).ok]).toEqual([text, isJson])
    }
  })

  it.each([
    ['{"a": tru}', 6, 'value'],
    ['{"a" 1}', 5, 'colon'],
    ['{"a":1 "b":2}', 7, 'commaOrBrace'],
    ['[1,2', 4, 'commaOrBracket'],
    ['{a:1}', 1, 'key'],
    ['{"a":1,}', 7, 'key'],
    ['"open', 0, 'quote'],
    ['{} x', 3, 'end'],
    ['', 0, 'value'],
    ['['.repeat(300), 201, 'depth'],
  ])('ends to be JSON in %s at the character %d, where it wants %s', (text, at, expected) => {
    expect(readJsonTree(text)).toEqual({ ok: false, at, expected })
  })

  it('says places by line and character', () => {
    expect(placeInText('{\n  "a": x', 9)).toEqual({ line: 2, character: 8 })
    expect(placeInText('x', 0)).toEqual({ line: 1, character: 1 })
  })
})

describe('a tree that is changed', () => {
  const root = tree('{"a":[1,{"b":2}],"c":3}')

  it('gets values, names, entries, and loses them', () => {
    expect(jsonTreeText(withNode(root, [0, 1, 0], () => nodeOfText('"x"')))).toBe('{"a":[1,{"b":"x"}],"c":3}')
    expect(jsonTreeText(withKey(root, [0, 1, 0], 'new "name"'))).toBe('{"a":[1,{"new \\"name\\"":2}],"c":3}')
    expect(jsonTreeText(withKey(root, [0, 0], 'no name here'))).toBe(jsonTreeText(root))
    expect(jsonTreeText(without(root, [0]))).toBe('{"c":3}')
    expect(jsonTreeText(without(root, [0, 1]))).toBe('{"a":[1],"c":3}')
    expect(jsonTreeText(without(root, []))).toBe(jsonTreeText(root))
    expect(withNew(root, [0])).toMatchObject({ path: [0, 2] })
    expect(withNew(root, [1])).toBeUndefined()
    const added = withNew(withNew(root, [])?.root ?? root, [])
    expect(jsonTreeText(added?.root ?? root)).toBe('{"a":[1,{"b":2}],"c":3,"key":null,"key2":null}')
  })

  it('takes what is written as JSON when it is some, and as a text otherwise', () => {
    expect(['1.50', '[1]', 'true', '"true"', 'soon', '', ' 1'].map((text) => jsonTreeText(nodeOfText(text)))).toEqual([
      '1.50',
      '[1]',
      'true',
      '"true"',
      '"soon"',
      '""',
      '1',
    ])
  })
})

describe('the lines of a tree', () => {
  it('are those that are not within closed parts', () => {
    const root = tree('{"a":{"b":{"c":{"d":1}}},"list":[1,2]}')
    const names = (closed: ReadonlySet<string>): string =>
      treeLines(root, closed)
        .map(({ key, isOpen, node }) => `${key ?? '.'}${isOpen ? '' : node.kind === 'scalar' ? '' : summaryOf(node)}`)
        .join(' ')
    expect(names(closedAtFirst(root))).toBe('. a b{ 1 } list 0 1')
    expect(names(new Set())).toBe('. a b c d list 0 1')
    expect(names(new Set(['']))).toBe('.{ 2 }')
  })

  it('are a thousand at most', () => {
    expect(treeLines(tree(`[${Array.from({ length: 5_000 }, () => '0').join(',')}]`), new Set())).toHaveLength(1_000)
  })

  it('leave the person at the nearest that is still there', () => {
    const root = tree('{"a":[1,2]}')
    expect(nearest(root, [0, 2])).toEqual([0, 1])
    expect(nearest(root, [0, 1])).toEqual([0, 1])
    expect(nearest(root, [3, 1])).toEqual([])
    expect(nearest(tree('{"a":[]}'), [0, 0])).toEqual([0])
  })
})
