import { expect, it } from 'vitest'
import { allSources, isNode, lineOf, parseSource, type Node, type Source } from './sources'

/** Longest function, in lines. A longer one has parts that deserve a name. */
const linesMax = 150

/**
 * Longer functions that wait to be split, by reason. Shorten these lists; add nothing to them.
 */
const exceptions = {
  'Factory of a service: a list of short operations that share its ports.': [
    'main/features/imports/index.ts createImports',
    'main/features/tables/trash/restoring.ts createTrashRestoring',
  ],
} as const

const waiting: ReadonlySet<string> = new Set(Object.values(exceptions).flat())

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Name of a node with an identifier, such as a function or a variable. */
function nameOf(node: Node): string | undefined {
  const id = node['id'] ?? node['key']
  return isNode(id) && typeof id['name'] === 'string' ? id['name'] : undefined
}

/** Functions longer than the limit, as `file name lines`. */
function longFunctions(source: Source): { readonly name: string; readonly lines: number }[] {
  const holders = source.nodes.filter((node) => nameOf(node) !== undefined)
  return source.nodes
    .filter(({ type }) => functionTypes.has(type))
    .flatMap((node) => {
      const end = typeof node['end'] === 'number' ? node['end'] : node.start
      const lines = source.text.slice(node.start, end).split('\n').length
      if (lines <= linesMax) return []
      const holder = holders.findLast(({ start, end: last }) => start <= node.start && Number(last) >= end)
      return [{ name: `${source.path} ${(holder && nameOf(holder)) ?? lineOf(source, node)}`, lines }]
    })
}

it('no function is longer than 150 lines', () => {
  const long = allSources().flatMap(longFunctions)
  expect(long.filter(({ name }) => !waiting.has(name))).toEqual([])
})

it('no exception is obsolete', () => {
  const names = new Set(
    allSources()
      .flatMap(longFunctions)
      .map(({ name }) => name),
  )
  expect([...waiting].filter((name) => !names.has(name))).toEqual([])
})

it('finds long functions by the name of what holds them', () => {
  const body = '  0\n'.repeat(linesMax)
  const found = (text: string) => longFunctions(parseSource('renderer/example.ts', text)).map(({ name }) => name)
  expect(found(`function long() {\n${body}}`)).toEqual(['renderer/example.ts long'])
  expect(found(`const long = () => {\n${body}}`)).toEqual(['renderer/example.ts long'])
  expect(found(`class One { long() {\n${body}} }`)).toEqual(['renderer/example.ts long'])
  expect(found('function short() {}')).toEqual([])
})
