import { app, type Session, type WebContents } from 'electron'
import { mayOpenOutside, openExternal } from './external'

/** Permissions of our page: writing the clipboard for the Copy buttons. Reading it stays with Ctrl+V. */
const granted = new Set(['clipboard-sanitized-write'])

/** True for addresses of our own page. Other ports are other sites. */
export function isOwnPage(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.origin === origin && (url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/'))
}

/** Denies all permissions except those of our page's Copy buttons, and all devices and captures. */
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

export interface ContentsGuard {
  readonly origin: () => string
  /** Opens an address of our page in a window of its own. */
  readonly openOwn: (address: string) => void
  readonly onFault: (error: unknown) => void
}

/** Blocks new windows, navigation, redirects and webviews. Links open outside. */
export function guardContents(contents: WebContents, { origin, openOwn, onFault }: ContentsGuard): void {
  const outside = (address: string): void => {
    if (mayOpenOutside(address)) openExternal(address).catch(onFault)
  }
  contents.setWindowOpenHandler(({ url }) => {
    // Our own page gets a window with all its guards, not one that the page makes.
    if (isOwnPage(url, origin())) openOwn(url)
    else outside(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (details) => {
    if (isOwnPage(details.url, origin())) return
    details.preventDefault()
    // Only for links that the user followed; frames can't open anything.
    if (details.isMainFrame) outside(details.url)
  })
  contents.on('will-redirect', (details) => {
    if (!isOwnPage(details.url, origin())) details.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Guards every page and session from the start. Call it before the first window. */
export function guardEverything(guard: ContentsGuard): void {
  app.on('session-created', (session) => guardSession(session, guard.origin))
  app.on('web-contents-created', (_event, contents) => guardContents(contents, guard))
}
