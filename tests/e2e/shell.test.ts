import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requestChannel, type BridgeAnswer, type BridgeRequest } from '@common/bridge'
import { app, recorded, resetElectron, type BrowserWindow } from '@tests/helpers/electron-stub'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/* The built desktop shell, from its composition root on, with a stub for Electron: everything else is real. */

const profile = mkdtempSync(join(tmpdir(), 'basalt-shell-'))
const file = join(profile, 'music.sqlite')
const argv = process.argv
let window: BrowserWindow
let origin: string

/** Calls the bridge as the window's page would. */
function call(name: BridgeRequest, ...args: unknown[]): Promise<BridgeAnswer<unknown>> {
  const event = { sender: window.webContents, senderFrame: { url: `${origin}/dashboard/`, parent: null } }
  return Promise.resolve(recorded.handlers.get(requestChannel(name))?.(event as never, ...args)) as never
}

beforeAll(async () => {
  resetElectron()
  writeFileSync(file, '')
  writeFileSync(join(profile, 'settings.json'), '{"port": 0, "window": "broken"}')
  process.argv = ['electron', '.', '--port=0', '--profile', profile, file]
  await import(pathToFileURL(resolve('dist/main/index.js')).href)
  window = await vi.waitUntil(() => recorded.windows[0], { timeout: 30_000 })
  origin = new URL(window.loaded[0] ?? '').origin
})
afterAll(() => {
  process.argv = argv
  rmSync(profile, { recursive: true, force: true })
})

describe('the desktop shell', () => {
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
    window.webContents.emit('did-finish-load')
    expect(window.webContents.sent).toEqual([{ channel: 'basalt:event:fileGiven', args: [{ path: file }] }])
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
    expect(window.webContents.sent.at(-1)).toEqual({
      channel: 'basalt:event:updaterChanged',
      args: [{ state: 'failed', reason: 'notPackaged' }],
    })
  })

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
  })
})
