import { dialog, type BrowserWindow } from 'electron'
import { databaseFileEndings } from '@common/dialects'
import { desktopText } from '@main/lib/texts'

/** Opens the dialog for a database file. @returns its path, or null if the user cancels */
export async function chooseDatabaseFile(window: BrowserWindow | undefined): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title: desktopText('chooseDatabaseFile'),
    properties: ['openFile', 'dontAddToRecent'],
    filters: [
      { name: desktopText('databaseFiles'), extensions: [...databaseFileEndings] },
      { name: desktopText('allFiles'), extensions: ['*'] },
    ],
  }
  const chosen = await (window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return chosen.canceled ? null : (chosen.filePaths[0] ?? null)
}

/** Shows why the app can't start. Works before there is a window. */
export function showStartFault(sentence: string): void {
  dialog.showErrorBox(desktopText('cannotStart'), sentence)
}

/** Reports a broken settings file and its new location. */
export async function showSettingsBroken(window: BrowserWindow, file: string): Promise<void> {
  await dialog.showMessageBox(window, {
    type: 'warning',
    message: desktopText('settingsBroken'),
    detail: desktopText('settingsBrokenText', { file }),
  })
}
