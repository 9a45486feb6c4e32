import type { TableSummary } from '@common/model'
import { lineAfterKey, treeLines, type TreeGroup } from '@renderer/features/tree/tree-nodes'
import { describe, expect, it } from 'vitest'

const entry = (title: string, type: 'table' | 'view' = 'table'): TableSummary => ({
  name: title,
  title,
  type,
  order: 0,
})
const tables = [entry('Album'), entry('Track'), entry('Top tracks', 'view')]
const keys = (open: TreeGroup[], filter = '', list = tables) =>
  treeLines(list, new Set(open), filter).map(({ key }) => key)

describe('the tree', () => {
  it('shows tables and views below their groups, only where these are open', () => {
    expect(keys(['tables'])).toEqual(['tables', 'tables/Album', 'tables/Track', 'views'])
    expect(keys([])).toEqual(['tables', 'views'])
  })

  it('counts what a group holds', () => {
    expect(treeLines(tables, new Set(), '').map((line) => line.kind === 'group' && line.count)).toEqual([2, 1])
  })

  it('narrows by a part of the name in any case, and opens the groups that match', () => {
    expect(keys([], 'TRACK')).toEqual(['tables', 'tables/Track', 'views', 'views/Top tracks'])
    expect(keys(['tables', 'views'], 'album')).toEqual(['tables', 'tables/Album', 'views'])
  })

  it('says that an open group is empty', () => {
    expect(keys(['tables'], '', [])).toEqual(['tables', 'tables/', 'views'])
  })
})

describe('functions, procedures and sequences', () => {
  const routines = { functions: ['twice', 'keep'], sequences: [] }

  it('have groups below those of tables, where the database has them', () => {
    const lines = treeLines(tables, new Set<TreeGroup>(['functions', 'sequences']), '', routines)
    expect(lines.map(({ key }) => key)).toEqual([
      'tables',
      'views',
      'functions',
      'functions/twice',
      'functions/keep',
      'sequences',
      'sequences/',
    ])
  })

  it('are found by the filter', () => {
    const lines = treeLines(tables, new Set(), 'TWI', routines)
    expect(lines.map(({ key }) => key)).toEqual(['tables', 'views', 'functions', 'functions/twice', 'sequences'])
  })
})

describe('keys in the tree', () => {
  const lines = treeLines(tables, new Set<TreeGroup>(['tables']), '')
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 3, 3],
    ['ArrowLeft', 2, 0],
    ['ArrowRight', 0, 1],
    ['Home', 2, 0],
    ['End', 0, 3],
    ['x', 0, undefined],
  ])('%s from line %i goes to %s', (key, from, to) => {
    expect(lineAfterKey(lines, from, key)).toBe(to)
  })
})
