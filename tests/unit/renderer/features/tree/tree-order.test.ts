import type { TableSummary } from '@common/model'
import { treeLines, openKey, isItem, type TreeItem } from '@renderer/features/tree/tree-nodes'
import { canMove, dropPlace, placesAfterMove, type Ordered } from '@renderer/features/tree/tree-order'
import { describe, expect, it } from 'vitest'

const list = (...orders: number[]): Ordered[] => orders.map((order, at) => ({ name: 'abcdef'[at] ?? '', order }))

describe('the places of tables after one has moved', () => {
  it.each<[string, Ordered[], number, number, [string, number][]]>([
    ['to the beginning', list(1, 2, 3), 2, 0, [['c', 0]]],
    ['to the end', list(1, 2, 3), 0, 2, [['a', 4]]],
    ['between two', list(1, 2, 3), 0, 1, [['a', 2.5]]],
    ['where it is', list(1, 2, 3), 1, 1, []],
    ['when it is alone', list(1), 0, 1, []],
    // Nothing is between them: every different place gets a new number.
    [
      'between two of the same place',
      list(1, 1, 1),
      0,
      1,
      [
        ['a', 2],
        ['c', 3],
      ],
    ],
    [
      'between two that lie too near',
      list(2, 1 + 1e-9, 1 + 2e-9),
      0,
      1,
      [
        ['b', 1],
        ['c', 3],
      ],
    ],
  ])('%s', (_, tables, from, to, wanted) => {
    expect(placesAfterMove(tables, from, to).map(({ name, order }) => [name, order])).toEqual(wanted)
  })

  it('stay right however often two of them change places', () => {
    let tables = list(1, 2, 3)
    for (let n = 0; n < 200; n += 1) {
      const places = new Map(placesAfterMove(tables, 2, 1).map(({ name, order }) => [name, order]))
      const [, , last] = tables
      tables = tables
        .map(({ name, order }) => ({ name, order: places.get(name) ?? order }))
        .toSorted((one, other) => one.order - other.order)
      expect(tables[1]?.name).toBe(last?.name)
    }
  })
})

describe('dragging', () => {
  const table = (name: string): TableSummary => ({ name, title: name, type: 'table', order: 0 })
  const tables = ['a', 'b', 'c'].map(table)
  const own = {
    id: undefined,
    title: '',
    kind: 'grid',
    position: 0,
    locked: false,
    settings: {},
    personal: null,
    options: {},
  } as const
  const views = new Map([['b', [own, { ...own, id: 'v1' }, { ...own, id: 'v2' }]]])
  // tables, a, b, b/own, b/v1, b/v2, c, views
  const lines = treeLines({ tables, views }, new Set(['tables', openKey('b')]), '')
  const line = (at: number): TreeItem => {
    const one = lines[at]
    if (!isItem(one)) throw new Error('No such line')
    return one
  }

  it.each<[string, number, number, { to: number; above: number } | undefined]>([
    ['a table to the top', 6, 0, { to: 0, above: 1 }],
    ['a table behind another one and its views', 1, 5.8, { to: 1, above: 6 }],
    ['a table to the end', 1, 20, { to: 2, above: 7 }],
    ['a table onto itself', 2, 2.4, undefined],
    ['a table to where it ends', 6, 7.4, undefined],
    ['a view before another one', 5, 4, { to: 1, above: 4 }],
    ['a view never before the own grid of its table', 5, 0, { to: 1, above: 4 }],
  ])('%s', (_, at, y, place) => {
    expect(dropPlace(lines, line(at), y)).toEqual(place)
  })

  it('is for tables and views of those who may, and never for groups and own grids', () => {
    const may = { tables: true, views: true }
    expect(lines.map((one) => canMove(one, may))).toEqual([false, true, true, false, true, true, true, false])
    expect(lines.some((one) => canMove(one, { tables: false, views: false }))).toBe(false)
  })
})
