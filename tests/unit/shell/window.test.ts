import { afterCrash, crashReloadGuardMs, errorPage } from '@main/shell/crash'
import { openWindow, showWindow, type WindowDeps } from '@main/shell/window'
import { placeOfWindow, windowUsual, type WindowState } from '@main/shell/window-state'
import { app, recorded, resetElectron } from '@tests/helpers/electron-stub'
import { beforeEach, describe, expect, it } from 'vitest'

const pageUrl = 'http://127.0.0.1:8080/dashboard/'

function open(deps: Partial<WindowDeps> = {}) {
  const saved: WindowState[] = []
  const faults: unknown[] = []
  let now = 1_000_000
  const window = openWindow({
    pageUrl,
    preload: '/nowhere/index.cjs',
    lastState: {},
    onStay: () => undefined,
    keepState: (state) => void saved.push(state),
    platform: 'linux',
    now: () => now,
    onFault: (error) => void faults.push(error),
    ...deps,
  })
  const stub = recorded.windows.at(-1)
  if (stub === undefined) throw new Error('No window was made')
  return { window, stub, saved, faults, wait: (ms: number) => (now += ms) }
}

beforeEach(resetElectron)

describe('the window', () => {
  it('has everything switched off that a page does not need', () => {
    const { stub } = open()
    expect(stub.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    })
  })

  it('loads our own server and is shown when it has drawn', () => {
    const { stub } = open()
    expect(stub.loaded).toEqual([pageUrl])
    expect(stub.options.show).toBe(false)
    stub.emit('ready-to-show')
    expect(stub.calls).toEqual(['show'])
  })

  it('has developer tools in a clone and none in a package', () => {
    expect(open().stub.options.webPreferences?.devTools).toBe(true)
    app.isPackaged = true
    expect(open().stub.options.webPreferences?.devTools).toBe(false)
  })

  it.each([
    ['linux', undefined],
    ['darwin', 'hidden'],
    ['win32', 'hidden'],
  ] as const)('has the title bar that the page leaves room for on %s', (platform, style) => {
    expect(open({ platform }).stub.options.titleBarStyle).toBe(style)
  })

  it('comes to the front for a second instance', () => {
    const { window, stub } = open()
    stub.minimized = true
    showWindow(window)
    expect(stub.minimized).toBe(false)
    expect(stub.calls).toEqual(['show', 'focus'])
  })

  it('keeps its place when it is closed', () => {
    const { stub, saved } = open({ lastState: { x: 40, y: 30, width: 1000, height: 700, maximized: true } })
    expect(stub.maximized).toBe(true)
    stub.emit('close')
    expect(saved).toEqual([{ x: 40, y: 30, width: 1000, height: 700, maximized: true }])
  })
})

describe('a page whose process is gone', () => {
  const gone = { reason: 'crashed', exitCode: 5 }

  it('is reloaded once, then the error page is shown', () => {
    const { stub, faults, wait } = open()
    stub.webContents.emit('render-process-gone', {}, gone)
    expect(stub.loaded).toEqual([pageUrl, pageUrl])
    wait(5_000)
    stub.webContents.emit('render-process-gone', {}, gone)
    expect(stub.loaded[2]).toMatch(/^data:text\/html/)
    expect(faults).toHaveLength(2)
  })

  it('is reloaded again when it had lived on for long', () => {
    const { stub, wait } = open()
    stub.webContents.emit('render-process-gone', {}, gone)
    wait(crashReloadGuardMs + 1)
    stub.webContents.emit('render-process-gone', {}, gone)
    expect(stub.loaded).toEqual([pageUrl, pageUrl, pageUrl])
  })

  it('is left alone when it ended as it should', () => {
    const { stub } = open()
    stub.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(stub.loaded).toEqual([pageUrl])
  })

  it('gets the error page when it cannot be loaded at all', () => {
    const { stub } = open()
    stub.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', pageUrl, true)
    expect(stub.loaded[1]).toMatch(/^data:text\/html/)
    stub.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', stub.loaded[1], true)
    stub.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', 'http://frame.example/', false)
    stub.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', pageUrl, true)
    expect(stub.loaded).toHaveLength(2)
  })

  it('decides by the time of the last reload', () => {
    expect(afterCrash(undefined, 0)).toBe('reload')
    expect(afterCrash(0, crashReloadGuardMs)).toBe('errorPage')
    expect(afterCrash(0, crashReloadGuardMs + 1)).toBe('reload')
  })

  it('has an error page without scripts, with a way back', () => {
    const html = decodeURIComponent(errorPage(`${pageUrl}?a="b"&c`))
    expect(html).toContain("default-src 'none'")
    expect(html).not.toContain('<script')
    expect(html).toContain(`href="${pageUrl}?a=&quot;b&quot;&amp;c"`)
  })
})

describe('the place of the window', () => {
  const display = { x: 0, y: 0, width: 1920, height: 1040 }
  const last = { x: 100, y: 50, width: 1200, height: 800, maximized: false }

  it('is the usual size at first', () => {
    expect(placeOfWindow({}, [display])).toEqual(windowUsual)
  })

  it('is where it was left', () => {
    expect(placeOfWindow(last, [display])).toEqual({ x: 100, y: 50, width: 1200, height: 800 })
  })

  it('may be on a second display, also left of the first', () => {
    const left = { x: -1920, y: 0, width: 1920, height: 1040 }
    expect(placeOfWindow({ ...last, x: -1500 }, [display, left])).toMatchObject({ x: -1500, y: 50 })
  })

  it.each([
    ['on a display that is gone', { x: 2500 }],
    ['below every display', { y: 1030 }],
    ['with its title bar out of reach', { y: -200 }],
    ['with nothing but its edge to be seen', { x: 1900 }],
  ])('is left to the system when it was %s', (_name, change) => {
    const place = placeOfWindow({ ...last, ...change }, [display])
    expect(place).toEqual({ width: 1200, height: 800 })
  })

  it('is never larger than the display it is put on, nor too small to use', () => {
    expect(placeOfWindow({ ...last, x: 9000, width: 5000, height: 3000 }, [display])).toEqual({
      width: 1920,
      height: 1040,
    })
    expect(placeOfWindow({ ...last, width: 10, height: 10 }, [display])).toMatchObject({ width: 800, height: 560 })
  })
})
