import { queryOfTab, tabOfQuery } from '@renderer/features/tabs/tab-route'
import {
  noTabs,
  tabs,
  useTabs,
  withExpected,
  withoutTab,
  withRenamed,
  withTab,
  withView,
  type TabsState,
} from '@renderer/features/tabs/tabs-store'
import { describe, expect, it } from 'vitest'

const tab = (name: string) => ({ type: 'table', name, title: name, dbAlias: 'db' }) as const
const names = (state: TabsState) => state.tabs.map((one) => one.name)
const opened = (...list: string[]) => list.reduce((state, name) => withTab(state, tab(name)), noTabs)

describe('tabs', () => {
  it('keep their view when they are opened again, unless another one is named', () => {
    const state = withView(opened('A', 'B'), 'db/table/A', 'vw_1')
    const view = (of: TabsState) => of.tabs.map((one) => one.view)
    expect(view(withTab(state, tab('A')))).toEqual(['vw_1', undefined])
    expect(view(withTab(state, { ...tab('A'), view: 'vw_2' }))).toEqual(['vw_2', undefined])
    expect(view(withView(state, 'db/table/A', undefined))).toEqual([undefined, undefined])
    expect(view(withRenamed(state, 'db/table/A', { name: 'C', title: 'C' }))).toEqual(['vw_1', undefined])
  })

  it('become one where a renamed one is open already', () => {
    const state = withRenamed(opened('FILM', 'film', 'B'), 'db/table/FILM', { name: 'film', title: 'film' })
    expect(names(state)).toEqual(['film', 'B'])
    expect(new Set(state.tabs.map(({ key }) => key)).size).toBe(2)
  })

  it('open in order, the newest in front', () => {
    const state = opened('A', 'B')
    expect(names(state)).toEqual(['A', 'B'])
    expect(state.activeKey).toBe('db/table/B')
  })

  it('that are expected open as the same objects, and are expected no longer', () => {
    const state = withExpected(withExpected(opened('A'), tab('B')), tab('C'))
    const [expected] = state.expected
    const next = withTab(state, tab('B'))
    expect(next.tabs[1]).toBe(expected)
    expect(next.expected.map(({ name }) => name)).toEqual(['C'])
    expect(withTab(state, { ...tab('B'), view: 'vw_1' }).tabs[1]?.view).toBe('vw_1')
  })

  it('are expected in their own grid only, the last three, and not once they are closed', () => {
    const expected = (state: TabsState) => state.expected.map(({ name }) => name)
    const viewed = withView(opened('A', 'B'), 'db/table/A', 'vw_1')
    expect(expected(withExpected(viewed, tab('A')))).toEqual([])
    const four = ['B', 'C', 'D', 'E'].reduce((state, name) => withExpected(state, tab(name)), viewed)
    expect(expected(four)).toEqual(['C', 'D', 'E'])
    expect(withExpected(four, tab('E'))).toBe(four)
    const open = withExpected(viewed, tab('B'))
    expect(open.expected[0]).toBe(open.tabs[1])
    expect(expected(withoutTab(open, 'db/table/B'))).toEqual([])
  })

  it('are expected in their project and under their role only, and until something changes', () => {
    const expected = () => useTabs.getState().expected.length
    useTabs.setState(noTabs, true)
    tabs.enter('shop', null)
    tabs.expect('library', tab('A'))
    expect(expected()).toBe(0)
    tabs.expect('shop', tab('A'))
    expect(expected()).toBe(1)
    tabs.enter('shop', 'viewer')
    expect(expected()).toBe(0)
    tabs.expect('shop', tab('A'))
    tabs.expectNone()
    expect(expected()).toBe(0)
  })

  it('that exist already are activated instead of added', () => {
    const state = withTab(opened('A', 'B'), tab('A'))
    expect(names(state)).toEqual(['A', 'B'])
    expect(state.activeKey).toBe('db/table/A')
  })

  it('are eight at most: the oldest goes', () => {
    const state = opened('1', '2', '3', '4', '5', '6', '7', '8', '9')
    expect(names(state)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
    expect(state.activeKey).toBe('db/table/9')
  })

  it('hand over to the neighbour when they are closed', () => {
    const state = { ...opened('A', 'B', 'C'), activeKey: 'db/table/B' }
    expect(withoutTab(state, 'db/table/B').activeKey).toBe('db/table/C')
    expect(withoutTab(opened('A', 'B'), 'db/table/B').activeKey).toBe('db/table/A')
    expect(withoutTab(opened('A'), 'db/table/A')).toMatchObject({ tabs: [], activeKey: undefined })
    expect(withoutTab(opened('A', 'B'), 'db/table/A').activeKey).toBe('db/table/B')
  })

  it('follow a table that gets another name', () => {
    const state = withRenamed(opened('A'), 'db/table/A', { name: 'Z', title: 'Zed' })
    expect(state.tabs).toMatchObject([{ name: 'Z', title: 'Zed', key: 'db/table/Z' }])
    expect(state.activeKey).toBe('db/table/Z')
  })
})

describe('the query of the route', () => {
  it('opens its tab again', () => {
    const query = queryOfTab({ name: 'A & B', type: 'view', dbAlias: 'db' })
    expect(query.toString()).toBe('name=A+%26+B&type=view&dbalias=db')
    expect(tabOfQuery(query)).toEqual({ name: 'A & B', type: 'view', dbAlias: 'db' })
  })

  it('names the view that is open in it', () => {
    const query = queryOfTab({ name: 'A', type: 'table', dbAlias: 'db', view: 'vw_1' })
    expect(query.toString()).toBe('name=A&type=table&dbalias=db&view=vw_1')
    expect(tabOfQuery(query)).toEqual({ name: 'A', type: 'table', dbAlias: 'db', view: 'vw_1' })
    expect(tabOfQuery(new URLSearchParams('name=A&type=table&dbalias=db&view='))).not.toHaveProperty('view')
  })

  it('names no tab when it is empty or of a kind that is not there', () => {
    expect(tabOfQuery(new URLSearchParams())).toBeUndefined()
    expect(tabOfQuery(new URLSearchParams('name=x&type=nothing'))).toBeUndefined()
    expect(queryOfTab(undefined).toString()).toBe('')
  })
})
