import { describe, expect, it } from 'vitest'
import {
  changedKeys,
  describeChange,
  effectiveSettings,
  followOptions,
  followSettings,
  hiddenCount,
  isHiddenByKind,
  orderedColumns,
  plainSettings,
  readSettings,
  settingsPatch,
  viewColumnsOf,
  viewLimits,
  viewOptions,
  visibleColumns,
  type PartialViewSettings,
  type ViewFilterGroup,
  type ViewKind,
} from '@common/views'
import { blankColumn } from '@common/columns/values/blank-column'

const columns = ['id', 'name', 'price', 'live'].map((id) => ({ id, primary: id === 'name' }))
const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)

describe('what somebody sees', () => {
  it('is what is said for everyone, and before that what is said for him; the rest is plain', () => {
    expect(effectiveSettings({ settings: {}, personal: null })).toEqual(plainSettings)
    const settings = { frozen: 3, hidden: ['a'], rowHeight: 'tall' } as const
    expect(effectiveSettings({ settings: { ...settings, hidden: ['a'] }, personal: { hidden: [] } })).toEqual({
      ...plainSettings,
      frozen: 3,
      rowHeight: 'tall',
      hidden: [],
    })
  })

  it('begins with the name of the record, which cannot be hidden; columns that nobody placed follow', () => {
    const settings = { order: ['live', 'gone', 'id'], hidden: ['price', 'name', 'gone'] }
    expect(ids(orderedColumns(columns, settings))).toEqual(['name', 'live', 'id', 'price'])
    expect(ids(visibleColumns(columns, settings))).toEqual(['name', 'live', 'id'])
    expect(hiddenCount(columns, settings)).toBe(1)
    expect(ids(visibleColumns(columns, plainSettings))).toEqual(['name', 'id', 'price', 'live'])
  })

  it('has on cards no number that the database counts, unless it is their name: nobody has hidden that', () => {
    const fields = [
      { id: 'id', uiType: 'ID', primary: false },
      { id: 'name', uiType: 'SingleLineText', primary: true },
    ] as const
    const byItself = (kind: ViewKind) => fields.filter((field) => isHiddenByKind(kind, field)).map(({ id }) => id)
    expect(byItself('gallery')).toEqual(['id'])
    expect(byItself('kanban')).toEqual(['id'])
    expect(byItself('grid')).toEqual([])
    expect(byItself('calendar')).toEqual([])
    expect(isHiddenByKind('gallery', { uiType: 'ID', primary: true })).toBe(false)
  })

  it('names stored columns by their name and others by their id; the first names records where none is said to', () => {
    const column = (name: string, primaryValue = false) => ({ ...blankColumn, name, title: name, primaryValue })
    const count = { kind: 'count', id: 'vc_1', title: 'How many', linkId: 'hm_1' } as const
    expect(viewColumnsOf({ columns: [column('a'), column('b', true)], virtualColumns: [count] })).toEqual([
      { id: 'a', primary: false },
      { id: 'b', primary: true },
      { id: 'vc_1', primary: false },
    ])
    expect(viewColumnsOf({ columns: [column('a')], virtualColumns: [] })).toEqual([{ id: 'a', primary: true }])
  })
})

describe('settings that were kept', () => {
  it('are read as far as they can be', () => {
    expect(readSettings({ frozen: 2, rowHeight: 'gigantic', sparkles: true, hidden: ['a'] })).toEqual({
      frozen: 2,
      hidden: ['a'],
    })
    for (const nothing of [undefined, null, 'text', 7, []]) expect(readSettings(nothing)).toEqual({})
  })
})

describe('settings that are sent', () => {
  const nested = (levels: number): ViewFilterGroup =>
    levels === 1
      ? { join: 'and', filters: [{ column: 'a', operator: 'isEmpty' }] }
      : { join: 'or', filters: [nested(levels - 1)] }
  const broad = (groups: number, terms: number): ViewFilterGroup => ({
    join: 'or',
    filters: Array.from({ length: groups }, () => ({
      join: 'and',
      filters: Array.from({ length: terms }, () => ({ column: 'a', operator: 'isEmpty' })),
    })),
  })

  it.each<[string, PartialViewSettings, boolean]>([
    ['a filter as deep as may be', { filter: nested(viewLimits.filterDepth) }, true],
    ['one that is deeper', { filter: nested(viewLimits.filterDepth + 1) }, false],
    ['as many conditions as may be', { filter: broad(5, 100) }, true],
    ['more', { filter: broad(6, 100) }, false],
    ['a deep filter in a colour', { colours: [{ color: 'red', filter: nested(viewLimits.filterDepth + 1) }] }, false],
    ['nothing', {}, true],
  ])('are measured: %s', (_, patch, isFine) => {
    expect(settingsPatch.safeParse(patch).success).toBe(isFine)
  })

  it('for one kind only are JSON of a size', () => {
    expect(viewOptions.safeParse({ stackColumn: 'state', limits: [1, null, { a: true }] }).success).toBe(true)
    expect(viewOptions.safeParse({ text: 'x'.repeat(viewLimits.optionsCharacters) }).success).toBe(false)
    expect(viewOptions.safeParse({ when: new Date() }).success).toBe(false)
  })
})

describe('new names of columns', () => {
  const newName = (name: string): string | undefined =>
    ({ a: 'b', gone: undefined })[name] ?? (name === 'gone' ? undefined : name)

  it('are taken over wherever a column is named', () => {
    expect(
      followSettings(
        {
          filter: { join: 'or', filters: [{ column: 'a', operator: 'is', value: 'a' }] },
          sorts: [{ column: 'a', descending: true }],
          order: ['c', 'a'],
          widths: { a: 90 },
          aggregates: { a: 'sum', gone: 'count' },
          colours: [{ color: 'red', filter: { join: 'and', filters: [] } }],
          frozen: 2,
        },
        newName,
      ),
    ).toEqual({
      filter: { join: 'or', filters: [{ column: 'b', operator: 'is', value: 'a' }] },
      sorts: [{ column: 'b', descending: true }],
      order: ['c', 'b'],
      widths: { b: 90 },
      aggregates: { b: 'sum' },
      colours: [{ color: 'red', filter: { join: 'and', filters: [] } }],
      frozen: 2,
    })
  })

  it('of what is gone are left out; a colour whose condition is gone does not colour everything', () => {
    const gone: ViewFilterGroup = { join: 'and', filters: [{ column: 'gone', operator: 'isEmpty' }] }
    expect(
      followSettings(
        {
          filter: { join: 'and', filters: [gone, { column: 'gone', operator: 'isEmpty' }] },
          groups: [{ column: 'gone', descending: false }],
          colours: [
            { color: 'red', filter: gone },
            { color: 'blue', column: 'gone', filter: { join: 'and', filters: [] } },
          ],
        },
        newName,
      ),
    ).toEqual({ filter: { join: 'and', filters: [] }, groups: [], colours: [] })
  })

  it('are found in what one kind has, under keys that say that they name columns', () => {
    expect(
      followOptions(
        {
          coverColumn: 'a',
          endColumn: 'gone',
          title: 'a',
          cardColumns: ['a', 'gone', { column: 'a', required: true }],
          sections: [{ fields: [{ column: 'a', label: 'a' }] }],
          byColumn: { a: { help: 'a' }, gone: { help: '' } },
        },
        newName,
      ),
    ).toEqual({
      coverColumn: 'b',
      title: 'a',
      cardColumns: ['b', { column: 'b', required: true }],
      sections: [{ fields: [{ column: 'b', label: 'a' }] }],
      byColumn: { b: { help: 'a' } },
    })
  })
})

describe('a change of a view', () => {
  const described = (before: PartialViewSettings, after: PartialViewSettings) =>
    describeChange({ ...plainSettings, ...before }, { ...plainSettings, ...before, ...after }, ['name', 'id'])

  it.each<[PartialViewSettings, PartialViewSettings, unknown]>([
    [{}, { hidden: ['id'] }, { kind: 'hid', columns: ['id'] }],
    [{ hidden: ['id', 'live'] }, { hidden: [] }, { kind: 'showed', columns: ['id', 'live'] }],
    [{ hidden: ['id'] }, { hidden: ['live'] }, { kind: 'several' }],
    [{ widths: { id: 90 } }, { widths: { id: 100, name: 40 } }, { kind: 'resized', columns: ['id', 'name'] }],
    [{}, { order: ['live'] }, { kind: 'moved' }],
    [{}, { frozen: 2 }, { kind: 'froze', columns: ['name', 'id'] }],
    [{}, { frozen: 0 }, { kind: 'unfroze' }],
    [{}, { rowHeight: 'tall' }, { kind: 'rowHeight', rowHeight: 'tall' }],
    [{}, { filter: { join: 'and', filters: [{ column: 'id', operator: 'isEmpty' }] } }, { kind: 'filtered' }],
    [{ filter: { join: 'or', filters: [] } }, { filter: { join: 'and', filters: [] } }, { kind: 'unfiltered' }],
    [{}, { sorts: [{ column: 'id', descending: false }] }, { kind: 'sorted', columns: ['id'] }],
    [{ sorts: [{ column: 'id', descending: false }] }, { sorts: [] }, { kind: 'unsorted' }],
    [{}, { groups: [{ column: 'id', descending: false }] }, { kind: 'grouped', columns: ['id'] }],
    [{ groups: [{ column: 'id', descending: false }] }, { groups: [] }, { kind: 'ungrouped' }],
    [{}, { colours: [{ color: 'red', filter: { join: 'and', filters: [] } }] }, { kind: 'coloured' }],
    [{}, { aggregates: { id: 'sum' } }, { kind: 'summed' }],
    [{}, { frozen: 2, rowHeight: 'tall' }, { kind: 'several' }],
    [{}, {}, { kind: 'several' }],
  ])('is told by what it is: %j then %j', (before, after, expected) => {
    expect(described(before, after)).toEqual(expected)
  })

  it('is one only where something is different', () => {
    expect(changedKeys({ hidden: ['a'] }, { hidden: ['a'], frozen: 2 })).toEqual(['frozen'])
    expect(changedKeys(plainSettings, {})).toEqual([])
  })
})
