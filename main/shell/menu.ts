import { Menu, type MenuItemConstructorOptions } from 'electron'
import { basename } from 'node:path'
import type { MenuCommand } from '@common/bridge'
import { desktopText } from '@main/lib/texts'
import { acceleratorOf, commandsOf, isBareKey, menuNames, type MenuName } from './menu-places'

export interface MenuDeps {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** Commands of the page in front: the list of its palette. Empty while there is no page. */
  readonly commands: readonly MenuCommand[]
  /** Paths of the files that were opened last. */
  readonly recentFiles: readonly string[]
  /** Runs a command of the page. */
  readonly run: (command: string) => void
  readonly newWindow: () => void
  /** Opens a file dialog and passes the file to the page. */
  readonly openFile: () => void
  readonly openRecent: (path: string) => void
  readonly clearRecent: () => void
}

type Item = MenuItemConstructorOptions

const divider: Item = { type: 'separator' }

/** Returns the menu as data: entries and roles of the system, and the commands of the page. */
export function menuTemplate(deps: MenuDeps): Item[] {
  const mac = deps.platform === 'darwin'
  const fixed: Readonly<Record<MenuName, readonly Item[]>> = {
    file: fileItems(deps),
    edit: editItems(),
    view: viewItems(deps.isPackaged),
    table: [],
    record: [],
    go: [],
    window: windowItems(mac),
    help: mac ? [] : [{ role: 'about', label: desktopText('about') }],
  }
  const menus = menuNames.flatMap((name): Item[] => {
    const items = joined(
      fixed[name],
      commandsOf(name, deps.commands).map((command) => itemOf(command, deps)),
    )
    // The last entry of the first menu, where it isn't in the menu of the application.
    const all = name === 'file' ? [...items, divider, ...closeItems(mac)] : items
    return all.length === 0 ? [] : [{ ...roleOf(name), label: desktopText(name), submenu: all }]
  })
  return mac ? [applicationMenu(), ...menus] : menus
}

export function setMenu(deps: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)))
}

const roleOf = (name: MenuName): Pick<Item, 'role'> =>
  name === 'window' ? { role: 'windowMenu' } : name === 'help' ? { role: 'help' } : {}

const joined = (first: readonly Item[], second: readonly Item[]): Item[] =>
  first.length === 0 || second.length === 0 ? [...first, ...second] : [...first, divider, ...second]

/** The page handles its keys itself: the menu shows them. On a Mac, where menus take keys, those without modifiers are left out. */
function itemOf({ id, label, keys, enabled }: MenuCommand, { platform, run }: MenuDeps): Item {
  const isShown = keys !== undefined && !(platform === 'darwin' && isBareKey(keys))
  const accelerator = isShown ? acceleratorOf(keys) : undefined
  return {
    id,
    // An ampersand marks the access key.
    label: label.replaceAll('&', '&&'),
    enabled,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => run(id),
  }
}

function applicationMenu(): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: desktopText('about') },
      divider,
      { role: 'services', label: desktopText('services') },
      divider,
      { role: 'hide', label: desktopText('hide') },
      { role: 'hideOthers', label: desktopText('hideOthers') },
      { role: 'unhide', label: desktopText('showAll') },
      divider,
      { role: 'quit', label: desktopText('quit') },
    ],
  }
}

function fileItems({ newWindow, openFile, recentFiles, openRecent, clearRecent }: MenuDeps): Item[] {
  return [
    { label: desktopText('newWindow'), accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
    { label: desktopText('openFile'), accelerator: 'CmdOrCtrl+O', click: openFile },
    {
      label: desktopText('openRecent'),
      enabled: recentFiles.length > 0,
      submenu: [
        ...recentFiles.map((path): Item => ({
          label: basename(path).replaceAll('&', '&&'),
          toolTip: path,
          click: () => openRecent(path),
        })),
        divider,
        { label: desktopText('clearRecent'), click: clearRecent },
      ],
    },
  ]
}

/** Ctrl+W closes a tab of the page, so closing the window has a key of its own (ui.md §7). */
function closeItems(mac: boolean): Item[] {
  const close: Item = { role: 'close', label: desktopText('closeWindow'), accelerator: 'CmdOrCtrl+Shift+W' }
  // On a Mac, quitting is in the menu of the application.
  return mac ? [close] : [close, { role: 'quit', label: desktopText('quit') }]
}

function editItems(): Item[] {
  return [
    { role: 'undo', label: desktopText('undo') },
    { role: 'redo', label: desktopText('redo') },
    divider,
    { role: 'cut', label: desktopText('cut') },
    { role: 'copy', label: desktopText('copy') },
    { role: 'paste', label: desktopText('paste') },
    { role: 'selectAll', label: desktopText('selectAll') },
  ]
}

function viewItems(isPackaged: boolean): Item[] {
  return [
    // F5 instead of the role's Ctrl+R, which fills cells to the right (ui.md §7).
    { role: 'reload', label: desktopText('reload'), accelerator: 'F5' },
    ...(isPackaged ? [] : [{ role: 'toggleDevTools', label: desktopText('developerTools') } as const]),
    divider,
    { role: 'resetZoom', label: desktopText('actualSize') },
    { role: 'zoomIn', label: desktopText('zoomIn') },
    { role: 'zoomOut', label: desktopText('zoomOut') },
    divider,
    { role: 'togglefullscreen', label: desktopText('fullScreen') },
  ]
}

function windowItems(mac: boolean): Item[] {
  const minimize: Item = { role: 'minimize', label: desktopText('minimize') }
  if (!mac) return [minimize]
  return [
    minimize,
    { role: 'zoom', label: desktopText('zoom') },
    divider,
    { role: 'front', label: desktopText('bringAllToFront') },
  ]
}
