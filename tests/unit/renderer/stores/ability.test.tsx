import { asShown } from '@tests/helpers/as-shown'
import { isDark, runCommand, registerCommands, shellCommands } from '@renderer/actions'
import { ApiError, client } from '@renderer/api'
import { tabs, useTabs } from '@renderer/features/tabs'
import {
  abilityGiven,
  bindNavigation,
  limitNotice,
  loadAbility,
  useAbility,
  useSnackbar,
  useToasts,
  useWindows,
  type Ability,
} from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const defaults: Ability = { darkTheme: true, maxTables: 99_999, maxTabs: 99, disableGA: true, disableTelemetry: true }
const went = vi.fn()
let unregister: () => void

beforeEach(() => {
  localStorage.clear()
  useWindows.setState({ darkTheme: null, darkThemeAllowed: null, isGaEnabled: false })
  useToasts.setState({ toasts: [] })
  useSnackbar.setState({ current: null })
  useAbility.setState(defaults)
  went.mockClear()
  bindNavigation(went)
  tabs.enter('another', null)
  tabs.enter('shop', null)
  unregister = registerCommands(shellCommands)
})
afterEach(() => {
  unregister()
  vi.restoreAllMocks()
  useAbility.setState(defaults)
})

const table = (name: string) => ({ type: 'table', name, title: name, dbAlias: 'db' })
const texts = (): string[] => asShown(useToasts.getState()).toasts.map(({ text }) => text)

describe('the dark theme', () => {
  it('is not touched by the first answer', () => {
    abilityGiven(defaults)
    expect([useWindows.getState().darkTheme, texts()]).toEqual([null, []])
  })

  it('is locked without the ability, whatever was chosen before', () => {
    useWindows.setState({ darkTheme: true })
    abilityGiven({ ...defaults, darkTheme: false })
    expect(isDark()).toBe(false)
    runCommand('theme.toggleDark')
    expect(isDark()).toBe(false)
    expect(asShown(useSnackbar.getState()).current?.text).toBe('Upgrade to Enterprise Edition')
  })

  it('turns on once when the ability turns true, and can be turned off again', () => {
    abilityGiven({ ...defaults, darkTheme: false })
    abilityGiven(defaults)
    expect([isDark(), texts()]).toEqual([true, ['Dark theme enabled']])
    runCommand('theme.toggleDark')
    abilityGiven(defaults)
    expect([isDark(), texts()]).toEqual([false, ['Dark theme enabled']])
  })

  it('turns on also if the ability turned true between two starts', async () => {
    abilityGiven({ ...defaults, darkTheme: false })
    await useWindows.persist.rehydrate()
    vi.spyOn(client, 'call').mockResolvedValue(defaults)
    await loadAbility()
    expect(isDark()).toBe(true)
  })
})

describe('the rules', () => {
  it('stay as they are if the server does not know them', async () => {
    vi.spyOn(client, 'call').mockRejectedValue(new ApiError('ROUTE_NOT_FOUND', 'No.', 404))
    await loadAbility()
    expect(useAbility.getState()).toEqual(defaults)
  })

  it('turn analytics off', () => {
    useWindows.setState({ isGaEnabled: true })
    abilityGiven({ ...defaults, disableGA: false })
    expect(useWindows.getState().isGaEnabled).toBe(true)
    abilityGiven(defaults)
    expect(useWindows.getState().isGaEnabled).toBe(false)
  })

  it('limit the open tabs, with a way to the plans', () => {
    useAbility.setState({ maxTabs: 2 })
    for (const name of ['a', 'b', 'c']) tabs.open(table(name))
    expect(useTabs.getState()).toMatchObject({ tabs: [{ name: 'a' }, { name: 'b' }], activeKey: 'db/table/b' })
    const { current } = asShown(useSnackbar.getState())
    expect([current?.text, current?.actions.map(({ label }) => label)]).toEqual([
      'Free plan limits to 2 tabs',
      ['Upgrade'],
    ])
    current?.actions[0]?.run()
    expect(went).toHaveBeenCalledWith('/plans')
    // An open one comes to the front.
    tabs.open(table('a'))
    expect(useTabs.getState().activeKey).toBe('db/table/a')
  })

  it('limit the tabs of an earlier session', () => {
    useAbility.setState({ maxTabs: 1 })
    const both = ['a', 'b'].map((name) => ({ ...table(name), key: `db/table/${name}` }))
    tabs.restore({ tabs: both, activeKey: 'db/table/a' }, (tab) => tab)
    expect(useTabs.getState().tabs.map(({ name }) => name)).toEqual(['b'])
  })

  it('offer to upgrade or refer at the limit of tables', () => {
    limitNotice.tables(3)
    const { current } = asShown(useSnackbar.getState())
    expect(current?.text).toBe('You are allowed to access only 3 tables')
    expect(current?.actions.map(({ label }) => label)).toEqual(['Upgrade', 'Refer'])
  })
})
