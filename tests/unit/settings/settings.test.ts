import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, settingsAtFirst, settingsFile, withSettings } from '@main/lib/settings-file'
import { openSettings } from '@main/settings/settings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const now = new Date('2026-11-21T02:33:01Z')
let profile: string
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'basalt-settings-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const place = {
  x: 1,
  y: 2,
  width: 900,
  height: 700,
  maximized: false,
  address: '/nc/p',
  tabs: { 'basalt.tabs.p': '{}' },
}

describe('the settings file', () => {
  it('is not needed', () => {
    expect(readSettings(profile, now).settings).toEqual(settingsAtFirst)
    expect(existsSync(settingsFile(profile))).toBe(false)
  })

  it('fills what it does not say with defaults', () => {
    writeFileSync(settingsFile(profile), '{"port": 9000}')
    expect(readSettings(profile, now).settings).toEqual({ ...settingsAtFirst, port: 9000 })
  })

  it.each([
    ['cut off', '{"port": 90'],
    ['empty', ''],
    ['of another shape', '{"port": "eighty"}'],
    ['a list', '[1, 2]'],
    ['with a port that cannot be', '{"port": 70000}'],
  ])('is moved aside when it is %s, and never written over', (_name, text) => {
    writeFileSync(settingsFile(profile), text)
    const { settings, movedTo } = readSettings(profile, now)
    expect(settings).toEqual(settingsAtFirst)
    expect(movedTo).toBe(join(profile, 'settings.broken-2026-11-21T02-33-01.json'))
    expect(readFileSync(movedTo ?? '', 'utf8')).toBe(text)
    expect(existsSync(settingsFile(profile))).toBe(false)
  })

  it('keeps every broken one, also two of one second', () => {
    for (const text of ['{', '[']) {
      writeFileSync(settingsFile(profile), text)
      readSettings(profile, now)
    }
    expect(readdirSync(profile)).toHaveLength(2)
  })
})

describe('the ports of the settings', () => {
  it('count where neither the command line nor the environment says otherwise', () => {
    const settings = { ...settingsAtFirst, port: 9000, terminalPort: 9001 }
    expect(withSettings({}, settings)).toEqual({ BASALT_PORT: '9000', BASALT_TERMINAL_PORT: '9001' })
    expect(withSettings({ BASALT_PORT: '7000' }, settings)).toMatchObject({ BASALT_PORT: '7000' })
    expect(withSettings({ PATH: '/bin' }, settingsAtFirst)).toEqual({ PATH: '/bin' })
  })
})

describe('the settings of the desktop shell', () => {
  it('are kept on disk in the shape that the server without a window reads', () => {
    openSettings(profile, () => now).set('windows', [place])
    expect(readSettings(profile, now).settings).toEqual({ ...settingsAtFirst, windows: [place] })
    expect(openSettings(profile, () => now).get('windows')).toEqual([place])
  })

  it('tell their subscribers of their own changes only', () => {
    const settings = openSettings(profile, () => now)
    const heard: unknown[] = []
    const end = settings.subscribe('checkForUpdate', (value) => void heard.push(value))
    settings.set('windows', [place])
    settings.set('checkForUpdate', false)
    settings.set('checkForUpdate', false)
    end()
    settings.set('checkForUpdate', true)
    expect(heard).toEqual([false])
  })

  it('send all chosen settings after a change of one, and nothing for the place of the window', () => {
    const shell = openSettings(profile, () => now)
    const heard: unknown[] = []
    shell.onChange((chosen) => void heard.push(chosen))
    shell.change({ language: 'de', darkTheme: null })
    shell.set('windows', [place])
    shell.change({ language: 'de' })
    shell.change({ themeName: 'Grapes' })
    expect(heard).toEqual([
      { language: 'de', darkTheme: null },
      { language: 'de', darkTheme: null, themeName: 'Grapes' },
    ])
    expect(openSettings(profile, () => now).chosen()).toEqual(heard[1])
    expect(shell.get('density')).toBe('normal')
  })

  it('leave out a value that is not valid, alone', () => {
    writeFileSync(settingsFile(profile), '{"language": "de", "themeName": "Mud", "fontSize": 12, "later": true}')
    const shell = openSettings(profile, () => now)
    expect([shell.chosen(), shell.brokenFile]).toEqual([{ language: 'de' }, undefined])
    expect(shell.settings()).toEqual({ ...settingsAtFirst, language: 'de' })
  })

  it('take over the former name of the automatic check', () => {
    writeFileSync(settingsFile(profile), '{"checkForUpdates": false}')
    expect(openSettings(profile, () => now).chosen()).toEqual({ checkForUpdate: false })
    openSettings(profile, () => now).change({ checkForUpdate: true })
    expect(openSettings(profile, () => now).get('checkForUpdate')).toBe(true)
  })

  it('start with defaults after a broken file and say where it is', () => {
    writeFileSync(settingsFile(profile), 'not json')
    const settings = openSettings(profile, () => now)
    expect(settings.get('checkForUpdate')).toBe(true)
    expect(readFileSync(settings.brokenFile ?? '', 'utf8')).toBe('not json')
  })
})
