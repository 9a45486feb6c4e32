import { app, type Session, type WebContents } from 'electron'
import { mayOpenOutside, openExternal } from './external'

/** The one thing our page may ask the system for: the Copy buttons. Reading the clipboard stays with Ctrl+V. */
const granted = new Set(['clipboard-sanitized-write'])

/** True for addresses of our own page; everything else is another site, whatever its port. */
export function isOwnPage(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.origin === origin && (url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/'))
}

/** Says no to every permission but the Copy buttons of our own page, and to all devices and captures. */
export function guardSession(session: Session, origin: () => string): void {
  const isGranted = (permission: string, asking: string | undefined): boolean =>
    granted.has(permission) && asking !== undefined && URL.canParse(asking) && new URL(asking).origin === origin()
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(details.isMainFrame && isGranted(permission, details.requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isGranted(permission, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
}

/** Keeps every page where it is: no windows, no navigation or redirect elsewhere, no webviews. Links open outside. */
export function guardContents(contents: WebContents, origin: () => string, onFault: (error: unknown) => void): void {
  const outside = (address: string): void => {
    if (mayOpenOutside(address)) openExternal(address).catch(onFault)
  }
  contents.setWindowOpenHandler(({ url }) => {
    outside(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (details) => {
    if (isOwnPage(details.url, origin())) return
    details.preventDefault()
    // A link that a person followed; a frame that moves by itself opens nothing.
    if (details.isMainFrame) outside(details.url)
  })
  contents.on('will-redirect', (details) => {
    if (!isOwnPage(details.url, origin())) details.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Guards every page and session that comes to be, from the first. Call before the first window. */
export function guardEverything(origin: () => string, onFault: (error: unknown) => void): void {
  app.on('session-created', (session) => guardSession(session, origin))
  app.on('web-contents-created', (_event, contents) => guardContents(contents, origin, onFault))
}
