import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The Electron binary, if it was ever fetched. Never imports `electron`: that would start a download. */
export function electronRuntime(): string | undefined {
  const folder = join('node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const binary = join(
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'),
    readFileSync(pathFile, 'utf8'),
  )
  return existsSync(binary) ? binary : undefined
}

/** True when a window could be shown. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(
    (display) => display !== undefined && display !== '',
  )
}
