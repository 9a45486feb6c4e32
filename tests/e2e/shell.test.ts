import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestChannel, type BridgeAnswer, type BridgeRequest } from '@common/bridge'
import { app, recorded, resetElectron, type BrowserWindow } from '@tests/helpers/electron-stub'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endShell, startShell } from './desktop-window'

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
  writeFileSync(join(profile, 'settings.json'), '{"port": 0, "window": "broken"}')
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

  it('gives the file it was started with to the page, once it is there', () => {
    const given = () => window.webContents.sent.filter(({ channel }) => channel === 'basalt:event:fileGiven')
    expect(given()).toEqual([])
    window.webContents.emit('did-finish-load')
    expect(given()).toEqual([{ channel: 'basalt:event:fileGiven', args: [{ path: file }] }])
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

  it('says that there is nothing to update in a clone', async () => {
    expect(await call('checkForUpdate')).toEqual({ ok: true, value: undefined })
    expect(window.webContents.sent).toContainEqual({
      channel: 'basalt:event:updaterChanged',
      args: [{ state: 'failed', reason: 'notPackaged' }],
    })
  })
})

describe('the desktop shell at its end', () => {
  beforeEach(start)

  it('keeps the place of its window, and lets the server finish before it ends', async () => {
    window.bounds = { x: 10, y: 20, width: 1000, height: 700 }
    window.emit('close')
    expect(JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8'))).toMatchObject({
      window: { x: 10, y: 20, width: 1000, height: 700, maximized: false },
    })
    let held = false
    app.emit('will-quit', { preventDefault: () => (held = true) })
    expect(held).toBe(true)
    await expect.poll(() => recorded.exitCodes, { timeout: 15_000 }).toEqual([0])
    await expect(fetch(`${origin}/health`)).rejects.toThrow()
    rmSync(profile, { recursive: true, force: true })
  })
})
