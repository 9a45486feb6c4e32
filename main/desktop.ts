import { app, clipboard, session, type BrowserWindow } from 'electron'
import type { BridgeEvent, BridgeInput, BridgePayload } from '@common/bridge'
import { AppError } from '@common/errors'
import { sendEvent } from './bridge/events'
import { invokeFromWindow } from './bridge/operations'
import { randomIds } from './lib/ids'
import type { Server } from './server'
import type { SettingsPort } from './settings/settings'
import { chooseFile, showSettingsBroken, showStillRunning } from './shell/dialogs'
import { followDownloads } from './shell/downloads'
import { createGivenFiles, type GivenFiles } from './shell/given-files'
import { isLink, openingOf } from './shell/given-places'
import { setLoginStart, type LoginStartDeps } from './shell/login-start'
import { createMenus, type Menus } from './shell/menus'
import { followPower } from './shell/power'
import { withRecent } from './shell/recent-places'
import { reveal } from './shell/reveal'
import { createTray } from './shell/tray'
import { openWindow } from './shell/window'
import { createWindows, type Windows } from './shell/windows'

export interface DesktopDeps {
  readonly server: Server
  readonly settings: SettingsPort
  readonly profile: string
  /** File of the preload script. */
  readonly preload: string
  /** How the system starts the application at login. */
  readonly loginStart: LoginStartDeps
  /** Called when the last window closed. */
  readonly onLastClosed: () => void
  readonly onFault: (error: unknown) => void
}

/** The parts of the shell around the server: windows, menus, tray, and what the system gives to the application. */
export interface Desktop {
  readonly windows: Windows
  readonly menus: Menus
  readonly files: GivenFiles
  /** Opens the windows of the last session and early files and links. */
  readonly start: (early: readonly string[], isHidden: boolean) => Promise<void>
  /** Passes files and links of the system to a window, and lists the files as recent. */
  readonly give: (places: readonly string[]) => void
  /** Brings the window in front; without one, opens those of the last session. */
  readonly showWindows: () => void
  /** Shows a file that the application knows in its folder. */
  readonly reveal: (asked: BridgeInput<'reveal'>) => Promise<void>
  readonly tellAll: <E extends BridgeEvent>(name: E, payload: BridgePayload<E>) => void
  /** Draws menus and tray again, in another language. */
  readonly textsChanged: () => void
  /** Called without windows. @returns true if the application continues in the tray */
  readonly continues: () => boolean
}

export function createDesktop(deps: DesktopDeps): Desktop {
  const { server, settings, profile, onFault } = deps
  const address = new URL(server.url).origin
  const files = createGivenFiles(randomIds)
  const windows = windowsOf(deps, () => menus.refresh())
  const menus = menusOf({ windows, settings, give, onFault })
  const downloads = followDownloads(session.defaultSession, randomIds, (contents, saved) =>
    sendEvent(contents, 'fileSaved', saved),
  )
  const tray = createTray(
    {
      address,
      open: showWindows,
      copyAddress: () => void clipboard.writeText(address),
      quit: () => app.quit(),
    },
    onFault,
  )

  function tellAll<E extends BridgeEvent>(name: E, payload: BridgePayload<E>): void {
    for (const { webContents } of windows.all()) sendEvent(webContents, name, payload)
  }

  function give(places: readonly string[]): void {
    const openings = places.map((place) => openingOf(place, files))
    for (const [at, place] of places.entries()) {
      if (isLink(place)) continue
      const recent = settings.get('recentFiles')
      const isGone = openings[at]?.kind === 'refused'
      if (!isGone) app.addRecentDocument(place)
      settings.set('recentFiles', isGone ? recent.filter((path) => path !== place) : withRecent(recent, place))
    }
    windows.give(openings)
    menus.refresh()
  }

  function showWindows(): void {
    if (windows.front() !== undefined) windows.give([])
    else windows.restore(settings.get('windows'), settings.get('restoreWindows'))
  }

  return {
    windows,
    menus,
    files,
    tellAll,
    give,
    showWindows,
    start: async (early, isHidden) => {
      followSettings(deps, tray.show)
      followPower(() => {
        server.wake()
        tellAll('resumed', {})
      })
      if (!isHidden || !tray.isShown()) showWindows()
      menus.refresh()
      if (early.length > 0) give(early)
      const front = windows.front()
      if (front !== undefined && settings.brokenFile !== undefined) await showSettingsBroken(front, settings.brokenFile)
    },
    reveal: async (asked) => {
      if (asked.what === 'profile') return reveal(profile)
      if (asked.what === 'saved') return reveal(known(downloads.pathOf(asked.id)))
      const { token, projectId } = asked
      if (asked.what === 'migrations') {
        // Throws unless the user may see the migrations.
        const call = { name: 'migrationList', token, projectId, args: {} }
        await invokeFromWindow(server.invoker, call, randomIds.hex(8))
        return reveal(server.folderOfMigrations(projectId))
      }
      // Throws unless the user may open the project.
      await invokeFromWindow(server.invoker, { name: 'projectOpen', token, projectId, args: {} }, randomIds.hex(8))
      reveal(known(await server.fileOfProject(projectId)))
    },
    textsChanged: () => {
      menus.refresh()
      if (!tray.isShown()) return
      tray.show(false)
      tray.show(true)
    },
    continues: () => {
      if (!tray.isShown()) return false
      if (settings.get('trayTold')) return true
      settings.set('trayTold', true)
      showStillRunning()
      return true
    },
  }
}

/** @throws AppError INPUT_INVALID for something without a file */
function known(path: string | undefined): string {
  if (path === undefined) throw new AppError('INPUT_INVALID')
  return path
}

function windowsOf({ server, settings, preload, onLastClosed, onFault }: DesktopDeps, onFront: () => void): Windows {
  const windows = createWindows({
    create: (memory, keepState): BrowserWindow =>
      openWindow({
        pageUrl: memory.address === undefined ? server.url : `${server.url}#${memory.address}`,
        preload,
        lastState: memory,
        keepState,
        onStay: () => windows.quitting(false),
        platform: process.platform,
        now: () => performance.now(),
        onFault,
      }),
    save: (memories) => settings.set('windows', [...memories]),
    lastPlace: () => settings.get('windows').at(-1) ?? null,
    openingsWait: ({ webContents }) => sendEvent(webContents, 'openingsWait', {}),
    onFront,
    onLastClosed: () => {
      onFront()
      onLastClosed()
    },
  })
  return windows
}

function menusOf({
  windows,
  settings,
  give,
  onFault,
}: Pick<DesktopDeps, 'settings' | 'onFault'> & Pick<Desktop, 'windows' | 'give'>): Menus {
  const menus = createMenus({
    platform: process.platform,
    isPackaged: app.isPackaged,
    front: () => windows.front()?.webContents.id,
    recentFiles: () => settings.get('recentFiles'),
    run: (command) => sendEvent(windows.front()?.webContents, 'runCommand', { command }),
    newWindow: () => void windows.open(),
    openFile: () => void chooseFile(windows.front()).then((path) => path !== null && give([path]), onFault),
    openRecent: (path) => give([path]),
    openLink: (link) => give([link]),
    clearRecent: () => {
      app.clearRecentDocuments()
      settings.set('recentFiles', [])
      menus.refresh()
    },
  })
  return menus
}

/** Applies the settings of the desktop at the start and after each change. */
function followSettings({ settings, loginStart, onFault }: DesktopDeps, showTray: (isShown: boolean) => void): void {
  const startAtLogin = (isOn: boolean): void => {
    try {
      // A clone would start the bare runtime.
      if (app.isPackaged) setLoginStart(isOn, loginStart)
    } catch (error) {
      // Such as a folder that can't be written.
      onFault(error)
    }
  }
  showTray(settings.get('tray'))
  // The application may have moved since.
  if (settings.get('startAtLogin')) startAtLogin(true)
  settings.subscribe('tray', showTray)
  settings.subscribe('startAtLogin', startAtLogin)
}
