import { Menu, type MenuItemConstructorOptions } from 'electron'
import { desktopText } from '@main/lib/texts'

export interface MenuDeps {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** Runs a command of the page. */
  readonly run: (command: MenuCommand) => void
  /** Opens a file dialog and passes the file to the page. */
  readonly openFile: () => void
}

/** Commands of the page in the menu: ids in `renderer/actions/`. */
export const menuCommands = ['project.new', 'theme.toggleDark'] as const
export type MenuCommand = (typeof menuCommands)[number]

const divider: MenuItemConstructorOptions = { type: 'separator' }

/** Returns the menu as data: roles of the system and commands of the page, labelled from the locale. */
export function menuTemplate({ platform, isPackaged, run, openFile }: MenuDeps): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin'
  const application: MenuItemConstructorOptions = {
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
  const file: MenuItemConstructorOptions = {
    label: desktopText('file'),
    submenu: [
      { label: desktopText('newProject'), click: () => run('project.new') },
      { label: desktopText('openFile'), accelerator: 'CmdOrCtrl+O', click: openFile },
      divider,
      // Ctrl+W closes a tab of the page, so closing the window has no shortcut (ui.md §7).
      mac
        ? { role: 'close', label: desktopText('closeWindow'), accelerator: 'Cmd+Shift+W' }
        : { role: 'quit', label: desktopText('quit') },
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: desktopText('edit'),
    submenu: [
      { role: 'undo', label: desktopText('undo') },
      { role: 'redo', label: desktopText('redo') },
      divider,
      { role: 'cut', label: desktopText('cut') },
      { role: 'copy', label: desktopText('copy') },
      { role: 'paste', label: desktopText('paste') },
      { role: 'selectAll', label: desktopText('selectAll') },
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: desktopText('view'),
    submenu: [
      // F5 instead of the role's Ctrl+R, which fills cells to the right (ui.md §7).
      { role: 'reload', label: desktopText('reload'), accelerator: 'F5' },
      ...(isPackaged ? [] : [{ role: 'toggleDevTools', label: desktopText('developerTools') } as const]),
      divider,
      { label: desktopText('toggleDark'), click: () => run('theme.toggleDark') },
      divider,
      { role: 'resetZoom', label: desktopText('actualSize') },
      { role: 'zoomIn', label: desktopText('zoomIn') },
      { role: 'zoomOut', label: desktopText('zoomOut') },
      divider,
      { role: 'togglefullscreen', label: desktopText('fullScreen') },
    ],
  }
  const windows: MenuItemConstructorOptions = {
    role: 'windowMenu',
    label: desktopText('window'),
    submenu: [
      { role: 'minimize', label: desktopText('minimize') },
      { role: 'zoom', label: desktopText('zoom') },
      divider,
      { role: 'front', label: desktopText('bringAllToFront') },
    ],
  }
  return mac ? [application, file, edit, view, windows] : [file, edit, view]
}

export function setMenu(deps: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)))
}
