import { queryOfTab, tabOfQuery } from '@renderer/features/tabs/tab-route'
import { noTabs, withoutTab, withRenamed, withTab, withView, type TabsState } from '@renderer/features/tabs/tabs-store'
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
