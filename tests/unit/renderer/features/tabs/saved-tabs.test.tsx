import { keepTabs, savedTabs } from '@renderer/features/tabs/saved-tabs'
import { noTabs, withRestored, withTab, withView, type Tab } from '@renderer/features/tabs/tabs-store'
import { afterEach, describe, expect, it, vi } from 'vitest'

const tab = (name: string) => ({ type: 'table', name, title: name, dbAlias: 'db' }) as const
const two = withView(withTab(withTab(noTabs, tab('A')), tab('B')), 'db/table/A', 'vw_1')
const none = { tabs: [] }
const own = (person: string) => ({ person, isPreview: false })

describe('tabs of a window', () => {
  afterEach(() => {
    sessionStorage.clear()
    vi.restoreAllMocks()
  })

  it('are kept over a reload, with their views and the one in front', () => {
    keepTabs('shop', own('ada@example.com'), two)
    expect(savedTabs('shop', own('ada@example.com'))).toEqual({ tabs: two.tabs, activeKey: 'db/table/B' })
  })

  it('are those of one project and one person', () => {
    keepTabs('shop', own('ada@example.com'), two)
    expect(savedTabs('club', own('ada@example.com'))).toEqual(none)
    expect(savedTabs('shop', own('bob@example.com'))).toEqual(none)
  })

  it('of a preview leave the own ones untouched', () => {
    keepTabs('shop', own('ada@example.com'), two)
    keepTabs('shop', { ...own('ada@example.com'), isPreview: true }, noTabs)
    expect(savedTabs('shop', own('ada@example.com')).tabs).toEqual(two.tabs)
  })

  it.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{"person":"ada@example.com"}',
    '{"person":"ada@example.com","tabs":[{"key":1}]}',
    '{"person":"ada@example.com","tabs":[{"key":"a","name":"a","title":"a","dbAlias":"db","type":"other"}]}',
  ])('count as none when %j was stored in their place', (text) => {
    sessionStorage.setItem('basalt.tabs.shop', text)
    expect(savedTabs('shop', own('ada@example.com'))).toEqual(none)
  })

  it('cost nothing but the memory of them where a window may keep nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    keepTabs('shop', own('ada@example.com'), two)
    expect(savedTabs('shop', own('ada@example.com'))).toEqual(none)
  })

  it('come back under the titles of today, without those whose table is gone', () => {
    const find = (one: Tab): Tab | undefined => (one.name === 'B' ? undefined : { ...one, title: 'Renamed' })
    expect(withRestored(noTabs, two, find)).toMatchObject({
      tabs: [{ name: 'A', title: 'Renamed', view: 'vw_1' }],
      activeKey: 'db/table/A',
    })
    expect(withRestored(noTabs, two, () => undefined)).toMatchObject({ tabs: [], activeKey: undefined })
  })
})
