import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, SelectOption, Table } from '@common/model'
import { followOptions, kindOptions, optionsFit, readKindOptions, type ViewOptions } from '@common/views'
import {
  isOverLimit,
  kanbanCover,
  stackColumnOf,
  stackColumns,
  stackKeyOf,
  stacksOf,
  withLimit,
  withRenamedStack,
  withStackChoices,
  type StackGroup,
} from '@common/views/kanban'
import { describe, expect, it } from 'vitest'

const column = (name: string, uiType: Column['uiType'], options: readonly SelectOption[] = []): Column => ({
  ...blankColumn,
  name,
  title: name,
  uiType,
  options: options.length > 0 ? { options } : {},
})

const link = (holder: string, kind: 'belongsTo' | 'hasMany' = 'belongsTo') => ({
  id: `link-${holder}`,
  key: holder,
  kind: 'link',
  title: holder,
  link: { kind, columns: [holder], relatedTable: 'artists', relatedColumns: ['id'] },
})

function table(columns: readonly Column[], links: readonly unknown[] = []): Table {
  return { name: 'tracks', title: 'Tracks', columns, virtualColumns: links } as unknown as Table
}

const name = column('name', 'SingleLineText')
const status = column('status', 'SingleSelect')
const artist = column('artist', 'ForeignKey')
const owner = column('owner', 'Collaborator')

const group = (value: unknown, count: number): StackGroup => ({ key: stackKeyOf(value), values: [value], count })
const told = (stacks: readonly { readonly value: unknown; readonly count: number }[]): unknown[] =>
  stacks.map(({ value, count }) => [value, count])

describe('the column that stacks are made by', () => {
  it('is a single select, somebody of the team, or a reference to one record', () => {
    const all = table([name, owner, artist, status, column('tags', 'MultiSelect')], [link('artist')])
    expect(stackColumns(all).map((one) => one.name)).toEqual(['owner', 'artist', 'status'])
    expect(stackColumns(table([name, artist], [link('artist', 'hasMany')]))).toEqual([])
  })

  it('is the first single select until somebody chooses another, and again when that one is gone', () => {
    const all = table([name, owner, status], [])
    expect(stackColumnOf(all, {})?.name).toBe('status')
    expect(stackColumnOf(all, { stackColumn: 'owner' })?.name).toBe('owner')
    expect(stackColumnOf(all, { stackColumn: 'gone' })?.name).toBe('status')
    expect(stackColumnOf(table([name]), {})).toBeUndefined()
  })

  it('is chosen when a view is made', () => {
    expect(kindOptions.kanban.initial(table([name, status]))).toEqual({ stackColumn: 'status' })
    expect(kindOptions.kanban.initial(table([name]))).toEqual({})
    const files = column('files', 'Attachment')
    const options = kindOptions.kanban.initial(table([name, status, files]))
    expect(options).toEqual({ stackColumn: 'status', coverColumn: 'files' })
    expect(kanbanCover(table([files]), options)).toEqual({ column: files, fit: 'crop' })
    expect(kanbanCover(table([files]), { coverColumn: 'name' })).toBeUndefined()
    expect(kanbanCover(table([files]), {})).toBeUndefined()
  })
})

describe('the stacks of a board', () => {
  const groups = [group(null, 2), group('Done', 7), group('Odd', 1)]

  it('are those without a value, all choices, and whatever else there is', () => {
    const stacks = stacksOf({ choices: ['Demo', 'Done'], mayBeEmpty: true, groups, stackChoices: {} })
    expect(told(stacks)).toEqual([
      [null, 2],
      ['Demo', 0],
      ['Done', 7],
      ['Odd', 1],
    ])
    expect(stacks[2]?.group).toBe(groups[1])
    expect(stacks[1]?.group).toBeUndefined()
  })

  it('have one for records without a value only where there can be such records, or are', () => {
    const of = (own: readonly StackGroup[], mayBeEmpty: boolean): unknown[] =>
      told(stacksOf({ choices: ['Demo'], mayBeEmpty, groups: own, stackChoices: {} }))
    expect(of([], true)).toEqual([
      [null, 0],
      ['Demo', 0],
    ])
    expect(of([], false)).toEqual([['Demo', 0]])
    expect(of([group(null, 1)], false)).toEqual([
      [null, 1],
      ['Demo', 0],
    ])
  })

  it('stand as somebody has put them; new ones follow', () => {
    const stackChoices = { order: [stackKeyOf('Done'), stackKeyOf('gone'), stackKeyOf(null)] }
    const stacks = stacksOf({ choices: ['Demo', 'Done', 'New'], mayBeEmpty: true, groups: [], stackChoices })
    expect(stacks.map(({ value }) => value)).toEqual(['Done', null, 'Demo', 'New'])
  })

  it('may have a limit, which only more cards than it are over', () => {
    const stackChoices = withLimit({ order: ['x'] }, stackKeyOf('Done'), 6)
    expect(stackChoices).toEqual({ order: ['x'], limits: { [stackKeyOf('Done')]: 6 } })
    const [done] = stacksOf({ choices: ['Done'], mayBeEmpty: false, groups: [group('Done', 7)], stackChoices })
    expect(done?.limit).toBe(6)
    expect([isOverLimit(7, 6), isOverLimit(6, 6), isOverLimit(7, undefined)]).toEqual([true, false, false])
    expect(withLimit(stackChoices, stackKeyOf('Done'), undefined)).toEqual({ order: ['x'], limits: {} })
  })
})

describe('what a view keeps of its board', () => {
  it('is kept for each column by itself, and nothing of what says nothing', () => {
    const one = withStackChoices({ stackColumn: 'status' }, 'status', (stackChoices) =>
      withLimit(stackChoices, '["Done"]', 4),
    )
    const two = withStackChoices(one, 'owner', (stackChoices) => ({ ...stackChoices, order: ['["ada@example.com"]'] }))
    expect(two).toEqual({
      stackColumn: 'status',
      byColumn: { status: { limits: { '["Done"]': 4 } }, owner: { order: ['["ada@example.com"]'] } },
    })
    const less = withStackChoices(two, 'status', (stackChoices) => withLimit(stackChoices, '["Done"]', undefined))
    expect(less.byColumn).toEqual({ owner: { order: ['["ada@example.com"]'] } })
    expect(withStackChoices(less, 'owner', () => ({}))).toEqual({ stackColumn: 'status' })
  })

  it('goes on with a stack that is called otherwise', () => {
    const stackChoices = { order: ['a', 'b'], limits: { b: 3, c: 1 } }
    expect(withRenamedStack(stackChoices, 'b', 'z')).toEqual({ order: ['a', 'z'], limits: { z: 3, c: 1 } })
    expect(withRenamedStack({}, 'b', 'z')).toEqual({})
  })

  it('follows its columns to new names', () => {
    const options = {
      stackColumn: 'status',
      coverColumn: 'cover',
      byColumn: { status: { order: ['["column"]'], limits: { '["column"]': 2 } } },
    }
    const renamed = followOptions(options, (old) => (old === 'status' ? 'state' : undefined))
    expect(renamed).toEqual({ stackColumn: 'state', byColumn: { state: options.byColumn.status } })
  })

  it('is refused when it is nothing a board has, and read as far as it is', () => {
    expect(optionsFit('kanban', { stackColumn: 'status', hideEmpty: true, coverFit: 'fit' })).toBe(true)
    expect(optionsFit('kanban', {})).toBe(true)
    const wrong: ViewOptions[] = [
      { stackColumn: 7 },
      { coverFit: 'stretch' },
      { columns: [] },
      { byColumn: { status: { limits: { a: 0 } } } },
      { byColumn: { status: { limits: { a: 1.5 } } } },
    ]
    for (const options of wrong) expect([options, optionsFit('kanban', options)]).toEqual([options, false])
    const stackChoices = { stackColumn: 'status', coverFit: 'stretch', dates: ['x'] }
    expect(readKindOptions(kindOptions.kanban, stackChoices)).toEqual({ stackColumn: 'status' })
  })
})
