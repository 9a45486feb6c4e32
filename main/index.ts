import { app, BrowserWindow, session } from 'electron'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseFound } from '@common/bridge'
import { defaultPort } from '@common/constants'
import { AppError, errorMessage } from '@common/errors'
import { linkScheme } from '@common/links/place-link'
import { nearestLanguage } from '@common/messages'
import { initialSettings } from '@common/settings'
import { sendEvent } from './bridge/events'
import { invokeFromWindow, isSuperAdmin } from './bridge/operations'
import { registerBridge, type BridgeHandlers } from './bridge/register'
import { createDesktop, type Desktop } from './desktop'
import { randomIds } from './lib/ids'
import { offeredLanguages } from './lib/languages'
import { textIn } from './lib/messages'
import { readLogTail } from './lib/log-tail'
import { endNow } from './lib/parent-process'
import { ArgumentError, readArguments } from './lib/serve-arguments'
import { withSettings } from './lib/settings-file'
import { desktopText, speak, spokenLanguage } from './lib/texts'
import { createServer, type Server } from './server'
import { openSettings, type SettingsPort } from './settings/settings'
import { optionsAmong } from './shell/arguments'
import { startUtilityProcess } from './shell/child-process'
import { appLauncher, writeCommandFile, type Launcher } from './shell/command-file'
import { chooseDatabaseFile, showStartFault } from './shell/dialogs'
import { openExternal } from './shell/external'
import { placesAmong } from './shell/given-places'
import { guardEverything, guardSession } from './shell/guards'
import { systemKeychain } from './shell/keychain'
import { hiddenArgument } from './shell/login-start'
import { applyNativeTheme } from './shell/native-theme'
import { becomeOnlyInstance, type SecondInstance } from './shell/single-instance'
import { moveToTrash } from './shell/trash'
import { createTerminal, type Terminal } from './terminal'
import { electronUpdateSource } from './updater/electron-updater'
import { createRestart, type Restart } from './updater/restart'
import { scheduleUpdates } from './updater/schedule'
import { createUpdater, type Updater } from './updater/updater'

/* The desktop shell: builds, starts and stops all parts. It makes no decisions itself. */

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const args = process.argv.slice(1)
const given = optionsAmong(args)
const profile = readProfile()

let running: Running | undefined
/** True from the moment that an update replaces this version. */
let isUpdating = false
/** Files and links that were given before there was a window. */
const early = placesAmong(args, process.cwd(), app.isPackaged)

interface Running {
  readonly server: Server
  readonly terminal: Terminal
  readonly settings: SettingsPort
  readonly desktop: Desktop
}

app.setPath('userData', profile)
// Separates Chromium's caches and cookies from our files.
app.setPath('sessionData', join(profile, 'chromium'))
app.enableSandbox()
if (app.isPackaged) {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name)
  app.setAsDefaultProtocolClient(linkScheme)
}
guardEverything({ origin, openOwn: openBeside, onFault: logFault })
// An unhandled error belongs to one task; the window and others continue.
process.on('uncaughtException', logFault)
process.on('unhandledRejection', logFault)

if (becomeOnlyInstance(early, args, secondStarted)) {
  // macOS passes files and links by events, even before the window exists.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    give([path])
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    give([url])
  })
  app.on('window-all-closed', () => {
    if (!isUpdating && running?.desktop.continues() !== true) app.quit()
  })
  app.on('activate', () => running?.desktop.showWindows())
  app.on('before-quit', () => running?.desktop.windows.quitting(true))
  app.on('will-quit', stop)
  app.whenReady().then(start).catch(cannotStart)
} else {
  app.quit()
}

async function start(): Promise<void> {
  guardSession(session.defaultSession, origin)
  const settings = openSettings(profile, () => new Date())
  await speak(languageOf(settings.get('language')))
  const options = readArguments(given, withSettings(process.env, settings.settings()))
  const terminal = createTerminal({
    port: options.terminalPort,
    origins: () => (running === undefined ? [] : [origin()]),
    maySpawn: async (token) => running !== undefined && isSuperAdmin(running.server.invoker, token),
    goesOn: async (token) => running !== undefined && running.server.isSuperAdminSession(token),
    prepare: async (token, projectId, withClient) => {
      if (running === undefined) throw new AppError('TERMINAL_FAILED')
      const context = await running.server.shells.open(token, projectId, withClient)
      const path = await writeCommandFile(join(profile, 'cache', 'bin'), commandLauncher(), process.platform)
      return { ...context, environment: { ...context.environment, PATH: path } }
    },
    clientOf: async (token, projectId) => running?.server.shells.clientOf(token, projectId),
    onFault: logFault,
  })
  const updater = createUpdater({
    source: app.isPackaged ? await electronUpdateSource(app.getAppPath()) : undefined,
    now: () => new Date(),
    onFault: logFault,
  })
  const server = await createServer({
    profileFolder: profile,
    port: options.port,
    grpcPort: options.grpcPort,
    pocketPort: options.pocketPort,
    metaUrl: options.metaUrl,
    allowedOrigins: options.allowedOrigins,
    openSchema: options.openSchema,
    closeSignUp: options.closeSignUp,
    baseUrl: options.baseUrl,
    historyDays: options.historyDays,
    historyThinDays: options.historyThinDays,
    auditDays: options.auditDays,
    mail: options.mail,
    providers: options.providers,
    interfaceRules: options.interfaceRules,
    setupCode: options.setupCode,
    authType: options.authType,
    masterKey: options.masterKey,
    logLevel: options.logLevel,
    version: app.getVersion(),
    newestRelease: app.isPackaged ? async () => releaseFound(updater.state()) : undefined,
    localesFolder: options.localesFolder,
    rendererFolder: file('../renderer'),
    sqliteWorkerUrl: new URL('./sqlite-worker.js', import.meta.url),
    startChild: startUtilityProcess,
    trash: moveToTrash,
    keychain: systemKeychain(process.platform),
    // The window is beside the server, and its guards block other origins.
    redirectsToStorages: false,
    connectTo: () => ['http', 'ws'].map((scheme) => `${scheme}://127.0.0.1:${options.terminalPort}`),
  })
  const desktop = createDesktop({
    server,
    settings,
    profile,
    preload: file('../preload/index.cjs'),
    loginStart: {
      platform: process.platform,
      environment: process.env,
      // An AppImage is mounted at another place with each start, so its own file is the program.
      command: [process.env['APPIMAGE'] ?? process.execPath, ...given],
    },
    // A terminal ends with the last window.
    onLastClosed: () => void running?.terminal.close().catch(logFault),
    onFault: logFault,
  })
  running = { server, terminal, settings, desktop }
  applyNativeTheme(settings.get('darkTheme'))
  settings.subscribe('darkTheme', applyNativeTheme)
  settings.subscribe('language', (chosen) => void speak(languageOf(chosen)).then(desktop.textsChanged, logFault))
  settings.onChange((chosen) => desktop.tellAll('settingsChanged', chosen))
  updater.onChange((state) => desktop.tellAll('updaterChanged', state))
  const restart = createRestart({
    updater,
    ask: (ticket) => {
      const windows = pageWindows()
      for (const { webContents } of windows) sendEvent(webContents, 'saveStateAsked', { ticket })
      return windows.map(({ webContents }) => webContents.id)
    },
    prepare: prepareUpdate,
    startAgain: () => {
      app.relaunch()
      app.exit(0)
    },
  })
  registerBridge({
    handlers: handlers(running, updater, restart),
    origin,
    isOwnWindow: (contentsId) => desktop.windows.find(contentsId) !== undefined,
    onFault: keepFault,
  })
  await desktop.start(early.splice(0), args.includes(hiddenArgument))
  scheduleUpdates({
    updater,
    version: app.getVersion(),
    settings: () => ({ ...initialSettings, ...settings.chosen() }),
    onSettings: settings.onChange,
  })
}

/** Returns the language of the shell: that of the page, or the system's. */
const languageOf = (chosen: string | null): string =>
  nearestLanguage(chosen === null ? app.getPreferredSystemLanguages() : [chosen], offeredLanguages)

function handlers(
  { server, terminal, settings, desktop }: Running,
  updater: Updater,
  restart: Restart,
): BridgeHandlers {
  const { windows, menus, files } = desktop
  return {
    shellInfo: () => ({
      version: app.getVersion(),
      platform: process.platform,
      serverUrl: server.url,
      port: server.port,
      portIsDefault: server.port === defaultPort,
    }),
    invokeOperation: (call) => invokeFromWindow(server.invoker, call, randomIds.hex(8)),
    chooseDatabaseFile: (_input, contentsId) => chooseDatabaseFile(windows.find(contentsId)),
    openExternal: ({ url }) => openExternal(url),
    terminalToken: terminal.access,
    updaterState: updater.state,
    logTail: () => readLogTail(profile, server.log),
    checkForUpdate: updater.check,
    downloadUpdate: updater.download,
    restartToUpdate: restart.run,
    tellSaveState: ({ ticket, state }, windowId) => restart.answered(windowId, ticket, state),
    settingsRead: settings.chosen,
    settingsChange: settings.change,
    takeOpenings: (_input, contentsId) => [...windows.take(contentsId)],
    readOpening: ({ id, offset }) => files.read(id, offset),
    newWindow: ({ address }) => void windows.open(address === null ? {} : { address }),
    windowContent: (_input, contentsId) => windows.content(contentsId),
    windowChanged: (content, contentsId) => windows.changed(contentsId, content),
    menuChanged: (state, contentsId) => menus.changed(contentsId, state),
    reveal: desktop.reveal,
  }
}

/** Windows that show our page, and not an error page. */
function pageWindows(): BrowserWindow[] {
  return BrowserWindow.getAllWindows().filter(
    ({ webContents }) => !webContents.isDestroyed() && webContents.getURL().startsWith(origin()),
  )
}

/** Closes everything that the new version opens again: it may start before this one has ended. */
async function prepareUpdate(): Promise<void> {
  if (running === undefined) return
  isUpdating = true
  const { server, terminal, desktop } = running
  // The new version opens them again.
  desktop.windows.quitting(true)
  // The page agreed to the restart, so nothing asks again.
  for (const each of BrowserWindow.getAllWindows()) each.destroy()
  running = undefined
  const [closed] = await Promise.allSettled([server.close(), terminal.close()])
  // A thread stuck in a statement would block the exit forever.
  if (closed.status === 'fulfilled' && !closed.value) app.once('quit', endNow)
  app.releaseSingleInstanceLock()
}

/** Passes files and links to a window, now or as soon as there is one. */
function give(places: readonly string[]): void {
  if (running === undefined) early.push(...places)
  else running.desktop.give(places)
}

function secondStarted({ places, wantsWindow }: SecondInstance): void {
  if (wantsWindow) running?.desktop.windows.open()
  else if (places.length === 0) running?.desktop.showWindows()
  else give(places)
}

/** Opens an address of our page in a window of its own. */
function openBeside(address: string): void {
  const hash = new URL(address).hash.slice(1)
  running?.desktop.windows.open(hash === '' ? {} : { address: hash })
}

/** Runs the command `basalt`: with this Electron, or with Node where the shell runs on a stub. */
function commandLauncher(): Launcher {
  if (process.versions.electron === undefined) return { file: process.execPath, args: [file('./command-entry.js')] }
  return appLauncher(process.execPath, app.isPackaged ? undefined : app.getAppPath(), process.platform)
}

function origin(): string {
  return running === undefined ? '' : new URL(running.server.url).origin
}

function readProfile(): string {
  try {
    return readArguments(given, process.env).profile
  } catch (error) {
    cannotStart(error)
    throw error
  }
}

/** Logs an error, or prints it before there is a log. @returns its id in the log */
function keepFault(error: unknown): string {
  const requestId = randomIds.hex(8)
  if (running === undefined) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  else running.server.log.error({ requestId, err: error }, 'fault of the shell')
  return requestId
}

function logFault(error: unknown): void {
  keepFault(error)
}

/** Finishes running work once before the process ends. */
function stop(event: Electron.Event): void {
  if (running === undefined) return
  event.preventDefault()
  const { server, terminal } = running
  running = undefined
  void Promise.allSettled([server.close(), terminal.close()]).then(([closed]) => {
    // A thread stuck in a statement would block the exit forever.
    if (closed.status === 'fulfilled' && !closed.value) endNow()
    else app.exit(0)
  })
}

function cannotStart(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  showStartFault(startSentence(error))
  app.exit(1)
}

function startSentence(error: unknown): string {
  if (error instanceof AppError) return textIn(spokenLanguage(), errorMessage(error.code, error.details))
  return error instanceof ArgumentError
    ? textIn(spokenLanguage(), error.text)
    : desktopText('cannotStartText', { profile })
}
