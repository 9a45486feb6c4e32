import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomIds } from '@main/lib/ids'
import { followDownloads } from '@main/shell/downloads'
import { autostartFile, hiddenArgument, setLoginStart } from '@main/shell/login-start'
import { followPower } from '@main/shell/power'
import { createTray } from '@main/shell/tray'
import { DownloadItem, powerMonitor, recorded, resetElectron, Session, WebContents } from '@tests/helpers/electron-stub'
import type * as Electron from 'electron'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'basalt-system-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(resetElectron)

describe('the tray', () => {
  const asked: string[] = []
  const begin = () =>
    createTray(
      {
        address: 'http://127.0.0.1:8080',
        open: () => void asked.push('open'),
        copyAddress: () => void asked.push('copy'),
        quit: () => void asked.push('quit'),
      },
      (error) => void asked.push(String(error)),
    )

  it('opens the window, copies the address of the API, and quits', () => {
    const tray = begin()
    tray.show(true)
    tray.show(true)
    const [shown] = recorded.trays
    expect([recorded.trays.length, tray.isShown(), shown?.hint]).toEqual([
      1,
      true,
      'Basalt serves http://127.0.0.1:8080',
    ])
    asked.length = 0
    for (const { click } of shown?.menu ?? []) click?.({} as Electron.MenuItem, undefined, {})
    shown?.emit('click')
    expect(asked).toEqual(['open', 'copy', 'quit', 'open'])
    tray.show(false)
    expect([shown?.destroyed, tray.isShown()]).toEqual([true, false])
  })
})

describe('the start at login', () => {
  const deps = { environment: { XDG_CONFIG_HOME: folder }, command: ['/opt/Ba"salt 100%/basalt', String.raw`$x\y`] }

  it.each(['darwin', 'win32'] as const)('is an entry of the system on %s', (platform) => {
    setLoginStart(true, { ...deps, platform })
    expect(recorded.loginItem).toEqual({ openAtLogin: true, args: [hiddenArgument] })
    setLoginStart(false, { ...deps, platform })
    expect(recorded.loginItem).toMatchObject({ openAtLogin: false })
  })

  it('is a file on Linux, which exists while the setting is on', () => {
    const file = autostartFile(deps.environment)
    setLoginStart(true, { ...deps, platform: 'linux' })
    expect(file).toBe(join(folder, 'autostart', 'basalt.desktop'))
    expect(readFileSync(file, 'utf8')).toContain(String.raw`Exec="/opt/Ba\\"salt 100%%/basalt" "\\$x\\\\y" "--hidden"`)
    setLoginStart(false, { ...deps, platform: 'linux' })
    setLoginStart(false, { ...deps, platform: 'linux' })
    expect(existsSync(file)).toBe(false)
    expect(autostartFile({})).toMatch(/\.config\/autostart\/basalt\.desktop$/)
  })
})

describe('downloads', () => {
  it('are known once they are saved, by an id', () => {
    const session = new Session()
    const contents = new WebContents()
    const saved: { id: string; name: string }[] = []
    const downloads = followDownloads(session as unknown as Electron.Session, randomIds, (_contents, one) =>
      saved.push(one),
    )
    for (const state of ['completed', 'cancelled']) {
      const item = new DownloadItem(join(folder, `${state}.csv`))
      session.emit('will-download', {}, item, contents)
      item.emit('done', {}, state)
    }
    expect(saved).toMatchObject([{ name: 'completed.csv' }])
    expect(downloads.pathOf(saved[0]?.id ?? '')).toBe(join(folder, 'completed.csv'))
    expect(downloads.pathOf('made up')).toBeUndefined()
  })
})

describe('the power of the computer', () => {
  it('is followed: the end of a sleep calls back', () => {
    let wakes = 0
    followPower(() => (wakes += 1))
    powerMonitor.emit('suspend')
    powerMonitor.emit('resume')
    expect(wakes).toBe(1)
  })
})
