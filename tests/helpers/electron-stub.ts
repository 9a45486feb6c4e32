/**
 * Replaces the package `electron` in the tests (vitest.config.ts). Holds the parts that the shell uses, with the real
 * names and types, and records their calls. Call `resetElectron()` before each test.
 */
import { EventEmitter } from 'node:events'
import { net } from './electron-net'
import type * as Electron from 'electron'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown

/** Calls of the stub, and its responses. */
interface Recorded {
  readonly handlers: Map<string, Handler>
  readonly opened: string[]
  readonly trashed: string[]
  readonly exposed: Record<string, unknown>
  readonly windows: BrowserWindow[]
  readonly started: { path: string; args: readonly string[]; process: UtilityProcess }[]
  readonly errorBoxes: { title: string; content: string }[]
  readonly messageBoxes: Electron.MessageBoxOptions[]
  menu: Electron.MenuItemConstructorOptions[] | undefined
  dockMenu: Electron.MenuItemConstructorOptions[] | undefined
  jumpList: Electron.JumpListCategory[] | null | undefined
  readonly recentDocuments: string[]
  readonly protocols: string[]
  loginItem: Electron.Settings | undefined
  readonly revealed: string[]
  readonly notifications: Electron.NotificationConstructorOptions[]
  readonly trays: Tray[]
  copied: string
  hasNotifications: boolean
  /** Backend of the keychain; undefined without one. Its owner encrypts: another one can't decrypt. */
  keychain: { backend: string; owner: string } | undefined
  paths: Record<string, string>
  isOnlyInstance: boolean
  instanceData: unknown
  hasTrash: boolean
  displays: { workArea: Electron.Rectangle }[]
  chosen: { canceled: boolean; filePaths: string[] }
  quitCalls: number
  exitCodes: number[]
  relaunches: number
  isLockReleased: boolean
  /** Folder of the package. Default: the repository. */
  appPath: string | undefined
}

const initial = (): Recorded => ({
  handlers: new Map(),
  opened: [],
  trashed: [],
  exposed: {},
  windows: [],
  started: [],
  errorBoxes: [],
  messageBoxes: [],
  menu: undefined,
  dockMenu: undefined,
  jumpList: undefined,
  recentDocuments: [],
  protocols: [],
  loginItem: undefined,
  revealed: [],
  notifications: [],
  trays: [],
  copied: '',
  hasNotifications: true,
  keychain: undefined,
  paths: {},
  isOnlyInstance: true,
  instanceData: undefined,
  hasTrash: true,
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  chosen: { canceled: true, filePaths: [] },
  quitCalls: 0,
  exitCodes: [],
  relaunches: 0,
  isLockReleased: false,
  appPath: undefined,
})

export const recorded: Recorded = initial()

class App extends EventEmitter {
  isPackaged = false
  readonly name = 'Basalt'
  readonly commandLine = { appendSwitch: () => undefined, removeSwitch: () => undefined, hasSwitch: () => false }
  version = '0.0.0-test'
  getVersion = (): string => this.version
  getPath = (name: string): string => recorded.paths[name] ?? `/nowhere/${name}`
  getPreferredSystemLanguages = (): string[] => ['en-US']
  getAppPath = (): string => recorded.appPath ?? process.cwd()
  setPath = (name: string, path: string): void => void (recorded.paths[name] = path)
  enableSandbox = (): void => undefined
  whenReady = (): Promise<void> => Promise.resolve()
  requestSingleInstanceLock = (data?: unknown): boolean => {
    recorded.instanceData = data
    return recorded.isOnlyInstance
  }
  getName = (): string => this.name
  releaseSingleInstanceLock = (): void => void (recorded.isLockReleased = true)
  relaunch = (): void => void (recorded.relaunches += 1)
  readonly dock = {
    setMenu: (menu: Electron.MenuItemConstructorOptions[]): void => void (recorded.dockMenu = menu),
  }
  setJumpList = (list: Electron.JumpListCategory[] | null): string => {
    recorded.jumpList = list
    return 'ok'
  }
  addRecentDocument = (path: string): void => void recorded.recentDocuments.push(path)
  clearRecentDocuments = (): void => void (recorded.recentDocuments.length = 0)
  setAsDefaultProtocolClient = (scheme: string): boolean => recorded.protocols.push(scheme) > 0
  setLoginItemSettings = (settings: Electron.Settings): void => void (recorded.loginItem = settings)
  quit = (): void => void (recorded.quitCalls += 1)
  exit = (code = 0): void => void recorded.exitCodes.push(code)
}
export const app = new App()

class IpcRenderer extends EventEmitter {
  readonly invoked: { channel: string; args: unknown[] }[] = []
  invoke = (channel: string, ...args: unknown[]): Promise<unknown> => {
    this.invoked.push({ channel, args })
    return Promise.resolve({ ok: true, value: null })
  }
}
export const ipcRenderer = new IpcRenderer()

export const ipcMain = {
  handle: (channel: string, handler: Handler): void => void recorded.handlers.set(channel, handler),
  removeHandler: (channel: string): void => void recorded.handlers.delete(channel),
  on: (): void => undefined,
}

export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown): void => void (recorded.exposed[name] = value),
}

export const webUtils = {
  getPathForFile: (file: File): string => `/dropped/${file.name}`,
}

export const shell = {
  openExternal: (url: string): Promise<void> => {
    recorded.opened.push(url)
    return Promise.resolve()
  },
  showItemInFolder: (path: string): void => void recorded.revealed.push(path),
  trashItem: (path: string): Promise<void> => {
    if (!recorded.hasTrash) return Promise.reject(new Error('Failed to move item to trash'))
    recorded.trashed.push(path)
    return Promise.resolve()
  },
}

export class WebContents extends EventEmitter {
  static next = 1
  readonly id = WebContents.next++
  readonly sent: { channel: string; args: unknown[] }[] = []
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined
  destroyed = false
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }): void => {
    this.windowOpenHandler = handler
  }
  send = (channel: string, ...args: unknown[]): void => void this.sent.push({ channel, args })
  isDestroyed = (): boolean => this.destroyed
  url = ''
  getURL = (): string => this.url
}

/** A download of a session: tests emit `done`. */
export class DownloadItem extends EventEmitter {
  constructor(readonly path: string) {
    super()
  }
  getSavePath = (): string => this.path
}

export class Tray extends EventEmitter {
  menu: Electron.MenuItemConstructorOptions[] = []
  hint = ''
  destroyed = false
  constructor(readonly picture: unknown) {
    super()
    recorded.trays.push(this)
  }
  setToolTip = (hint: string): void => void (this.hint = hint)
  setContextMenu = (menu: Electron.MenuItemConstructorOptions[]): void => void (this.menu = menu)
  destroy = (): void => void (this.destroyed = true)
}

export const nativeImage = {
  createFromDataURL: (url: string) => ({ url, resize: (size: unknown) => ({ url, size }) }),
}

export class Notification {
  static isSupported = (): boolean => recorded.hasNotifications
  constructor(readonly options: Electron.NotificationConstructorOptions) {}
  show = (): void => void recorded.notifications.push(this.options)
}

export const safeStorage = {
  isEncryptionAvailable: (): boolean => recorded.keychain !== undefined,
  getSelectedStorageBackend: (): string => recorded.keychain?.backend ?? 'unknown',
  encryptString: (text: string): Buffer => Buffer.from(`${recorded.keychain?.owner ?? ''}:${text}`),
  decryptString: (encrypted: Buffer): string => {
    const text = encrypted.toString()
    const own = `${recorded.keychain?.owner ?? ''}:`
    if (!text.startsWith(own)) throw new Error('Error while decrypting the ciphertext provided to safeStorage')
    return text.slice(own.length)
  },
}

export const powerMonitor = new EventEmitter()
export const clipboard = {
  writeText: (text: string): Promise<void> => {
    recorded.copied = text
    return Promise.resolve()
  },
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents()
  readonly loaded: string[] = []
  readonly calls: string[] = []
  bounds: Electron.Rectangle
  maximized = false
  minimized = false
  constructor(readonly options: Electron.BrowserWindowConstructorOptions) {
    super()
    const { x = 0, y = 0, width = 0, height = 0 } = options
    this.bounds = { x, y, width, height }
    recorded.windows.push(this)
  }
  static getAllWindows = (): BrowserWindow[] => recorded.windows
  loadURL = (url: string): Promise<void> => {
    this.loaded.push(url)
    this.webContents.url = url
    return Promise.resolve()
  }
  maximize = (): void => void (this.maximized = true)
  isMaximized = (): boolean => this.maximized
  isMinimized = (): boolean => this.minimized
  isDestroyed = (): boolean => this.webContents.destroyed
  destroy = (): void => {
    this.webContents.destroyed = true
    this.emit('closed')
  }
  restore = (): void => void (this.minimized = false)
  show = (): void => void this.calls.push('show')
  focus = (): void => void this.calls.push('focus')
  getNormalBounds = (): Electron.Rectangle => this.bounds
}

/** Stores the handlers of a session, so that tests can call them. */
export class Session extends EventEmitter {
  permissionRequest:
    | ((contents: unknown, permission: string, callback: (granted: boolean) => void, details: unknown) => void)
    | undefined
  permissionCheck: ((contents: unknown, permission: string, origin: string) => boolean) | undefined
  devicePermission: (() => boolean) | undefined
  displayMedia: unknown = 'not set'
  setPermissionRequestHandler = (handler: Session['permissionRequest']): void => {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler = (handler: Session['permissionCheck']): void => {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler = (handler: Session['devicePermission']): void => {
    this.devicePermission = handler
  }
  setDisplayMediaRequestHandler = (handler: unknown): void => {
    this.displayMedia = handler
  }
}
export const session = { defaultSession: new Session(), fromPartition: (): Session => new Session() }

/** Electron's own updater, which electron-updater notifies. */
export const autoUpdater = new EventEmitter()
export { net }

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[]): void => void (recorded.menu = menu),
}

export const dialog = {
  showOpenDialog: (): Promise<Recorded['chosen']> => Promise.resolve(recorded.chosen),
  showErrorBox: (title: string, content: string): void => void recorded.errorBoxes.push({ title, content }),
  showMessageBoxSync: (_window: BrowserWindow, options: Electron.MessageBoxOptions): number => {
    recorded.messageBoxes.push(options)
    return options.defaultId ?? 0
  },
  showMessageBox: (
    first: Electron.MessageBoxOptions | BrowserWindow,
    second?: Electron.MessageBoxOptions,
  ): Promise<{ response: number }> => {
    const options = second ?? (first instanceof BrowserWindow ? undefined : first)
    if (options) recorded.messageBoxes.push(options)
    return Promise.resolve({ response: 0 })
  },
}

/** Utility processes: `sent` holds the messages to each; tests respond with `emit`. */
class UtilityProcess extends EventEmitter {
  pid: number | undefined
  readonly sent: unknown[] = []
  killed = false
  postMessage = (message: unknown): void => void this.sent.push(message)
  kill = (): boolean => (this.killed = true)
}
export const utilityProcess = {
  fork: (path: string, args: readonly string[]): UtilityProcess => {
    const started = new UtilityProcess()
    recorded.started.push({ path, args, process: started })
    return started
  },
}
export const screen = { getAllDisplays: () => recorded.displays }
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' }

/** Resets the stub to its state at the start of a program. */
export function resetElectron(): void {
  Object.assign(recorded, initial())
  app.removeAllListeners()
  powerMonitor.removeAllListeners()
  app.isPackaged = false
  app.version = '0.0.0-test'
  autoUpdater.removeAllListeners()
  ipcRenderer.removeAllListeners()
  ipcRenderer.invoked.length = 0
  session.defaultSession = new Session()
}

export default {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  contextBridge,
  dialog,
  ipcMain,
  ipcRenderer,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webUtils,
}
