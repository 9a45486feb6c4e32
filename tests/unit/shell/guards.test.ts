import { guardContents, guardSession, isOwnPage } from '@main/shell/guards'
import { mayOpenOutside, openExternal } from '@main/shell/external'
import { recorded, resetElectron, Session, WebContents } from '@tests/helpers/electron-stub'
import type * as Electron from 'electron'
import { beforeEach, describe, expect, it } from 'vitest'

const origin = 'http://127.0.0.1:8080'
const asReal = <T>(stub: unknown): T => stub as T

beforeEach(resetElectron)

describe('our own page', () => {
  it.each(['http://127.0.0.1:8080/dashboard/', 'http://127.0.0.1:8080/dashboard/#/projects'])('is %s', (address) => {
    expect(isOwnPage(address, origin)).toBe(true)
  })

  it.each([
    'http://127.0.0.1:8081/dashboard/',
    'http://localhost:8080/dashboard/',
    'https://127.0.0.1:8080/dashboard/',
    'http://127.0.0.1:8080/nc/p/api/v1/t',
    'http://127.0.0.1:8080/dashboardx',
    'http://127.0.0.1:8080@evil.example/dashboard/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'javascript:alert(1)',
    'not an address',
  ])('is not %s', (address) => {
    expect(isOwnPage(address, origin)).toBe(false)
  })
})

describe('links', () => {
  it.each(['https://example.com/a', 'http://example.com', 'mailto:ada@example.com'])(
    '%s opens outside',
    async (url) => {
      await openExternal(url)
      expect(recorded.opened).toEqual([new URL(url).href])
    },
  )

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'ms-msdt:/id', 'C:\\Windows', '', 'x'])(
    '%s is refused',
    async (url) => {
      expect(mayOpenOutside(url)).toBe(false)
      await expect(openExternal(url)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
      expect(recorded.opened).toEqual([])
    },
  )
})

describe('a page', () => {
  const own: string[] = []
  function guarded(): WebContents {
    own.length = 0
    const contents = new WebContents()
    guardContents(asReal<Electron.WebContents>(contents), {
      origin: () => origin,
      openOwn: (address) => void own.push(address),
      onFault: () => undefined,
    })
    return contents
  }
  /** Emits a navigation. @returns true if it was stopped */
  function navigate(contents: WebContents, event: string, url: string, isMainFrame = true): boolean {
    let stopped = false
    contents.emit(event, { url, isMainFrame, preventDefault: () => (stopped = true) })
    return stopped
  }

  it('may not open windows; its web links open outside, and our own pages in a window of the shell', () => {
    const contents = guarded()
    expect(contents.windowOpenHandler?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' })
    expect(contents.windowOpenHandler?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' })
    expect(contents.windowOpenHandler?.({ url: `${origin}/dashboard/` })).toEqual({ action: 'deny' })
    expect(recorded.opened).toEqual(['https://example.com/'])
    expect(own).toEqual([`${origin}/dashboard/`])
  })

  it('stays on our own server', () => {
    const contents = guarded()
    expect(navigate(contents, 'will-frame-navigate', `${origin}/dashboard/#/projects`)).toBe(false)
    expect(navigate(contents, 'will-frame-navigate', 'https://example.com/')).toBe(true)
    expect(navigate(contents, 'will-frame-navigate', 'file:///etc/passwd')).toBe(true)
    expect(navigate(contents, 'will-redirect', 'https://example.com/')).toBe(true)
    expect(recorded.opened).toEqual(['https://example.com/'])
  })

  it('cannot make a frame open anything outside', () => {
    expect(navigate(guarded(), 'will-frame-navigate', 'https://example.com/', false)).toBe(true)
    expect(recorded.opened).toEqual([])
  })

  it('may not hold a webview', () => {
    let stopped = false
    guarded().emit('will-attach-webview', { preventDefault: () => (stopped = true) })
    expect(stopped).toBe(true)
  })
})

describe('permissions', () => {
  function guarded(): Session {
    const session = new Session()
    guardSession(asReal<Electron.Session>(session), () => origin)
    return session
  }
  function asks(session: Session, permission: string, requestingUrl: string, isMainFrame = true): boolean {
    let granted = false
    session.permissionRequest?.(undefined, permission, (is) => (granted = is), { requestingUrl, isMainFrame })
    return granted
  }

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'hid', 'usb', 'serial', 'midi'])(
    'refuse %s to everybody',
    (permission) => {
      const session = guarded()
      expect(asks(session, permission, `${origin}/dashboard/`)).toBe(false)
      expect(session.permissionCheck?.(undefined, permission, origin)).toBe(false)
    },
  )

  it('let our page, and no other, copy to the clipboard', () => {
    const session = guarded()
    const copy = 'clipboard-sanitized-write'
    expect(asks(session, copy, `${origin}/dashboard/`)).toBe(true)
    expect(session.permissionCheck?.(undefined, copy, origin)).toBe(true)
    expect(asks(session, copy, `${origin}/dashboard/`, false)).toBe(false)
    expect(asks(session, copy, 'https://example.com/')).toBe(false)
    expect(session.permissionCheck?.(undefined, copy, 'https://example.com')).toBe(false)
  })

  it('refuse devices and screen capture', () => {
    const session = guarded()
    expect(session.devicePermission?.()).toBe(false)
    expect(session.displayMedia).toBeNull()
  })
})
