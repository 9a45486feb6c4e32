import { asShown } from '@tests/helpers/as-shown'
import type { Bridge, BridgeAnswer } from '@common/bridge'
import { initialSettings, settingChanges, type SettingChanges } from '@common/settings'
import { changeSetting, changeSettings, followShellSettings, settingOf, useToasts, useWindows } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ok = { ok: true, value: undefined } as const

/** A shell that stores settings, answers each change when the test says so, and sends its event before the answer. */
function openShell(chosen: SettingChanges = {}) {
  let stored = chosen
  let listener: (payload: SettingChanges) => void = () => undefined
  const answers: ((answer: BridgeAnswer<void>) => void)[] = []
  const settingsChange = vi.fn((changes: SettingChanges) => {
    stored = { ...stored, ...changes }
    return new Promise<BridgeAnswer<void>>((resolve) => answers.push(resolve))
  })
  const shell = {
    settingsRead: () => Promise.resolve({ ok: true, value: stored }),
    settingsChange,
    onSettingsChanged: (added: typeof listener) => {
      listener = added
      return () => undefined
    },
  } as unknown as Bridge
  return {
    shell,
    settingsChange,
    stored: () => stored,
    send: (payload: SettingChanges) => listener(payload),
    answer: async (answer: BridgeAnswer<void> = ok) => {
      answers.shift()?.(answer)
      await new Promise(setImmediate)
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  useWindows.setState(initialSettings)
  useToasts.setState({ toasts: [] })
})
afterEach(() => vi.unstubAllGlobals())

describe('settings in a browser', () => {
  it('are stored in the module `windows`, under the names of the specification', () => {
    changeSettings({ darkTheme: true, themeName: 'Grapes', language: 'de' })
    const { state } = JSON.parse(localStorage.getItem('windows') ?? '') as { state: object }
    expect(state).toMatchObject({
      theme: {},
      darkTheme: true,
      language: 'de',
      customTheme: initialSettings.customTheme,
      themeName: 'Grapes',
      version: null,
      isGaEnabled: false,
      isErrorReportingEnabled: false,
      checkForUpdate: true,
      downloadAndUpdateRelease: false,
    })
  })

  it('fall back alone when a stored value is not valid', async () => {
    const state = { customTheme: { primary: 'red' }, language: 'de', density: 'huge', fontSize: 'large' }
    localStorage.setItem('windows', JSON.stringify({ state, version: 0 }))
    await useWindows.persist.rehydrate()
    expect(useWindows.getState()).toMatchObject({
      customTheme: initialSettings.customTheme,
      language: 'de',
      density: 'normal',
      fontSize: 'large',
    })
  })
})

describe('settings in the desktop', () => {
  it('come from the profile before the first page, and go to it', async () => {
    const { shell, settingsChange, answer } = openShell({ language: 'fr' })
    vi.stubGlobal('basalt', shell)
    await followShellSettings(shell)
    expect([settingOf('language'), settingsChange.mock.calls]).toEqual(['fr', []])
    changeSetting('density', 'compact')
    expect(settingsChange.mock.calls).toEqual([[{ density: 'compact' }]])
    await answer()
  })

  it('move from the page into a profile that has none', async () => {
    const { shell, stored, answer } = openShell({ darkTheme: false })
    useWindows.setState({ darkTheme: true, themeName: 'Orange' })
    const following = followShellSettings(shell)
    await answer()
    await answer()
    await following
    expect(stored()).toEqual({ darkTheme: false, themeName: 'Orange' })
    expect([settingOf('darkTheme'), settingOf('themeName')]).toEqual([false, 'Orange'])
  })

  it('follow other windows, but not an event about an earlier change of this one', async () => {
    const { shell, send, answer } = openShell()
    vi.stubGlobal('basalt', shell)
    await followShellSettings(shell)
    send({ themeName: 'Strawberry' })
    expect(settingOf('themeName')).toBe('Strawberry')

    changeSetting('fontSize', 'small')
    changeSetting('fontSize', 'large')
    send({ themeName: 'Strawberry', fontSize: 'small' })
    expect(settingOf('fontSize')).toBe('large')
    await answer()
    send({ themeName: 'Grapes', fontSize: 'large' })
    expect(settingOf('themeName')).toBe('Strawberry')
    await answer()
    expect([settingOf('themeName'), settingOf('fontSize')]).toEqual(['Grapes', 'large'])
  })

  it('return to their earlier values if the profile cannot store them', async () => {
    const { shell, answer } = openShell()
    vi.stubGlobal('basalt', shell)
    await followShellSettings(shell)
    changeSettings({ language: 'de', density: 'compact' })
    await answer({ ok: false, error: { code: 'INTERNAL', msg: 'The disk is full.', id: 'f1' } })
    expect([settingOf('language'), settingOf('density')]).toEqual([null, 'normal'])
    expect(asShown(useToasts.getState()).toasts).toHaveLength(1)
  })
})

it('a change with an unknown name or a bad value is rejected', () => {
  for (const bad of [
    { colour: 1 },
    { darkTheme: 'yes' },
    { themeName: 'Mud' },
    { port: 70_000 },
    { language: undefined },
  ])
    expect(settingChanges.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
  expect(settingChanges.parse({ darkTheme: null, keys: { 'a.b': ['F9'] } })).toEqual({
    darkTheme: null,
    keys: { 'a.b': ['F9'] },
  })
})
