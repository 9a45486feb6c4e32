import type { UpdateSource } from './updater'

/** The package server's client. Loaded only in packages: without one it has nothing to compare with. */
export async function electronUpdateSource(): Promise<UpdateSource> {
  const { default: electronUpdater } = await import('electron-updater')
  return electronUpdater.autoUpdater
}
