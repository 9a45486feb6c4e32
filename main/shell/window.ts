import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import { desktopText } from '@main/lib/texts'
import { afterCrash, errorPage } from './crash'
import { placeOfWindow, windowMin, type WindowState } from './window-state'

export interface WindowDeps {
  /** Address of the page on our own server. */
  readonly pageUrl: string
  /** The preload script's file. */
  readonly preload: string
  /** Last state of the window, and a function to store it. */
  readonly lastState: Partial<WindowState>
  readonly keepState: (state: WindowState) => void
  /** Called when the user decides not to close a window with unsaved edits. */
  readonly onStay: () => void
  readonly platform: NodeJS.Platform
  readonly now: () => number
  readonly onFault: (error: unknown) => void
}

/** Background before the page is drawn, to avoid flashing (ui.md, `surface`). */
const surface = { light: '#FFFFFF', dark: '#16181C' } as const

/** On macOS and Windows, the page's app bar is the title bar (ui.md §4) and leaves room for the window buttons. */
function titleBar(
  platform: NodeJS.Platform,
): Pick<Electron.BaseWindowConstructorOptions, 'titleBarStyle' | 'titleBarOverlay'> {
  if (platform === 'darwin') return { titleBarStyle: 'hidden' }
  if (platform !== 'win32') return {}
  return { titleBarStyle: 'hidden', titleBarOverlay: { color: '#00000000', symbolColor: '#7E8794', height: 40 } }
}

/** Delay for storing the state after a move or resize. */
const keepStateAfterMs = 500

/** Opens the window on our own server, with all unneeded features disabled. */
export function openWindow(deps: WindowDeps): BrowserWindow {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...placeOfWindow(deps.lastState, displays),
    minWidth: windowMin.width,
    minHeight: windowMin.height,
    title: desktopText('appName'),
    ...titleBar(deps.platform),
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? surface.dark : surface.light,
    webPreferences: {
      preload: deps.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  })
  if (deps.lastState.maximized === true) window.maximize()
  window.once('ready-to-show', () => {
    window.show()
    deps.keepState(stateOf(window))
  })
  keepWindowState(window, deps.keepState)
  recover(window, deps)
  askBeforeLeaving(window, deps.onStay)
  load(window, deps.pageUrl, deps.onFault)
  return window
}

/** Bounds of the unmaximized window, for restoring its size later. */
function stateOf(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() }
}

/** Brings the window to the front, for a second instance. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function load(window: BrowserWindow, url: string, onFault: (error: unknown) => void): void {
  window.loadURL(url).catch(onFault)
}

function keepWindowState(window: BrowserWindow, keep: (state: WindowState) => void): void {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    keep(stateOf(window))
  }
  const saveSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, keepStateAfterMs)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.on('close', save)
  window.on('closed', () => clearTimeout(timer))
}

/** Asks the user when the page blocks closing with unsaved edits. Otherwise the window would never close. */
function askBeforeLeaving(window: BrowserWindow, onStay: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const chosen = dialog.showMessageBoxSync(window, {
      type: 'question',
      buttons: [desktopText('stay'), desktopText('leave')],
      defaultId: 0,
      cancelId: 0,
      message: desktopText('unsavedTitle'),
      detail: desktopText('unsavedText'),
    })
    // `preventDefault` overrides the page and closes the window.
    if (chosen === 1) event.preventDefault()
    else onStay()
  })
}

/** The page's process ended: reload once, then the error page. A page that does not load shows the error page too. */
function recover(window: BrowserWindow, { pageUrl, now, onFault }: WindowDeps): void {
  let lastReloadAt: number | undefined
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    onFault(new Error(`The page's process is gone: ${details.reason}, exit code ${details.exitCode}`))
    const next = afterCrash(lastReloadAt, now())
    if (next === 'reload') lastReloadAt = now()
    load(window, next === 'reload' ? pageUrl : errorPage(pageUrl), onFault)
  })
  window.webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // -3 is a load that another one replaced.
    if (!isMainFrame || code === -3 || url.startsWith('data:')) return
    onFault(new Error(`The page did not load: ${description} (${code})`))
    load(window, errorPage(pageUrl), onFault)
  })
}
