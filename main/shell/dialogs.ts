import { dialog, Notification, type BrowserWindow } from 'electron'
import { databaseFileEndings } from '@common/dialects'
import { importEndings } from '@common/import/endings'
import { desktopText } from '@main/lib/texts'

/** Opens the dialog for a database file. @returns its path, or null if the user cancels */
export function chooseDatabaseFile(window: BrowserWindow | undefined): Promise<string | null> {
  return choose(window, {
    title: desktopText('chooseDatabaseFile'),
    filters: [{ name: desktopText('databaseFiles'), extensions: [...databaseFileEndings] }],
  })
}

/** Opens the dialog for anything that can become a project. @returns its path, or null if the user cancels */
export function chooseFile(window: BrowserWindow | undefined): Promise<string | null> {
  return choose(window, {
    title: desktopText('chooseFile'),
    filters: [{ name: desktopText('dataFiles'), extensions: [...databaseFileEndings, ...importEndings] }],
  })
}

async function choose(
  window: BrowserWindow | undefined,
  { title, filters }: { readonly title: string; readonly filters: Electron.FileFilter[] },
): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title,
    properties: ['openFile', 'dontAddToRecent'],
    filters: [...filters, { name: desktopText('allFiles'), extensions: ['*'] }],
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

/** Says that the application continues without a window. Uses a notification where the system has them. */
export function showStillRunning(): void {
  const [title, text] = [desktopText('trayTold'), desktopText('trayToldText')]
  if (Notification.isSupported()) new Notification({ title, body: text }).show()
  else void dialog.showMessageBox({ type: 'info', message: title, detail: text })
}
