import { shell } from 'electron'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { AppError } from '@common/errors'

/**
 * Shows a file in its folder. Callers pass only paths that they know themselves.
 *
 * @throws AppError FILE_GONE if it is gone
 */
export function reveal(path: string): void {
  if (!existsSync(path)) throw new AppError('FILE_GONE', { file: basename(path) })
  shell.showItemInFolder(path)
}
