import { it } from 'vitest'
import { allSources, expectNone, isNode, keyName, lineOf, type Node, type Source } from './sources'

/*
 * A cell with a direction of its own aligns its text away from the heading of its column: English names stand on the left
 * of a column that begins on the right. Give the direction to the text (`<bdi>`), not to the cell.
 */

const cells = new Set(['td', 'th', 'dt', 'dd'])

/** Cells that hold code or a text in one language as a block. */
const exceptions = new Set([
  'renderer/features/grpc-client/CallLog.tsx',
  'renderer/features/translate/TranslateDialog.tsx',
])

const hasDirection = ({ attributes }: Node): boolean =>
  Array.isArray(attributes) && attributes.some((each) => isNode(each) && keyName(each['name']) === 'dir')

const turnedCells = (source: Source): string[] =>
  source.nodes
    .filter((node) => node.type === 'JSXOpeningElement' && cells.has(keyName(node['name']) ?? '') && hasDirection(node))
    .map((node) => `${source.path}:${lineOf(source, node)}`)

it('cells of tables have the direction of the page', () => {
  const found = allSources().filter(({ path }) => path.startsWith('renderer/') && !exceptions.has(path))
  expectNone(found.flatMap(turnedCells))
})

it('finds cells with another direction', ({ expect }) => {
  const excepted = allSources().filter(({ path }) => exceptions.has(path))
  expect(excepted.filter((source) => turnedCells(source).length > 0)).toHaveLength(exceptions.size)
})
