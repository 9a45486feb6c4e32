import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestChannel, type BridgeAnswer, type BridgeRequest } from '@common/bridge'
import {
  app,
  nativeTheme,
  powerMonitor,
  recorded,
  resetElectron,
  type BrowserWindow,
} from '@tests/helpers/electron-stub'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endShell, runShell, startShell } from './desktop-window'

/* The built desktop shell, from its composition root on, with a stub for Electron: everything else is real. */

let profile: string
let file: string
let window: BrowserWindow
let origin: string

/** Starts the shell with a fresh profile and a file to open. */
async function start(): Promise<void> {
  profile = mkdtempSync(join(tmpdir(), 'basalt-shell-'))
  file = join(profile, 'music.sqlite')
  resetElectron()
  writeFileSync(file, '')
  writeFileSync(join(profile, 'settings.json'), '{"port": "broken"}')
  window = await startShell('--port=0', '--profile', profile, file)
  origin = new URL(window.loaded[0] ?? '').origin
}

async function end(): Promise<void> {
  await endShell()
  rmSync(profile, { recursive: true, force: true })
}

/** Calls the bridge as the window's page would. */
function call(name: BridgeRequest, ...args: unknown[]): Promise<BridgeAnswer<unknown>> {
  const event = { sender: window.webContents, senderFrame: { url: `${origin}/dashboard/`, parent: null } }
  return Promise.resolve(recorded.handlers.get(requestChannel(name))?.(event as never, ...args)) as never
}

describe('the running desktop shell', () => {
  beforeAll(start)
  afterAll(end)

  it('opens its window on its own server', async () => {
    expect(window.loaded).toEqual([`${origin}/dashboard/`])
    const page = await fetch(`${origin}/dashboard/`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(existsSync(window.options.webPreferences?.preload ?? '')).toBe(true)
  })

  it('keeps everything in the profile', () => {
    expect(recorded.paths).toMatchObject({ userData: profile, sessionData: join(profile, 'chromium') })
    expect(existsSync(join(profile, 'meta.sqlite'))).toBe(true)
  })

  it('says that the settings were broken and where they are', async () => {
    await expect.poll(() => recorded.messageBoxes.length).toBe(1)
    const saved = /saved as (.*)\.$/.exec(recorded.messageBoxes[0]?.detail ?? '')?.[1] ?? ''
    expect(readFileSync(saved, 'utf8')).toContain('broken')
  })

  it('gives the file it was started with to the page, and later files and links, however the system passes them', async () => {
    expect(await call('takeOpenings')).toEqual({ ok: true, value: [{ kind: 'database', path: file }] })
    expect(await call('takeOpenings')).toEqual({ ok: true, value: [] })
    expect(recorded.recentDocuments).toEqual([file])
    let held = 0
    const event = { preventDefault: () => (held += 1) }
    app.emit('open-file', event, join(profile, 'gone.csv'))
    app.emit('open-url', event, 'basalt://p_1/tracks/7')
    app.emit('second-instance', {}, [], profile, { places: ['basalt://evil.example'] })
    expect(held).toBe(2)
    const waits = window.webContents.sent.filter(({ channel }) => channel === 'basalt:event:openingsWait')
    expect(waits.length).toBeGreaterThanOrEqual(3)
    expect(await call('takeOpenings')).toEqual({
      ok: true,
      value: [
        { kind: 'refused', problem: 'missing', name: 'gone.csv' },
        { kind: 'place', project: 'p_1', table: 'tracks', record: '7' },
        { kind: 'refused', problem: 'link', name: 'basalt://evil.example' },
      ],
    })
  })

  it('opens windows, and keeps calls of pages that are not its own out', async () => {
    expect(await call('newWindow', { address: '/nc/p_1' })).toMatchObject({ ok: true })
    const second = recorded.windows[1]
    expect(second?.loaded).toEqual([`${origin}/dashboard/#/nc/p_1`])
    second?.emit('close')
    second?.emit('closed')
    expect(await call('newWindow', { address: 'https://evil.example/' })).toMatchObject({ ok: false })
  })

  it('shows files in folders that it knows itself, with the rights of the user', async () => {
    expect(await call('reveal', { what: 'profile' })).toMatchObject({ ok: true })
    expect(recorded.revealed).toEqual([profile])
    const asked = { what: 'project', projectId: 'p_1', token: null }
    expect(await call('reveal', asked)).toMatchObject({ ok: false, error: { code: 'NOT_SIGNED_IN' } })
    expect(await call('reveal', { what: 'saved', id: 'made up' })).toMatchObject({ ok: false })
    expect(await call('reveal', { what: 'profile', path: '/etc/passwd' })).toMatchObject({ ok: false })
    expect(recorded.revealed).toHaveLength(1)
  })

  it('stores settings in the profile, and sends them to its windows', async () => {
    expect(await call('settingsChange', { themeName: 'Grapes', darkTheme: true })).toMatchObject({ ok: true })
    const chosen = { themeName: 'Grapes', darkTheme: true }
    expect(await call('settingsRead')).toMatchObject({ ok: true, value: chosen })
    expect(JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8'))).toMatchObject(chosen)
    const sent = window.webContents.sent.filter(({ channel }) => channel === 'basalt:event:settingsChanged')
    expect(sent.at(-1)?.args).toEqual([expect.objectContaining(chosen)])
    expect(nativeTheme.themeSource).toBe('dark')
    expect(await call('settingsChange', { themeName: 'Mud' })).toMatchObject({
      ok: false,
      error: { code: 'INPUT_INVALID' },
    })
    expect(await call('settingsChange', { themeName: 'Default', darkTheme: null })).toMatchObject({ ok: true })
  })

  it('tells its windows when the computer wakes up', () => {
    powerMonitor.emit('resume')
    expect(window.webContents.sent).toContainEqual({ channel: 'basalt:event:resumed', args: [{}] })
  })

  it('continues in the tray without a window while the setting is on, and says so once', async () => {
    expect(await call('settingsChange', { tray: true })).toMatchObject({ ok: true })
    expect(recorded.trays).toHaveLength(1)
    app.emit('window-all-closed')
    app.emit('window-all-closed')
    expect([recorded.notifications.length, recorded.quitCalls]).toEqual([1, 0])
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    expect(await call('settingsChange', { tray: false })).toMatchObject({ ok: true })
    app.emit('window-all-closed')
    expect([recorded.trays[0]?.destroyed, recorded.quitCalls]).toEqual([true, 1])
  })

  it('tells the page about itself', async () => {
    expect(await call('shellInfo')).toMatchObject({ ok: true, value: { serverUrl: `${origin}/dashboard/` } })
  })

  it('runs operations over the bridge with the same rights as over HTTP', async () => {
    const asked = { name: 'projectList', token: null, projectId: null, args: {} }
    expect(await call('invokeOperation', asked)).toMatchObject({ ok: false, error: { code: 'NOT_SIGNED_IN' } })
    const signUp = await fetch(`${origin}/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'difference engine' }),
    })
    const { token } = (await signUp.json()) as { token: string }
    expect(await call('invokeOperation', { ...asked, token })).toEqual({ ok: true, value: [] })
    expect(await call('invokeOperation', { ...asked, name: 'nothing', token })).toMatchObject({
      ok: false,
      error: { code: 'OPERATION_NOT_FOUND' },
    })
  })

  it('gives the page the end of the log, for a report', async () => {
    const answer = await call('logTail')
    expect(answer).toMatchObject({
      ok: true,
      value: expect.arrayContaining([expect.stringContaining('"msg":"ready"')]),
    })
    expect(JSON.stringify(answer)).not.toMatch(/ada@example|difference engine/)
  })

  it('says that there is nothing to update in a clone', async () => {
    expect(await call('checkForUpdate')).toEqual({ ok: true, value: undefined })
    expect(window.webContents.sent).toContainEqual({
      channel: 'basalt:event:updaterChanged',
      args: [{ state: 'failed', reason: 'notPackaged', checkedAt: null }],
    })
  })
})

describe('the desktop shell at login', () => {
  it('starts in the tray without a window, serves the API, and opens its window from the tray', async () => {
    profile = mkdtempSync(join(tmpdir(), 'basalt-shell-'))
    resetElectron()
    const content = { address: '/nc/p_1', tabs: {}, x: 1, y: 2, width: 900, height: 700, maximized: false }
    writeFileSync(join(profile, 'settings.json'), JSON.stringify({ tray: true, windows: [content] }))
    await runShell(['--port=0', '--profile', profile, '--hidden'])
    await expect.poll(() => recorded.trays.length).toBe(1)
    const address = /http\S+/.exec(recorded.trays[0]?.hint ?? '')?.[0] ?? ''
    expect((await fetch(`${address}/health`)).status).toBe(200)
    expect(recorded.windows).toEqual([])
    recorded.trays[0]?.emit('click')
    expect(recorded.windows.map(({ loaded }) => loaded)).toEqual([[`${address}/dashboard/#/nc/p_1`]])
    await end()
  })
})

describe('the desktop shell at its end', () => {
  beforeEach(start)

  it('keeps the place of its window, and lets the server finish before it ends', async () => {
    window.bounds = { x: 10, y: 20, width: 1000, height: 700 }
    app.emit('before-quit')
    window.emit('close')
    window.emit('closed')
    expect(JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8'))).toMatchObject({
      windows: [{ x: 10, y: 20, width: 1000, height: 700, maximized: false }],
    })
    let held = false
    app.emit('will-quit', { preventDefault: () => (held = true) })
    expect(held).toBe(true)
    await expect.poll(() => recorded.exitCodes).toEqual([0])
    await expect(fetch(`${origin}/health`)).rejects.toThrow()
    rmSync(profile, { recursive: true, force: true })
  })
})
