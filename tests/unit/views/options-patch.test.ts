import {
  optionsPatchOf,
  plainSettings,
  rebasedOptions,
  rebasedSettings,
  withOptionsPatch,
  type PartialViewSettings,
  type ViewOptions,
} from '@common/views'
import { describe, expect, it } from 'vitest'

const board: ViewOptions = {
  stackColumn: 'state',
  hideEmpty: true,
  byColumn: { state: { order: ['a', 'b'], limits: { a: 3, b: 5 } } },
}

describe('a patch of options', () => {
  it.each<[string, ViewOptions, ViewOptions]>([
    ['a value', board, { ...board, stackColumn: 'kind' }],
    ['a key that comes and one that goes', board, { stackColumn: 'state', coverColumn: 'file' }],
    ['something deep', board, { ...board, byColumn: { state: { order: ['b', 'a'], limits: { b: 5 } }, kind: {} } }],
    ['everything', board, {}],
    ['nothing before', {}, board],
    ['names that objects have by themselves', { constructor: 1 }, { toString: { valueOf: 'x' } }],
    ['a list for an object', { after: { kind: 'text' } }, { after: ['text'] }],
  ])('makes of one the other: %s', (_, before, after) => {
    expect(withOptionsPatch(before, optionsPatchOf(before, after))).toEqual(after)
    expect(withOptionsPatch(after, optionsPatchOf(after, before))).toEqual(before)
  })

  it('says no more than what is different', () => {
    const after = { ...board, byColumn: { state: { order: ['a', 'b'], limits: { a: 4, b: 5 } } } }
    expect(optionsPatchOf(board, after)).toEqual({ byColumn: { state: { limits: { a: 4 } } } })
    expect(optionsPatchOf(board, structuredClone(board))).toEqual({})
  })
})

describe('options that two people change', () => {
  it('have both changes, and lose one of them alone when that is taken back', () => {
    const mine = { ...board, coverColumn: 'file', byColumn: { state: { order: ['a', 'b'], limits: { a: 4, b: 5 } } } }
    const his = { ...board, hideEmpty: false, byColumn: { state: { order: ['b', 'a'], limits: { a: 3, b: 9 } } } }
    const both = rebasedOptions(board, mine, his)
    expect(both).toEqual({
      stackColumn: 'state',
      hideEmpty: false,
      coverColumn: 'file',
      byColumn: { state: { order: ['b', 'a'], limits: { a: 4, b: 9 } } },
    })
    expect(rebasedOptions(mine, board, both)).toEqual(his)
  })

  it('have what the later one says of the same thing', () => {
    expect(rebasedOptions({ coverFit: 'crop' }, { coverFit: 'fit' }, { coverFit: 'none' })).toEqual({ coverFit: 'fit' })
  })

  it('keep the questions of a form that others ask, change and move', () => {
    const field = (column: string, more: object = {}) => ({ kind: 'field', column, ...more })
    const form = (...parts: ReturnType<typeof field>[]) => ({ parts }) as unknown as ViewOptions
    const before = form(field('a'), field('b'), field('c'))
    const named = form(field('a', { label: 'A?' }), field('b'), field('c'))
    // The other user adds one field, moves one and removes one.
    const his = form(field('c'), field('d'), field('a', { required: true }))
    const both = rebasedOptions(before, named, his)
    expect(both).toEqual(form(field('c'), field('d'), field('a', { required: true, label: 'A?' })))
    expect(rebasedOptions(named, before, both)).toEqual(his)
    // I move one field while the other user adds one.
    const moved = form(field('c'), field('a'), field('b'))
    const more = form(field('a'), field('x'), field('b'), field('c'))
    expect(rebasedOptions(before, moved, more)).toEqual(form(field('c'), field('a'), field('x'), field('b')))
    expect(rebasedOptions(before, form(field('a'), field('c')), more)).toEqual(form(field('a'), field('x'), field('c')))
  })
})

describe('settings that two people change', () => {
  it.each<[string, PartialViewSettings, PartialViewSettings, PartialViewSettings, PartialViewSettings]>([
    ['hidden fields', { hidden: [] }, { hidden: ['a'] }, { hidden: ['a', 'b'] }, { hidden: ['b'] }],
    ['widths', { widths: {} }, { widths: { a: 90 } }, { widths: { a: 90, b: 50 } }, { widths: { b: 50 } }],
    [
      'sorts',
      { sorts: [] },
      { sorts: [{ column: 'a', descending: true }] },
      {
        sorts: [
          { column: 'a', descending: true },
          { column: 'b', descending: false },
        ],
      },
      { sorts: [{ column: 'b', descending: false }] },
    ],
    [
      'filters',
      { filter: { join: 'and', filters: [] } },
      { filter: { join: 'and', filters: [{ column: 'a', operator: 'is', value: 1 }] } },
      {
        filter: {
          join: 'and',
          filters: [
            { column: 'a', operator: 'is', value: 1 },
            { column: 'b', operator: 'isEmpty' },
          ],
        },
      },
      { filter: { join: 'and', filters: [{ column: 'b', operator: 'isEmpty' }] } },
    ],
    ['one value', { rowHeight: 'short' }, { rowHeight: 'tall' }, { rowHeight: 'extra' }, { rowHeight: 'short' }],
  ])('lose what the one takes back, and nothing of the other: %s', (_, before, after, now, then) => {
    expect(rebasedSettings(after, before, { ...plainSettings, ...now })).toEqual(then)
  })
})
