import type { TableSummary } from '@common/model'
import type { View } from '@common/views'
import { foundIn, lineAfterKey, openKey, treeLines, type TreeGroup } from '@renderer/features/tree/tree-nodes'
import { describe, expect, it } from 'vitest'

const entry = (title: string, type: 'table' | 'view' = 'table'): TableSummary => ({
  name: title,
  title,
  type,
  order: 0,
})
const tables = [entry('Album'), entry('Track'), entry('Top tracks', 'view')]
const keys = (open: TreeGroup[], filter = '', list = tables) =>
  treeLines({ tables: list }, new Set(open), filter).map(({ key }) => key)

describe('the tree', () => {
  it('shows tables and views below their groups, only where these are open', () => {
    expect(keys(['tables'])).toEqual(['tables', 'tables/Album', 'tables/Track', 'views'])
    expect(keys([])).toEqual(['tables', 'views'])
  })

  it('counts what a group holds', () => {
    expect(treeLines({ tables }, new Set(), '').map((line) => line.kind === 'group' && line.size)).toEqual([2, 1])
  })

  it('narrows by a part of the name in any case, and opens the groups that match', () => {
    expect(keys([], 'TRACK')).toEqual(['tables', 'tables/Track', 'views', 'views/Top tracks'])
    expect(keys(['tables', 'views'], 'album')).toEqual(['tables', 'tables/Album', 'views'])
  })

  it('shows the tables that a preview hides below the others of their group', () => {
    const hidden = [
      { name: 'Safe', title: 'Safe', type: 'table' as const, reason: 'A rule hides it' },
      { name: 'Sums', title: 'Sums', type: 'view' as const, reason: 'A rule hides it' },
      // Seen meanwhile.
      { name: 'Album', title: 'Album', type: 'table' as const, reason: 'A rule hides it' },
    ]
    const shown = (open: TreeGroup[], filter: string) =>
      treeLines({ tables, hidden }, new Set(open), filter).map(({ key }) => key)
    expect(shown(['tables'], '')).toEqual(['tables', 'tables/Album', 'tables/Track', 'tables/hidden/Safe', 'views'])
    expect(shown([], 'sum')).toEqual(['tables', 'views', 'views/hidden/Sums'])
  })

  it('says once that nothing fits', () => {
    expect(keys(['tables', 'views'], 'zzz')).toEqual(['tables', 'tables/', 'views'])
    expect(treeLines({ tables }, new Set(), 'zzz')[1]).toMatchObject({ kind: 'empty', isFiltered: true })
  })

  it('says that an open group is empty', () => {
    expect(keys(['tables'], '', [])).toEqual(['tables', 'tables/', 'views'])
  })
})

describe('functions, procedures and sequences', () => {
  const routines = { functions: ['twice', 'keep'], sequences: [] }

  it('have groups below those of tables, where the database has them', () => {
    const lines = treeLines({ tables, routines }, new Set<TreeGroup>(['functions', 'sequences']), '')
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
    const lines = treeLines({ tables, routines }, new Set(), 'TWI')
    expect(lines.map(({ key }) => key)).toEqual(['tables', 'views', 'functions', 'functions/twice', 'sequences'])
  })
})

describe('keys in the tree', () => {
  const lines = treeLines({ tables }, new Set<TreeGroup>(['tables']), '')
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 3, 3],
    ['ArrowLeft', 2, 0],
    ['ArrowRight', 0, 1],
    ['Home', 2, 0],
    ['End', 0, 3],
    ['PageDown', 0, 3],
    ['PageUp', 3, 0],
    ['x', 0, undefined],
  ])('%s from line %i goes to %s', (key, from, to) => {
    expect(lineAfterKey(lines, from, key)).toBe(to)
  })
})

describe('views in the tree', () => {
  const view = (id: string | undefined, title: string): View => ({
    id,
    title,
    kind: 'grid',
    position: 0,
    locked: false,
    settings: {},
    personal: null,
    options: {},
  })
  const own = view(undefined, '')
  const views = new Map([
    ['Track', [own, view('v1', 'Long ones'), view('v2', 'Board')]],
    ['Album', [own]],
  ])
  const titleOf = (one: View, table: TableSummary): string => one.title || `All ${table.title}`
  const lines = (open: readonly string[], filter = '', favourites: { table: string; view?: string }[] = []) =>
    treeLines({ tables, views, favourites, viewTitle: titleOf }, new Set(open), filter)

  it('stand below their table when it is open, and say so while they are asked for', () => {
    const open = ['tables', openKey('Track')]
    expect(lines(open).map(({ key }) => key)).toEqual([
      'tables',
      'tables/Album',
      'tables/Track',
      'tables/Track/',
      'tables/Track/v1',
      'tables/Track/v2',
      'views',
    ])
    expect(treeLines({ tables }, new Set(open), '').map(({ kind }) => kind)).toEqual([
      'group',
      'table',
      'table',
      'loading',
      'group',
    ])
  })

  it('are found by their names, with the table that has them', () => {
    expect(lines([], 'boa').map(({ key }) => key)).toEqual(['tables', 'tables/Track', 'tables/Track/v2', 'views'])
    // An entry named like its table adds nothing to the table's name.
    expect(lines([], 'album').map(({ key }) => key)).toEqual(['tables', 'tables/Album', 'views'])
  })

  it('are among the favourites, which stand above everything, in their order', () => {
    const marked = [
      { table: 'Track', view: 'v2' },
      { table: 'Gone' },
      { table: 'Album' },
      { table: 'Track', view: 'gone' },
    ]
    expect(lines(['favourites'], '', marked).map(({ key }) => key)).toEqual([
      'favourites',
      'favourites/Track/v2',
      'favourites/Album',
      'tables',
      'views',
    ])
    expect(lines([], 'boa', marked)[0]).toMatchObject({ kind: 'group', group: 'favourites', size: 1, isOpen: true })
    expect(lines([], 'top', marked)[0]).toMatchObject({ group: 'tables' })
  })

  it('say where they stand among how many', () => {
    const [, , table, , first] = lines(['tables', openKey('Track')])
    expect(table).toMatchObject({ level: 2, at: 1, count: 2 })
    expect(first).toMatchObject({ level: 3, parent: 'tables/Track', at: 1, count: 3 })
  })

  it('lead back to their table with the left arrow', () => {
    const all = lines(['tables', openKey('Track')])
    expect(lineAfterKey(all, 4, 'ArrowLeft')).toBe(2)
    expect(lineAfterKey(all, 2, 'ArrowRight')).toBe(3)
  })
})

it.each([
  ['Invoice lines', 'LIN', [8, 11]],
  ['Invoice lines', 'x', undefined],
  ['Invoice lines', ' ', undefined],
  // The small letter of this one is two.
  ['İzmir', 'zm', undefined],
])('in %s, %s is marked at %j', (name, filter, place) => {
  expect(foundIn(name, filter)).toEqual(place)
})
